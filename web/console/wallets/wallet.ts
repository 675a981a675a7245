// Wallets, top-ups and adjustments in the admin API: types and requests.
import type { Paged } from '../../ui/display/pager.tsx'
import { api, postOnce } from '../frame/session.ts'
import type { AllowedActions } from '../parts/actions.tsx'

export type Wallet = {
  merchant_code: string
  merchant_name: string
  environment: 'sandbox' | 'production'
  currency: string
  available: number
  reserved: number
  total: number
  /** When the balance was last verified against the ledger. */
  checked_at: string | null
}

export type Adjustment = {
  id: string
  /** A correction, or a top-up above the limit of one admin. */
  kind: 'ADJUSTMENT' | 'TOPUP'
  merchant_code: string
  merchant_name: string
  environment: 'sandbox' | 'production'
  /** Negative for a debit. */
  amount: number
  reason: string
  state: 'PENDING' | 'APPROVED' | 'REJECTED'
  requested_by: string
  requested_at: string
  decided_by: string | null
  decided_at: string | null
  decision_reason: string | null
  allowed_actions: AllowedActions<'approve' | 'reject'>
}

export function listWallets(query: Record<string, string>, signal: AbortSignal): Promise<Paged<Wallet>> {
  return api.get('/wallets', query, signal)
}

export function listAdjustments(signal: AbortSignal): Promise<Paged<Adjustment>> {
  return api.get('/wallets/adjustments', { limit: 50 }, signal)
}

/** A merchant's wallet, by default in its current environment: a live merchant keeps its sandbox wallet. */
export type WalletOwner = Pick<Wallet, 'merchant_code'> & Partial<Pick<Wallet, 'environment'>>
type Change = { amount: number; reason: string }

const pathOf = ({ merchant_code }: WalletOwner) => `/wallets/${encodeURIComponent(merchant_code)}`

/** @returns whether the top-up needs a second admin, because it exceeds one admin's daily limit. @throws RequestError */
export async function topUp(owner: WalletOwner, change: Change, key: string): Promise<boolean> {
  const wanted = { ...change, environment: owner.environment }
  const made = await postOnce<object>(`${pathOf(owner)}/top-ups`, wanted, key)
  return 'state' in made
}

/** @throws RequestError */
export async function requestAdjustment(owner: WalletOwner, change: Change, key: string): Promise<void> {
  await postOnce(`${pathOf(owner)}/adjustments`, { ...change, environment: owner.environment }, key)
}

/** Decides an adjustment that another admin requested. @throws RequestError */
export async function decideAdjustment(
  id: string,
  decision: 'approve' | 'reject',
  reason: string,
  key: string,
): Promise<void> {
  await postOnce(`/wallets/adjustments/${id}/${decision}`, { reason }, key)
}
