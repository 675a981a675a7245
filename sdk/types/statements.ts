// Statements and fee invoices of card money, field by field as in the API. Amounts are text with two decimals.
import type { BalanceTransaction, BalanceTransactionType } from './balance.ts'
import type { CardCurrency } from './payments.ts'

export type StatementQuery = {
  /** A UTC month, YYYY-MM, or day, YYYY-MM-DD, that has begun. */
  period: string
  currency: CardCurrency
}

export type StatementFileQuery = StatementQuery & {
  /** `camt.053` is camt.053.001.08 of ISO 20022. */
  format: 'pdf' | 'csv' | 'camt.053'
  /** The language of a PDF; English by default. */
  lang?: 'en' | 'fr'
}

export type StatementLine = BalanceTransaction & {
  /** Your reference of the payment or payout; null without one. */
  merchant_reference: string | null
  /** Why we corrected the balance; null otherwise. */
  description: string | null
  /** The balance after this transaction. */
  balance: string
}

export type Statement = {
  period: string
  currency: CardCurrency
  /** First and last day, YYYY-MM-DD. */
  from: string
  to: string
  /** Whether it is complete: a period becomes final 15 minutes after its end. */
  final: boolean
  /** Contains the transactions before this time. */
  as_of: string
  opening: string
  closing: string
  totals: { type: BalanceTransactionType; transactions: number; amount: string; fee: string; net: string }[]
  /** The number of lines. */
  transactions: number
  /** Oldest first. */
  lines: StatementLine[]
}

export type FeeInvoiceSummary = {
  number: string
  /** A credit note has negative amounts. */
  kind: 'invoice' | 'credit_note'
  /** The month of the fees, YYYY-MM. */
  period: string
  currency: CardCurrency
  net: string
  vat: string
  /** The fees of the month, which include the VAT. */
  total: string
  /** YYYY-MM-DD */
  issued_on: string
}

export type FeeInvoice = FeeInvoiceSummary & {
  vat_percent: string
  issued_at: string
  issuer: { name: string; address: string; rccm: string; nif: string }
  recipient: { name: string; merchant_code: string }
  lines: { type: BalanceTransactionType; transactions: number; fee: string }[]
}

export type FeeInvoiceQuery = {
  currency?: CardCurrency
  /** Items per request, at most 100. */
  limit?: number
}
