// Decides about a payment by the behaviour of its card.
import type { PaymentOutcome } from '../cards/behaviour.ts'

/** The decision as stored; amounts in minor units. */
export type Decision = {
  status: string
  reason: string | null
  responseCode: string
  authorised: number
  captured: number
}

/** @param amount in minor units. */
export function decide(outcome: PaymentOutcome, amount: number, isSale: boolean): Decision {
  const approved = { reason: null, responseCode: '00', authorised: amount, captured: 0 }
  switch (outcome.kind) {
    case 'declined':
      return declinedFor(outcome.reason, outcome.responseCode)
    case 'review':
      return { ...approved, status: 'AUTHORIZED_PENDING_REVIEW', reason: outcome.reason }
    case 'risk_declined':
      return { ...approved, status: 'AUTHORIZED_RISK_DECLINED', reason: outcome.reason }
    case 'partial':
      return {
        ...approved,
        status: 'PARTIAL_AUTHORIZED',
        responseCode: '10',
        authorised: Math.floor(amount / 2),
      }
    default:
      return { ...approved, status: 'AUTHORIZED', captured: isSale ? amount : 0 }
  }
}

/** A decline: nothing is authorized. `responseCode` is empty when no issuer was involved. */
export function declinedFor(reason: string, responseCode: string, status = 'DECLINED'): Decision {
  return { status, reason, responseCode, authorised: 0, captured: 0 }
}
