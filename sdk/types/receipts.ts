// Receipts of payments and transfers.

/** A signed receipt. */
export type Receipt = {
  /** The token: its content and signature. Verify it with `verifyReceipt`. */
  receipt: string
  /** Ten characters without look-alikes, the same in each receipt of one payment or transfer. */
  code: string
  key_id: string
  /** The page that verifies it. Hand it to your customer as it is. */
  url: string
}

/** The receipt over all parts of a payment link. */
export type LinkReceipt = Receipt & {
  /** Oldest first, each with the code of its own receipt. */
  parts: { amount: string; returned_amount: string | null; paid_at: string; code: string }[]
}

export type ReceiptState =
  | 'paid'
  | 'partially_refunded'
  | 'refunded'
  | 'voided'
  | 'disputed'
  | 'returned'
  | 'successful'
  | 'reversed'

/** What a genuine receipt states. */
export type ReceiptContent = {
  code: string
  /** Name and reference end in … if they were too long for the token. */
  merchant: string
  reference: string
  amount: string
  currency: string
  paidAt: Date
  state: ReceiptState
  /** The time at which this was its state. */
  asOf: Date
  keyId: string
}

/** The JSON of `/.well-known/receipt-keys.json`. */
export type ReceiptKeySet = { keys: readonly { kid: string; x: string }[] }
