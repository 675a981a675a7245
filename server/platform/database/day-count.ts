// Counters of the lists that grow with a merchant's business. The statement that makes or moves rows also writes how
// the counts change, as rows of their own that nobody else touches; a worker adds them to day_count later. What was not
// added yet is the tail that every reader adds by itself, in one snapshot, so that a total is exact at any moment.
// Changes are written by the statements and not gathered from the histories of moves afterwards: a reader of histories
// must know how far it has read, and rows that commit late have ids it has passed.
import { type Sql, statement } from './database.ts'

export type CountedList =
  | 'payment'
  | 'payment_failure'
  | 'transfer'
  | 'transfer_failure'
  | 'delivery'
  | 'link'

const countKey = 'list, merchant_id, environment, day, status, kind'

/** Where a row is counted, as SQL over the row `r`; what it comes to is in minor units. */
export type Counted = { status: string; kind: string; amount?: string }

/**
 * An insert of changes, to stand as a part of the statement that makes or moves the rows.
 * @param rows the part that returns them, each with merchant_id, environment and created_at.
 * @param change.before where a row was counted until now; a new one was counted nowhere.
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

/** SQL of the counts of a list as they are: those added up, and the changes since. $1 and $2 are merchant and environment. */
export function countsOf(list: string, columns: string, condition = 'true'): string {
  const of = (table: string) =>
    `select ${columns} from ${table}
      where merchant_id = $1 and environment = $2 and list = ${list} and ${condition}`
  return `(${of('day_count')} union all ${of('day_count_change')})`
}

const atOnce = 5_000

/** One worker at a time; whoever comes meanwhile finds nothing to do. */
const addUp = statement<{ added: number }>(
  'add_up_day_counts',
  `with turn as materialized (
     select pg_try_advisory_xact_lock(hashtext('likuta day counts')) as is_ours
   ), taken as (
     delete from day_count_change
      where ctid = any (array(select c.ctid from turn, day_count_change c where turn.is_ours limit ${atOnce}))
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

/** Adds changes to the counters; true when there may be more. */
export async function addUpCounts(sql: Sql): Promise<boolean> {
  const [row] = await sql.rows(addUp)
  return row?.added === atOnce
}
