// Implements the operator port with pawaPay v2, which pays into the wallets of several operators. Request bodies are in
// requests, the interpretation of replies in translate, and the verification of callbacks in callback-signature.

import type { KeyObject } from 'node:crypto'
import type {
  Callback,
  CallbackRequest,
  DeclineReason,
  Operator,
  Payout,
  PayoutReply,
} from '../../../operator-calls/operator.ts'
import { parseJson } from '../../../platform/http/body/json.ts'
import { openUpstream, type Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { isObject, moneyIn } from '../../reply.ts'
import { callOperator, jsonBytes, type OperatorReply, outcomeOfDuplicate } from '../call.ts'
import type { PawapayConnection } from '../operator-settings.ts'
import { faultOf, isSigned, openCallbackKeys } from './callback-keys.ts'
import { isUnfit, paymentBody } from './requests.ts'
import { openRequestSigner } from './signature.ts'
import { causeOf, inquiryReply, outcomeOf, payoutReply } from './translate.ts'
import { idMember, type Payment, type Product, payment, paymentIdOf, providerOf } from './wire.ts'

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

type CallbackNeeds = { keys: { find(keyid: string): Promise<KeyObject | undefined> }; clock: Clock }

export async function readCallback(
  { product, signedCallbacks }: PawapayConnection,
  { keys, clock }: CallbackNeeds,
  request: CallbackRequest,
): Promise<Callback> {
  if (signedCallbacks || isSigned(request)) {
    const fault = await faultOf(request, keys, clock)
    if (fault) return { kind: 'forged', cause: fault }
  }
  const json = parseJson(request.body)
  if (request.method !== 'POST' || !isObject(json)) return { kind: 'forged', cause: 'no payment' }
  return reportIn(payment.parse(json), product)
}

function reportIn(data: Payment, product: Product): Callback {
  const reference = referenceIn(data, product)
  const outcome = outcomeOf(data)
  const amount = moneyIn(data.amount, data.currency)
  if (!reference) return { kind: 'unreadable', cause: 'no payment of ours' }
  if (!outcome) return { kind: 'unreadable', cause: `status ${data.status ?? 'absent'}` }
  if (!amount) return { kind: 'unreadable', cause: 'no amount' }
  return { kind: 'report', reference, outcome, amount }
}

/** The reference from the metadata, if it belongs to the id; without metadata, the id. */
function referenceIn(data: Payment, product: Product): string | undefined {
  const id = data[idMember[product]]
  const { reference = id } = data.metadata
  return reference && paymentIdOf(reference) === id ? reference : undefined
}

type PawapayClient = {
  /** @param operation name of the call in the log. */
  get(operation: string, path: string): Promise<OperatorReply>
  post(operation: string, path: string, body: object): Promise<OperatorReply>
}

/** @throws when the URL of the connection is invalid or its key cannot sign. */
function openClient(
  { url: base, token, signingKey }: PawapayConnection,
  { log, clock, upstream, timeoutMs }: { log: Log; clock: Clock; upstream: Upstream; timeoutMs: number },
): PawapayClient {
  const signedHeaders = signingKey && openRequestSigner(signingKey, clock)
  const own = { authorization: `Bearer ${token}`, accept: 'application/json' }

  return {
    get: (operation, path) =>
      callOperator({ upstream, log }, operation, {
        method: 'GET',
        url: new URL(base + path),
        headers: own,
        timeoutMs,
      }),
    post(operation, path, supplied) {
      const url = new URL(base + path)
      const body = jsonBytes(supplied)
      const headers = signedHeaders?.(url, body) ?? { 'content-type': 'application/json' }
      return callOperator({ upstream, log }, operation, {
        method: 'POST',
        url,
        headers: { ...own, ...headers },
        body,
        timeoutMs,
      })
    },
  }
}
