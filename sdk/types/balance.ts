// The balance of card payments and its transactions, field by field as in the API. Amounts are text with two decimals.
import type { CardCurrency } from './payments.ts'

export type CardBalance = {
  currency: CardCurrency
  /** Not settled by the gateway yet. */
  pending: string
  /** Below zero if more was refunded than was available; later payments make up for it. */
  available: string
  /** Held for payouts and disputes in progress. */
  reserved: string
}

export type BalanceTransactionType =
  | 'charge'
  | 'refund'
  | 'void'
  | 'fee'
  | 'dispute'
  | 'dispute_reversal'
  | 'payout'
  | 'payout_return'
  | 'adjustment'

export type BalanceTransaction = {
  id: string
  type: BalanceTransactionType
  /** Negative if it was taken from you. */
  amount: string
  /** A void gives the fee back, so it is negative. */
  fee: string
  /** The amount less the fee: what changed the balance. */
  net: string
  currency: CardCurrency
  /** YYYY-MM-DD */
  available_on: string
  /** The `transaction_uuid` of the payment; null without one. */
  source: string | null
  created_at: string
}

export type BalanceTransactionQuery = {
  type?: BalanceTransactionType
  currency?: CardCurrency
  /** First and last UTC day, YYYY-MM-DD. */
  from?: string
  to?: string
  /** Items per request, at most 100. */
  limit?: number
}
