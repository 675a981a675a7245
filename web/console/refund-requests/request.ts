// Refund requests of merchants in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { api, postOnce } from '../frame/session.ts'
import { oldestFirst } from './oldest-first.ts'

export type RefundRequest = schemas.AdminRefundRequest

const pageSize = 100

/** All requests that wait for an admin, oldest first. */
export async function listWaiting(signal: AbortSignal): Promise<{ items: RefundRequest[] }> {
  const read = (page: number) =>
    api.get<Paged<RefundRequest>>('/refund-requests', { state: 'WAITING', limit: pageSize, page }, signal)
  return { items: await oldestFirst(read) }
}

/** Returns the request as it is then: its refund may still be running, or have failed. @throws RequestError */
export function approveRequest(id: string, reason: string, key: string): Promise<RefundRequest> {
  return postOnce(`/refund-requests/${id}/approve`, { reason }, key)
}

/** @throws RequestError */
export async function rejectRequest(id: string, reason: string, key: string): Promise<void> {
  await postOnce(`/refund-requests/${id}/reject`, { reason }, key)
}
