// Held transfers in the admin API: types and requests.
import type { Paged } from '../../ui/display/pager.tsx'
import { api } from '../frame/session.ts'
import type { AllowedActions } from '../parts/actions.tsx'
import type { Match } from '../screening/match.ts'

type Document = { type: string; number: string; issued?: string; expires?: string }

export type Parties = {
  sender: {
    firstName: string
    middleName: string
    lastName: string
    birthDate: string
    birthPlace: string
    country: string
    city: string
    address: string
    msisdn: string
    profession: string
    document: Document
  }
  receiver: {
    name: string
    birthDate: string
    birthPlace: string
    address: string
    document: Document
  }
  purpose: string
  sourceOfFunds: string
}

/** A name that holds a transfer because of the way it is written. */
export type OddName = {
  of: 'sender' | 'receiver' | 'wallet'
  name: string
  rule: string
  /** Empty when the rule concerns the whole name. */
  characters: { position: number; code_point: string; character: string }[]
}

export type ScreenedParty = {
  role: 'sender' | 'receiver'
  name: string
  decision: 'hold' | 'clear'
  reason: 'no_match' | 'cleared_before' | 'list_match' | 'odd_name' | 'screening_unavailable'
  list_version: string | null
  matches: Match[]
  odd_names: OddName[]
}

export type Hold = {
  transaction_id: string
  reference: string
  merchant_code: string
  merchant_name: string
  environment: 'sandbox' | 'production'
  amount: number
  currency: string
  operator: string
  customer_number: string
  subscriber_name: string | null
  created_at: string
  parties: Parties
  screening: ScreenedParty[] | null
  allowed_actions: AllowedActions<'release' | 'reject'>
}

const mostShown = 100

/** Held transfers, oldest first. */
export function listHolds(signal: AbortSignal): Promise<Paged<Hold>> {
  return api.get('/remittance/holds', { limit: mostShown }, signal)
}

/** @throws RequestError */
export async function decideHold(id: string, decision: 'release' | 'reject', reason: string): Promise<void> {
  await api.post(`/remittance/holds/${encodeURIComponent(id)}/${decision}`, { reason })
}
