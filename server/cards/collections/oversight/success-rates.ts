// How many collections succeed, by operator and hour.
import type { Environment } from '../../../kernel/environment.ts'
import type { OperatorCode } from '../../../kernel/operators.ts'
import { statement } from '../../../platform/database/database.ts'
import { type Listed, sumsOfCells } from '../../../platform/database/over-cells.ts'

/** How many full hours each span has, with the one that has begun. */
export const spans = { day: 24, week: 168 } as const
export type Span = keyof typeof spans

type HourRow = {
  environment: Environment
  operator: OperatorCode
  hour: string
  approved: bigint
  failed: bigint
  open: bigint
}

const sliceMinutes = 5
/** Of each slice, so that the figures of a busy week cost no more than those of a quiet one. */
const maxOfSlice = 500

const countHours = statement<HourRow>(
  'count_collections_by_hour',
  `select environment, operator, to_char(date_trunc('hour', slice at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:00:00"Z"') as hour,
          count(*) filter (where state = 'APPROVED') as approved,
          count(*) filter (where state in ('DECLINED', 'EXPIRED', 'REFUNDED')) as failed,
          count(*) filter (where state in ('REQUESTED', 'PROMPTED', 'UNKNOWN')) as open
     from generate_series($1::timestamptz, $2::timestamptz, interval '${sliceMinutes} minutes') slice
     cross join lateral (
       select environment, operator, state from collection
        where created_at >= slice and created_at < slice + interval '${sliceMinutes} minutes'
        order by created_at limit ${maxOfSlice}) k
    group by 1, 2, 3`,
)

/** Counts by operator and hour (UTC), oldest first; hours without collections are left out. */
export async function successRates(listed: Listed, span: Span, now: Temporal.Instant) {
  const thisHour = now.round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const rows = await sumsOfCells(listed, countHours, [thisHour.subtract({ hours: spans[span] - 1 }), now])
  return rows
    .toSorted((a, b) => (a.hour + a.operator < b.hour + b.operator ? -1 : 1))
    .map(({ approved, failed, open, ...of }) => ({
      ...of,
      approved: Number(approved),
      failed: Number(failed),
      open: Number(open),
    }))
}
