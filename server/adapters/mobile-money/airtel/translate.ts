// Translates replies about disbursements. Code and transaction status must agree, and the transaction must be the
// requested one; otherwise the outcome is unknown.
import type {
  DeclineReason,
  InquiryReply,
  OperatorOutcome,
  PayoutReply,
  ReversalReply,
  SubscriberReply,
} from '../../../operator-calls/operator.ts'
import { listed } from '../../reply.ts'
import type { OperatorReply } from '../call.ts'
import { type TransactionBody, transactionBody, userBody } from './wire.ts'

/** Refusals usually come with status 200, those of invalid requests also with 400. */
const replyStatuses: readonly number[] = [200, 400]

/** `repeated`: the operator already knows the reference, so an inquiry must find out the outcome. */
export function payoutReply(reply: OperatorReply, reference: string): PayoutReply | { kind: 'repeated' } {
  const early = unsentOrUnknown(reply)
  if (early) return early
  const body = bodyOf(reply)
  const unknown = { kind: 'unknown' as const, cause: causeOf(reply) }
  const verdict = body && agreed(body)
  if (!verdict || isAboutAnother(body, reference)) return unknown
  if (verdict.kind === 'open') return unknown
  if (verdict.kind === 'repeated') return { kind: 'repeated' }
  return outcomeOf(verdict, body, reference) ?? unknown
}

export function inquiryReply(reply: OperatorReply, reference: string): InquiryReply {
  const body = bodyOf(reply)
  const unavailable = { kind: 'unavailable' as const, cause: causeOf(reply) }
  if (!body) return unavailable
  const { id, status } = body.data.transaction
  const code = body.status.response_code
  if (status === undefined && code === notFoundCode && (id === undefined || id === reference)) {
    return { kind: 'absent' }
  }
  // Only a status of this very transaction counts; the code may be that of the enquiry itself.
  const verdict = id === reference ? found(body) : undefined
  if (verdict?.kind === 'open') return { ...unavailable, hasReplied: true }
  if (!verdict || verdict.kind === 'repeated') return unavailable
  return outcomeOf(verdict, body, reference) ?? unavailable
}

/** `repeated`: already refunded according to the operator, which an inquiry must confirm. */
export function refundReply(reply: OperatorReply): ReversalReply | { kind: 'repeated' } {
  const early = unsentOrUnknown(reply)
  if (early) return early
  const body = bodyOf(reply)
  const unknown = { kind: 'unknown' as const, cause: causeOf(reply) }
  const verdict = body && agreed(body)
  switch (verdict?.kind) {
    case 'succeeded': {
      const upstreamId = body?.data.transaction.airtel_money_id
      return { kind: 'reversed', ...(upstreamId && { upstreamId }) }
    }
    case 'pending':
      return { kind: 'pending' }
    case 'repeated':
      return { kind: 'repeated' }
    case 'declined':
      return { kind: 'refused', ...reasonOf(body) }
    default:
      // For a refund, not found means that there is no payout to reverse; for a payment it would prove nothing.
      return body?.status.response_code === notFoundCode ? { kind: 'refused', ...reasonOf(body) } : unknown
  }
}

/** @param national the 9-digit number that was looked up. */
export function subscriberReply(reply: OperatorReply, national: string): SubscriberReply {
  const unavailable = { kind: 'unavailable' as const, cause: causeOf(reply) }
  if (reply.kind === 'no_reply' || ![200, 400, 404].includes(reply.status)) return unavailable
  const { data, status } = userBody.parse(reply.json)
  if (status.response_code === subscriberUnknown) return { kind: 'no_wallet' }
  const name = [data.first_name, data.last_name].filter(Boolean).join(' ')
  const isOther = data.msisdn !== undefined && !data.msisdn.endsWith(national)
  if (status.response_code !== subscriberFound || name === '' || isOther) return unavailable
  return { kind: 'found', name, active: data.is_barred === false }
}

/** Outcomes of replies that say nothing about the payout: it was not sent, or its outcome is unknown. */
export function unsentOrUnknown(
  reply: OperatorReply,
): Extract<PayoutReply, { kind: 'unreached' | 'unknown' }> | undefined {
  const cause = causeOf(reply)
  if (reply.kind === 'no_reply') return { kind: reply.sent ? 'unknown' : 'unreached', cause }
  const isCertainlyUnprocessed = reply.status === 429 || isTokenRefused(reply) || isRejected(reply)
  return isCertainlyUnprocessed ? { kind: 'unreached', cause } : undefined
}

export function bodyOf(reply: OperatorReply): TransactionBody | undefined {
  if (reply.kind !== 'reply' || !replyStatuses.includes(reply.status)) return undefined
  return transactionBody.parse(reply.json)
}

export function isAboutAnother({ data }: TransactionBody, reference: string): boolean {
  return data.transaction.id !== undefined && data.transaction.id !== reference
}

/** The verdict of the code, unless the status or the success flag contradicts it. */
function agreed({ data, status }: TransactionBody): Verdict | undefined {
  const byCode = listed(disbursementCodes, status.response_code)
  const { status: reported } = data.transaction
  const byStatus = reported === undefined ? byCode : listed(statuses, reported)
  if (!byCode || byCode.kind !== byStatus?.kind) return undefined
  if (byCode.kind === 'succeeded' && status.success !== true) return undefined
  return byCode.kind === 'declined' && status.success === true ? undefined : byCode
}

/** The verdict of the transaction's status; a code that agrees adds its reason. */
function found({ data, status }: TransactionBody): Verdict | undefined {
  const byStatus = listed(statuses, data.transaction.status)
  const byCode = listed(disbursementCodes, status.response_code)
  if (byCode?.kind === byStatus?.kind) return byCode
  const isOnlyAcknowledged = byCode === undefined || byCode.kind === 'succeeded'
  return isOnlyAcknowledged ? byStatus : undefined
}

function outcomeOf(
  verdict: Exclude<Verdict, { kind: 'open' | 'repeated' }>,
  body: TransactionBody,
  reference: string,
): OperatorOutcome | undefined {
  const { id, airtel_money_id: upstreamId } = body.data.transaction
  const traced = upstreamId === undefined ? {} : { upstreamId }
  if (verdict.kind === 'pending' || verdict.kind === 'reversed') return { kind: verdict.kind, ...traced }
  if (verdict.kind === 'declined') {
    return { kind: 'declined', reason: verdict.reason, ...reasonOf(body), ...traced }
  }
  return id === reference && upstreamId !== undefined ? { kind: 'succeeded', upstreamId } : undefined
}

function reasonOf(body: TransactionBody | undefined): { code: string; message: string } {
  const { message: output, status: reported } = body?.data.transaction ?? {}
  const { response_code: code, message } = body?.status ?? {}
  return { code: code ?? reported ?? '', message: output ?? message ?? '' }
}

// Maps response codes and statuses of disbursements to outcomes. Codes that are not listed leave the outcome unknown.

type Verdict =
  | { kind: 'succeeded' }
  | { kind: 'pending' }
  | { kind: 'reversed' }
  | { kind: 'declined'; reason: DeclineReason }
  /** The operator itself does not know the outcome yet. */
  | { kind: 'open' }
  | { kind: 'repeated' }

const disbursementCodes: Readonly<Record<string, Verdict>> = {
  // Ambiguous, and timed out.
  DP00900001000: { kind: 'open' },
  DP00900001014: { kind: 'open' },
  DP00900001001: { kind: 'succeeded' },
  DP00900001006: { kind: 'pending' },
  DP00900001003: { kind: 'declined', reason: 'RECIPIENT_LIMIT_REACHED' },
  DP00900001004: { kind: 'declined', reason: 'AMOUNT_NOT_ACCEPTED' },
  DP00900001005: { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
  DP00900001007: { kind: 'declined', reason: 'OPERATOR_FLOAT_EXHAUSTED' },
  DP00900001009: { kind: 'declined', reason: 'RECIPIENT_NOT_FOUND' },
  DP00900001010: { kind: 'declined', reason: 'RECIPIENT_NOT_ALLOWED' },
  DP00900001012: { kind: 'declined', reason: 'RECIPIENT_NOT_FOUND' },
  DP00900001013: { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
  // Not found: as a reply to a payment this does not say whether the payment was made.
  DP00900001015: { kind: 'open' },
  DP00900001016: { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
  DP00900001011: { kind: 'repeated' },
  DP00900001017: { kind: 'repeated' },
}

/** As a reply to an enquiry: there is no such disbursement. */
const notFoundCode = 'DP00900001015'

export const statuses: Readonly<Record<string, Verdict>> = {
  TS: { kind: 'succeeded' },
  TF: { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
  TE: { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
  TIP: { kind: 'pending' },
  TA: { kind: 'open' },
  // The documentation has no status for a payout that was reversed later; this one is the sandbox's.
  TR: { kind: 'reversed' },
}

const subscriberFound = 'DP02200000001'
const subscriberUnknown = 'DP02200000000'
export const balanceReported = 'DP02100000001'

/** The router does not know us or the route. */
const misconfigurations: readonly string[] = [
  'ROUTER001',
  'ROUTER003',
  'ROUTER005',
  'ROUTER006',
  'ROUTER110',
  'ROUTER112',
]

/** Codes of the router: no route, no partner, or a wrong PIN. Nothing reached the disbursement product. */
const routerRefusals: readonly string[] = [...misconfigurations, 'ROUTER114', 'ROUTER115', 'ROUTER116']

/** The token is expired or missing: the call was not processed. */
export function isTokenRefused(reply: OperatorReply): boolean {
  if (reply.kind !== 'reply' || (reply.status !== 401 && reply.status !== 403)) return false
  return transactionBody.parse(reply.json).error === 'invalid_token'
}

/** The router returned the call without processing it. */
export function isRejected(reply: OperatorReply): boolean {
  if (reply.kind !== 'reply' || reply.status >= 500) return false
  return routerRefusals.includes(transactionBody.parse(reply.json).status_code ?? '')
}

/** The router does not know us or the route: no later call will be processed either. */
export function isMisconfigured(reply: OperatorReply): boolean {
  if (reply.kind !== 'reply' || reply.status >= 500) return false
  return misconfigurations.includes(transactionBody.parse(reply.json).status_code ?? '')
}

/** Why a reply is not a usable result, for the log and for admins. */
export function causeOf(reply: OperatorReply): string {
  if (reply.kind === 'no_reply') return reply.cause
  const { status, status_code, error } = transactionBody.parse(reply.json)
  return [`HTTP ${reply.status}`, status.response_code ?? status_code ?? error].filter(Boolean).join(' ')
}
