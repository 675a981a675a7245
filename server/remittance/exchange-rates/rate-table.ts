// The rate table by which all transfers are converted, and the conversion itself. It is refreshed every six hours
// (refresh.ts).
import assert from 'node:assert/strict'
import { parseRate } from '../../kernel/money.ts'
import type { ControlSql } from '../../platform/database/database.ts'
import { singleFlight } from '../../platform/process/concurrency.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { stamp } from '../transfer/formats.ts'
import { countQuarantined, findRateTable, type SnapshotRow } from './queries.ts'

/** The currencies shown publicly, in this order. */
export const publishedCurrencies = ['UGX', 'NGN', 'KES', 'TZS', 'RWF', 'ZAR', 'GHS', 'CDF'] as const
/** The currencies a snapshot must hold: senders also pay in euros and Canadian dollars. */
export const snapshotCurrencies = [...publishedCurrencies, 'EUR', 'CAD'] as const

export type RateTable = {
  /** The id of its snapshot. */
  id: bigint
  /** The provider's own time. */
  asOf: Temporal.Instant
  source: string
  /** Millionths of units of the currency for 1 USD (kernel/rate.ts), for all of `snapshotCurrencies`. */
  rates: ReadonlyMap<string, bigint>
}

const slotSeconds = 6 * 3_600
/** Allows for two missed refreshes. */
const freshHours = 12

/** The latest time at which a refresh was due: 00:00, 06:00, 12:00 or 18:00 UTC. */
export function slotOf(now: Temporal.Instant): Temporal.Instant {
  const seconds = Math.floor(now.epochMilliseconds / 1_000)
  return Temporal.Instant.fromEpochMilliseconds((seconds - (seconds % slotSeconds)) * 1_000)
}

/** The next refresh time, always in the future. */
export function nextSlot(now: Temporal.Instant): Temporal.Instant {
  return slotOf(now).add({ seconds: slotSeconds })
}

/** Whether the rates are at most 12 hours old, so that money may be converted by them. */
export function isFresh(rateTable: Pick<RateTable, 'asOf'>, now: Temporal.Instant): boolean {
  // guard: rate-freshness
  return Temporal.Instant.compare(rateTable.asOf.add({ hours: freshHours }), now) >= 0
}

/**
 * Converts an amount to US cents, rounded down.
 * @param hundredths of the currency unit, whatever its official minor unit is: 3600.50 UGX is 360050n.
 * @param rateTable must hold the currency, except for dollars. The caller checks that it is fresh.
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
  assert(hundredths >= 0n, 'a negative amount cannot be converted')
  if (currency === 'USD') return hundredths
  const rate = rateTable?.rates.get(currency)
  assert(rate !== undefined && rate > 0n, `there is no rate for ${currency}`)
  // guard: conversion-rounding
  return (hundredths * 1_000_000n) / rate
}

/** Reads the current rate table; undefined before the first one is published. */
export async function currentRates(sql: ControlSql): Promise<RateTable | undefined> {
  const [row] = await sql.rows(findRateTable)
  return row && rateTableOf(row)
}

function rateTableOf({ id, as_of, source, rates }: SnapshotRow): RateTable {
  const exact = Object.entries(rates).map(
    ([currency, text]) => [currency, parseRate(text) as bigint] as const,
  )
  return { id, asOf: as_of, source, rates: new Map(exact) }
}

const cacheMs = 1_000

/**
 * Returns a cached reader of the rate table for frequent callers; the result is at most a second old.
 * @param now milliseconds of a monotonic clock.
 */
export function openRateCache(sql: ControlSql, now?: () => number): () => Promise<RateTable | undefined> {
  return singleFlight(() => currentRates(sql), { maxAgeMs: cacheMs, now })
}

/** Time and freshness of the rate table, and how many newer snapshots wait for approval. */
export async function ratesState(sql: ControlSql, clock: Clock) {
  const card = await currentRates(sql)
  const [set] = await sql.rows(countQuarantined)
  return {
    as_of: card ? stamp(card.asOf) : null,
    fresh: card !== undefined && isFresh(card, clock.now()),
    quarantined: Number(set?.quarantined ?? 0),
  }
}
