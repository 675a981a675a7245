// Card payments in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { api, postOnce } from '../frame/session.ts'

export type Payment = schemas.AdminPaymentSummary

export type AdminPaymentDetail = schemas.AdminPaymentDetail['data']

export function listPayments(query: Record<string, string>, signal: AbortSignal): Promise<Paged<Payment>> {
  return api.get('/payments', query, signal)
}

export function readPayment(id: string, signal: AbortSignal): Promise<AdminPaymentDetail> {
  return api.get(`/payments/${encodeURIComponent(id)}`, {}, signal)
}

/** Without an amount, the request refunds all that remains. */
export type RefundRequest = schemas.RefundRequest

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
