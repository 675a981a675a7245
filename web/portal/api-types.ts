// The responses of the merchant API, as far as the portal shows them.
import type { Environment } from './access/session.ts'

export type Me = {
  merchant_code: string
  name: string
  email: string
  environment: Environment
  is_test: boolean
  api_key: string | null
  microform: Microform
  rates: {
    commission_rate: string
    bank_commission_rate: string
    remittance_fee_rate: string
    remittance_fee_fixed: string
  }
}

export type Microform = { microform_enabled: boolean; microform_allowed_origins: string[] }

type Span = {
  payments: {
    count: number
    succeeded: number
    failed: number
    success_rate: number | null
    amounts: { currency: string; amount: string }[]
  }
  transfers: { count: number; successful: number; failed: number; held: number; amount: number }
}

export type Overview = {
  environment: Environment
  today: Span
  week: Span
  days: { day: string; payments: number; succeeded: number; transfers: number; successful: number }[]
  failures: { reason_code: string | null; message: string; count: number }[]
  transfer_failures: { failure_code: string | null; count: number }[]
  balance: Balance
  waiting: { holds: number; pending_webhooks: number; dead_webhooks: number }
}

export type Balance = { currency: string; available: number; reserved: number; total: number }

export type PaymentStatus =
  | 'PENDING'
  | 'SUCCESS'
  | 'FAILED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'REFUNDED'
  | 'PARTIALLY_REFUNDED'
  | 'VOIDED'

export type Payment = {
  transaction_uuid: string
  merchant_reference: string
  status: PaymentStatus
  /** Null until a custom checkout has set the amount. */
  amount: string | null
  currency: string | null
  customer_name: string | null
  card_type: string | null
  card_last4: string | null
  created_at: string
  finalised_at: string | null
  origin: 'order' | 'microform' | 'link'
}

export type Attempt = {
  at: string
  http_status: number | null
  error: string | null
  duration_ms: number
  response_head?: string | null
}

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED' | 'DEAD'

export type Delivery = {
  id: number
  event_id: string
  event_type: string
  url: string
  status: DeliveryStatus
  body?: string
  attempts: Attempt[]
  next_attempt_at?: string | null
  created_at?: string
}

export type PaymentDetail = Payment & {
  message: string
  reason_code: string | null
  decision: string | null
  cs_payment_id: string | null
  financial: { commission_rate: string; commission_amount: string | null; merchant_amount: string | null }
  bill_to: Record<string, string | null>
  checkout_link: string | null
  refunds: { amount: string; currency?: string; status: string; reason?: string; created_at: string }[]
  voids: { amount?: string; status?: string; reason?: string; created_at: string }[]
  moves: { event: string; from: string | null; to: string; at: string }[]
  authentications: { state: string; created_at: string; authenticated_at: string | null }[]
  deliveries: Delivery[]
}

export type TransferStatus = 'Submitted' | 'Successful' | 'Failed' | 'Reversed' | 'Hold'

export type Transfer = {
  reference: string
  transaction_id: string
  status: TransferStatus
  amount: number
  currency: string
  receiver_amount: number | null
  fee: number | null
  operator: string
  customer_number: string
  subscriber_name: string | null
  created_at: string
}

export type TransferDetail = Transfer & {
  rate: number | null
  telco_reference: string | null
  completed_at: string | null
  failure_code: string | null
  failure_message: string | null
  timeline: { at: string; kind: string; detail: string }[]
  wallet_lines: Omit<WalletLine, 'id' | 'reference' | 'transaction_id'>[]
  deliveries: Delivery[]
  parties: { sender: string; receiver: string }
}

export type WalletLine = {
  id: string
  at: string
  kind: 'TOPUP' | 'RESERVE' | 'RELEASE' | 'DEBIT' | 'FEE' | 'REVERSAL' | 'ADJUSTMENT'
  amount: number
  balance_after: number
  reference: string | null
  transaction_id: string | null
}

export type Settlement = {
  settlement_id: string
  period_start: string
  period_end: string
  currency: string
  count: number
  gross_amount: number
  fee_amount: number
  net_amount: number
  status: string
  closed_at: string | null
}

export type LinkStatus = 'ACTIVE' | 'EXPIRED' | 'EXHAUSTED' | 'CANCELLED'

export type PaymentLink = {
  code: string
  url: string
  qr_svg_url: string
  status: LinkStatus
  amount: string
  currency: string
  merchant_reference: string
  description: string | null
  max_uses: number
  uses: number
  expires_at: string
  created_at: string
}

export type LoggedRequest = {
  at: string
  method: string
  path: string
  status: number
  reason: string | null
  request_id: string
  duration_ms: number
  address: string
}

export type ReceivedEvent = {
  id: number
  received_at: string
  headers: Record<string, string>
  /** The body as it was received. */
  body: string
}

export type GoLive = {
  state: 'NONE' | 'PENDING' | 'APPROVED' | 'REJECTED'
  requested_at: string | null
  decided_at: string | null
  reason: string | null
}

export type Step = { step: string; done: boolean; detail: string | null }
