// Batches and their rows as merchants read them.
import { amountNumber } from '../../platform/http/body/json.ts'
import type { Line } from '../../platform/http/downloads.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import type { BatchRow, ListedRow, RowCount } from '../queries.ts'
import { type RowState, rowStates, shownKind } from '../states.ts'

/** How many rows are in each state; what the rows that are or will be paid cost, and what was paid. In minor units. */
export function figuresOf(counts: readonly RowCount[]) {
  const rows = Object.fromEntries(rowStates.map((state) => [state, 0])) as Record<RowState, number>
  const sums = { amount: 0n, fee: 0n, paid: 0n }
  for (const { state, rows: count, amount, fee } of counts) {
    rows[state] = Number(count)
    if (state === 'SUCCESSFUL') sums.paid = amount + fee
    if (!isPayable.has(state)) continue
    sums.amount += amount
    sums.fee += fee
  }
  return { rows, ...sums }
}

const isPayable: ReadonlySet<RowState> = new Set(['READY', 'WAITING', 'SENT', 'HELD', 'SUCCESSFUL'])

/** @param available what the rows can be paid from, in minor units; `changers` as `profileChangers` finds them. */
export function renderBatch(
  batch: BatchRow,
  counts: readonly RowCount[],
  { available, changers }: { available: bigint; changers: readonly string[] },
) {
  const { rows, amount, fee, paid } = figuresOf(counts)
  const open = counts.filter(({ state }) => state === 'READY' || state === 'WAITING')
  const needed = open.reduce((sum, each) => sum + each.amount + each.fee, 0n)
  const ready = counts.find(({ state }) => state === 'READY')
  return {
    ...summaryOf(batch),
    counts: Object.fromEntries(rowStates.map((state) => [state.toLowerCase(), rows[state]])) as CountsByState,
    amount: amountNumber(amount),
    fee: amountNumber(fee),
    total_debit: amountNumber(amount + fee),
    paid: amountNumber(paid),
    available: amountNumber(available),
    missing: amountNumber(needed > available ? needed - available : 0n),
    would_hold: Number(ready?.held ?? 0),
    repeated: Number(ready?.repeated ?? 0),
    changed_profiles: Number(ready?.changed ?? 0),
    profiles_changed_by: [...changers],
  }
}
type CountsByState = Record<Lowercase<RowState>, number>

/** A batch in lists: without the figures that are counted over its rows. */
export function summaryOf(batch: BatchRow) {
  const time = (at: Temporal.Instant | null) => at && zonelessMicrosecond(at)
  return {
    batch_id: batch.batch_id,
    kind: shownKind(batch.kind),
    name: batch.name,
    state: batch.state,
    rows: batch.row_count,
    currency: batch.currency,
    pause_reason: batch.pause_reason,
    uploaded_by: batch.uploader,
    corrected_by: batch.corrected_by,
    confirmed_by: batch.confirmer,
    confirmed_rows: batch.confirmed_rows,
    confirmed_total: amountNumber(batch.confirmed_minor),
    created_at: zonelessMicrosecond(batch.created_at),
    checked_at: time(batch.checked_at),
    confirmed_at: time(batch.confirmed_at),
    done_at: time(batch.done_at),
  }
}

/** What rows of every kind have. */
export function renderCommon({ number, state, would_hold, repeats, completed_at, ...row }: ListedRow) {
  const { failure_code: code, failure_message: message, faults } = row
  return {
    row: number,
    state,
    would_hold,
    repeats,
    errors: code ? [{ code, field: null, message: message ?? code }] : faults,
    completed_at: completed_at && zonelessMicrosecond(completed_at),
  }
}

/** The last columns of a row in the result of its batch. */
export const endOf = ({ errors, completed_at }: ReturnType<typeof renderCommon>): Line => [
  errors.map(({ code }) => code).join(' '),
  errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; '),
  completed_at && `${completed_at}Z`,
]
