// The figures of days, from the counters: totals, days and the reasons for failures. Shared by the portal's home page and by
// the console's overview.
import { type RefusalReason, refusals } from '../../cards/transaction/decline-reasons.ts'
import { formatMoney, localCurrencies, money } from '../../kernel/money.ts'
import type { CountedList } from '../../platform/database/day-count.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { amountNumber } from '../../remittance/transfer/formats.ts'

/** Counted rows of one list, day, status and kind; or what refunds in part and lost disputes took of the payments of a day. */
export type CountRow = {
  list: CountedList | ReturnedPart
  day: string
  status: string
  kind: string
  count: bigint
  amount: bigint
}

/** What of a payment went back while its status says that it was paid. */
const returnedParts = ['refunded_part', 'lost_dispute'] as const
type ReturnedPart = (typeof returnedParts)[number]

/**
 * What lost disputes took of the payments of some days of a zone; a dispute is never older than its payment.
 * @param of SQL expressions: a condition on the disputes `d`, and the days
 */
export function lostDisputes({
  owner,
  first,
  last,
  zone,
}: Record<'owner' | 'first' | 'last' | 'zone', string>): string {
  const starts = `${first}::date::timestamp at time zone ${zone}`
  const ends = `(${last}::date + 1)::timestamp at time zone ${zone}`
  return `select 'lost_dispute', (t.created_at at time zone ${zone})::date, d.state, d.currency, count(*), sum(d.taken_minor)::bigint
     from card_dispute d join card_transaction t on t.id = d.transaction_id
    where d.state in ('LOST', 'ACCEPTED') and ${owner} and d.created_at >= ${starts}
      and t.created_at >= ${starts} and t.created_at < ${ends}
    group by 2, 3, 4`
}

/** The lists that the figures are made of, as an SQL expression for the condition `list = …`. */
export const businessLists = `any (array['payment', 'payment_failure', 'transfer', 'transfer_failure'])`

const weekDays = 7

/** A payment that was refunded or voided later counts as paid. */
const paid = new Set(['SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED'])

/** The whole amount went back. */
const returned = new Set(['REFUNDED', 'VOIDED'])

const isReturnedPart = (list: CountRow['list']) => returnedParts.some((part) => part === list)

/** @param rows the counters of these days. A row counts on the day it was created, with its current status. */
export function figuresOf(days: readonly string[], rows: readonly CountRow[]) {
  const inDays = (from: number, to?: number) => {
    const wanted = new Set(days.slice(from, to))
    return rows.filter(({ day }) => wanted.has(day))
  }
  const inWeek = inDays(-weekDays)
  return {
    today: totalsOf(rows.filter(({ day }) => day === days.at(-1))),
    week: totalsOf(inWeek),
    previous_week: totalsOf(inDays(-2 * weekDays, -weekDays)),
    days: days.map((day) => dayOf(day, rows)),
    failures: byKind(inWeek, 'payment_failure').map(({ kind, count }) => ({
      reason_code: kind,
      message: refusals[kind as RefusalReason] ?? '',
      count,
    })),
    transfer_failures: byKind(inWeek, 'transfer_failure').map(({ kind, count }) => ({
      failure_code: kind,
      count,
    })),
  }
}

/** What counted rows add up to, whatever their days are. */
export function totalsOf(rows: readonly CountRow[]) {
  const payments = rows.filter(({ list }) => list === 'payment')
  const transfers = rows.filter(({ list }) => list === 'transfer')
  const succeeded = payments.filter(({ status }) => paid.has(status))
  const failed = payments.filter(({ status }) => status === 'FAILED')
  const completed = countIn(succeeded) + countIn(failed)
  const arrived = transfers.filter(({ status }) => status === 'Successful')
  const inStatus = (wanted: string) => countIn(transfers.filter(({ status }) => status === wanted))
  return {
    payments: {
      count: countIn(payments),
      succeeded: countIn(succeeded),
      failed: countIn(failed),
      /** A fraction with four places; null if no payment has completed. */
      success_rate: completed === 0 ? null : Math.round((countIn(succeeded) / completed) * 10_000) / 10_000,
      amounts: amountsOf(succeeded),
      returned: amountsOf(
        rows.filter(
          ({ list, status }) => isReturnedPart(list) || (list === 'payment' && returned.has(status)),
        ),
      ),
    },
    transfers: {
      count: countIn(transfers),
      successful: countIn(arrived),
      failed: inStatus('Failed'),
      held: inStatus('Hold'),
      amount: amountNumber(arrived.reduce((sum, { amount }) => sum + amount, 0n)),
    },
  }
}

function amountsOf(rows: readonly CountRow[]) {
  const sums = new Map<string, bigint>()
  for (const { kind, amount } of rows) sums.set(kind, (sums.get(kind) ?? 0n) + amount)
  return localCurrencies
    .filter((currency) => sums.has(currency))
    .map((currency) => ({ currency, amount: formatMoney(money(sums.get(currency) ?? 0n, currency)) }))
}

function dayOf(day: string, rows: readonly CountRow[]) {
  const { payments, transfers } = totalsOf(rows.filter((row) => row.day === day))
  return {
    day,
    payments: payments.count,
    succeeded: payments.succeeded,
    amounts: payments.amounts,
    returned: payments.returned,
    transfers: transfers.count,
    successful: transfers.successful,
    transfer_amount: transfers.amount,
  }
}

/** Sorts the most frequent first. */
function byKind(rows: readonly CountRow[], wanted: CountedList): { kind: string; count: number }[] {
  const groups = Map.groupBy(
    rows.filter(({ list }) => list === wanted),
    ({ kind }) => kind,
  )
  return [...groups]
    .map(([kind, members]) => ({ kind, count: countIn(members) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
}

function countIn(rows: readonly CountRow[]): number {
  return Number(rows.reduce((sum, { count }) => sum + count, 0n))
}

const shownDays = 14

/** The last 14 days of a time zone as YYYY-MM-DD, the oldest first; the last is today. */
export function recentDays(clock: Clock, zone = 'UTC'): string[] {
  const today = clock.now().toZonedDateTimeISO(zone).toPlainDate()
  return Array.from({ length: shownDays }, (_, i) => today.subtract({ days: shownDays - 1 - i }).toString())
}

/** The time between midnight UTC and midnight of a zone: its rows are counted on the day `left` and belong to `joined`. */
export type Shift = { from: string; to: string; left: string; joined: string }

/** What has to be moved between the counters of UTC days, so that they count days of the zone. None in UTC. */
export function shiftsOf(days: readonly string[], zone: string): Shift[] {
  const first = Temporal.PlainDate.from(days[0] ?? '')
  return shiftsAt(
    [...days.map((day) => Temporal.PlainDate.from(day)), first.add({ days: days.length })],
    zone,
  )
}

/** The same at the beginning of some days only. */
export function shiftsAt(days: readonly Temporal.PlainDate[], zone: string): Shift[] {
  return days.flatMap((date) => {
    const day = date.toString()
    const before = date.subtract({ days: 1 }).toString()
    const starts = date.toZonedDateTime(zone).toInstant()
    const counted = date.toZonedDateTime('UTC').toInstant()
    const order = Temporal.Instant.compare(starts, counted)
    if (order === 0) return []
    // East of UTC a day starts before its counter does, in the west after it.
    return order < 0
      ? [{ from: starts.toString(), to: counted.toString(), left: before, joined: day }]
      : [{ from: counted.toString(), to: starts.toString(), left: day, joined: before }]
  })
}
