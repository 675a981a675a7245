// Interprets transaction search and details for a charge or refund whose reply was lost.
import type { ChargeReply, OtherCharges, RefundReply } from '../../../cards/gateway/gateway.ts'
import type { RefusalReason } from '../../../cards/transaction/decline-reasons.ts'
import type { Money } from '../../../kernel/money.ts'
import { listed, moneyIn } from '../../reply.ts'
import { cardOfDetails } from '../card.ts'
import { transactionIdOf } from '../payment.ts'
import { messageOf, reasonOf } from '../reasons.ts'
import { declinedStatuses, heldStatuses, refundStatuses } from '../translate.ts'
import type { Details, Summary } from '../wire.ts'

export type Wanted = {
  code: string
  reference: string
  amount: Money
  requestedAt: Temporal.Instant
  others?: OtherCharges
}

export const chargeApplications: readonly string[] = ['ics_auth', 'ics_bill']
export const refundApplications: readonly string[] = ['ics_credit']
const undoApplications: readonly string[] = ['ics_void', 'ics_auth_reversal']

const undoneStatuses: readonly string[] = ['VOIDED', 'REVERSED', 'CANCELLED']
const soldStatuses: readonly string[] = ['PENDING', 'TRANSMITTED', 'SUCCEEDED', 'AUTHORIZED']

/** Tolerance for a gateway clock that runs behind ours. */
const clockSkew = { seconds: 60 }

/** Whether a search hit can be the wanted request: its kind, code, amount and time match, and it is no earlier attempt. */
export function canBe(summary: Summary, wanted: Wanted, applications: readonly string[]): boolean {
  const { totalAmount, currency } = summary.orderInformation.amountDetails
  // guard: other-attempts
  const isOther = wanted.others?.paymentIds.includes(summary.id ?? '') ?? false
  return (
    !isOther &&
    summary.clientReferenceInformation.code === wanted.code &&
    summary.applicationInformation.applications.some(({ name = '' }) => applications.includes(name)) &&
    isSameMoney(moneyIn(totalAmount, currency), wanted.amount) &&
    isSince(summary.submitTimeUtc, wanted.requestedAt)
  )
}

function isSameMoney(found: Money | undefined, wanted: Money): boolean {
  return found?.minor === wanted.minor && found.currency === wanted.currency
}

function isSince(time: string | undefined, requestedAt: Temporal.Instant): boolean {
  try {
    return Temporal.Instant.compare(Temporal.Instant.from(time ?? ''), requestedAt.subtract(clockSkew)) >= 0
  } catch {
    return false
  }
}

/** False only when the details show the reference of another request; the gateway may not show any reference. */
export function mayBeOf(details: Details, { reference }: Wanted): boolean {
  const { transactionId } = details.clientReferenceInformation
  return transactionId === undefined || transactionId === transactionIdOf(reference)
}

/** Whether these details may as well belong to an earlier charge of the payment whose id we never learned. */
export function isAmbiguous(details: Details, { others }: Wanted): boolean {
  // guard: unidentified-attempts
  return others?.unidentified === true && details.clientReferenceInformation.transactionId === undefined
}

/** True for a successful void or reversal. */
export function isUndo({ applicationInformation }: Summary): boolean {
  return applicationInformation.applications.some(
    ({ name = '', rCode }) => undoApplications.includes(name) && rCode === '1',
  )
}

/** Whether the details of a transaction refer to the other one. */
export function isRelated(details: Details, id: string): boolean {
  const related = details._links.relatedTransactions.some(({ href = '' }) => href.split('/').at(-1) === id)
  return related || details.rootId === id
}

export function isUndone(details: Details): boolean {
  return undoneStatuses.includes(details.applicationInformation.status ?? '')
}

type FoundCharge = Exclude<ChargeReply, { kind: 'unknown' | 'not_sent' }>

/** Undefined for an unknown status: the outcome then stays unknown. */
export function chargeFound(details: Details): FoundCharge | undefined {
  const { id, applicationInformation } = details
  const { status = '', reasonCode } = applicationInformation
  if (id === undefined) return undefined
  const shown = {
    card: cardOfDetails(details),
    cavvResult: details.processorInformation.consumerAuthenticationResponse.code ?? '',
  }
  if (declinedStatuses.includes(status)) {
    const reason = reasonOf(details.errorInformation.reason ?? messageOf(reasonCode), 'GENERAL_DECLINE')
    const decision = reason === 'REVIEW' ? 'REVIEW' : 'REJECT'
    return { kind: 'declined', paymentId: id, decision, reason, ...shown }
  }
  const sold = soldAmount(details)
  if (sold) return { kind: 'approved', paymentId: id, amount: sold, ...shown }
  const held = heldAs(status, reasonCode)
  return held && { kind: 'held', paymentId: id, ...held, ...shown }
}

/** The amount of a successful sale, whether or not it was voided since. */
function soldAmount(details: Details): Money | undefined {
  const { status = '', reasonCode, applications } = details.applicationInformation
  const isCaptured = applications.some(({ name, rCode }) => name === 'ics_bill' && rCode === '1')
  const { authorizedAmount, totalAmount, currency } = details.orderInformation.amountDetails
  const isSold = soldStatuses.includes(status) || undoneStatuses.includes(status)
  if (!isSold || !isCaptured || reasonCode === partialCode) return undefined
  return moneyIn(authorizedAmount ?? totalAmount, currency)
}

/** Reason code of the Simple Order API for a partial approval. */
const partialCode = '110'

type Held = { decision: 'REVIEW' | 'REJECT'; reason: RefusalReason }

/** The issuer may hold money without a sale: authorized but not captured, or ended by an error in between. */
function heldAs(status: string, reasonCode: string | undefined): Held | undefined {
  if (reasonCode === partialCode) return heldStatuses.PARTIAL_AUTHORIZED
  const held = listed(heldStatuses, status)
  if (held) return held
  if (status === 'SERVER_ERROR' || status === 'FAILED') return { decision: 'REJECT', reason: 'GATEWAY_ERROR' }
  const isKnown = soldStatuses.includes(status) || undoneStatuses.includes(status)
  return isKnown ? { decision: 'REJECT', reason: 'NOT_COMPLETED' } : undefined
}

/** The same as `chargeFound`, for a refund. */
export function refundFound(details: Details): Exclude<RefundReply, { kind: 'unknown' }> | undefined {
  const { id, applicationInformation, errorInformation, orderInformation } = details
  const { status = '', reasonCode } = applicationInformation
  const { totalAmount, currency } = orderInformation.amountDetails
  const amount = moneyIn(totalAmount, currency)
  if (id === undefined || amount === undefined) return undefined
  if (refundStatuses.includes(status)) return { kind: 'accepted', refundId: id, amount }
  const hasEnded = [...declinedStatuses, ...undoneStatuses, 'FAILED', 'SERVER_ERROR'].includes(status)
  const reason = errorInformation.reason ?? (messageOf(reasonCode) || status)
  return hasEnded ? { kind: 'declined', refundId: id, reason } : undefined
}
