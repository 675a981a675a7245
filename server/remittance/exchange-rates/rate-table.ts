// The rate card: what a dollar bought when the provider last told us. It is renewed every six hours (refresh.ts)
// and is the one thing transfers are converted by.
import assert from 'node:assert/strict'
import { Problem } from '../../kernel/problem.ts'
import { parseRate } from '../../kernel/rate.ts'
import type { Sql } from '../../platform/database/database.ts'
import { singleFlight } from '../../platform/database/single-flight.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { findRateTable, type SnapshotRow } from './queries.ts'

/** What the card shows, in the order it shows it. */
export const publishedCurrencies = ['UGX', 'NGN', 'KES', 'TZS', 'RWF', 'ZAR', 'GHS', 'CDF'] as const
/** What a snapshot must hold: senders also pay in euros and Canadian dollars. */
export const snapshotCurrencies = [...publishedCurrencies, 'EUR', 'CAD'] as const

export type RateTable = {
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
export function isFresh(rateTable: Pick<RateTable, 'asOf'>, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(rateTable.asOf.add({ hours: freshHours }), now) >= 0
}

/** The card that money may be converted by. @throws Problem RMT-5003 when there is none, or none fresh enough. */
export function freshRates(rateTable: RateTable | undefined, now: Temporal.Instant): RateTable {
  if (!rateTable || !isFresh(rateTable, now)) throw new Problem(remittanceProblems.rate_stale)
  return rateTable
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
  rateTable,
}: {
  hundredths: bigint
  currency: string
  rateTable?: Pick<RateTable, 'rates'> | undefined
}): bigint {
  assert(hundredths >= 0n, 'an amount below zero cannot be converted')
  if (currency === 'USD') return hundredths
  const rate = rateTable?.rates.get(currency)
  assert(rate !== undefined && rate > 0n, `there is no rate of ${currency}`)
  return (hundredths * 1_000_000n) / rate
}

/** The card as it stands now; undefined before the first one. */
export async function currentRates(sql: Sql): Promise<RateTable | undefined> {
  const [row] = await sql.rows(findRateTable)
  return row && rateTableOf(row)
}

export function rateTableOf({ id, as_of, source, rates }: SnapshotRow): RateTable {
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
export function openRateCache(sql: Sql, now?: () => number): () => Promise<RateTable | undefined> {
  return singleFlight(() => currentRates(sql), { maxAgeMs: cacheMs, now })
}
