// Card payments in the admin API: types and requests.
import type { Paged } from '../../ui/display/pager.tsx'
import type { Delivery } from '../deliveries/delivery.ts'
import { api, postOnce } from '../frame/session.ts'
import type { AllowedAction } from '../parts/actions.tsx'

export type Payment = {
  transaction_uuid: string
  merchant_code: string
  merchant_name: string
  merchant_reference: string
  environment: 'sandbox' | 'production'
  status: string
  amount: string
  currency: string
  customer_name: string | null
  card_type: string | null
  card_last4: string | null
  created_at: string
  finalised_at: string | null
  origin: 'order' | 'microform' | 'link'
}

type Undoing = { id: number; status: string; reason: string; created_at: string }
export type Refund = Undoing & {
  amount: string
  currency: string
  refunded_by: string
  gateway_reason: string | null
}
/** A void of the whole amount. */
export type Void = Undoing & { voided_by: string }

/** A call to the gateway, with its latest reply. */
export type Operation = {
  id: string
  kind: string
  state: string
  attempts: number
  created_at: string
  next_check_at: string | null
  detail: string | null
}

/** The 3-D Secure evidence that defends a dispute over a charge. */
export type Evidence = {
  eci: string
  version: string
  pares_status: string
  directory_server_transaction_id: string
  flow: 'frictionless' | 'challenge'
  authenticated_at: string | null
}

export type AdminPaymentDetail = Payment & {
  message: string
  reason_code: string | null
  decision: string | null
  /** Empty when nothing was charged. */
  cs_payment_id: string
  financial: { commission_rate: string; commission_amount: string; merchant_amount: string }
  refunds: Refund[]
  voids: Void[]
  moves: { event: string; from: string | null; to: string; at: string }[]
  authentications: {
    state: string
    created_at: string
    authenticated_at: string | null
    evidence: Evidence | null
  }[]
  operations: Operation[]
  deliveries: Delivery[]
  allowed_actions: {
    /** `remaining` is the amount that can still be refunded, with two decimals. */
    refund: AllowedAction & { remaining: string; until: string | null }
    void: AllowedAction & { until: string | null }
  }
}

/** "VISA •••• 4242"; empty when no card was used. */
export function cardText({ card_type, card_last4 }: Pick<Payment, 'card_type' | 'card_last4'>): string {
  return [card_type, card_last4 && `•••• ${card_last4}`].filter(Boolean).join(' ')
}

export function listPayments(query: Record<string, string>, signal: AbortSignal): Promise<Paged<Payment>> {
  return api.get('/payments', query, signal)
}

export function readPayment(id: string, signal: AbortSignal): Promise<AdminPaymentDetail> {
  return api.get(`/payments/${encodeURIComponent(id)}`, {}, signal)
}

export type RefundRequest = {
  /** Without an amount, everything that remains is refunded. */
  amount?: number
  reason: string
  notify_merchant: boolean
  force?: boolean
}

/** Refunds a payment and returns the refunded amount as text. @throws RequestError */
export async function refundPayment(
  csPaymentId: string,
  request: RefundRequest,
  key: string,
): Promise<string> {
  const path = `/payment/refunds/${encodeURIComponent(csPaymentId)}`
  return (await postOnce<{ amount: string }>(path, request, key)).amount
}

/** @throws RequestError */
export async function voidPayment(
  csPaymentId: string,
  request: { reason: string; notify_merchant: boolean },
  key: string,
): Promise<void> {
  await postOnce(`/payment/voids/${encodeURIComponent(csPaymentId)}`, request, key)
}
