// Payouts to merchants in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { api, postOnce } from '../frame/session.ts'
import { oldestFirst } from '../refund-requests/oldest-first.ts'

export type Payout = schemas.AdminPayout
export type PayoutDetail = schemas.AdminPayoutDetailResponse['data']

const pageSize = 100

/** All payouts that wait for an admin, oldest first. */
export async function listWaiting(signal: AbortSignal): Promise<{ items: Payout[] }> {
  const items = await oldestFirst(async (page) => {
    const query = { state: 'REQUESTED', limit: pageSize, page }
    const { items: found, pagination } = await api.get<Paged<Payout>>('/payouts', query, signal)
    return { items: found.map((payout) => ({ id: payout.payout_id, payout })), pagination }
  })
  return { items: items.map(({ payout }) => payout) }
}

type InquiryOutcome = schemas.PayoutInquiry['data']['reply']

/** Cancels a payout that was not sent. @throws RequestError */
export async function cancelPayout(merchantCode: string, id: string): Promise<void> {
  await api.post(`/merchants/${encodeURIComponent(merchantCode)}/payouts/${id}/cancel`, {})
}

/** Inquires at the operator and returns its current reply. @throws RequestError */
export async function inquirePayout(id: string, reason: string): Promise<InquiryOutcome> {
  return (await api.post<{ reply: InquiryOutcome }>(`/payouts/${id}/inquire`, { reason })).reply
}

/** Requests to record how a payout ended, as the bank or the operator says. @throws RequestError */
export async function requestEnd(id: string, as: 'fail' | 'paid', reason: string): Promise<void> {
  await api.post(`/payouts/${id}/${as}`, { reason })
}

/** @throws RequestError */
export async function decidePayout(
  id: string,
  act: 'approve' | 'reject',
  reason: string,
  key: string,
): Promise<void> {
  await postOnce(`/payouts/${id}/${act}`, { reason }, key)
}
