// Implements the operator port with the GSMA Mobile Money API 1.2: payouts are international transfers under our own
// X-CorrelationID, of which the operator accepts each only once.

import { equalInConstantTime } from '../../../kernel/constant-time.ts'
import type { Money } from '../../../kernel/money.ts'
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
  SubscriberReply,
} from '../../../operator-calls/operator.ts'
import { parseJson } from '../../../platform/http/body/json.ts'
import { openUpstream, type Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { confirmedOutcome, type OperatorReply, outcomeOfDuplicate } from '../call.ts'
import type { GsmaConnection } from '../operator-settings.ts'
import { contentHash, type GsmaClient, inquire, openClient } from './client.ts'
import { reversalBody, transferBody } from './requests.ts'
import {
  causeOf,
  declineOf,
  errorIn,
  isRefusal,
  isUnknownThere,
  payoutReply,
  reversalOutcome,
  reversalReply,
  transactionIn,
} from './translate.ts'
import { accountNameBody, accountStatusBody, heartbeatBody } from './wire.ts'

type Needs = { clock: Clock; log: Log; timeoutMs: number; upstream?: Upstream }

/** @param needs.timeoutMs for each HTTP exchange; a call may need a token first and an inquiry afterwards. */
export function openGsma(
  connection: GsmaConnection,
  { clock, log, timeoutMs, upstream = openUpstream('gsma') }: Needs,
): Operator {
  const client = openClient(connection, { upstream, log, clock, timeoutMs })
  const confirm: Parameters<typeof readCallback>[1] = ({ reference, amount }) =>
    inquire(client, { reference }, amount ? { amount } : {})
  return {
    protocol: 'gsma',
    pay: (payout) => pay(client, connection, payout, clock.now().toString({ smallestUnit: 'second' })),
    inquire: ({ amount, transactionId, msisdn, ...requested }) =>
      inquire(client, requested, { transactionId, msisdn, isReversal: false, ...(amount && { amount }) }),
    lookUp: ({ msisdn }) => lookUp(client, msisdn),
    reverses: true,
    reverse: (reversal) => reverse(client, reversal),
    readCallback: (request) => readCallback(request, connection.confirmCallbacks ? confirm : undefined),
    acknowledge: () => ({ status: 204 }),
    health: () => health(client),
    close: () => upstream.close(),
  }
}

async function pay(
  client: GsmaClient,
  { debitParty }: GsmaConnection,
  payout: Payout,
  requestDate: string,
): Promise<PayoutReply> {
  const { reference, callbackUrl, transactionId, msisdn, amount } = payout
  const expected = { transactionId, msisdn, amount, isReversal: false }
  const reply = await client.call({
    operation: 'transfer',
    method: 'POST',
    path: '/transactions/type/inttransfer',
    reference,
    callbackUrl,
    body: transferBody(payout, debitParty, requestDate),
  })
  const response = payoutReply(reply, expected)
  return response.kind === 'repeated'
    ? outcomeOfDuplicate(await inquire(client, { reference }, expected))
    : response
}

async function reverse(client: GsmaClient, reversal: Reversal): Promise<ReversalReply> {
  const { reference, callbackUrl, original, amount } = reversal
  const expected = { amount, isReversal: true, originalReference: original.upstreamId }
  const reply = await client.call({
    operation: 'reversal',
    method: 'POST',
    path: `/transactions/${encodeURIComponent(original.upstreamId)}/reversals`,
    reference,
    callbackUrl,
    body: reversalBody(reversal),
  })
  const response = reversalReply(reply, expected)
  if (response.kind !== 'repeated') return response
  return reversalOutcome(outcomeOfDuplicate(await inquire(client, { reference }, expected)))
}

async function health(client: GsmaClient): ReturnType<Operator['health']> {
  const reply = await client.call({ operation: 'heartbeat', method: 'GET', path: '/heartbeat' })
  const isRead = reply.kind === 'reply' && reply.status === 200
  if (!isRead) return { kind: 'down', cause: causeOf(reply) }
  const { serviceStatus = 'unknown' } = heartbeatBody.parse(reply.json)
  const isUp = serviceStatus === 'available' || serviceStatus === 'degraded'
  return isUp ? { kind: 'up' } : { kind: 'down', cause: `service ${serviceStatus}` }
}

async function lookUp(client: GsmaClient, msisdn: string): Promise<SubscriberReply> {
  const [name, status] = await Promise.all([
    read(client, msisdn, 'accountname'),
    read(client, msisdn, 'status'),
  ])
  if (isUnknownThere(name) || isUnknownThere(status)) return { kind: 'no_wallet' }
  const { accountStatus } = accountStatusBody.parse(jsonOf(status))
  if (accountStatus === 'unregistered') return { kind: 'no_wallet' }
  if (accountStatus !== 'available' && accountStatus !== 'unavailable') {
    return { kind: 'unavailable', cause: `account status: ${causeOf(status)}` }
  }
  const registered = nameIn(jsonOf(name))
  if (registered === '') return { kind: 'unavailable', cause: `account name: ${causeOf(name)}` }
  return { kind: 'found', name: registered, active: accountStatus === 'available' }
}

function read(client: GsmaClient, msisdn: string, what: 'accountname' | 'status'): Promise<OperatorReply> {
  const path = `/accounts/msisdn/${encodeURIComponent(`+${msisdn}`)}/${what}`
  return client.call({ operation: what, method: 'GET', path })
}

function jsonOf(reply: OperatorReply): unknown {
  return reply.kind === 'reply' && reply.status === 200 ? reply.json : undefined
}

function nameIn(json: unknown): string {
  const { fullName, firstName, middleName, lastName, nativeName } = accountNameBody.parse(json).name
  const parts = [firstName, middleName, lastName].filter(Boolean).join(' ')
  return fullName ?? (parts || (nativeName ?? ''))
}

// Reads an operator's final callback: a PUT with the X-CorrelationID of the request, and the transaction or an error.
// It is not signed, and its hash detects damage but not forgery, so the outcome is confirmed by an inquiry.

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

type CallbackReport = { reference: string; outcome: OperatorOutcome; amount?: Money }
type Inquire = (report: CallbackReport) => Promise<InquiryReply>

/** @param inquire confirms the outcome; undefined where callbacks are trusted without an inquiry. */
export async function readCallback(
  request: CallbackRequest,
  inquire: Inquire | undefined,
): Promise<Callback> {
  const reported = reportIn(request)
  if ('cause' in reported) return reported
  const outcome =
    inquire && reported.outcome.kind !== 'pending'
      ? confirmedOutcome(reported.outcome, await inquire(reported))
      : reported.outcome
  return outcome
    ? { kind: 'report', ...reported, outcome }
    : { kind: 'unreadable', cause: 'not confirmed by the operator' }
}

function reportIn({
  method,
  headers,
  body,
}: CallbackRequest): CallbackReport | Exclude<Callback, { kind: 'report' }> {
  if (method !== 'PUT') return { kind: 'forged', cause: `sent by ${method}` }
  const reference = headers['x-correlationid']?.toLowerCase() ?? ''
  if (!uuid.test(reference)) return { kind: 'forged', cause: 'no X-CorrelationID' }
  const hash = headers['x-content-hash']
  if (hash !== undefined && !equalInConstantTime(hash.toLowerCase(), contentHash(body))) {
    return { kind: 'forged', cause: 'wrong X-Content-Hash' }
  }
  const json = parseJson(body)
  const transaction = transactionIn(json, {})
  if ('outcome' in transaction) return { reference, outcome: transaction.outcome, amount: transaction.amount }
  const error = errorIn(json)
  // An internal error of the operator does not prove that nothing was paid.
  if (error && isRefusal(error)) return { reference, outcome: declineOf(error) }
  return { kind: 'unreadable', cause: error ? `error ${error.code}` : 'no transaction and no error' }
}
