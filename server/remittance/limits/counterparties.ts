// How many different documents sent to a number in a rolling window, and to how many different numbers a document sent.
// `limit_counterparty` finds those that may count; the shares of document and number together decide, exact to the microsecond.
import { sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import { type RollingWindow, windowHours } from './rule.ts'
import { boundsJson, boundsOf, hourOf, usageName } from './usage.ts'

/** The subjects that have counterparties. */
export type CounterpartySubject = 'number' | 'document'
/**
 * `min` and `max`: the smallest and the largest limit of the rules. More than one above the largest is not counted, so that a number
 * with many senders costs no more than another. `adds`: how many counterparties the batch can add.
 */
export type CountedKey = { key: bigint; window: RollingWindow; min: bigint; max: bigint; adds: bigint }
/** An inexact count is one that is allowed even if none of those that it may count has left the window. */
type CounterpartyCount = { count: bigint; isExact: boolean }

const columns: Record<CounterpartySubject, string> = { number: 'number_key', document: 'document_key' }

// guard: limit-counterparty-share
const countOf = (subject: CounterpartySubject) =>
  controlStatement<{ key: bigint; time_window: RollingWindow; recent: bigint; exact: bigint | null }>(
    `count_counterparties_of_${subject}`,
    `with ${sentRows('key bigint, time_window text, min bigint, max bigint, adds bigint')},
     bounds as materialized (select * from json_to_recordset($2) as w (
       time_window text, begins timestamptz, hour integer))
     select k.key, k.time_window, recent.count as recent,
            case when recent.count + k.adds > k.min then (
              select count(*) from (
                select from limit_counterparty c
                 where c.${columns[subject]} = k.key and c.last_hour >= w.hour
                   and exists (select from limit_share s where s.key = c.pair_key and s.at > w.begins)
                 limit k.max + 1) counted) end as exact
       from sent k join bounds w using (time_window)
      cross join lateral (
        select count(*) as count from (
          select from limit_counterparty c where c.${columns[subject]} = k.key and c.last_hour >= w.hour
           limit k.max + 1) counted) recent`,
  )
const counts = { number: countOf('number'), document: countOf('document') }

/** When so many others have left the window, each with its last transfer, that the transfer fits. */
const freeingOf = (subject: CounterpartySubject) =>
  controlStatement<{ at: Temporal.Instant }>(
    `find_freeing_counterparty_of_${subject}`,
    `select last.at from limit_counterparty c
      cross join lateral (select max(s.at) as at from limit_share s where s.key = c.pair_key and s.at > $3) last
      where c.${columns[subject]} = $1 and c.pair_key <> $2 and c.last_hour >= $4 and last.at is not null
      order by last.at offset $5 limit 1`,
  )
const freeing = { number: freeingOf('number'), document: freeingOf('document') }

/** Two transfers of an hour cost one write, and a later one moves the row in its indexes. */
const saveLast = controlStatement(
  'save_limit_counterparties',
  `insert into limit_counterparty as c (pair_key, number_key, document_key, last_hour)
   select distinct pair_key, number_key, document_key, $2::integer
     from json_to_recordset($1) as p (pair_key bigint, number_key bigint, document_key bigint) order by pair_key
   on conflict (pair_key) do update set last_hour = excluded.last_hour where c.last_hour < excluded.last_hour`,
)

/**
 * Counts the counterparties of each key in its window, exactly where the rules could be exceeded.
 * @returns by `usageName`.
 */
export async function counterpartiesOf(
  sql: Sql,
  subject: CounterpartySubject,
  keys: readonly CountedKey[],
  now: Temporal.Instant,
): Promise<Map<string, CounterpartyCount>> {
  if (keys.length === 0) return new Map()
  const rows = keys.map(({ key, window, min, max, adds }) => ({
    key: String(key),
    time_window: window,
    min: String(min),
    max: String(max),
    adds: String(adds),
  }))
  const windows = keys.map(({ window }) => window)
  const counted = await sql.rows(counts[subject], [toSentRows(rows), boundsJson(windows, now)])
  return new Map(
    counted.map(({ key, time_window, recent, exact }) => [
      usageName(key, time_window),
      { count: exact ?? recent, isExact: exact !== null },
    ]),
  )
}

/** Records who was whose counterparty in accepted transfers. */
export async function saveCounterparties(
  sql: Tx,
  pairs: readonly Readonly<Record<'pair' | 'number' | 'document', bigint>>[],
  now: Temporal.Instant,
): Promise<void> {
  if (pairs.length === 0) return
  const rows = pairs.map(({ pair, number, document }) => ({
    pair_key: String(pair),
    number_key: String(number),
    document_key: String(document),
  }))
  await sql.rows(saveLast, [JSON.stringify(rows), hourOf(now)])
}

/**
 * When `excess` counterparties have left the window, without the one of the transfer itself.
 * @param excess at least 1.
 */
export async function counterpartiesFreeAt(
  sql: Sql,
  {
    subject,
    key,
    pair,
    window,
  }: { subject: CounterpartySubject; key: bigint; pair: bigint; window: RollingWindow },
  excess: bigint,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const { begins, hour } = boundsOf(window, now)
  const [row] = await sql.rows(freeing[subject], [key, pair, begins, hour, excess - 1n])
  return row?.at.add({ hours: windowHours[window] })
}
