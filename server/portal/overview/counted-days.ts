// The counters of a merchant's days in its own time zone, as one statement reads them.
import { countedPayments } from '../../cards/transaction/transaction.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { countsOf } from '../../platform/database/day-count.ts'
import { countedTransfers } from '../../remittance/transfer/transfer.ts'
import { lostDisputes, type Shift } from './figures.ts'

/** Rows of $1 in $2 of one shift. */
const inShift = 'created_at >= s.starts and created_at < s.ends'

/**
 * SQL for the counters of the days $3 to $4, and the rows that belong to the day beside the one that counts them: those between midnight UTC
 * and the shop's own. The counters have neither parts that were refunded nor lost disputes, so these are read from their rows.
 * All are read in one snapshot, so that no payment is missing or counted twice while it moves. A day whose rows all belong to
 * the day beside it has none left, not a sum of zero.
 * @param of SQL expressions: the lists that are counted, and what the days are grouped by, of a date `day`
 */
export function countedDays({ lists, day }: { lists: string; day: string }): string {
  return `with shift as (
     select * from unnest($5::timestamptz[], $6::timestamptz[], $7::date[], $8::date[]) s (starts, ends, left_day, joined_day)
   ), shifted as (
     select r.list, s.left_day, s.joined_day, r.status, r.kind, count(*) as count, sum(r.amount_minor) as amount_minor
       from shift s cross join lateral (${countedPayments(inShift)} union all ${countedTransfers(inShift)}) r
      group by 1, 2, 3, 4, 5
   )
   select list, ${day} as day, status, kind, sum(count)::bigint as count, sum(amount_minor)::bigint as amount
     from (select * from ${countsOf(lists, 'list, day, status, kind, count, amount_minor', 'day between $3::date and $4::date')} counted
           union all select list, left_day, status, kind, -count, -amount_minor from shifted
           union all select list, joined_day, status, kind, count, amount_minor from shifted) moved
    where day between $3::date and $4::date
    group by 1, 2, 3, 4
    having sum(count) <> 0
   union all
   select 'refunded_part', ${day}, status, currency, count(*), sum(refunded_minor)::bigint
     from (select (created_at at time zone $9::text)::date as day, status, currency, refunded_minor
             from card_transaction
            where merchant_id = $1 and environment = $2 and status = 'PARTIALLY_REFUNDED'
              and created_at >= $3::date::timestamp at time zone $9::text
              and created_at < ($4::date + 1)::timestamp at time zone $9::text) parts
    group by 2, 3, 4
   union all
   select list, ${day}, state, currency, sum(count)::bigint, sum(taken)::bigint
     from (${lostDisputes({ owner: 'd.merchant_id = $1 and d.environment = $2', first: '$3', last: '$4', zone: '$9::text' })}) lost (list, day, state, currency, count, taken)
    group by 1, 2, 3, 4`
}

/** The values of such a statement. @param days.shifts at every day by which the days are grouped, and the one after the last */
export function valuesOfDays(
  { merchantId, environment }: Pick<Session, 'merchantId' | 'environment'>,
  days: { first: string; last: string; shifts: readonly Shift[]; zone: string },
): unknown[] {
  const parts = (['from', 'to', 'left', 'joined'] as const).map((part) =>
    days.shifts.map((shift) => shift[part]),
  )
  return [merchantId, environment, days.first, days.last, ...parts, days.zone]
}
