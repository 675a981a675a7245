// The rate card: what a dollar bought when the provider last told us. It is renewed every six hours (refresh.ts)
// and is the one thing transfers are converted by.
import assert from 'node:assert/strict'
import { Problem } from '../../kernel/problem.ts'
import { parseRate } from '../../kernel/rate.ts'
import type { Sql } from '../../platform/database/database.ts'
import { cachedRead } from '../../platform/database/single-flight.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { findCard, type SnapshotRow } from './queries.ts'

/** What the card shows, in the order it shows it. */
export const publishedCurrencies = ['UGX', 'NGN', 'KES', 'TZS', 'RWF', 'ZAR', 'GHS', 'CDF'] as const
/** What a snapshot must hold: senders also pay in euros and Canadian dollars. */
export const snapshotCurrencies = [...publishedCurrencies, 'EUR', 'CAD'] as const

export type RateCard = {
  /** The snapshot it comes from. */
  id: bigint
  /** The provider's own time. */
  asOf: Temporal.Instant
  source: string
  /** Millionths of units of the currency for 1 USD (kernel/rate.ts), for all of `snapshotCurrencies`. */
  rates: ReadonlyMap<string, bigint>
}

const slotSeconds = 6 * 3_600
/** Two refreshes that were missed. */
const freshHours = 12

/** The last moment the card was due to be renewed: 00:00, 06:00, 12:00 or 18:00 UTC. */
export function slotOf(now: Temporal.Instant): Temporal.Instant {
  const seconds = Math.floor(now.epochMilliseconds / 1_000)
  return Temporal.Instant.fromEpochMilliseconds((seconds - (seconds % slotSeconds)) * 1_000)
}

/** The next one, always ahead. */
export function nextSlot(now: Temporal.Instant): Temporal.Instant {
  return slotOf(now).add({ seconds: slotSeconds })
}

/** Whether money may still be converted by it: told by the provider not more than 12 hours ago. */
export function isFresh(card: Pick<RateCard, 'asOf'>, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(card.asOf.add({ hours: freshHours }), now) >= 0
}

/** The card that money may be converted by. @throws Problem RMT-5003 when there is none, or none fresh enough. */
export function freshCard(card: RateCard | undefined, now: Temporal.Instant): RateCard {
  if (!card || !isFresh(card, now)) throw new Problem(remittanceProblems.rate_stale)
  return card
}

/**
 * What an amount is worth in US cents, rounded down to the cent.
 * @param hundredths of the currency's unit, whatever its own minor unit is: 3600.50 UGX is 360050n.
 * @param card has to hold the currency; dollars are worth themselves and need none. Whether it is fresh is the caller's
 * question.
 */
export function convert({
  hundredths,
  currency,
  card,
}: {
  hundredths: bigint
  currency: string
  card?: Pick<RateCard, 'rates'> | undefined
}): bigint {
  assert(hundredths >= 0n, 'an amount below zero cannot be converted')
  if (currency === 'USD') return hundredths
  const rate = card?.rates.get(currency)
  assert(rate !== undefined && rate > 0n, `there is no rate of ${currency}`)
  return (hundredths * 1_000_000n) / rate
}

/** The card as it stands now; undefined before the first one. */
export async function currentCard(sql: Sql): Promise<RateCard | undefined> {
  const [row] = await sql.rows(findCard)
  return row && cardOf(row)
}

export function cardOf({ id, as_of, source, rates }: SnapshotRow): RateCard {
  const exact = Object.entries(rates).map(
    ([currency, text]) => [currency, parseRate(text) as bigint] as const,
  )
  return { id, asOf: as_of, source, rates: new Map(exact) }
}

const cacheMs = 1_000

/**
 * The same for who asks often: at most a second old.
 * @param now milliseconds of one clock that never goes back.
 */
export function openCardCache(sql: Sql, now?: () => number): () => Promise<RateCard | undefined> {
  return cachedRead(() => currentCard(sql), { keepMs: cacheMs, now })
}
