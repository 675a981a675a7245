// Builds and enqueues the webhooks of card transactions; their bodies follow section 6.2 of the specification to the
// letter.
import { formatMoney, money } from '../../kernel/money.ts'
import { profileCallbackUrl } from '../../merchants/profile/profile.ts'
import type { Sql, Tx } from '../../platform/database/database.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { enqueueWebhook, type WebhookEvent } from '../../webhooks/enqueue-webhook.ts'
import { amountText } from './amount.ts'
import type { PricedTransaction } from './queries.ts'
import type { Outcome } from './transaction.ts'

/** The payment columns that its webhooks contain. */
export type EventPayment = Omit<Outcome, 'reason_code' | 'payment_method'> &
  Pick<
    PricedTransaction,
    | 'transaction_uuid'
    | 'status'
    | 'merchant_reference'
    | 'amount_minor'
    | 'currency'
    | 'bill_to_forename'
    | 'bill_to_surname'
    | 'bill_to_email'
  >

/** The refund columns that its webhook contains. */
export type EventRefund = {
  id: bigint
  cs_refund_id: string | null
  amount_minor: bigint
  refunded_total_minor: bigint | null
  reason: string
  gateway_reason: string | null
}

/** The void columns that its webhook contains. */
export type EventVoid = { id: bigint; cs_void_id: string | null; reason: string }

/**
 * The signed outcome of a payment, as it is enqueued for this address.
 * @param transaction the transaction after the move.
 */
export function paymentEventFor(transaction: PricedTransaction, url: string | null): WebhookEvent {
  return { ...paymentEvent(transaction), ...addressedTo(transaction, url) }
}

/**
 * The event of the signed outcome of a payment.
 * @param transaction the transaction after the move.
 */
export function paymentEvent(transaction: PricedTransaction) {
  return {
    eventType: 'PAYMENT',
    dedupeKey: `payment:${transaction.transaction_uuid}`,
    signed: true,
    body: paymentBody(transaction),
    ...methodHeaders(transaction),
  }
}

/** How it was paid, for merchants that offer mobile money. Others get the headers of the specification alone. */
// guard: payment-method-headers
function methodHeaders({
  merchant_payment_methods,
  payment_method: method,
  payer_operator: operator,
}: PricedTransaction): { headers?: Record<string, string> } {
  if (method === null || !merchant_payment_methods.includes('mobile_money')) return {}
  const ofOperator = method === 'mobile_money' && operator !== null && { 'X-Service-Operator': operator }
  return { headers: { 'X-Service-Payment-Method': method, ...ofOperator } }
}

/** The event of a cancellation, unsigned and only informational: the signed outcome is sent separately. */
export function cancellationEvent(transaction: PricedTransaction, now: Temporal.Instant) {
  return {
    eventType: 'PAYMENT_CANCELLATION',
    dedupeKey: `payment_cancellation:${transaction.transaction_uuid}`,
    signed: false,
    body: cancellationBody(transaction, now),
  }
}

type PaymentEvent = Pick<WebhookEvent, 'eventType' | 'dedupeKey' | 'signed' | 'body' | 'headers'>

/**
 * The event of a successful refund.
 * @param transaction the transaction before the refund.
 */
export function refundEvent(transaction: PricedTransaction, refund: EventRefund, now: Temporal.Instant) {
  const body = refundBody(transaction, refund, now)
  return { eventType: 'REFUND', dedupeKey: `refund:${refund.id}`, signed: true, body }
}

/** The event of a successful void. */
export function voidEvent(transaction: PricedTransaction, voided: EventVoid, now: Temporal.Instant) {
  const body = voidBody(transaction, voided, now)
  return { eventType: 'VOID', dedupeKey: `void:${voided.id}`, signed: true, body }
}

/** Enqueues an event of a payment, unless its charge will. */
export async function enqueuePaymentEvent(
  sql: Tx,
  transaction: PricedTransaction,
  event: PaymentEvent,
  now: Temporal.Instant,
): Promise<void> {
  const url = await callbackUrlOf(sql, transaction)
  // guard: event-without-url
  if (url === undefined) return
  await enqueueWebhook(sql, { ...event, ...addressedTo(transaction, url) }, now)
}

function addressedTo({ id, merchant_id: merchantId, environment }: PricedTransaction, url: string | null) {
  return { merchantId, environment, subject: paymentSubject(id), url }
}

/**
 * Returns where to send the webhook. Null: nowhere, because neither the order nor, of a payment link, the merchant's profile has a
 * callback. Undefined: nowhere yet, because a custom checkout ended before its charge, which supplies the address and publishes the
 * outcome itself.
 */
export async function callbackUrlOf(
  sql: Sql,
  transaction: PricedTransaction,
): Promise<string | null | undefined> {
  const { callback_url: own, origin, merchant_id: merchantId } = transaction
  // guard: outcome-before-charge
  if (own === null && origin === 'microform') return undefined
  // guard: profile-callback
  return own ?? (origin === 'link' ? profileCallbackUrl(sql, merchantId) : null)
}

/** The outbox subject under which a payment's webhooks are stored. */
export function paymentSubject(id: bigint | ''): string {
  return `card:${id}`
}

export function paymentBody(t: EventPayment) {
  const succeeded = t.status !== 'FAILED' && t.status !== 'CANCELLED'
  return {
    status: succeeded ? ('SUCCESS' as const) : ('FAILED' as const),
    reference: t.merchant_reference,
    amount: amountText(t),
    currency: t.currency,
    decision: t.decision,
    message: t.message,
    transaction_uuid: t.transaction_uuid,
    cs_payment_id: t.cs_payment_id ?? '',
    auth_cavv_result: t.auth_cavv_result,
    customer_name: `${t.bill_to_forename} ${t.bill_to_surname}`,
    customer_email: t.bill_to_email,
    cavv_message: t.cavv_message,
    card_type: t.card_type,
    card_last4: t.card_last4,
    card_expiry_date: t.card_expiry_date,
    card_bin_country: t.card_bin_country,
    card_issuer: t.card_issuer,
    card_scheme: t.card_scheme,
  }
}

export function cancellationBody(transaction: EventPayment, now: Temporal.Instant) {
  return {
    event_type: 'PAYMENT_CANCELLATION',
    transaction_uuid: transaction.transaction_uuid,
    reference: transaction.merchant_reference,
    amount: amountText(transaction),
    currency: transaction.currency,
    timestamp: utcSecond(now),
  } as const
}

export function refundBody(transaction: EventPayment, refund: EventRefund, now: Temporal.Instant) {
  const total = refund.refunded_total_minor ?? 0n
  const of = (minor: bigint) => formatMoney(money(minor, transaction.currency), 4)
  return {
    event_type: 'REFUND',
    status: 'SUCCESS',
    transaction_uuid: transaction.transaction_uuid,
    reference: transaction.merchant_reference,
    cs_payment_id: transaction.cs_payment_id ?? '',
    cs_refund_id: refund.cs_refund_id ?? '',
    refund_id: Number(refund.id),
    amount: of(refund.amount_minor),
    currency: transaction.currency,
    refunded_total: of(total),
    remaining: of(transaction.amount_minor - total),
    reason: refund.reason,
    reason_code: refund.gateway_reason ?? '',
    message: '',
    timestamp: utcSecond(now),
  } as const
}

export function voidBody(transaction: EventPayment, voided: EventVoid, now: Temporal.Instant) {
  return {
    event_type: 'VOID',
    status: 'SUCCESS',
    transaction_uuid: transaction.transaction_uuid,
    reference: transaction.merchant_reference,
    cs_payment_id: transaction.cs_payment_id ?? '',
    cs_void_id: voided.cs_void_id ?? '',
    void_id: Number(voided.id),
    amount: amountText(transaction),
    currency: transaction.currency,
    reason: voided.reason,
    reason_code: '',
    message: '',
    timestamp: utcSecond(now),
  } as const
}
