// Translates replies about disbursements. Code and transaction status must agree, and the transaction must be the
// requested one; otherwise the outcome is unknown.
import type {
  InquiryReply,
  OperatorOutcome,
  PayoutReply,
  ReversalReply,
  SubscriberReply,
} from '../../../operator-calls/operator.ts'
import { listed } from '../../reply.ts'
import type { OperatorReply } from '../call.ts'
import {
  causeOf,
  disbursementCodes,
  isRejected,
  isTokenRefused,
  notFoundCode,
  statuses,
  subscriberFound,
  subscriberUnknown,
  type Verdict,
} from './codes.ts'
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
  if (!verdict || verdict.kind === 'open' || verdict.kind === 'repeated') return unavailable
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
function unsentOrUnknown(
  reply: OperatorReply,
): Extract<PayoutReply, { kind: 'unreached' | 'unknown' }> | undefined {
  const cause = causeOf(reply)
  if (reply.kind === 'no_reply') return { kind: reply.sent ? 'unknown' : 'unreached', cause }
  const isCertainlyUnprocessed = reply.status === 429 || isTokenRefused(reply) || isRejected(reply)
  return isCertainlyUnprocessed ? { kind: 'unreached', cause } : undefined
}

function bodyOf(reply: OperatorReply): TransactionBody | undefined {
  if (reply.kind !== 'reply' || !replyStatuses.includes(reply.status)) return undefined
  return transactionBody.parse(reply.json)
}

function isAboutAnother({ data }: TransactionBody, reference: string): boolean {
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
