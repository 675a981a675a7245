// The names that operators confirmed for numbers: whether a transfer changes the name, and how often it has changed in a rolling window.
import { sentRows } from '../../platform/database/coalescing-batch.ts'
import { type ControlSql, controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import { type RollingWindow, windowHours } from './rule.ts'
import { type MeasuredKey, measuredRows, windowStart } from './usage.ts'

/** The last confirmed name of a number, and its changes in each window. */
export type NamesOfNumber = { name: bigint | undefined; changes: Map<RollingWindow, bigint> }

/** A name that an operator confirmed for the number of a transfer. `source`, `confirmedAt`: which protocol replied, and when. */
export type ConfirmedName = {
  number: bigint
  name: bigint
  source: string | undefined
  confirmedAt: Temporal.Instant | undefined
  at: Temporal.Instant
}

const lastName = 'select n.name_key from limit_name n where n.number_key = k.key order by n.id desc limit 1'

const readNames = controlStatement<{
  key: bigint
  time_window: RollingWindow
  name: bigint | null
  changes: bigint
}>(
  'read_limit_names',
  `with ${sentRows('key bigint, time_window text')},
   bounds as materialized (select * from json_to_recordset($2) as w (time_window text, begins timestamptz))
   select k.key, k.time_window, (${lastName}) as name,
          (select count(*) from limit_name n
            where n.number_key = k.key and n.at > w.begins and n.name_before is not null) as changes
     from sent k join bounds w using (time_window)`,
)
/** Several transfers of a batch may name the same number: each is compared with the one before. */
const insertChanges = controlStatement(
  'insert_limit_names',
  `insert into limit_name (number_key, name_key, name_before, source, confirmed_at, at)
   select key, name_key, name_before, source, confirmed_at, at
     from (select k.*, coalesce(lag(name_key) over (partition by key order by position), (${lastName})) as name_before
             from json_to_recordset($1) as k (position integer, key bigint, name_key bigint, source text,
                                              confirmed_at timestamptz, at timestamptz)) compared
    where name_key is distinct from name_before order by position`,
)
const findLastChange = controlStatement<{ at: Temporal.Instant }>(
  'find_freeing_name_change',
  `select at from limit_name where number_key = $1 and at > $2 and name_before is not null order by at offset $3 limit 1`,
)
const readChanges = controlStatement<{ number_key: bigint; at: Temporal.Instant }>(
  'read_name_changes_for_dry_run',
  `select number_key, at from limit_name where name_before is not null and at > $1 and at < $2 order by at, id`,
)

/** @param keys of numbers, whose subjects are locked, so that the last name stays the last until the commit. */
export async function namesOf(
  sql: Sql,
  keys: readonly MeasuredKey[],
  now: Temporal.Instant,
): Promise<Map<bigint, NamesOfNumber>> {
  const names = new Map<bigint, NamesOfNumber>()
  if (keys.length === 0) return names
  for (const row of await sql.rows(readNames, measuredRows(keys, now))) {
    const known = names.get(row.key) ?? { name: row.name ?? undefined, changes: new Map() }
    known.changes.set(row.time_window, row.changes)
    names.set(row.key, known)
  }
  return names
}

/** Records the first name of each number and its changes. @param confirmed in the order of the transfers. */
export async function saveNames(sql: Tx, confirmed: readonly ConfirmedName[]): Promise<void> {
  if (confirmed.length === 0) return
  const rows = confirmed.map(({ number, name, source, confirmedAt, at }, position) => ({
    position,
    key: String(number),
    name_key: String(name),
    source,
    confirmed_at: confirmedAt?.toString(),
    at: at.toString(),
  }))
  await sql.rows(insertChanges, [JSON.stringify(rows)])
}

/** When `excess` changes have left the window. @param excess at least 1. */
export async function namesFreeAt(
  sql: Sql,
  { key, window }: { key: bigint; window: RollingWindow },
  excess: bigint,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const [change] = await sql.rows(findLastChange, [key, windowStart(now, window), excess - 1n])
  return change?.at.add({ hours: windowHours[window] })
}

/** All changes between two times, oldest first. */
export async function nameChangesBetween(
  sql: ControlSql,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<{ number: bigint; at: Temporal.Instant }[]> {
  const rows = await sql.rows(readChanges, [from, to])
  return rows.map(({ number_key: number, at }) => ({ number, at }))
}
