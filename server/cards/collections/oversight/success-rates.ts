// How many attempts succeed, by operator and hour, beside the same hours a week before: payments by card and by phone, and payouts to wallets.
import type { Environment } from '../../../kernel/environment.ts'
import type { OperatorCode } from '../../../kernel/operators.ts'
import { statement } from '../../../platform/database/database.ts'
import { type Listed, sumsOfCells } from '../../../platform/database/over-cells.ts'
import { utcSecond } from '../../../platform/time/clock.ts'

/** `payout`: to the wallet of a beneficiary or a merchant. */
export const flows = ['charge', 'collection', 'payout'] as const
export type Flow = (typeof flows)[number]

type CountRow = {
  flow: Flow
  environment: Environment
  /** Null for the card gateway. */
  operator: OperatorCode | null
  hour: string
  result: 'approved' | 'failed' | 'open'
  /** Why it failed, in our words; empty where nobody said so. */
  reason: string
  count: bigint
}

/** How many full hours are counted, with the one that has begun. */
const hoursShown = 24
const daysBefore = 7

const sliceMinutes = 15
/** Of each slice, so that the figures of a busy day cost no more than those of a quiet one. */
const maxOfSlice = 1_000

const slices = `generate_series($1::timestamptz, $2::timestamptz, interval '${sliceMinutes} minutes') slice`
const inSlice = `created_at >= slice and created_at < least(slice + interval '${sliceMinutes} minutes', $2)`

const countAttempts = statement<CountRow>(
  'count_attempts_by_hour',
  `select flow, environment, operator, to_char(date_trunc('hour', slice at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:00:00"Z"') as hour,
          result, case when result = 'failed' then reason else '' end as reason, count(*) as count
     from (
       select 'collection' as flow, k.environment, k.operator, slice,
              case when k.state = 'APPROVED' then 'approved' when k.state in ('DECLINED', 'EXPIRED', 'REFUNDED') then 'failed'
                   else 'open' end as result, k.reason_code as reason
         from ${slices} cross join lateral (
           select environment, operator, state, reason_code from collection where ${inSlice}
            order by created_at limit ${maxOfSlice}) k
       union all
       select case o.kind when 'charge' then 'charge' else 'payout' end, coalesce(t.environment, split_part(o.queue, ':', 2)),
              nullif(split_part(o.queue, ':', 3), ''), slice,
              case when o.state = 'confirmed' then 'approved' when o.state in ('declined', 'undone') then 'failed' else 'open' end,
              coalesce(case o.kind when 'charge' then o.upstream_reason when 'payout' then r.failure_code else p.failure_code end, '')
         from ${slices} cross join lateral (
           select kind, queue, state, upstream_reason, card_transaction_id, transfer_id, merchant_payout_id from operation
            where ${inSlice} and kind in ('charge', 'payout', 'merchant_payout') limit ${maxOfSlice}) o
         left join card_transaction t on t.id = o.card_transaction_id left join transfer r on r.id = o.transfer_id
         left join merchant_payout p on p.id = o.merchant_payout_id
     ) attempt
    group by 1, 2, 3, 4, 5, 6`,
)

type Counts = { approved: number; failed: number; open: number }
export type AttemptHour = Pick<CountRow, 'flow' | 'environment' | 'operator' | 'hour'> &
  Counts & {
    declines: { reason_code: string; count: number }[]
    week_before: Counts
  }

/**
 * Counts by operator and hour (UTC), oldest first. Hours without attempts in both weeks are left out. The hour that has begun is
 * compared with the same part of its hour a week before.
 */
export async function attemptHours(listed: Listed, now: Temporal.Instant): Promise<AttemptHour[]> {
  const thisHour = now.round({ smallestUnit: 'hour', roundingMode: 'floor' })
  const span = [thisHour.subtract({ hours: hoursShown - 1 }), now] as const
  const earlier = span.map((at) => at.subtract({ hours: daysBefore * 24 }))
  const [rows, before] = await Promise.all([
    sumsOfCells(listed, countAttempts, span),
    sumsOfCells(listed, countAttempts, earlier),
  ])
  const hours = new Map<string, AttemptHour>()
  for (const row of rows) {
    const at = hourIn(hours, row)
    at[row.result] += Number(row.count)
    if (row.result === 'failed') at.declines.push({ reason_code: row.reason, count: Number(row.count) })
  }
  for (const row of before) {
    const hour = utcSecond(Temporal.Instant.from(row.hour).add({ hours: daysBefore * 24 }))
    hourIn(hours, { ...row, hour }).week_before[row.result] += Number(row.count)
  }
  return [...hours].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, hour]) => hour)
}

function hourIn(hours: Map<string, AttemptHour>, row: CountRow): AttemptHour {
  const { flow, environment, operator, hour } = row
  const key = `${hour} ${flows.indexOf(flow)} ${operator ?? ''} ${environment}`
  const none = { approved: 0, failed: 0, open: 0 }
  const found = hours.get(key) ?? {
    ...{ flow, environment, operator, hour, ...none },
    ...{ declines: [], week_before: { ...none } },
  }
  hours.set(key, found)
  return found
}
