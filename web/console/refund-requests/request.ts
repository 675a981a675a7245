// Refund requests of merchants in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { api, postOnce } from '../frame/session.ts'

export type RefundRequest = schemas.AdminRefundRequest

const mostShown = 100

/** The requests that wait for an admin, oldest first. The service lists them newest first, so the last page has the oldest. */
export async function listWaiting(signal: AbortSignal): Promise<Paged<RefundRequest>> {
  const read = (page: number) =>
    api.get<Paged<RefundRequest>>('/refund-requests', { state: 'WAITING', limit: mostShown, page }, signal)
  const newest = await read(1)
  const { pages } = newest.pagination
  const oldest = pages > 1 ? await read(pages) : newest
  return { ...oldest, items: oldest.items.toReversed() }
}

/** Returns the request as it is then: its refund may still be running, or have failed. @throws RequestError */
export function approveRequest(id: number, key: string): Promise<RefundRequest> {
  return postOnce(`/refund-requests/${id}/approve`, undefined, key)
}

/** @throws RequestError */
export async function rejectRequest(id: number, reason: string, key: string): Promise<void> {
  await postOnce(`/refund-requests/${id}/reject`, { reason }, key)
}
