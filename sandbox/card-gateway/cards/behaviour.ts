// Types for the behaviour of a sandbox card in authentication and payment.
import type { AuthenticationOutcome } from '../payer-authentication/outcomes.ts'

export type PaymentOutcome =
  | { kind: 'approved' }
  | { kind: 'declined'; reason: string; responseCode: string }
  /** Approved by the issuer, held by a gateway rule: the authorization is kept, but nothing is captured. */
  | { kind: 'review'; reason: string }
  | { kind: 'risk_declined'; reason: string }
  | { kind: 'partial' }
  | { kind: 'slow' }
  /** Nothing is charged and the gateway responds with a server error. */
  | { kind: 'broken'; status: 500 | 502 }
  /** No reply is ever sent; `charged` says whether money moved. */
  | { kind: 'silent'; charged: boolean }

export type CardBehaviour = {
  key: string
  description: string
  numbers: readonly string[]
  authentication: AuthenticationOutcome
  payment: PaymentOutcome
  /** The cardholder disputes the payment a second later. */
  isDisputed?: true
}

export const approved: PaymentOutcome = { kind: 'approved' }

export function declined(reason: string, responseCode: string): PaymentOutcome {
  return { kind: 'declined', reason, responseCode }
}
