// How often a number may be asked to pay, over all merchants and cells: whoever enters the number of somebody else bothers them. And how
// many numbers without a wallet may be tried, by number and by merchant: each reply says who has a wallet.

import { sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { type ControlSql, type ControlTx, controlStatement } from '../../platform/database/database.ts'

/** At most so many prompts within so many seconds. */
const limits = [
  { most: 3, seconds: 600 },
  { most: 10, seconds: 86_400 },
] as const
/** At most so many tries without a wallet within so many seconds: of one number, and of a merchant's server. */
const missLimits = {
  number: [
    { most: 5, seconds: 600 },
    { most: 20, seconds: 86_400 },
  ],
  merchant: [
    { most: 60, seconds: 600 },
    { most: 500, seconds: 86_400 },
  ],
} as const
type Limits = readonly { most: number; seconds: number }[]
const longest = `interval '${Math.max(...limits.map(({ seconds }) => seconds))} seconds'`

/** SQL: whether fewer are counted in `p` than each limit allows. */
const isBelow = (all: Limits, now: string) =>
  all
    .map(
      ({ most, seconds }) =>
        `cardinality(times_within(p.prompts, ${now}, interval '${seconds} seconds')) < ${most}`,
    )
    .join(' and ')

/** SQL: when `p` is free again, if a limit is reached: the oldest of those that fill it must be long enough ago. */
const freeAt = (all: Limits) =>
  `greatest(${all
    .map(
      ({ most, seconds }) =>
        `p.prompts[cardinality(p.prompts) - ${most - 1}] + interval '${seconds} seconds'`,
    )
    .join(', ')})`

/** SQL: until when a number or a merchant without wallets is refused, as a row of `missed` for each that is. */
const missedBy = (who: 'number' | 'merchant') => `
     select m.n, ${freeAt(missLimits[who])} as free_at from sent m join number_prompt p on p.number_hash = decode(m.${who}_misses, 'hex')
      where not (${isBelow(missLimits[who], 'm.now')})`

/** The rows are locked in order of their keys, so that two claims cannot deadlock. */
// guard: prompt-limits
const countPrompts = controlStatement<{ is_allowed: boolean; free_at: Temporal.Instant | null }>(
  'count_number_prompts',
  `with ${sentRows('number_hash text, now timestamptz, number_misses text, merchant_misses text')}
   , missed as materialized (${missedBy('number')} union all ${missedBy('merchant')}
   ), counted as (
     insert into number_prompt as p (number_hash, prompts, last_at)
     select decode(number_hash, 'hex'), array[now], now from sent where n not in (select n from missed) order by 1
     on conflict (number_hash) do update
        set prompts = times_within(p.prompts, excluded.last_at, ${longest}) || excluded.last_at, last_at = excluded.last_at
      where ${isBelow(limits, 'excluded.last_at')}
     returning number_hash)
   select exists (select from counted where number_hash = decode(m.number_hash, 'hex')) as is_allowed,
          greatest((select ${freeAt(limits)} from number_prompt p where number_hash = decode(m.number_hash, 'hex')),
                   (select max(missed.free_at) from missed where missed.n = m.n)) as free_at
     from sent m order by m.n`,
)

const uncountPrompts = controlStatement(
  'uncount_number_prompts',
  `with ${sentRows('number_hash text, now timestamptz')}
   update number_prompt p
      set prompts = p.prompts[:array_position(p.prompts, m.now) - 1] || p.prompts[array_position(p.prompts, m.now) + 1:]
     from sent m where p.number_hash = decode(m.number_hash, 'hex') and array_position(p.prompts, m.now) is not null`,
)

/** The rows are locked in order of their keys, too. */
// guard: wallet-misses
const countMisses = controlStatement(
  'count_wallet_misses',
  `with ${sentRows('key text, now timestamptz')}
   insert into number_prompt as p (number_hash, prompts, last_at)
   select decode(key, 'hex'), array[now], now from sent order by 1
   on conflict (number_hash) do update
      set prompts = times_within(p.prompts, excluded.last_at, ${longest}) || excluded.last_at, last_at = excluded.last_at`,
)

const forget = controlStatement<{ number_hash: Buffer }>(
  'forget_number_prompts',
  `delete from number_prompt where number_hash in (
     select number_hash from number_prompt where last_at < $1 order by last_at limit $2) returning number_hash`,
)

export type NumberPrompt = {
  numberHash: Buffer
  now: Temporal.Instant
  /** By which tries without a wallet are counted: those of the number, and those of the merchant whose server asks. */
  misses: { number: Buffer; merchant?: Buffer | undefined }
}

const toRow = ({ numberHash, now, misses }: NumberPrompt) => ({
  number_hash: numberHash.toString('hex'),
  now: now.toString(),
  number_misses: misses.number.toString('hex'),
  merchant_misses: misses.merchant?.toString('hex'),
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

/** Counts a number that has no wallet. */
export async function countMiss(sql: ControlSql, { misses, now }: NumberPrompt): Promise<void> {
  const keys = [misses.number, ...(misses.merchant ? [misses.merchant] : [])]
  const rows = keys.map((key) => ({ key: key.toString('hex'), now: now.toString() }))
  await sql.rows(countMisses, [toSentRows(rows)])
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
