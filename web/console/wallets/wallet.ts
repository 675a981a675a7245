// Wallets and their adjustments in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { api, postOnce } from '../frame/session.ts'

export type Wallet = schemas.AdminWallet

export type Adjustment = schemas.Adjustment

export function listWallets(query: Record<string, string>, signal: AbortSignal): Promise<Paged<Wallet>> {
  return api.get('/wallets', query, signal)
}

export function listAdjustments(signal: AbortSignal): Promise<Paged<Adjustment>> {
  return api.get('/wallets/adjustments', { limit: 50 }, signal)
}

/** A merchant's wallet, by default in its current environment: a live merchant keeps its sandbox wallet. */
export type WalletOwner = Pick<Wallet, 'merchant_code'> &
  Partial<Pick<Wallet, 'environment' | 'merchant_name'>>
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
