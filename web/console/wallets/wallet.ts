// Wallets and what people do to them, as the admin API tells of it.
import type { Paged } from '../../ui/pager.tsx'
import { api } from '../session.ts'

export type Wallet = {
  merchant_code: string
  merchant_name?: string
  environment: 'sandbox' | 'production'
  currency: string
  available: number
  reserved: number
  total: number
}

export type Adjustment = {
  id: string
  merchant_code: string
  environment: 'sandbox' | 'production'
  /** Below zero it takes away. */
  amount: number
  reason: string
  state: 'PENDING' | 'APPROVED' | 'REJECTED'
  requested_by: string
  requested_at: string
  decided_by: string | null
  decided_at: string | null
  decision_reason: string | null
}

export function listWallets(query: Record<string, string>, signal: AbortSignal): Promise<Paged<Wallet>> {
  return api.get('/wallets', query, signal)
}

export function listAdjustments(signal: AbortSignal): Promise<Paged<Adjustment>> {
  return api.get('/wallets/adjustments', { limit: 50 }, signal)
}

type Change = { amount: number; reason: string }

/** @throws RequestError */
export async function topUp(code: string, change: Change): Promise<void> {
  await api.post(`/wallets/${encodeURIComponent(code)}/top-ups`, change)
}

/** @throws RequestError */
export async function askAdjustment(code: string, change: Change): Promise<void> {
  await api.post(`/wallets/${encodeURIComponent(code)}/adjustments`, change)
}

/** By another person than asked. @throws RequestError */
export async function decideAdjustment(
  id: string,
  decision: 'approve' | 'reject',
  reason: string,
): Promise<void> {
  await api.post(`/wallets/adjustments/${id}/${decision}`, { reason })
}
