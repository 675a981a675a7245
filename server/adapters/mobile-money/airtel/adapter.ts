// Implements the operator port with the Airtel Africa Open API: disbursements under our own id, of which the operator
// accepts each only once. Callbacks are not guaranteed for disbursements, so inquiries are needed as well.

import { createHmac } from 'node:crypto'
import { equalInConstantTime } from '../../../kernel/constant-time.ts'
import { formatMoney, type LocalCurrency } from '../../../kernel/money.ts'
import type {
  Callback,
  CallbackRequest,
  InquiryReply,
  Operator,
  OperatorOutcome,
  Payout,
  PayoutReply,
  Reversal,
  ReversalReply,
} from '../../../operator-calls/operator.ts'
import { parseJson } from '../../../platform/http/body/json.ts'
import { openUpstream, type Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { listed } from '../../reply.ts'
import { outcomeOfDuplicate } from '../call.ts'
import type { AirtelConnection } from '../operator-settings.ts'
import { type AirtelClient, openClient } from './client.ts'
import {
  balanceReported,
  causeOf,
  inquiryReply,
  payoutReply,
  refundReply,
  statuses,
  subscriberReply,
} from './translate.ts'
import { balanceBody, callbackBody } from './wire.ts'

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

/** The 9 digits without country code, by which this API identifies wallets. */
function nationalNumber(msisdn: string): string {
  return msisdn.replace(/^243/, '')
}

// Reads Airtel's callbacks about disbursements. The hash covers the transaction exactly as it was written, so the
// transaction is extracted from the body byte for byte; the hash is a member beside it.

/** @param key private key of the application settings; without it every callback is refused. */
export function readCallback({ method, body }: CallbackRequest, key: string | undefined): Callback {
  if (method !== 'POST') return { kind: 'forged', cause: `sent by ${method}` }
  const json = parseJson(body)
  const signed =
    json === undefined ? undefined : memberText(Buffer.from(body).toString('utf8'), 'transaction')
  const { hash, transaction } = callbackBody.parse(json)
  if (signed === undefined || hash === undefined) return { kind: 'forged', cause: 'no transaction or hash' }
  if (key === undefined) return { kind: 'forged', cause: 'no key configured to verify the hash' }
  // guard: airtel-callback-hash
  if (!equalInConstantTime(hash, hashOf(signed, key))) return { kind: 'forged', cause: 'wrong hash' }
  const outcome = outcomeOf(transaction)
  if (!outcome || transaction.id === undefined) {
    return { kind: 'unreadable', cause: `status ${transaction.status_code ?? 'missing'}` }
  }
  return { kind: 'report', reference: transaction.id, outcome }
}

function hashOf(transaction: string, key: string): string {
  return createHmac('sha256', key).update(`{"transaction":${transaction}}`).digest('base64')
}

function outcomeOf(
  transaction: ReturnType<typeof callbackBody.parse>['transaction'],
): OperatorOutcome | undefined {
  const { status_code: code = '', message = '', airtel_money_id: upstreamId } = transaction
  const verdict = listed(statuses, code)
  const traced = upstreamId === undefined ? {} : { upstreamId }
  switch (verdict?.kind) {
    case 'succeeded':
      return upstreamId === undefined ? undefined : { kind: 'succeeded', upstreamId }
    case 'declined':
      return { kind: 'declined', reason: verdict.reason, code, message, ...traced }
    case 'pending':
    case 'reversed':
      return { kind: verdict.kind, ...traced }
    default:
      return undefined
  }
}

/** The raw text of a member of a JSON object. The text must be valid JSON without duplicate keys. */
function memberText(json: string, name: string): string | undefined {
  let depth = 0
  let start: number | undefined
  let key = ''
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    const isEnd = depth === 1 && (token === ',' || token === '}')
    if (isEnd && start !== undefined) return json.slice(start, index).trim()
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (token === ':' && depth === 1 && key === name) start = index + 1
    else if (token.startsWith('"') && depth === 1) key = JSON.parse(token)
  }
  return undefined
}
