// Merchants in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { api } from '../frame/session.ts'

export type Merchant = schemas.Merchant

export type MerchantDetails = schemas.MerchantDetail['data']

type GoLiveDecided = schemas.GoLiveDecided['data']

/** The production keys, shown only once. */
export type LiveKeys = { merchant_code: string; merchant_secret: string; api_key: string; api_secret: string }

/** A one-time password reset link, shown only once. */
export type ResetLink = schemas.PasswordResetLink['data']

export type Rates = Pick<
  Merchant,
  | 'commission_rate'
  | 'mobile_money_rate'
  | 'bank_commission_rate'
  | 'remittance_fee_rate'
  | 'remittance_fee_fixed'
>

const pathOf = (code: string) => `/merchants/${encodeURIComponent(code)}`

export function listMerchants(query: Record<string, string>, signal: AbortSignal): Promise<Paged<Merchant>> {
  return api.get('/merchants', query, signal)
}

export function readMerchant(code: string, signal: AbortSignal): Promise<MerchantDetails> {
  return api.get(pathOf(code), {}, signal)
}

/** @throws RequestError */
export async function changeStatus(code: string, act: 'suspend' | 'resume', reason: string): Promise<void> {
  await api.post(`${pathOf(code)}/${act}`, { reason })
}

/** Returns the production keys; undefined for an admin who may not move money. @throws RequestError */
export async function approveGoLive(code: string, reason: string): Promise<LiveKeys | undefined> {
  const path = `${pathOf(code)}/go-live`
  const decided = await api.post<GoLiveDecided>(path, { decision: 'approve', reason })
  const { merchant_code, merchant_secret, api_key, api_secret } = decided
  return merchant_secret && api_key && api_secret
    ? { merchant_code, merchant_secret, api_key, api_secret }
    : undefined
}

/** @throws RequestError */
export async function rejectGoLive(code: string, reason: string): Promise<void> {
  await api.post(`${pathOf(code)}/go-live`, { decision: 'reject', reason })
}

/** @throws RequestError */
export function createResetLink(code: string, reason: string): Promise<ResetLink> {
  return api.post(`${pathOf(code)}/password-reset`, { reason })
}

/** Sets whether the merchant refunds without an admin, in its current environment. @throws RequestError */
export async function setRefundRight(code: string, may_refund: boolean, reason: string): Promise<void> {
  await api.put(`${pathOf(code)}/refund-right`, { may_refund, reason })
}

/** How far below zero refunds without an admin may take the balances of the merchant's current environment. */
export type BalanceLimits = Pick<Merchant, 'negative_balance_limit' | 'negative_balance_limit_cdf'>

/** Leaves the right to refund as it is. @returns whether higher limits wait for a second admin. @throws RequestError */
export async function saveBalanceLimits(
  { merchant_code, may_refund }: Merchant,
  limits: BalanceLimits,
  reason: string,
): Promise<boolean> {
  const body = { may_refund, ...limits, reason }
  return 'approval_id' in (await api.put<object>(`${pathOf(merchant_code)}/refund-right`, body))
}

/** @throws RequestError */
export async function saveRates(code: string, rates: Rates, reason: string): Promise<void> {
  await api.put(`${pathOf(code)}/rates`, { ...rates, reason })
}
