// What subjects have used of their limits, in rolling windows exact to the microsecond: whole hours from their sums, the hour in
// which the window begins from the shares of its transfers.
import { sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { controlStatement, lockedRows, type Sql, type Tx } from '../../platform/database/database.ts'
import { type RollingWindow, windowHours } from './rule.ts'

/** The windows of a subject that the rules measure. */
export type MeasuredKey = { key: bigint; windows: ReadonlySet<RollingWindow> }

/**
 * $1: the keys with the windows to measure; $2: the windows with their beginning and the hour it falls in.
 * A share that is exactly as old as the window has left it.
 */
const readUsage = controlStatement<{
  key: bigint
  time_window: RollingWindow
  amount_minor: bigint
  count: bigint
}>(
  'read_limit_usage',
  `with ${sentRows('key bigint, time_window text')},
   bounds as materialized (select * from json_to_recordset($2) as w (
     time_window text, begins timestamptz, hour integer, hour_ends timestamptz))
   select k.key, w.time_window, coalesce(sum(used.amount_minor), 0)::bigint as amount_minor,
          coalesce(sum(used.count), 0)::bigint as count
     from sent k join bounds w using (time_window)
    cross join lateral (
      select amount_minor, count from limit_hour h where h.key = k.key and h.hour > w.hour
      union all
      select sum(s.amount_minor), count(*) from limit_share s
       where s.key = k.key and s.at > w.begins and s.at < w.hour_ends) used
    group by k.key, w.time_window`,
)

const insertShares = controlStatement(
  'insert_limit_shares',
  `insert into limit_share (key, at, transfer_id, amount_minor)
   select key, $2, transfer_id, amount_minor
     from json_to_recordset($1) as s (key bigint, transfer_id bigint, amount_minor bigint)`,
)
const addToHours = controlStatement(
  'add_to_limit_hours',
  `insert into limit_hour as h (key, hour, amount_minor, count)
   select key, $2, sum(amount_minor), count(*)
     from json_to_recordset($1) as s (key bigint, transfer_id bigint, amount_minor bigint)
    group by key order by key
   on conflict (key, hour) do update
     set amount_minor = h.amount_minor + excluded.amount_minor, count = h.count + excluded.count`,
)
/** The hours are locked in the order in which acceptances lock them. */
const deleteShares = controlStatement(
  'give_back_limit_shares',
  `with given_back as (
     delete from limit_share s
      using json_to_recordset($1) as r (key bigint, at timestamptz, transfer_id bigint, hour integer)
      where s.key = r.key and s.at = r.at and s.transfer_id = r.transfer_id
     returning s.key, r.hour, s.amount_minor
   ), of_hours as (
     select key, hour, sum(amount_minor) as amount_minor, count(*) as count from given_back group by key, hour
   ), locked as materialized (
     ${lockedRows('select h.key, h.hour from limit_hour h join of_hours using (key, hour) order by h.key, h.hour for update of h')}
   )
   update limit_hour h set amount_minor = h.amount_minor - o.amount_minor, count = h.count - o.count
     from of_hours o join locked using (key, hour) where h.key = o.key and h.hour = o.hour`,
)
/** The first share from which on enough has been freed when the shares leave the window, oldest first. */
const findFreeing = controlStatement<{ at: Temporal.Instant }>(
  'find_freeing_share',
  `select at from (
     select at, sum(amount_minor) over shares as amount_minor, count(*) over shares as count
       from limit_share where key = $1 and at > $2
     window shares as (order by at, transfer_id)) freed
    where case when $3 then amount_minor else count end >= $4 order by at limit 1`,
)

const hourMs = 3_600_000
export const hourOf = (instant: Temporal.Instant) => Math.floor(instant.epochMilliseconds / hourMs)

/** When a window that ends now began. */
export const windowStart = (now: Temporal.Instant, window: RollingWindow) =>
  now.subtract({ hours: windowHours[window] })

/** The beginning of a window that ends now, and the hour that it falls in, as statements about usage take them. */
export function boundsOf(window: RollingWindow, now: Temporal.Instant) {
  const begins = windowStart(now, window)
  const hour = hourOf(begins)
  const hourEnds = Temporal.Instant.fromEpochMilliseconds((hour + 1) * hourMs)
  return { time_window: window, begins: begins.toString(), hour, hour_ends: hourEnds.toString() }
}

/** The beginnings of these windows as JSON. */
export const boundsJson = (windows: Iterable<RollingWindow>, now: Temporal.Instant) =>
  JSON.stringify([...new Set(windows)].map((window) => boundsOf(window, now)))

/** The keys with their windows, and the beginnings of the windows, as parameters of a statement. */
export function measuredRows(keys: readonly MeasuredKey[], now: Temporal.Instant) {
  const pairs = keys.flatMap(({ key, windows }) =>
    [...windows].map((window) => ({ key: String(key), time_window: window })),
  )
  const windows = pairs.map(({ time_window }) => time_window)
  return [toSentRows(pairs), boundsJson(windows, now)]
}

/** US cents and transfers. */
export type UsedSums = { amount: bigint; count: bigint }

/**
 * Reads what each subject has used in each of its windows.
 * @param now the end of the windows. Shares of later times, which another process may have written, are included.
 */
export async function usageOf(
  sql: Sql,
  keys: readonly MeasuredKey[],
  now: Temporal.Instant,
): Promise<Map<string, UsedSums>> {
  if (keys.length === 0) return new Map()
  const rows = await sql.rows(readUsage, measuredRows(keys, now))
  return new Map(
    rows.map((row) => [usageName(row.key, row.time_window), { amount: row.amount_minor, count: row.count }]),
  )
}

/** The name of a subject's usage in the result of `usageOf`. */
export const usageName = (key: bigint, window: RollingWindow) => `${key} ${window}`

/** Adds transfers to what their subjects have used. @param amount US cents. */
export async function saveShares(
  sql: Tx,
  transfers: readonly { id: bigint; keys: readonly string[]; amount: bigint }[],
  now: Temporal.Instant,
): Promise<void> {
  const rows = transfers.flatMap(({ id, keys, amount }) =>
    keys.map((key) => ({ key, transfer_id: String(id), amount_minor: String(amount) })),
  )
  if (rows.length === 0) return
  const shares = JSON.stringify(rows)
  await Promise.all([sql.rows(insertShares, [shares, now]), sql.rows(addToHours, [shares, hourOf(now)])])
}

/**
 * When so much of what a subject has used leaves the window that `excess` more fits; undefined if it never does.
 * @param excess US cents, or transfers for a count.
 */
export async function freesAt(
  sql: Sql,
  { key, window, measure }: { key: bigint; window: RollingWindow; measure: 'sum' | 'count' },
  excess: bigint,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const [share] = await sql.rows(findFreeing, [key, windowStart(now, window), measure === 'sum', excess])
  return share?.at.add({ hours: windowHours[window] })
}

/**
 * Transfers that have failed or were reversed no longer count in the limits of their subjects, from their acceptance on.
 * @param transfers locked by the transaction.
 */
export async function giveBackShares(
  sql: Tx,
  transfers: readonly {
    id: bigint
    created_at: Temporal.Instant
    limit_subjects: readonly string[] | null
  }[],
): Promise<void> {
  const shares = transfers.flatMap(({ id, created_at: at, limit_subjects }) =>
    (limit_subjects ?? []).map((key) => ({
      key,
      at: at.toString(),
      transfer_id: String(id),
      hour: hourOf(at),
    })),
  )
  if (shares.length > 0) await sql.rows(deleteShares, [JSON.stringify(shares)])
}
