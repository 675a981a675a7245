// Transfers in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { api } from '../frame/session.ts'

export type Transfer = schemas.AdminTransferSummary

export type AdminTransferDetail = schemas.AdminTransferDetail['data']

export function listTransfers(query: Record<string, string>, signal: AbortSignal): Promise<Paged<Transfer>> {
  return api.get('/transfers', query, signal)
}

export function readTransfer(id: string, signal: AbortSignal): Promise<AdminTransferDetail> {
  return api.get(`/transfers/${encodeURIComponent(id)}`, {}, signal)
}

type InquiryOutcome = schemas.InquiryOutcome['data']['answer']

/** Inquires at the operator and returns its current reply. @throws RequestError */
export async function inquire(id: string, reason: string): Promise<InquiryOutcome> {
  const path = `/transfers/${encodeURIComponent(id)}/inquire`
  return (await api.post<{ answer: InquiryOutcome }>(path, { reason })).answer
}

/** @throws RequestError */
export async function reverse(id: string, reason: string): Promise<void> {
  await api.post(`/transfers/${encodeURIComponent(id)}/reverse`, { reason })
}
