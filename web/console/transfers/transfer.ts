// Transfers, as the admin API tells of them.
import type { Paged } from '../../ui/pager.tsx'
import type { AllowedAction } from '../actions.tsx'
import type { Delivery } from '../deliveries/delivery.ts'
import type { Parties, ScreenedParty } from '../holds/hold.ts'
import { api } from '../session.ts'

export type Transfer = {
  reference: string
  transaction_id: string
  merchant_code: string
  merchant_name?: string
  environment?: 'sandbox' | 'production'
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
  id: string
  at: string
  kind: string
  amount: number
  balance_after: number
}

export type TransferStory = Transfer & {
  rate: number | null
  telco_reference: string | null
  completed_at: string | null
  failure_code: string | null
  failure_message: string | null
  timeline: { at: string; kind: string; detail: string }[]
  wallet_lines: WalletLine[]
  deliveries: Delivery[]
  parties: Parties
  screening: ScreenedParty[] | null
  allowed_actions: AllowedAction<'inquire' | 'reverse' | 'release' | 'reject'>[]
}

export function listTransfers(query: Record<string, string>, signal: AbortSignal): Promise<Paged<Transfer>> {
  return api.get('/transfers', query, signal)
}

export function readTransfer(id: string, signal: AbortSignal): Promise<TransferStory> {
  return api.get(`/transfers/${encodeURIComponent(id)}`, {}, signal)
}

/** @throws RequestError */
export async function actOnTransfer(id: string, act: 'inquire' | 'reverse', reason: string): Promise<void> {
  await api.post(`/transfers/${encodeURIComponent(id)}/${act}`, { reason })
}
