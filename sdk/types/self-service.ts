// Requests and responses of merchant self-service, field by field as in the API. Times are UTC without an offset.

import type { CardCurrency, Operator } from './constants.generated.ts'
import type { PaymentMethod } from './payments.ts'

export type Environment = 'sandbox' | 'production'

export type SignUpRequest = { name: string; email: string; password: string }

/** The secrets are shown only in this response. */
export type SignedUp = {
  merchant_code: string
  merchant_secret: string
  api_key: string
  api_secret: string
  callback_secret: string
  email: string
  environment: Environment
}

export type Login = {
  access_token: string
  token_type: 'Bearer'
  /** In seconds. */
  expires_in: number
  merchant_code: string
  environment: Environment
}

export type MicroformSettings = { microform_enabled: boolean; microform_allowed_origins: string[] }

/** `null` is the default: one attempt for orders of the API, three for payment links and orders created in the portal. */
export type CheckoutSettings = {
  checkout_attempts: number | null
  payment_methods: PaymentMethod[]
  /** What each method costs and when it pays, whether it is offered or not. */
  methods: PaymentMethodTerms[]
  brand: Brand
}

export type PaymentMethodTerms = {
  method: PaymentMethod
  /** In percent: "3.50". */
  commission_rate: string
  /** Days from a payment until its money is available. */
  available_after_days: number
  /** The operators whose wallets can pay; empty for cards. */
  operators: {
    operator: Operator
    is_open: boolean
    limits: { currency: CardCurrency; minimum: string; maximum: string }[]
  }[]
}

/** What payment pages show of the merchant; `null` where nothing was set. */
export type Brand = {
  /** The address that serves the logo; it changes with the image. */
  logo: string | null
  /** "#rrggbb" */
  accent: string | null
  /** "+243991234567", or "https://wa.me/243991234567" for WhatsApp. */
  support: string | null
}

/** Parts of the brand that are absent stay as they are, `null` removes them. `logo` is a data URI or base64. */
export type CheckoutSettingsRequest = {
  checkout_attempts: number | null
  payment_methods?: PaymentMethod[]
  brand?: Partial<Brand>
}

export type Me = {
  merchant_code: string
  name: string
  email: string
  environment: Environment
  is_test: boolean
  api_key: string | null
  /** What the API key may be used for. */
  api_key_scopes: KeyScope[] | null
  /** Who is signed in. */
  user: { name: string; email: string; role: 'owner' | 'developer' | 'accountant' | 'cashier' | 'viewer' }
  microform: MicroformSettings
  /** Percentages, and a fixed fee in USD, as decimal texts. */
  rates: {
    commission_rate: string
    bank_commission_rate: string
    remittance_fee_rate: string
    remittance_fee_fixed: string
  }
}

/** Events that the callback URL receives only if you ask for them. */
export type OptionalEvent = 'PAYOUT' | 'DISPUTE' | 'COLLECTION_RETURNED' | 'BATCH'

/** `events` may be absent in a request, which leaves them as they are. */
export type Callback = { callback_url: string | null; events?: OptionalEvent[] }

/** The names of all events. */
export type EventName = 'PAYMENT' | 'REFUND' | 'VOID' | 'PAYMENT_CANCELLATION' | 'REMITTANCE' | OptionalEvent

/** What 24 checks of a webhook handler found. */
export type WebhookCertification = {
  merchant_code: string
  environment: 'sandbox' | 'production'
  url: string
  /** `service`: Likuta called the webhook URL. `command_line`: whoever ran the command chose the URL. */
  observed_by: 'service' | 'command_line'
  /** UTC. */
  at: string
  checks_version: number
  result: 'passed' | 'failed' | 'incomplete'
  checks: {
    id: string
    result: 'passed' | 'failed' | 'not_observed' | 'not_run'
    expected: string
    /** The reply that decided, such as `HTTP 500`, `timeout` or `fulfilled=2`. */
    received: string | null
  }[]
  /** `<base64url JSON>.<base64url Ed25519 signature over the first part>`. */
  signed_report: string
}

/** A further address that gets copies of events, beside the callback URL. */
export type WebhookEndpoint = {
  id: string
  url: string
  /** The events that are copied to it. */
  events: EventName[]
  description: string
  enabled: boolean
  created_at: string
  /** Until then its webhooks are signed with the old secret, too. */
  previous_valid_until: string | null
}
/** The secret signs its webhooks and is never shown again. */
export type NewWebhookEndpoint = WebhookEndpoint & { secret: string }
/** What is absent stays as it is, or is enabled and without a description. */
export type WebhookEndpointSettings = {
  url?: string
  events?: EventName[]
  description?: string
  enabled?: boolean
}
export type NewWebhookEndpointSecret = {
  secret: string
  rotated_at: string
  previous_valid_until: string | null
}

export type TestDelivery = {
  delivered: boolean
  http_status: number | null
  duration_ms: number
  error: string | null
}

export type GoLiveRequest = {
  company_name: string
  registration_number: string
  country: string
  contact_name: string
  contact_email: string
  contact_phone: string
}

export type GoLive = {
  state: 'NONE' | 'PENDING' | 'APPROVED' | 'REJECTED'
  requested_at: string | null
  decided_at: string | null
  reason: string | null
}

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED' | 'DEAD'

export type DeliveryAttempt = {
  at: string
  http_status: number | null
  error: string | null
  duration_ms: number
}

/** What a webhook is about. */
export type DeliverySubject = {
  type: 'payment' | 'transfer'
  /** The `transaction_uuid` of the payment or the `transaction_id` of the transfer. */
  id: string
  reference: string
  /** The `status` in the body; null if it has none. */
  outcome: string | null
  /** With two decimals; of a refund, what was refunded. */
  amount: string | null
  currency: string | null
}

export type Delivery = {
  /** The id of the delivery; of one to the callback URL, that of the event. */
  id: string
  event_id: string
  /** The further endpoint that it goes to; null for the callback URL. */
  endpoint_id: string | null
  event_type: string
  /** The payment or transfer that it reports; null for an event about neither. */
  about: DeliverySubject | null
  url: string
  status: DeliveryStatus
  attempts: DeliveryAttempt[]
  next_attempt_at: string | null
  created_at: string
}

/** Includes the exact payload that was sent and the beginning of each reply. */
export interface DeliveryDetail extends Omit<Delivery, 'attempts'> {
  body: string
  attempts: RecordedAttempt[]
}
export interface RecordedAttempt extends DeliveryAttempt {
  response_head: string
}

export type DeliveryQuery = {
  status?: DeliveryStatus
  type?: EventName
  /** Only those to this further endpoint. */
  endpoint_id?: string
  /** Days, YYYY-MM-DD, both inclusive. */
  from?: string
  to?: string
  /** The IANA name of the time zone of these days; UTC by default. */
  time_zone?: string
  /** Page size, at most 100. */
  limit?: number
}

/** Times are ISO 8601 with an offset; `to` is excluded. */
export type ResendRange = {
  from: string
  to: string
  /** Absent: all that ended. */
  state?: Exclude<DeliveryStatus, 'PENDING'>
  types?: EventName[]
  /** Absent: those to the callback URLs. */
  endpoint_id?: string
  /** How many a second at most: 5 by default, 50 at most. */
  rate?: number
}

/** What an API key may be used for. */
export type KeyScope = 'charge' | 'refund' | 'read' | 'payouts' | 'disputes'
export type NewApiKeys = { api_key: string; api_secret: string; scopes: KeyScope[]; rotated_at: string }
export type NewMerchantSecret = { merchant_code: string; merchant_secret: string; rotated_at: string }
export type NewCallbackSecret = {
  callback_secret: string
  rotated_at: string
  /** Until then webhooks are signed with the old secret, too. */
  previous_valid_until: string | null
}

/** Without `amount`, all that remains of the payment. */
export type NewRefundRequest = { amount?: number; reason: string }

export type RefundRequest = {
  id: string
  transaction_uuid: string
  /** With two decimals. */
  amount: string
  currency: CardCurrency
  reason: string
  /** `APPROVED` until the outcome of the refund is known. `EXPIRED` when the payment can no longer be refunded. */
  state: 'WAITING' | 'APPROVED' | 'REFUNDED' | 'FAILED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED'
  created_at: string
  /** While it waits: the approval that a second user of yours decides, or its own id while we decide. */
  approval_id: string | null
  /** The email of your user, or `api` for your server. */
  requested_by: string
  decided_at: string | null
  /** Why the request was rejected. */
  decision_reason: string | null
  /** The refund of an approved request. */
  refund: { id: number; status: 'PENDING' | 'SUCCESS' | 'FAILED'; completed_at: string | null } | null
}
