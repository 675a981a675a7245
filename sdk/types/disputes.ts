// Disputes of card payments, field by field as in the API. Amounts are text with two decimals.
import type { CardCurrency, TransactionStatus } from './payments.ts'

export type DisputeState = 'INQUIRY' | 'OPEN' | 'EVIDENCE_SENT' | 'WON' | 'LOST' | 'ACCEPTED'

export type DisputeSummary = {
  dispute_id: string
  state: DisputeState
  transaction_uuid: string
  merchant_reference: string
  /** What the cardholder disputes. */
  amount: string
  fee: string
  /** What is out of your available balance now, fee included. */
  deducted: string
  /** What came back to it when the dispute was won, fee included: zero if it had taken nothing. */
  returned: string
  currency: CardCurrency
  /** The card scheme's code. */
  reason_code: string
  reason: string
  /** In French, where the bank gave only the code. */
  reason_fr: string
  /** Until when evidence is accepted. */
  respond_by: string | null
  created_at: string
  /** When you sent the evidence to us. */
  evidence_sent_at: string | null
  /** When we filed the evidence with the bank. */
  submitted_at: string | null
  closed_at: string | null
}

type Action = { allowed: boolean; reason: string | null }

export type DisputeTexts = {
  /** Why the payment is justified. */
  explanation: string | null
  product_description: string | null
  /** How and when it was delivered, with tracking numbers. */
  delivery: string | null
  customer_contact: string | null
  refund_policy: string | null
}

export type Dispute = DisputeSummary & {
  payment: {
    status: TransactionStatus
    amount: string
    refunded: string
    card_type: string
    card_last4: string
    customer_name: string
    paid_at: string | null
  }
  evidence: DisputeTexts & {
    sent_at: string | null
    /** When we filed it with the bank. */
    submitted_at: string | null
    files: { id: string; name: string; type: string; size: number; created_at: string }[]
  }
  allowed_actions: { send_evidence: Action; accept: Action }
  history: {
    event: string
    state: DisputeState
    /** What it moved on your available balance, fee included: negative when the dispute took it. */
    balance_change: string
    by: 'bank' | 'merchant' | 'likuta'
    at: string
  }[]
}

export type DisputeEvidence = {
  [Text in keyof DisputeTexts]?: string
} & {
  /** A PDF, JPEG or PNG file of at most 5 MiB, in Base64. A dispute has at most five. */
  file?: { name: string; content: string }
  /** Sends the evidence. It cannot be changed afterwards. */
  submit?: boolean
}

export type DisputeQuery = {
  state?: DisputeState
  /** Items per request, at most 100. */
  limit?: number
}
