// Implements the operator port with pawaPay v2, which pays into the wallets of several operators. Request bodies are in
// requests, the interpretation of replies in translate, and the verification of callbacks in callback-signature.

import type { DeclineReason, Operator, Payout, PayoutReply } from '../../../operator-calls/operator.ts'
import { openUpstream, type Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { isObject } from '../../reply.ts'
import { outcomeOfDuplicate } from '../call.ts'
import type { PawapayConnection } from '../operator-settings.ts'
import { readCallback } from './callback.ts'
import { openCallbackKeys } from './callback-keys.ts'
import { openClient, type PawapayClient } from './client.ts'
import { openCollections } from './collections.ts'
import { isUnfit, paymentBody } from './requests.ts'
import { causeOf, inquiryReply, payoutReply } from './translate.ts'
import { type Product, paymentIdOf, providerOf } from './wire.ts'

type Needs = { log: Log; clock: Clock; timeoutMs: number; upstream?: Upstream }

/**
 * Opens the operator without calling it.
 * @param needs.clock wall-clock time, since pawaPay's signatures are valid for a minute.
 * @param needs.timeoutMs for each HTTP exchange; a call may need an inquiry afterwards.
 * @throws when the connection has a key that cannot sign.
 */
export function openPawapay(
  connection: PawapayConnection,
  { log, clock, timeoutMs, upstream = openUpstream('pawapay') }: Needs,
): Operator {
  const { product } = connection
  const client = openClient(connection, { log, clock, upstream, timeoutMs })
  const keys = openCallbackKeys(() => client.get('public keys', '/v2/public-key/http'), clock)
  return {
    protocol: 'pawapay',
    pay: (payout) => pay(client, product, payout),
    inquire: (payout) => inquire(client, product, payout),
    lookUp: async () => ({ kind: 'unsupported' }),
    reverses: false,
    reverse: async () => ({ kind: 'unsupported' }),
    readCallback: (request) => readCallback(connection, { keys, clock }, request),
    acknowledge: () => ({ status: 200 }),
    health: () => health(client, product),
    ...(connection.collections && {
      collections: openCollections(client, connection, connection.collections, { keys, clock, timeoutMs }),
    }),
    close: () => upstream.close(),
  }
}

async function pay(client: PawapayClient, product: Product, payout: Payout): Promise<PayoutReply> {
  const provider = providerOf(payout.operator)
  if (!provider)
    return refused('RECIPIENT_NOT_ALLOWED', 'NO_PROVIDER', `pawaPay does not reach ${payout.operator}`)
  const wanted = paymentBody(product, payout, provider)
  if (isUnfit(wanted)) return refused('REFUSED_BY_OPERATOR', wanted.unfit, wanted.message)
  const reply = await client.post('pay', `/v2/${product}`, wanted.body)
  const response = payoutReply(reply, product, payout.reference)
  return response.kind === 'duplicate' ? outcomeOfDuplicate(await inquire(client, product, payout)) : response
}

async function inquire(
  client: PawapayClient,
  product: Product,
  expected: Parameters<Operator['inquire']>[0],
) {
  const reply = await client.get('inquire', `/v2/${product}/${paymentIdOf(expected.reference)}`)
  return inquiryReply(reply, product, expected)
}

const operations = { payouts: 'PAYOUT', remittances: 'REMITTANCE' } as const

/** Reads the configuration of the account, which needs a valid token. */
async function health(client: PawapayClient, product: Product): ReturnType<Operator['health']> {
  const path = `/v2/active-conf?country=COD&operationType=${operations[product]}`
  const reply = await client.get('configuration', path)
  const isRead = reply.kind === 'reply' && reply.status === 200 && isObject(reply.json)
  return isRead ? { kind: 'up' } : { kind: 'down', cause: causeOf(reply) }
}

function refused(reason: DeclineReason, code: string, message: string): PayoutReply {
  return { kind: 'declined', reason, code, message }
}
