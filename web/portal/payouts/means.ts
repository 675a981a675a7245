// What a merchant can have paid out, and where to.
import { api } from '../access/session.ts'
import type { CardBalance, NextRelease, PayoutDestination, PayoutTerms } from '../api-types.ts'

export type PayoutMeans = {
  balances: CardBalance[]
  /** What becomes available next, by currency. */
  releases: NextRelease[]
  terms: PayoutTerms['terms']
  destinations: PayoutDestination[]
}

export async function loadMeans(signal: AbortSignal): Promise<PayoutMeans> {
  const [{ balances }, { releases }, { terms }, { items }] = await Promise.all([
    api.get<{ balances: CardBalance[] }>('balance', {}, signal),
    api.get<{ releases: NextRelease[] }>('balance/next', {}, signal),
    api.get<PayoutTerms>('payout-terms', {}, signal),
    api.get<{ items: PayoutDestination[] }>('payout-destinations', {}, signal),
  ])
  return { balances, releases, terms, destinations: items }
}
