// What every act of a simulated day uses: the callers, their habits, and the list of what was acknowledged to them.
import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import type { ClientResponse } from '../../world/network.ts'
import { type AdminName, admins } from '../../world/settings.ts'
import type { Acknowledged, Mismatch } from '../acknowledged.ts'
import { type Clients, openClients } from '../clients.ts'
import type { Manners, Place } from '../place.ts'

export type Key = { key?: string; comesBack?: boolean }

export type ActContext = Pick<Place, 'chance' | 'sleep' | 'store'> &
  Pick<Manners, 'tries' | 'callbackUrl' | 'cardToken'> & {
    place: Place
    manners: Manners
    clients: Clients
    merchant(): Credentials
    admin(): AdminName
    /** With two decimals, from 1.00. */
    amount(): number
    /** Notes what was acknowledged to a caller; the query returns a row if it was done. */
    acknowledge(what: string, sql: string, ...values: unknown[]): void
    /** Notes what is sent under one key or reference; the query returns one row at most. */
    once(what: string, sql: string, ...values: unknown[]): void
    /** Notes what a caller read that does not add up, one entry for each of the faults. */
    contradict(what: string, faults: readonly string[]): void
    newKey(): { key: string; comesBack: boolean }
    maybeKey(): Key
    /** A number that no other act of the day has used. */
    next(): number
    /** The last number returned, to any act. */
    last(): number
    /** The same for top-ups, whose unique amounts identify them. */
    nextTopUp(): number
  }

export const minute = 60_000

export const isOk = (response: ClientResponse | undefined): response is ClientResponse =>
  response !== undefined && response.status < 300

export function openContext(
  place: Place,
  manners: Manners,
  notes: { acknowledged: Acknowledged[]; singular: Acknowledged[]; mismatches: Mismatch[] },
): ActContext {
  const { chance, sleep, store } = place
  const clients = openClients(place)
  const newKey = () => ({ key: clients.newKey(), comesBack: chance.happens(0.3) })
  let counter = 0
  let topUps = 0
  return {
    chance,
    sleep,
    store,
    tries: manners.tries,
    callbackUrl: manners.callbackUrl,
    cardToken: manners.cardToken,
    place,
    manners,
    clients,
    merchant: () => chance.pick(place.merchants),
    admin: () => chance.pick(admins),
    amount: () => (chance.below(20_000) + 100) / 100,
    acknowledge: (what, sql, ...values) => void notes.acknowledged.push({ what, sql, values }),
    once: (what, sql, ...values) => void notes.singular.push({ what, sql, values }),
    contradict: (what, faults) => void notes.mismatches.push(...faults.map((detail) => ({ what, detail }))),
    newKey,
    maybeKey: () => (chance.happens(0.5) ? newKey() : {}),
    next: () => ++counter,
    last: () => counter,
    nextTopUp: () => ++topUps,
  }
}
