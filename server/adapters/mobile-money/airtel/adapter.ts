// Implements the operator port with the Airtel Africa Open API: disbursements under our own id, of which the operator
// accepts each only once. Callbacks are not guaranteed for disbursements, so inquiries are needed as well.

import { formatMoney, type LocalCurrency } from '../../../kernel/money.ts'
import type {
  InquiryReply,
  Operator,
  Payout,
  PayoutReply,
  Reversal,
  ReversalReply,
} from '../../../operator-calls/operator.ts'
import { openUpstream, type Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { outcomeOfDuplicate } from '../call.ts'
import type { AirtelConnection } from '../operator-settings.ts'
import { readCallback } from './callback.ts'
import { type AirtelClient, openClient } from './client.ts'
import { openCollections } from './collections.ts'
import {
  balanceReported,
  causeOf,
  inquiryReply,
  payoutReply,
  refundReply,
  subscriberReply,
} from './translate.ts'
import { balanceBody, nationalNumber } from './wire.ts'

type Needs = { clock: Clock; log: Log; timeoutMs: number; upstream?: Upstream }

/** @param needs.timeoutMs for each HTTP exchange; a call may need a token or key first and an inquiry afterwards. */
export function openAirtel(
  connection: AirtelConnection,
  { clock, log, timeoutMs, upstream = openUpstream('airtel') }: Needs,
): Operator {
  const client = openClient(connection, { upstream, log, clock, timeoutMs })
  return {
    protocol: 'airtel',
    pay: (payout) => pay(client, payout),
    inquire: ({ reference, amount }) => inquire(client, reference, amount?.currency),
    async lookUp({ msisdn }) {
      const national = nationalNumber(msisdn)
      const path = `/standard/v1/users/${national}`
      return subscriberReply(await client.call({ operation: 'user', method: 'GET', path }), national)
    },
    reverses: true,
    reverse: (reversal) => reverse(client, reversal),
    readCallback: async (request) => readCallback(request, connection.callbackKey),
    acknowledge: () => ({ status: 200 }),
    health: () => health(client),
    ...(connection.collections && {
      collections: openCollections(client, connection, connection.collections, timeoutMs),
    }),
    close: () => upstream.close(),
  }
}

async function pay(client: AirtelClient, payout: Payout): Promise<PayoutReply> {
  const { reference } = payout
  const { currency } = payout.amount
  const path = '/standard/v2/disbursements/'
  const call = { operation: 'disbursement', method: 'POST', path, currency } as const
  const reply = await client.callWithPin(call, (pin) => disbursementBody(payout, pin))
  const response = payoutReply(reply, reference)
  return response.kind === 'repeated'
    ? outcomeOfDuplicate(await inquire(client, reference, currency))
    : response
}

/** The API reverses the whole amount, and identifies a refund only by the payout that it refunds. */
async function reverse(client: AirtelClient, { original }: Reversal): Promise<ReversalReply> {
  const body = { transaction: { airtel_money_id: original.upstreamId } }
  const path = '/standard/v1/disbursements/refund'
  const reply = refundReply(await client.call({ operation: 'refund', method: 'POST', path, body }))
  if (reply.kind !== 'repeated') return reply
  const found = await inquire(client, original.reference)
  return found.kind === 'reversed'
    ? { kind: 'reversed' }
    : { kind: 'unknown', cause: `called a duplicate, but inquiry found ${found.kind}` }
}

function disbursementBody({ reference, transactionId, msisdn, amount, travelRule }: Payout, pin: string) {
  const { name } = travelRule.receiver
  return {
    payee: { msisdn: nationalNumber(msisdn), currency: amount.currency, ...(name && { name }) },
    // 4 to 64 letters and digits; support staff on both sides search for it.
    reference: transactionId.replace(/[^A-Za-z0-9]/g, ''),
    pin,
    transaction: { amount: JSON.rawJSON(formatMoney(amount)), id: reference, type: 'B2C' },
  }
}

async function inquire(
  client: AirtelClient,
  reference: string,
  currency: LocalCurrency = 'USD',
): Promise<InquiryReply> {
  const path = `/standard/v2/disbursements/${encodeURIComponent(reference)}?transactionType=B2C`
  return inquiryReply(await client.call({ operation: 'enquiry', method: 'GET', path, currency }), reference)
}

async function health(client: AirtelClient): ReturnType<Operator['health']> {
  const path = '/standard/v1/users/balance'
  const reply = await client.call({ operation: 'balance', method: 'GET', path })
  const isReported =
    reply.kind === 'reply' &&
    reply.status === 200 &&
    balanceBody.parse(reply.json).status.response_code === balanceReported
  return isReported ? { kind: 'up' } : { kind: 'down', cause: causeOf(reply) }
}
