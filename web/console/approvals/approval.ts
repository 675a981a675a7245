// What waits for an admin, and approvals, in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { api } from '../frame/session.ts'

export type Waiting = schemas.WaitingDecision
export type Approval = schemas.Approval
export type ApprovalDetail = schemas.ApprovalDetail

const named: readonly Waiting['kind'][] = ['refund_request', 'payout', 'hold', 'write_off', 'go_live']

/** What tells it from others of its kind and amount: a reference, or the name of a company. */
export const referenceOf = ({ kind, subject }: Waiting): string | null =>
  named.includes(kind) && subject !== '' ? subject : null

/** The oldest of what waits, of every kind. */
export function listWaiting(signal: AbortSignal): Promise<Paged<Waiting>> {
  return api.get('/approvals/waiting', { limit: 100 }, signal)
}

/** With what it is about. Reading it is recorded where it shows persons. */
export function readApproval(id: string, signal: AbortSignal): Promise<ApprovalDetail> {
  return api.get(`/approvals/${encodeURIComponent(id)}`, {}, signal)
}

/** What was decided cannot be decided again, so the call needs no idempotency key. @throws RequestError */
export function decideApproval(id: string, act: 'approve' | 'reject', reason: string): Promise<Approval> {
  return api.post(`/approvals/${encodeURIComponent(id)}/${act}`, { reason })
}
