// How often one address may look for a payment: ten times an hour, over all processes, so that nobody finds payments by guessing.
import { Problem } from '../../kernel/problem.ts'
import { type ControlSql, controlStatement } from '../../platform/database/database.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { networkOf } from '../../platform/http/rate-limit.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'

export const maxTries = 10
const windowMinutes = 60
const recent = `times_within(h.tries, $2, interval '${windowMinutes} minutes')`

/** Without a row, the hour is full. One row per address, so that tries at once wait for each other. */
// guard: help-tries
const countTry = controlStatement<{ address: Buffer }>(
  'count_help_try',
  `insert into help_try as h (address, tries, last_at) values ($1, array[$2::timestamptz], $2)
   on conflict (address) do update set tries = ${recent} || $2::timestamptz, last_at = $2
   where cardinality(${recent}) < ${maxTries} returning address`,
)

const findFree = controlStatement<{ free_at: Temporal.Instant | null }>(
  'find_free_help_try',
  `select h.tries[cardinality(h.tries) - ${maxTries - 1}] + interval '${windowMinutes} minutes' as free_at
     from help_try h where address = $1`,
)

const forget = controlStatement<{ address: Buffer }>(
  'forget_help_tries',
  `delete from help_try where address in (
     select address from help_try where last_at < $1 order by last_at limit $2) returning address`,
)

export type TryNeeds = { db: ControlSql; clock: Clock; secrets: Secrets }

/** Counts a try before anything is looked for. @throws Problem 429 for the eleventh within an hour. */
export async function takeTry({ db, clock, secrets }: TryNeeds, address: string): Promise<void> {
  const who = secrets.mac('help-try', networkOf(address))
  const now = clock.now()
  const counted = await db.rows(countTry, [who, now])
  if (counted.length === 1) return
  const [row] = await db.rows(findFree, [who])
  const seconds = row?.free_at ? Math.ceil(now.until(row.free_at).total('seconds')) : 1
  throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': String(Math.max(1, seconds)) })
}

const atOnce = 500

/** Deletes counts that limit nobody any more. Returns true when more may be waiting. */
export async function forgetTries({ db, clock }: Omit<TryNeeds, 'secrets'>): Promise<boolean> {
  const before = clock.now().subtract({ minutes: windowMinutes })
  return (await db.rows(forget, [before, atOnce])).length === atOnce
}
