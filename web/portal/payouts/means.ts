// What a merchant can have paid out, and where to.
import { api } from '../access/session.ts'
import type { CardBalance, PayoutDestination, PayoutTerms } from '../api-types.ts'

export type PayoutMeans = {
  balances: CardBalance[]
  terms: PayoutTerms['terms']
  destinations: PayoutDestination[]
}

export async function loadMeans(signal: AbortSignal): Promise<PayoutMeans> {
  const [{ balances }, { terms }, { items }] = await Promise.all([
    api.get<{ balances: CardBalance[] }>('balance', {}, signal),
    api.get<PayoutTerms>('payout-terms', {}, signal),
    api.get<{ items: PayoutDestination[] }>('payout-destinations', {}, signal),
  ])
  return { balances, terms, destinations: items }
}
