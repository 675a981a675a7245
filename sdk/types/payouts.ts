// Payouts of card money, field by field as in the API. Amounts are text with two decimals.
import type { CardCurrency } from './payments.ts'
import type { Operator } from './remittance.ts'

/** `REQUESTED` waits for approval; `RETURNED` was paid and came back. */
export type PayoutState = 'REQUESTED' | 'APPROVED' | 'SENT' | 'PAID' | 'FAILED' | 'RETURNED' | 'CANCELLED'

export type PayoutRequest = {
  /** At most two decimals in USD, none in CDF. */
  amount: number
  currency: CardCurrency
  /** One of your payout destinations, which you add in the portal. */
  destination_id: string
  /** Your own reference. The same one again returns the first response and pays nothing more. */
  reference: string
}

export type Payout = {
  payout_id: string
  reference: string
  state: PayoutState
  /** Of a `REQUESTED` payout: the approval that a second user of yours decides, or its own id while we decide. */
  approval_id: string | null
  /** Why it waits until its destination was confirmed again; null if nothing keeps it. */
  held_reason: 'destination_not_active' | null
  amount: string
  /** Taken in addition to the amount. */
  fee: string
  currency: CardCurrency
  destination: {
    destination_id: string
    type: 'wallet' | 'bank'
    /** Of a wallet; null for a bank account, like its number and name. */
    operator: Operator | null
    number: string | null
    subscriber_name: string | null
    /** Of a bank account; null for a wallet. */
    account_last4: string | null
    bic: string | null
    holder: string | null
  }
  /** Why the operator or bank refused a `FAILED` payout. */
  failure_code: string | null
  /** The operator's own id of the payment, for questions to its support. */
  operator_reference: string | null
  /** Why we rejected the payout. */
  decision_reason: string | null
  created_at: string
  sent_at: string | null
  completed_at: string | null
  returned_at: string | null
}

export type PayoutDetail = Payout & {
  /** Oldest first; `state` is null where it did not change. */
  history: { at: string; event: string; state: string | null; detail: string }[]
}

export type PayoutQuery = {
  state?: PayoutState
  currency?: CardCurrency
  /** First and last UTC day, YYYY-MM-DD. */
  from?: string
  to?: string
  /** Items per request, at most 100. */
  limit?: number
}
