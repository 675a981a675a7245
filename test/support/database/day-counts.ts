// The list counters, and the rows that they count.
import { type Sql, statement } from '../../../server/platform/database/database.ts'

export type CountRow = {
  list: string
  merchant_id: bigint
  environment: string
  day: string
  status: string
  kind: string
  count: bigint
  amount_minor: bigint
}

const countKey = 'list, merchant_id, environment, day, status, kind'
const day = `(created_at at time zone 'UTC')::date`

const counted = (list: string, from: string, status: string, kind: string, amount = '0') =>
  `select '${list}' as list, merchant_id, environment, ${day} as day, ${status} as status, ${kind} as kind,
          count(*) as count, coalesce(sum(${amount}), 0)::bigint as amount_minor
     from ${from} group by 2, 3, 4, 5, 6`

const rowsCounted = [
  counted('payment', 'card_transaction', 'status', `coalesce(currency, '')`, 'amount_minor'),
  counted('payment_failure', `card_transaction where status = 'FAILED'`, 'status', 'reason_code'),
  counted('transfer', 'transfer', 'status', 'operator', `case when status <> 'Hold' then receiver_minor end`),
  counted('transfer_failure', `transfer where status = 'Failed'`, 'status', `coalesce(failure_code, '')`),
  counted('delivery', 'webhook_event where url is not null', 'state', 'event_type'),
  counted('link', 'payment_link', `''`, `''`),
  counted('balance', 'balance_transaction', 'type', 'currency', 'net_minor'),
  counted('payout', 'merchant_payout', 'state', 'currency', 'amount_minor'),
  counted('balance_fee', 'balance_transaction where fee_minor <> 0', 'type', 'currency', 'fee_minor'),
].join(' union all ')

const readTruth = statement<CountRow>(
  'test_count_rows',
  `select * from (${rowsCounted}) truth order by ${countKey}`,
)
const readCounters = statement<CountRow>(
  'test_read_counters',
  `select ${countKey}, sum(count)::bigint as count, sum(amount_minor)::bigint as amount_minor
     from (select * from day_count union all select * from day_count_change) all_counts
    group by ${countKey} having sum(count) <> 0 or sum(amount_minor) <> 0 order by ${countKey}`,
)
const findWrong = statement<{ place: string }>(
  'test_find_wrong_counts',
  `with counted as (
     select ${countKey}, sum(count)::bigint as count, sum(amount_minor)::bigint as amount_minor
       from (select * from day_count union all select * from day_count_change) all_counts
      group by ${countKey} having sum(count) <> 0 or sum(amount_minor) <> 0
   ), truth as (${rowsCounted})
   (select counted::text as place from (select * from counted except select ${countKey}, count, amount_minor from truth) counted)
   union all
   (select truth::text from (select ${countKey}, count, amount_minor from truth except select * from counted) truth)
   union all
   select 'all merchants: ' || (list, environment, day, status, kind, sum(count))::text
     from (select list, environment, day, status, kind, count from day_total
           union all select list, environment, day, status, kind, -count from day_count) totals
    group by list, environment, day, status, kind having sum(count) <> 0`,
)
const recountAll = statement('test_count_again', 'select recount_day_counts()')

/** What the counters should be, counted row by row. */
export function countedRows(sql: Sql): Promise<CountRow[]> {
  return sql.rows(readTruth)
}

/** What the counters are, including pending changes. */
export function counters(sql: Sql): Promise<CountRow[]> {
  return sql.rows(readCounters)
}

/** Where counters and rows differ, both read in one snapshot. */
export function wrongCounts(sql: Sql): Promise<{ place: string }[]> {
  return sql.rows(findWrong)
}

/** Rebuilds the counters after rows were written without the service. */
export async function recount(sql: Sql): Promise<void> {
  await sql.rows(recountAll)
}
