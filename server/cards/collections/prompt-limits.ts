// How often a number may be asked to pay, over all merchants and cells: whoever enters the number of somebody else bothers them.

import { sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { type ControlSql, type ControlTx, controlStatement } from '../../platform/database/database.ts'

/** At most so many prompts within so many seconds. */
const limits = [
  { most: 3, seconds: 600 },
  { most: 10, seconds: 86_400 },
] as const
const longest = `interval '${Math.max(...limits.map(({ seconds }) => seconds))} seconds'`

const promptsWithin = (seconds: number) =>
  `cardinality(times_within(p.prompts, excluded.last_at, interval '${seconds} seconds'))`

/** SQL: when the number `p` may be asked again, if a limit is reached: the oldest of those that fill it must be long enough ago. */
const freeAt = `greatest(${limits
  .map(
    ({ most, seconds }) => `p.prompts[cardinality(p.prompts) - ${most - 1}] + interval '${seconds} seconds'`,
  )
  .join(', ')})`

/** The rows are locked in order of their keys, so that two claims cannot deadlock. */
// guard: prompt-limits
const countPrompts = controlStatement<{ is_allowed: boolean; free_at: Temporal.Instant | null }>(
  'count_number_prompts',
  `with ${sentRows('number_hash text, now timestamptz')}
   , counted as (
     insert into number_prompt as p (number_hash, prompts, last_at)
     select decode(number_hash, 'hex'), array[now], now from sent order by 1
     on conflict (number_hash) do update
        set prompts = times_within(p.prompts, excluded.last_at, ${longest}) || excluded.last_at, last_at = excluded.last_at
      where ${limits.map(({ most, seconds }) => `${promptsWithin(seconds)} < ${most}`).join(' and ')}
     returning number_hash)
   select exists (select from counted where number_hash = decode(m.number_hash, 'hex')) as is_allowed,
          (select ${freeAt} from number_prompt p where number_hash = decode(m.number_hash, 'hex')) as free_at
     from sent m order by m.n`,
)

const uncountPrompts = controlStatement(
  'uncount_number_prompts',
  `with ${sentRows('number_hash text, now timestamptz')}
   update number_prompt p
      set prompts = p.prompts[:array_position(p.prompts, m.now) - 1] || p.prompts[array_position(p.prompts, m.now) + 1:]
     from sent m where p.number_hash = decode(m.number_hash, 'hex') and array_position(p.prompts, m.now) is not null`,
)

const forget = controlStatement<{ number_hash: Buffer }>(
  'forget_number_prompts',
  `delete from number_prompt where number_hash in (
     select number_hash from number_prompt where last_at < $1 order by last_at limit $2) returning number_hash`,
)

export type NumberPrompt = { numberHash: Buffer; now: Temporal.Instant }

const toRow = ({ numberHash, now }: NumberPrompt) => ({
  number_hash: numberHash.toString('hex'),
  now: now.toString(),
})

/**
 * Counts a prompt for each number, all of them different, and locks its count until the transaction ends. Returns for each after how
 * many seconds it may be asked again; undefined where it may be asked now, and was counted.
 */
export async function countPromptsOf(
  sql: ControlTx,
  prompts: readonly NumberPrompt[],
): Promise<(number | undefined)[]> {
  const rows = await sql.rows(countPrompts, [toSentRows(prompts.map(toRow))])
  return rows.map(({ is_allowed, free_at }, n) => {
    if (is_allowed) return undefined
    const seconds = free_at ? prompts[n]!.now.until(free_at).total('seconds') : 1
    return Math.max(1, Math.ceil(seconds))
  })
}

/** Takes back one count of each of these moments, because nobody was asked. Another count of the same moment stays. */
export async function uncountPromptsOf(sql: ControlSql, prompts: readonly NumberPrompt[]): Promise<void> {
  if (prompts.length > 0) await sql.rows(uncountPrompts, [toSentRows(prompts.map(toRow))])
}

const atOnce = 500

/** Deletes counts that limit nobody any more. Returns true when more may be waiting. */
export async function forgetPrompts({
  db,
  clock,
}: {
  db: ControlSql
  clock: { now(): Temporal.Instant }
}): Promise<boolean> {
  const before = clock.now().subtract({ seconds: limits[1].seconds })
  return (await db.rows(forget, [before, atOnce])).length === atOnce
}
