// Translates replies of the payment endpoints into outcomes. Only the values listed here decide; all others are `unknown`.
import type { CardFacts, ChargeReply, RefundReply, UndoOutcome } from '../../cards/gateway/gateway.ts'
import type { RefusalReason } from '../../cards/transaction/decline-reasons.ts'
import { listed, moneyIn } from '../reply.ts'
import { cardOfPayment } from './card.ts'
import type { GatewayReply } from './client.ts'
import { reasonOf } from './reasons.ts'
import { type PaymentBody, paymentBody, reasonIn } from './wire.ts'

type Replied = Extract<GatewayReply, { kind: 'reply' }>
type Held = { decision: 'REVIEW' | 'REJECT'; reason: RefusalReason }

/** Statuses under which the issuer may hold money although there is no sale. */
export const heldStatuses: Readonly<Record<string, Held>> = {
  PARTIAL_AUTHORIZED: { decision: 'REJECT', reason: 'AMOUNT_MISMATCH' },
  AUTHORIZED_PENDING_REVIEW: { decision: 'REVIEW', reason: 'REVIEW' },
  AUTHORIZED_RISK_DECLINED: { decision: 'REJECT', reason: 'RISK_DECLINE' },
  PENDING_REVIEW: { decision: 'REVIEW', reason: 'REVIEW' },
}

export const declinedStatuses: readonly string[] = [
  'DECLINED',
  'INVALID_REQUEST',
  'PENDING_AUTHENTICATION',
  'REJECTED',
]
const captureStatuses: readonly string[] = ['PENDING', 'TRANSMITTED']
export const refundStatuses: readonly string[] = ['PENDING', 'TRANSMITTED', 'SUCCEEDED']
const refundRefusals: readonly string[] = ['DECLINED', 'INVALID_REQUEST', 'FAILED', 'REJECTED', 'CANCELLED']
const undoneStatuses: readonly string[] = ['VOIDED', 'REVERSED']

const referenceField = 'clientReferenceInformation.transactionId'

/** The correlation id, which accompanies every outcome that comes from the gateway. */
export function traced(reply: GatewayReply): { correlationId?: string } {
  return reply.kind === 'reply' && reply.correlationId ? { correlationId: reply.correlationId } : {}
}

/**
 * A 5xx of the gateway itself about a system failure, without a payment. Its time-outs are not included, because the issuer
 * may still be processing, nor are errors of a proxy, which knows nothing about the request.
 */
function brokeDown(reply: Replied): boolean {
  const { status, reason, id } = paymentBody.parse(reply.json)
  // guard: definite-gateway-failure
  return reply.status >= 500 && status === 'SERVER_ERROR' && reason === 'SYSTEM_ERROR' && id === undefined
}

function unknownFor(reply: GatewayReply, cause: string): Extract<ChargeReply, { kind: 'unknown' }> {
  return { kind: 'unknown', cause, ...traced(reply) }
}

/** Why a reply is not a usable result, for the log. */
export function causeOf(reply: GatewayReply): string {
  if (reply.kind === 'no_reply') return reply.cause
  const reason = reasonIn(paymentBody.parse(reply.json))
  return reason ? `HTTP ${reply.status} ${reason}` : `HTTP ${reply.status}`
}

/** Credentials or permissions are missing, and nothing was processed. */
export function isForbidden(reply: GatewayReply): boolean {
  return reply.kind === 'reply' && (reply.status === 401 || reply.status === 403)
}

export function isSuccess(reply: GatewayReply): reply is Replied {
  return reply.kind === 'reply' && reply.status >= 200 && reply.status < 300
}

/** The body of a 400 in the gateway's own format: the request was invalid and nothing was processed. */
export function refusalIn(reply: GatewayReply): PaymentBody | undefined {
  if (reply.kind !== 'reply' || reply.status !== 400) return undefined
  const body = paymentBody.parse(reply.json)
  return reasonIn(body) === '' ? undefined : body
}

/** The gateway already knows this reference; the outcome of the first request remains unknown. */
function wasSentBefore(body: PaymentBody): boolean {
  return reasonIn(body) === 'DUPLICATE_REQUEST' || concernsReference(body)
}

function concernsReference(body: PaymentBody): boolean {
  return reasonIn(body) === 'INVALID_DATA' && body.details.some(({ field }) => field === referenceField)
}

/** @param requested.card card facts from the token. */
export function chargeReply(reply: GatewayReply, requested: { code: string; card: CardFacts }): ChargeReply {
  if (reply.kind === 'no_reply') {
    return reply.sent ? unknownFor(reply, reply.cause) : { kind: 'not_sent', cause: reply.cause }
  }
  if (isForbidden(reply)) return declined(reply, paymentBody.parse({}), requested.card, 'CONFIGURATION')
  const refusal = refusalIn(reply)
  if (refusal && wasSentBefore(refusal)) return unknownFor(reply, causeOf(reply))
  if (refusal) return declined(reply, refusal, requested.card, 'GATEWAY_ERROR')
  if (!isSuccess(reply))
    return { ...unknownFor(reply, causeOf(reply)), ...(brokeDown(reply) && { acknowledged: true }) }
  return outcome(reply, paymentBody.parse(reply.json), requested)
}

function outcome(
  reply: Replied,
  body: PaymentBody,
  requested: { code: string; card: CardFacts },
): ChargeReply {
  const { id, status = '' } = body
  const { code = requested.code } = body.clientReferenceInformation
  if (id === undefined || code !== requested.code)
    return unknownFor(reply, 'reply to another request, or malformed')
  if (wasSentBefore(body)) return unknownFor(reply, causeOf(reply))
  if (declinedStatuses.includes(status)) return declined(reply, body, requested.card, 'GENERAL_DECLINE')
  const held = listed(heldStatuses, status)
  if (held) return holding(reply, id, body, requested.card, held)
  if (status !== 'AUTHORIZED') return unknownFor(reply, `status ${status}`)
  return authorized(reply, id, body, requested.card)
}

function authorized(reply: Replied, id: string, body: PaymentBody, card: CardFacts): ChargeReply {
  const { authorizedAmount, currency } = body.orderInformation.amountDetails
  if (authorizedAmount === undefined || currency === undefined) {
    return unknownFor(reply, 'authorized without an amount')
  }
  const capture = body.embeddedActions.CAPTURE.status
  if (capture !== undefined && !captureStatuses.includes(capture)) {
    return holding(reply, id, body, card, { decision: 'REJECT', reason: 'NOT_COMPLETED' })
  }
  const amount = moneyIn(authorizedAmount, currency)
  if (!amount) return holding(reply, id, body, card, { decision: 'REJECT', reason: 'AMOUNT_MISMATCH' })
  return { kind: 'approved', paymentId: id, amount, ...shownOf(reply, body, card) }
}

function holding(reply: Replied, id: string, body: PaymentBody, card: CardFacts, held: Held): ChargeReply {
  return { kind: 'held', paymentId: id, ...held, ...shownOf(reply, body, card) }
}

function declined(reply: Replied, body: PaymentBody, card: CardFacts, otherwise: RefusalReason): ChargeReply {
  const reason = reasonOf(reasonIn(body), otherwise)
  return {
    kind: 'declined',
    ...(body.id && { paymentId: body.id }),
    decision: reason === 'REVIEW' ? 'REVIEW' : 'REJECT',
    reason,
    ...shownOf(reply, body, card),
  }
}

function shownOf(reply: Replied, body: PaymentBody, card: CardFacts) {
  return {
    card: cardOfPayment(body, card),
    cavvResult: body.processorInformation.consumerAuthenticationResponse.code ?? '',
    ...traced(reply),
  }
}

export function refundReply(reply: GatewayReply, requested: { code: string }): RefundReply {
  if (isForbidden(reply)) return { kind: 'declined', reason: 'CONFIGURATION', ...traced(reply) }
  const refusal = refusalIn(reply)
  if (refusal && !wasSentBefore(refusal)) {
    return { kind: 'declined', reason: reasonIn(refusal), ...traced(reply) }
  }
  if (!isSuccess(reply)) return unknownFor(reply, causeOf(reply))
  const body = paymentBody.parse(reply.json)
  const { id, status = '' } = body
  const { code = requested.code } = body.clientReferenceInformation
  const { refundAmount, currency } = body.refundAmountDetails
  const amount = moneyIn(refundAmount, currency)
  if (id === undefined || code !== requested.code || wasSentBefore(body)) {
    return unknownFor(reply, 'reply to another request, or malformed')
  }
  if (refundRefusals.includes(status)) {
    return { kind: 'declined', refundId: id, reason: reasonIn(body) || status, ...traced(reply) }
  }
  if (!refundStatuses.includes(status) || !amount) return unknownFor(reply, `refund with status ${status}`)
  const reason = reasonIn(body)
  return { kind: 'accepted', refundId: id, amount, ...(reason && { reason }), ...traced(reply) }
}

/** The outcome of an undo as the gateway states it, which may be ambiguous: undone before, too late, or either of the two. */
export type UndoReply =
  | UndoOutcome
  | { kind: 'undone_before'; cause: string; correlationId?: string }
  | { kind: 'undone_or_too_late'; cause: string; correlationId?: string }

const undoRefusals: Readonly<Record<string, 'undone_before' | 'undone_or_too_late' | 'nothing_there'>> = {
  AUTH_ALREADY_REVERSED: 'undone_before',
  CAPTURE_ALREADY_VOIDED: 'undone_before',
  MISSING_AUTH: 'nothing_there',
  NOT_VOIDABLE: 'undone_or_too_late',
  TRANSACTION_ALREADY_REVERSED_OR_SETTLED: 'undone_or_too_late',
}

export function undoReply(reply: GatewayReply): UndoReply {
  const refusal = refusalIn(reply)
  if (refusal) {
    const cause = reasonIn(refusal)
    const kind = concernsReference(refusal) ? 'nothing_there' : listed(undoRefusals, cause)
    if (kind === 'nothing_there') return { kind, ...traced(reply) }
    return { kind: kind ?? 'refused', cause, ...traced(reply) }
  }
  if (!isSuccess(reply)) return unknownFor(reply, causeOf(reply))
  const { id, status = '' } = paymentBody.parse(reply.json)
  if (id !== undefined && undoneStatuses.includes(status)) {
    return { kind: 'undone', upstreamId: id, ...traced(reply) }
  }
  if (status === 'FAILED') return { kind: 'refused', cause: status, ...traced(reply) }
  return unknownFor(reply, `undo with status ${status}`)
}
