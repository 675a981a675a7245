// What a card of the sandbox does when it is authenticated and when it is charged.
import type { AuthenticationOutcome } from '../payer-authentication/outcomes.ts'

export type PaymentOutcome =
  | { kind: 'approved' }
  | { kind: 'declined'; reason: string; responseCode: string }
  /** Approved by the bank, kept back by a gateway rule: the authorization is held, the capture is not done. */
  | { kind: 'review'; reason: string }
  | { kind: 'risk_declined'; reason: string }
  | { kind: 'partial' }
  | { kind: 'slow' }
  /** Nothing is charged and the gateway says that it is broken. */
  | { kind: 'broken'; status: 500 | 502 }
  /** No answer ever comes; the money has moved or not. */
  | { kind: 'silent'; charged: boolean }

export type CardBehaviour = {
  key: string
  story: string
  numbers: readonly string[]
  authentication: AuthenticationOutcome
  payment: PaymentOutcome
}

export const approved: PaymentOutcome = { kind: 'approved' }

export function declined(reason: string, responseCode: string): PaymentOutcome {
  return { kind: 'declined', reason, responseCode }
}
