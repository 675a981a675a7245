// Daily counters for lists that grow with a merchant's business. A statement that creates or moves rows also inserts the
// change of the counts, as rows that no other transaction touches; a worker adds them to day_count later. Readers add
// the pending changes themselves, in one snapshot, so a total is exact at any moment. The changes are not derived from
// the histories of moves afterwards, because a reader of histories must know how far it has read, and rows that commit
// late have ids it has already passed.
import { type Database, type Sql, statement, type Tx } from './database.ts'
import { triedPlaceLock } from './locks.ts'

export type CountedList =
  | 'payment'
  | 'payment_failure'
  | 'transfer'
  | 'transfer_failure'
  | 'delivery'
  | 'link'
  | 'balance'
  | 'payout'
  | 'balance_fee'

const countKey = 'list, merchant_id, environment, day, status, kind'

/** Where a row is counted, as SQL over the row `r`; the amount is in minor units. */
export type Counted = { status: string; kind: string; amount?: string }

/**
 * An insert of count changes, used as one part (CTE) of the statement that creates or moves the rows.
 * @param rows the part that returns the rows, each with merchant_id, environment and created_at.
 * @param change.before where a row was counted until now; absent for a new row.
 */
export function countChange(
  list: CountedList,
  rows: string,
  change: { before?: Counted; after: Counted; where?: string },
): string {
  const { before, after, where = 'true' } = change
  const value = ({ status, kind, amount = '0' }: Counted, sign: 1 | -1) =>
    `(${status}, ${kind}, (${amount})::bigint, ${sign})`
  const values = [...(before ? [value(before, -1)] : []), value(after, 1)].join(', ')
  return `insert into day_count_change (${countKey}, count, amount_minor)
    select '${list}', r.merchant_id, r.environment, (r.created_at at time zone 'UTC')::date, s.status, s.kind,
           sum(s.sign), sum(s.sign * s.amount)
      from ${rows} r cross join lateral (values ${values}) s (status, kind, amount, sign)
     where ${where} group by 2, 3, 4, 5, 6
    having sum(s.sign) <> 0 or sum(s.sign * s.amount) <> 0`
}

/** SQL for the current counts of a list: the aggregated ones and the pending changes. $1 is the merchant, $2 the environment. */
export function countsOf(list: string, columns: string, condition = 'true'): string {
  const of = (table: string) =>
    `select ${columns} from ${table}
      where merchant_id = $1 and environment = $2 and list = ${list} and ${condition}`
  return `(${of('day_count')} union all ${of('day_count_change')})`
}

const countDay = statement<{ count: bigint }>(
  'count_rows_of_day',
  `select coalesce(sum(count), 0)::bigint as count
     from (select count from day_total where list = $1 and day = $2::date
           union all select count from day_count_change where list = $1 and day = $2::date) counted`,
)

/** How many rows of a list were created on a UTC day, `YYYY-MM-DD`, in all environments of all merchants of a cell. */
export async function countOnDay(sql: Sql, list: CountedList, day: string): Promise<number> {
  return Number((await sql.rows(countDay, [list, day]))[0]?.count ?? 0)
}

const atOnce = 5_000

/** Only one worker aggregates those of a cell at a time; a concurrent one finds nothing to do. */
const lockCounts = statement<{ is_ours: boolean }>(
  'lock_day_counts',
  `select ${triedPlaceLock('day counts')} as is_ours`,
)
const addUp = statement<{ added: number }>(
  'add_up_day_counts',
  `with taken as (
     delete from day_count_change where ctid = any (array(select ctid from day_count_change limit ${atOnce}))
     returning ${countKey}, count, amount_minor
   ), summed as (
     select ${countKey}, sum(count) as count, sum(amount_minor) as amount_minor from taken group by ${countKey}
   ), added as (
     insert into day_count (${countKey}, count, amount_minor)
     select ${countKey}, count, amount_minor from summed where count <> 0 or amount_minor <> 0
      order by merchant_id, environment, list, day, status, kind
     on conflict (merchant_id, environment, list, day, status, kind) do update
        set count = day_count.count + excluded.count, amount_minor = day_count.amount_minor + excluded.amount_minor
   )
   select count(*)::integer as added from taken`,
)

/** Adds pending changes to the counters; true when there may be more. */
export function addUpCounts(db: Database): Promise<boolean> {
  return db.transaction(addUpCountsIn, { beginsByReading: true })
}

/** The same in a transaction of the caller. */
export async function addUpCountsIn(sql: Tx): Promise<boolean> {
  const [lock] = await sql.rows(lockCounts)
  if (!lock?.is_ours) return false
  const [row] = await sql.rows(addUp)
  return row?.added === atOnce
}
