// Reads statements of one merchant, environment ($2) and currency ($3). Sums come from the daily counters, so they cost the same
// at any number of movements; lines are read in the order of time, in pieces.
import type { Currency } from '../../kernel/money.ts'
import { commonStatement, statement } from '../../platform/database/database.ts'
import { countsOf } from '../../platform/database/day-count.ts'
import { type MovementRow, payoutOfMovement, reasonOfCorrection, referenceOfPayout } from '../movements.ts'
import type { MovementType } from '../schemas.ts'

export const linesAtOnce = 500

const countersUntil = (until: string) =>
  `select day, status as type, count, amount_minor as net, 0::bigint as fee
     from ${countsOf(`'balance'`, 'day, status, count, amount_minor', `kind = $3 and day < ${until}`)} nets
   union all
   select day, status, 0, 0, amount_minor
     from ${countsOf(`'balance_fee'`, 'day, status, amount_minor', `kind = $3 and day < ${until}`)} fees`

export type SumRow = {
  /** Null in a row without movements of the period: their sum before it. */
  type: MovementType | null
  count: bigint
  net_minor: bigint
  fee_minor: bigint
}

/**
 * The sum of all movements before the day $4 (type null), and the sums of each type from then until $6, exclusive, which is on a
 * day before $5. What the counters contain beyond $6 is subtracted, in one snapshot.
 */
// guard: statement-sums-owner
export const readSums = statement<SumRow>(
  'read_statement_sums',
  `with moved as (
     ${countersUntil('$5::date')}
     union all
     select ($6::timestamptz at time zone 'UTC')::date, type, -count(*), -sum(net_minor), -sum(fee_minor) from balance_transaction
      where merchant_id = $1 and environment = $2 and currency = $3
        and created_at >= $6::timestamptz and created_at < $5::date::timestamp at time zone 'UTC'
      group by 2
   )
   select case when day >= $4::date then type end as type, sum(count)::bigint as count, sum(net)::bigint as net_minor,
          sum(fee)::bigint as fee_minor
     from moved group by 1 order by 1 nulls first`,
)

/** Its description is the reason for a correction. */
export type LineRow = MovementRow & { id: bigint }

/** Those after the time $4 and the id $5, before $6. */
// guard: statement-lines-owner
export const readLines = statement<LineRow>(
  'read_statement_lines',
  `select t.id, t.created_at, t.public_id, t.type, t.currency, t.amount_minor, t.fee_minor, t.net_minor,
          t.available_on::text as available_on, c.transaction_uuid,
          coalesce(c.merchant_reference, ${referenceOfPayout}) as merchant_reference, ${payoutOfMovement} as payout_id,
          ${reasonOfCorrection} as description
     from (select * from balance_transaction
            where merchant_id = $1 and environment = $2 and currency = $3
              and (created_at, id) > ($4::timestamptz, $5::bigint) and created_at < $6::timestamptz
            order by created_at, id limit ${linesAtOnce}) t
     left join lateral (select transaction_uuid, merchant_reference from card_transaction where id = t.transaction_id limit 1) c on true
    order by t.created_at, t.id`,
)

export const readHolder = commonStatement<{ merchant_code: string; name: string }>(
  'read_statement_holder',
  'select merchant_code, name from merchant where id = $1',
)

export type MonthRow = {
  currency: Currency
  month: string
  type: MovementType
  count: bigint
  net_minor: bigint
  fee_minor: bigint
}

/** The sums of each type of movement in each month with movements, in each currency, oldest first, then by type. */
export const readMonths = statement<MonthRow>(
  'read_statement_months',
  `select kind as currency, to_char(month, 'YYYY-MM') as month, status as type, count, net_minor, fee_minor
     from (select kind, date_trunc('month', day::timestamp) as month, status, sum(count)::bigint as count,
                  sum(net)::bigint as net_minor, sum(fee)::bigint as fee_minor
             from (select day, kind, status, count, amount_minor as net, 0::bigint as fee
                     from ${countsOf(`'balance'`, 'day, kind, status, count, amount_minor')} nets
                   union all
                   select day, kind, status, 0, 0, amount_minor
                     from ${countsOf(`'balance_fee'`, 'day, kind, status, amount_minor')} fees) moved
            group by 1, 2, 3) months
    order by months.month, kind, status`,
)
