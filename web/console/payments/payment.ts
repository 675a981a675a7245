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

/** Another admin must approve the request first. */
type Waits = schemas.RequestedApproval

/**
 * Refunds a payment and returns the refunded amount as text; undefined if another admin must approve it.
 * @throws RequestError
 */
export async function refundPayment(
  csPaymentId: string,
  request: RefundRequest,
  key: string,
): Promise<string | undefined> {
  const path = `/payment/refunds/${encodeURIComponent(csPaymentId)}`
  const made = await postOnce<{ amount: string } | Waits>(path, request, key)
  return 'amount' in made ? made.amount : undefined
}

/** Offers another number for money that was refused; another admin must approve it. @throws RequestError */
export async function offerNumber(
  collection: string,
  request: schemas.OtherNumberRequest,
  key: string,
): Promise<void> {
  await postOnce(`/payment/collections/${encodeURIComponent(collection)}/other-number`, request, key)
}

/** Voids a payment; false if another admin must approve it. @throws RequestError */
export async function voidPayment(
  csPaymentId: string,
  request: { reason: string; notify_merchant: boolean },
  key: string,
): Promise<boolean> {
  const path = `/payment/voids/${encodeURIComponent(csPaymentId)}`
  return 'void_id' in (await postOnce<{ void_id: number } | Waits>(path, request, key))
}
