// Batches of transfers and their rows.

export type BatchState = 'CHECKING' | 'CHECKED' | 'CONFIRMED' | 'RUNNING' | 'PAUSED' | 'DONE' | 'CANCELLED'

export type BatchRowState =
  | 'UNCHECKED'
  | 'READY'
  | 'FAULTY'
  | 'WAITING'
  | 'SENT'
  | 'HELD'
  | 'SUCCESSFUL'
  | 'FAILED'
  | 'REVERSED'
  | 'CANCELLED'

export type BatchSummary = {
  batch_id: string
  kind: 'transfer' | 'refund'
  name: string
  state: BatchState
  /** In the file. */
  rows: number
  /** `balance_insufficient`: goes on once the wallet has enough for all rows that wait. */
  pause_reason: 'requested' | 'balance_insufficient' | 'merchant_suspended' | null
  /** Null if a server uploaded it with the merchant secret. */
  uploaded_by: string | null
  /** Users who corrected rows, who cannot confirm it either. */
  corrected_by: string[]
  confirmed_by: string | null
  confirmed_rows: number | null
  confirmed_total: number | null
  created_at: string
  checked_at: string | null
  confirmed_at: string | null
  done_at: string | null
}

export type Batch = BatchSummary & {
  counts: Record<Lowercase<BatchRowState>, number>
  amount: number
  fee: number
  /** Amount and fee together: what a person types to confirm the batch. */
  total_debit: number
  /** What successful rows have cost. */
  paid: number
  /** Of all sums: that of the first payment of a batch of refunds, and USD for transfers. */
  currency: 'USD' | 'CDF'
  available: number
  /** What the wallet lacks for the rows that are ready or wait. */
  missing: number
  /** Ready rows that screening or a limit would hold, as of the check. */
  would_hold: number
  /** Ready rows that a batch confirmed within the last 30 days has, too. They would be paid again. */
  repeated: number
  /** Ready rows with a saved profile that is new, or has changed, since a batch with it was confirmed. */
  changed_profiles: number
  /** Before the confirmation: users who made such a change. They cannot confirm the batch. */
  profiles_changed_by: string[]
}

export type BatchRow = {
  /** Its number in the file, from 1. */
  row: number
  reference: string | null
  state: BatchRowState
  customer_number: string | null
  expected_receiver_name: string | null
  source_amount: number | null
  source_currency: string | null
  receiver_amount: number | null
  fee: number | null
  transaction_id: string | null
  transfer_reference: string | null
  would_hold: boolean
  /** A batch confirmed within the last 30 days that has the same row. */
  repeats: string | null
  /** The saved profiles of which its fields were copied, as they were then. */
  profiles: {
    kind: ProfileKind
    code: string
    /** Null if a server saved it with the merchant secret. */
    changed_by: string | null
    changed_at: string
    /** Whether a batch with it was confirmed since it was last changed. */
    is_confirmed: boolean
  }[]
  /** What is wrong with the row, or why it failed. */
  errors: { code: string; field: string | null; message: string }[]
  completed_at: string | null
}

export type RefundBatchRow = {
  /** Its number in the file, from 1. */
  row: number
  state: BatchRowState
  /** Null if no payment was found. */
  transaction_uuid: string | null
  cs_payment_id: string | null
  merchant_reference: string | null
  /** What is refunded; null before the check. */
  amount: number | null
  currency: 'USD' | 'CDF'
  reason: string | null
  /** Whether it would wait for an approval, as of the check. */
  would_hold: boolean
  /** A batch confirmed within the last 30 days that has the same row. */
  repeats: string | null
  refund_request_id: string | null
  /** What is wrong with the row, or why it failed. */
  errors: { code: string; field: string | null; message: string }[]
  completed_at: string | null
}

export type ProfileKind = 'sender' | 'beneficiary'

export type SavedProfileSummary = {
  kind: ProfileKind
  /** In capitals. */
  code: string
  name: string
  /** Of a beneficiary. */
  customer_number: string | null
  /** Of a sender. */
  document_expiration_date: string | null
  /** Null if a server saved it with the merchant secret. */
  changed_by: string | null
  changed_at: string
}

export type SavedProfile = SavedProfileSummary & {
  /** Fields of a transfer that describe the sender or the beneficiary. */
  fields: Record<string, string>
}
