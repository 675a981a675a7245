// Merchants in the admin API: types and requests.
import type { Paged } from '../../ui/display/pager.tsx'
import { api } from '../frame/session.ts'
import type { AllowedActions } from '../parts/actions.tsx'

export type Merchant = {
  merchant_code: string
  name: string
  email: string
  environment: 'sandbox' | 'production'
  status: 'active' | 'suspended'
  go_live: 'NONE' | 'PENDING' | 'APPROVED' | 'REJECTED'
  api_keys: string[]
  commission_rate: string
  bank_commission_rate: string
  remittance_fee_rate: string
  remittance_fee_fixed: string
  callback_url: string | null
  ip_allowlist: string[]
  microform_enabled: boolean
  microform_allowed_origins: string[]
  created_at: string
}

export type GoLiveRequest = {
  state: string
  requested_at: string | null
  decided_at: string | null
  decided_by: string | null
  reason: string | null
  company_name: string | null
  registration_number: string | null
  country: string | null
  contact_name: string | null
  contact_email: string | null
  contact_phone: string | null
}

export type MerchantDetails = Merchant & {
  go_live_request: GoLiveRequest | null
  allowed_actions: AllowedActions<'suspend' | 'resume' | 'approve' | 'reject'>
}

/** The production keys, shown only once. */
export type LiveKeys = {
  merchant_code: string
  merchant_secret: string
  api_key: string
  api_secret: string
}

/** A one-time password reset link, shown only once. */
export type ResetLink = { email: string; url: string; expires_at: string }

export type Rates = Pick<
  Merchant,
  'commission_rate' | 'bank_commission_rate' | 'remittance_fee_rate' | 'remittance_fee_fixed'
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

/** @throws RequestError */
export function approveGoLive(code: string, reason: string): Promise<LiveKeys> {
  return api.post(`${pathOf(code)}/go-live`, { decision: 'approve', reason })
}

/** @throws RequestError */
export async function rejectGoLive(code: string, reason: string): Promise<void> {
  await api.post(`${pathOf(code)}/go-live`, { decision: 'reject', reason })
}

/** @throws RequestError */
export function createResetLink(code: string, reason: string): Promise<ResetLink> {
  return api.post(`${pathOf(code)}/password-reset`, { reason })
}

/** @throws RequestError */
export async function saveRates(code: string, rates: Rates, reason: string): Promise<void> {
  await api.put(`${pathOf(code)}/rates`, { ...rates, reason })
}
