// Transfers in the admin API: types and requests.
import type { Paged } from '../../ui/display/pager.tsx'
import type { Delivery } from '../deliveries/delivery.ts'
import { api } from '../frame/session.ts'
import type { Parties, ScreenedParty } from '../holds/hold.ts'
import type { AllowedActions } from '../parts/actions.tsx'

export type Transfer = {
  reference: string
  transaction_id: string
  merchant_code: string
  merchant_name: string
  environment: 'sandbox' | 'production'
  status: string
  amount: number
  currency: string
  receiver_amount: number | null
  fee: number | null
  operator: string
  customer_number: string
  subscriber_name: string | null
  created_at: string
}

export type WalletLine = {
  at: string
  kind: string
  amount: number
  balance_after: number
}

type Payout = {
  reference: string
  state: string
  attempts: number
  dispatched_at: string | null
  next_check_at: string | null
  detail: string | null
}

type Review = { decision: 'released' | 'rejected'; reason: string; decided_by: string; decided_at: string }

export type AdminTransferDetail = Transfer & {
  rate: number | null
  telco_reference: string | null
  completed_at: string | null
  settlement_id: string | null
  failure_code: string | null
  failure_message: string | null
  timeline: { at: string; kind: string; detail: string }[]
  wallet_lines: WalletLine[]
  deliveries: Delivery[]
  parties: Parties
  /** The payout's reference at the operator, and its state. */
  payout: Payout | null
  /** The decision of a hold's review. */
  review: Review | null
  exceptions: { id: string; kind: string; detail: string; state: 'open' | 'closed' }[]
  /** Why payouts to the operator are paused, if they are. */
  operator_pause: { reason: string; paused_by: string; paused_at: string } | null
  screening: ScreenedParty[] | null
  allowed_actions: AllowedActions<'inquire' | 'reverse' | 'release' | 'reject'>
}

export function listTransfers(query: Record<string, string>, signal: AbortSignal): Promise<Paged<Transfer>> {
  return api.get('/transfers', query, signal)
}

export function readTransfer(id: string, signal: AbortSignal): Promise<AdminTransferDetail> {
  return api.get(`/transfers/${encodeURIComponent(id)}`, {}, signal)
}

type InquiryOutcome = 'pending' | 'succeeded' | 'declined' | 'reversed' | 'absent'

/** Queries the operator and returns its current reply. @throws RequestError */
export async function inquire(id: string, reason: string): Promise<InquiryOutcome> {
  const path = `/transfers/${encodeURIComponent(id)}/inquire`
  return (await api.post<{ answer: InquiryOutcome }>(path, { reason })).answer
}

/** @throws RequestError */
export async function reverse(id: string, reason: string): Promise<void> {
  await api.post(`/transfers/${encodeURIComponent(id)}/reverse`, { reason })
}
