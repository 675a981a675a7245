// What a receipt states. Cards and remittance provide these facts; this folder signs them and finds them again by code.

/** `paid` to `returned` are states of a card payment, the others of a transfer. */
export const receiptStates = [
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  // A dispute of the payment is open; a dispute was lost, and the bank has given the money back to the cardholder.
  'disputed',
  'returned',
  'successful',
  'reversed',
] as const
export type ReceiptState = (typeof receiptStates)[number]

export type ReceiptEnvironment = 'sandbox' | 'production'

/** One of the payments that a receipt over several counts in. */
export type ReceiptPart = {
  amount: string
  returnedAmount: string | null
  paidAt: Temporal.Instant
  /** The code of its own receipt. */
  code: string
}

export type ReceiptFacts = {
  environment: ReceiptEnvironment
  /** The name of the merchant that was paid, or of the partner that sent the transfer. */
  merchant: string
  /** "1250.00" */
  amount: string
  currency: string
  reference: string
  /** When the payment or transfer was completed. */
  paidAt: Temporal.Instant
  state: ReceiptState
  /** The part of the amount that was returned to the payer: "250.00"; null if nothing was. */
  returnedAmount: string | null
  /** When the last part was returned; null if nothing was. */
  returnedAt: Temporal.Instant | null
  /** The merchant's: "Africa/Kinshasa" */
  timeZone: string
  /** For a transfer: the operator's code, and the last digits of the number that received it. */
  recipient: { operator: string; numberEnd: string } | null
  /** Of a payment link: the payments by which it was paid, in their order. */
  parts?: readonly ReceiptPart[]
}

/** What a receipt is for: exactly one payment, transfer or fully paid link, by internal id. */
export type ReceiptSubject = { transactionId: bigint } | { transferId: bigint } | { linkId: bigint }
