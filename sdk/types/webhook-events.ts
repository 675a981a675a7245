// Webhook events of the card and remittance services. Card amounts are decimal texts, remittance amounts are numbers.
import type { DisputeState } from './disputes.ts'
import type { CardFacts } from './payments.ts'
import type { Payout } from './payouts.ts'
import type { Operator, SenderCurrency } from './remittance.ts'

/** The outcome of a card payment. Unknown card facts are empty texts. */
export type PaymentEvent = CardFacts & {
  status: 'SUCCESS' | 'FAILED'
  /** Your `merchant_reference`. */
  reference: string
  amount: string
  currency: string
  decision: 'ACCEPT' | 'REJECT' | 'REVIEW'
  /** Why it failed; empty on success. */
  message: string
  transaction_uuid: string
  /** The gateway's id, which identifies the payment for refunds and voids. Empty when the gateway was never called. */
  cs_payment_id: string
  auth_cavv_result: string
  cavv_message: string
  customer_name: string
  customer_email: string
}

/** Amounts have four decimals. */
export type RefundEvent = {
  event_type: 'REFUND'
  status: string
  transaction_uuid: string
  reference: string
  cs_payment_id: string
  cs_refund_id: string
  refund_id: number
  amount: string
  currency: string
  refunded_total: string
  remaining: string
  reason: string
  reason_code: string
  message: string
  timestamp: string
}

export type VoidEvent = {
  event_type: 'VOID'
  status: string
  transaction_uuid: string
  reference: string
  cs_payment_id: string
  cs_void_id: string
  void_id: number
  amount: string
  currency: string
  reason: string
  reason_code: string
  message: string
  timestamp: string
}

/** Something happened to a dispute. Sent only to a callback that has asked for it. */
export type DisputeEvent = {
  event_type: 'DISPUTE'
  /** What happened; `state` is what the dispute is now. */
  event: 'reported' | 'opened' | 'evidence_sent' | 'reminded' | 'accepted' | 'won' | 'lost'
  dispute_id: string
  state: DisputeState
  transaction_uuid: string
  reference: string
  amount: string
  fee: string
  /** What is out of your available balance now, fee included. */
  deducted: string
  /** What came back to it when the dispute was won, fee included: zero if it had taken nothing. */
  returned: string
  currency: string
  reason_code: string
  reason: string
  respond_by: string | null
  timestamp: string
}

/** The customer left the page. Unsigned, and only informational: the outcome follows as a PaymentEvent. */
export type PaymentCancellationEvent = {
  event_type: 'PAYMENT_CANCELLATION'
  transaction_uuid: string
  reference: string
  amount: string
  currency: string
  timestamp: string
}

/** The outcome of a transfer; sent a second time if the payout was reversed later. */
export type RemittanceEvent = {
  event_type: 'REMITTANCE'
  reference: string
  transaction_id: string
  status: 'Successful' | 'Failed' | 'Reversed'
  amount: number
  currency: SenderCurrency
  receiver_amount: number | null
  receiver_currency: 'USD'
  operator: Operator
  customer_number: string
  subscriber_name: string | null
  telco_reference: string | null
  failure_code: string | null
  failure_message: string | null
  created_at: string
  completed_at: string | null
  timestamp: string
}

/** Mobile money that came too late was given back; sent only if you asked for the event `COLLECTION_RETURNED`. */
export type CollectionReturnedEvent = {
  event_type: 'COLLECTION_RETURNED'
  collection_id: string
  transaction_uuid: string
  reference: string
  amount: string
  currency: string
  operator: Operator
  /** Masked but for the last three digits. */
  customer_number: string
  /** `LATE`: the order had ended. `DOUBLE`: it was paid otherwise. `AMOUNT`: another amount was taken. */
  reason: 'LATE' | 'DOUBLE' | 'AMOUNT'
  timestamp: string
}

/** All rows of a batch have their outcomes; sent only if you asked for the event `BATCH`. */
export type BatchEvent = {
  event_type: 'BATCH'
  batch_id: string
  name: string
  state: 'DONE'
  rows: number
  successful: number
  failed: number
  /** Their outcomes follow by the webhooks of their transfers. */
  held: number
  /** What successful rows have cost, with fees. */
  total: number
  currency: 'USD'
  timestamp: string
}

/** A payout changed its state; sent only if you asked for the event `PAYOUT`. */
export type PayoutEvent = { event_type: 'PAYOUT'; timestamp: string } & Payout

/** Requested by `callback.test` of self-service. */
export type TestEvent = { event_type: 'TEST'; merchant_code: string; timestamp: string }

export type WebhookEvent = {
  /** `X-Service-Event-Id`, the same for all attempts: handle each id once. */
  id: string
  /** 1, 2, … */
  attempt: number
  /** When this attempt was sent. */
  sentAt: Date
  /** False only for a cancellation, if you allowed unsigned ones. */
  signed: boolean
} & (
  | { type: 'PAYMENT'; data: PaymentEvent }
  | { type: 'REFUND'; data: RefundEvent }
  | { type: 'DISPUTE'; data: DisputeEvent }
  | { type: 'VOID'; data: VoidEvent }
  | { type: 'PAYMENT_CANCELLATION'; data: PaymentCancellationEvent }
  | { type: 'REMITTANCE'; data: RemittanceEvent }
  | { type: 'PAYOUT'; data: PayoutEvent }
  | { type: 'COLLECTION_RETURNED'; data: CollectionReturnedEvent }
  | { type: 'BATCH'; data: BatchEvent }
  | { type: 'TEST'; data: TestEvent }
  /** An event type that is newer than this package: respond with 200. */
  | { type: 'UNKNOWN'; data: Record<string, unknown> }
)

type EventBodies = {
  PAYMENT: PaymentEvent
  REFUND: RefundEvent
  VOID: VoidEvent
  PAYMENT_CANCELLATION: PaymentCancellationEvent
  REMITTANCE: RemittanceEvent
  PAYOUT: PayoutEvent
  DISPUTE: DisputeEvent
  COLLECTION_RETURNED: CollectionReturnedEvent
  BATCH: BatchEvent
}

export type EventType = keyof EventBodies

/** An event of the feed; `body` is that of its webhooks. */
export type FeedEvent = {
  [Type in EventType]: {
    /** The `id` of the webhook's event: handle each id once, whichever way it comes. */
    event_id: string
    type: Type
    created_at: string
    body: EventBodies[Type]
    /** Another payment of the same payer, reference and amount was made within twenty minutes. */
    possible_duplicate?: true
  }
}[EventType]
