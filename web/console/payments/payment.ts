// Card payments, as the admin API tells of them.
import type { Paged } from '../../ui/pager.tsx'
import type { AllowedAction } from '../actions.tsx'
import type { Delivery } from '../deliveries/delivery.ts'
import { api } from '../session.ts'

export type Payment = {
  transaction_uuid: string
  merchant_code: string
  merchant_name?: string
  merchant_reference: string
  environment?: 'sandbox' | 'production'
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

export type Refund = {
  id: number
  amount: string
  currency: string
  status: string
  reason: string
  refunded_by: string
  created_at: string
}

export type Void = {
  id: number
  amount: string
  currency: string
  status: string
  reason: string
  voided_by: string
  created_at: string
}

export type PaymentStory = Payment & {
  message: string
  reason_code: string | null
  decision: string | null
  cs_payment_id: string | null
  financial: { commission_rate: string; commission_amount: string; merchant_amount: string } | null
  bill_to: Record<string, string | null>
  refunds: Refund[]
  voids: Void[]
  moves: { event: string; from: string | null; to: string; at: string }[]
  authentications: { state: string; created_at: string }[]
  deliveries: Delivery[]
  allowed_actions: {
    /** What can still be refunded, two decimals. */
    refund: AllowedAction & { remaining?: string; until?: string | null }
    void: AllowedAction & { until?: string | null }
  }
}

export function listPayments(query: Record<string, string>, signal: AbortSignal): Promise<Paged<Payment>> {
  return api.get('/payments', query, signal)
}

export function readPayment(id: string, signal: AbortSignal): Promise<PaymentStory> {
  return api.get(`/payments/${encodeURIComponent(id)}`, {}, signal)
}

export type RefundRequest = {
  /** All that remains where it is absent. */
  amount?: string
  reason: string
  notify_merchant: boolean
  force?: boolean
}

/** @throws RequestError */
export async function refundPayment(csPaymentId: string, request: RefundRequest): Promise<void> {
  await api.post(`/payment/refunds/${encodeURIComponent(csPaymentId)}`, request)
}

/** @throws RequestError */
export async function voidPayment(
  csPaymentId: string,
  request: { reason: string; notify_merchant: boolean },
): Promise<void> {
  await api.post(`/payment/voids/${encodeURIComponent(csPaymentId)}`, request)
}
