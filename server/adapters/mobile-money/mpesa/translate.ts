// Translates replies and results of the M-Pesa OpenAPI into outcomes. Only the codes and statuses listed here decide.
import type {
  InquiryReply,
  PayoutReply,
  ReversalReply,
  SubscriberReply,
  Unknown,
  Unreached,
} from '../../../operator-calls/operator.ts'
import type { OperatorReply } from '../call.ts'
import { isSessionRefused } from './client.ts'
import { duplicate, gatewayReply, noSubscriber, processed, refusalOf, unknownThere } from './wire.ts'

type Body = ReturnType<typeof gatewayReply.parse>
export type Mode = 'async' | 'sync'
/** The gateway has seen this conversation id before, so an inquiry must find the outcome. */
export type Duplicate = { kind: 'duplicate' }
type Paid = Exclude<PayoutReply, { kind: 'reversed' }> | Duplicate

/** A code of the gateway about this very call, or why there is none. */
type Coded = { kind: 'coded'; code: string; body: Body } | Unreached | Unknown

/** @param conversation id of the call: a reply with another id says nothing about it. */
export function coded(reply: OperatorReply, conversation: string): Coded {
  if (reply.kind === 'no_reply') {
    return { kind: reply.sent ? 'unknown' : 'unreached', cause: reply.cause }
  }
  const body = gatewayReply.parse(reply.json)
  const { output_ResponseCode: code, output_ThirdPartyConversationID: named } = body
  const cause = causeOf(reply.status, body)
  const isTurnedAway = reply.status === 429 || (reply.status === 403 && code === undefined)
  if (isTurnedAway || isSessionRefused(reply)) return { kind: 'unreached', cause }
  const isOther = named !== undefined && named !== conversation
  if (isOther) return { kind: 'unknown', cause: 'reply to another call' }
  if (code === undefined || reply.status === 408 || reply.status >= 500) return { kind: 'unknown', cause }
  // A refusal may lack the conversation id, but a success must contain it.
  if (code === processed && (reply.status >= 300 || named === undefined)) return { kind: 'unknown', cause }
  return { kind: 'coded', code, body }
}

function causeOf(status: number, { output_ResponseCode: code }: Body): string {
  return `HTTP ${status} ${code ?? ''}`.trimEnd()
}

export function payoutReply(reply: OperatorReply, conversation: string, mode: Mode): Paid {
  const response = coded(reply, conversation)
  if (response.kind !== 'coded') return response
  const { code, body } = response
  const upstreamId = body.output_TransactionID
  if (code === duplicate) return { kind: 'duplicate' }
  if (code === processed) {
    if (mode === 'sync' && upstreamId) return { kind: 'succeeded', upstreamId }
    return { kind: 'pending', ...(upstreamId && { upstreamId }) }
  }
  const reason = refusalOf(code)
  if (!reason) return { kind: 'unknown', cause: code }
  const traced = { ...(upstreamId && { upstreamId }) }
  return { kind: 'declined', reason, code, message: body.output_ResponseDesc ?? '', ...traced }
}

export const pendingStatuses: readonly string[] = [
  'Authorized',
  'Initiated',
  'Pending',
  'Processing',
  'Submitted',
]

/** @param requested.query id of the inquiry itself; a code other than INS-0 is about the inquiry, not the payout. */
export function inquiryReply(
  reply: OperatorReply,
  requested: { query: string; upstreamId?: string | undefined; notFoundCode?: string | undefined },
): InquiryReply {
  const response = coded(reply, requested.query)
  if (response.kind !== 'coded') return { kind: 'unavailable', cause: response.cause }
  const { code, body } = response
  if (code === requested.notFoundCode) return { kind: 'absent' }
  if (code !== processed) return { kind: 'unavailable', cause: code }
  const { output_OriginalTransactionID: found } = body
  if (requested.upstreamId && found && found !== requested.upstreamId) {
    return { kind: 'unavailable', cause: 'status of another transaction' }
  }
  return outcomeOf(body, found ?? requested.upstreamId)
}

function outcomeOf(body: Body, upstreamId: string | undefined): InquiryReply {
  const status = body.output_ResponseTransactionStatus ?? 'absent'
  const traced = { ...(upstreamId && { upstreamId }) }
  if (status === 'Completed' && upstreamId) return { kind: 'succeeded', upstreamId }
  if (status === 'Reversed') return { kind: 'reversed', ...traced }
  if (status === 'Failed') {
    const message = body.output_ResponseDesc ?? ''
    return { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: status, message, ...traced }
  }
  if (pendingStatuses.includes(status)) return { kind: 'pending', ...traced }
  return { kind: 'unavailable', cause: `status ${status}`, hasReplied: true }
}

export function subscriberReply(reply: OperatorReply, query: string): SubscriberReply {
  const response = coded(reply, query)
  if (response.kind !== 'coded') return { kind: 'unavailable', cause: response.cause }
  const { code, body } = response
  if (code === noSubscriber) return { kind: 'no_wallet' }
  if (code !== processed) return { kind: 'unavailable', cause: code }
  const names = [body.output_CustomerFirstName, body.output_CustomerLastName].map(
    (name) => name?.trim() ?? '',
  )
  const name = names.filter((part) => part !== '').join(' ')
  // The protocol does not report barred wallets; a payout to one is declined.
  return name === '' ? { kind: 'unavailable', cause: 'no name' } : { kind: 'found', name, active: true }
}

export function reversalReply(
  reply: OperatorReply,
  conversation: string,
  mode: Mode,
): ReversalReply | Duplicate {
  const read = coded(reply, conversation)
  // The code means that the transaction to reverse is unknown, not the reversal.
  if (read.kind === 'coded' && read.code === unknownThere) {
    return refusedReversal(unknownThere, read.body.output_ResponseDesc ?? '')
  }
  const response = payoutReply(reply, conversation, mode)
  return response.kind === 'duplicate' ? response : reversalOutcome(response)
}

/** The outcome of a reversal, which the gateway reports as if it were a payment. */
export function reversalOutcome(reply: PayoutReply): ReversalReply {
  switch (reply.kind) {
    case 'succeeded':
    case 'reversed':
      return { kind: 'reversed', ...(reply.upstreamId && { upstreamId: reply.upstreamId }) }
    case 'declined':
      return refusedReversal(reply.code, reply.message)
    case 'pending':
      return { kind: 'pending' }
    default:
      return reply
  }
}

function refusedReversal(code: string, message: string): ReversalReply {
  return { kind: 'refused', code, message }
}
