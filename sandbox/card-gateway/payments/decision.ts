// What the gateway decides about a payment, by the behaviour of its card.
import type { PaymentOutcome } from '../cards/behaviour.ts'

/** What is written into the books; money fields in minor units. */
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

/** Nothing is authorised; `responseCode` is empty where no issuer was asked. */
export function declinedFor(reason: string, responseCode: string, status = 'DECLINED'): Decision {
  return { status, reason, responseCode, authorised: 0, captured: 0 }
}
