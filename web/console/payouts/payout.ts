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

/** @throws RequestError */
export async function approvePayout(id: string, key: string): Promise<void> {
  await postOnce(`/payouts/${id}/approve`, undefined, key)
}

/** @throws RequestError */
export async function rejectPayout(id: string, reason: string, key: string): Promise<void> {
  await postOnce(`/payouts/${id}/reject`, { reason }, key)
}
