// A round of a batch: a worker's claim of it, its pace, and what rounds share.
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { BatchWork } from '../kind.ts'
import type { BatchRow } from '../queries.ts'

export type WorkNeeds = {
  db: Database
  clock: Clock
  secrets: Secrets
  work: BatchWork
  /** How many rows of a batch are checked or sent in a second. */
  rowsPerSecond: number
  /** Only batches of this merchant; of all without it. */
  merchantId?: bigint
}

/** A claimed batch, as it was then. `next_at` is the end of the lease, which nobody else writes. */
export type ClaimedBatch = BatchRow & { next_at: Temporal.Instant }

export type Round = { merchant: Merchant; now: Temporal.Instant }

const giveBack = statement('release_batch', 'update batch set next_at = $3 where id = $1 and next_at = $2')

/** Lets the next worker continue from then on, unless somebody has changed the batch meanwhile and said when. */
export async function continueAt(
  sql: Sql,
  { id, next_at }: ClaimedBatch,
  at: Temporal.Instant,
): Promise<void> {
  await sql.rows(giveBack, [id, next_at, at])
}

/** When the next round of a batch begins. */
export const nextRound = (now: Temporal.Instant): Temporal.Instant => now.add({ seconds: 1 })

/** How many rows of a batch are under way at once in one process. */
const lanes = 8

/**
 * Works through rows in order, a few at a time. They begin evenly spread over time, so that requests of others find room between them;
 * all at once, they would hold up whatever comes in the same moment.
 * @param rowsPerSecond how many begin in a second.
 */
// guard: spread-rows
export async function inLanes<Row, Result>(
  rows: readonly Row[],
  rowsPerSecond: number,
  work: (row: Row) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = rows.entries()
  const started = performance.now()
  const lane = async () => {
    for (const [at, row] of waiting) {
      const left = started + (at * 1_000) / rowsPerSecond - performance.now()
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
      results[at] = await work(row)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
