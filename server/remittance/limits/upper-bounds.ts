// Upper bounds of what subjects have used, kept in the rows that acceptances lock. A bound is what was counted in the current day or
// month and in the one before, so it covers every window of that length.
import { sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { controlStatement, type Tx } from '../../platform/database/database.ts'
import type { RollingWindow } from './rule.ts'
import { hourOf, type UsedSums } from './usage.ts'

/** The period whose bound covers a window. */
const periodOf = { hour: 'day', day: 'day', week: 'month', month: 'month' } as const satisfies Record<
  RollingWindow,
  'day' | 'month'
>

/** Cents. No rule allows a millionth of it, and twice as much fits into the column: refused transfers count here, too, without end. */
const greatestBound = 10n ** 18n

/** A process whose clock is behind counts in the later period that another one has begun. */
// guard: limit-bounds-before
const raised = (period: 'day' | 'month') =>
  ['amount', 'count']
    .map(
      (measure) => `${period}_${measure} = least(${greatestBound}, excluded.${period}_${measure}
         + case when s.${period} >= excluded.${period} then s.${period}_${measure} else 0 end),
       ${period}_${measure}_before = case when s.${period} >= excluded.${period} then s.${period}_${measure}_before
                                when s.${period} = excluded.${period} - 1 then s.${period}_${measure} else 0 end`,
    )
    .join(',\n       ')

type Bounds = {
  key: bigint
  day: number
  month: number
  day_amount: bigint
  day_count: bigint
  month_amount: bigint
  month_count: bigint
}

/** The order of the locks prevents deadlocks. */
const raiseBounds = controlStatement<Bounds>(
  'raise_limit_bounds',
  `with ${sentRows('key bigint, amount bigint, count integer')}
   insert into limit_subject as s (key, day, day_amount, day_count, month, month_amount, month_count)
   select key, $2, amount, count, $3, amount, count from sent order by key
   on conflict (key) do update set day = greatest(s.day, excluded.day), month = greatest(s.month, excluded.month),
       ${raised('day')},
       ${raised('month')}
   returning key, day, month, day_amount + day_amount_before as day_amount, (day_count + day_count_before)::bigint as day_count,
             month_amount + month_amount_before as month_amount, (month_count + month_count_before)::bigint as month_count`,
)

/** At least what a subject had used in a window before the batch; undefined where the bounds are of an earlier period. */
export type UpperBound = (key: bigint, window: RollingWindow) => UsedSums | undefined

/**
 * Locks the subjects until the transaction ends, so that what is read afterwards stays true until its commit, and counts the
 * transfers in their bounds.
 * @param added what the transfers of the batch would add to each subject.
 */
export async function lockAndRaiseBounds(
  sql: Tx,
  added: ReadonlyMap<bigint, UsedSums>,
  now: Temporal.Instant,
): Promise<UpperBound> {
  if (added.size === 0) return () => undefined
  const rows = [...added].map(([key, { amount, count }]) => ({
    key: String(key),
    amount: String(amount),
    count: Number(count),
  }))
  const day = Math.floor(hourOf(now) / 24)
  const current = { day, month: Math.floor(day / 30) }
  const found = await sql.rows(raiseBounds, [toSentRows(rows), current.day, current.month])
  const byKey = new Map(found.map((row) => [row.key, row]))
  return (key, window) => {
    const [row, more, period] = [byKey.get(key), added.get(key), periodOf[window]]
    // guard: limit-bounds-of-later-period
    if (!row || !more || row[period] !== current[period]) return undefined
    return {
      amount: row[`${period}_amount`] - more.amount,
      count: row[`${period}_count`] - more.count,
    }
  }
}
