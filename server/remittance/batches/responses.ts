// Batches and their rows as merchants read them.
import type { Secrets } from '../../platform/secrets.ts'
import { amountNumber, stamp } from '../transfer/formats.ts'
import { openFields, type RowFields } from './fields.ts'
import type { BatchRow, ListedRow, RowCount } from './queries.ts'
import { type RowState, rowStates } from './states.ts'

/** How many rows are in each state; what the rows that are or will be paid cost, and what was paid. In US cents. */
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

/** @param available what the wallet has, in US cents. */
export function renderBatch(batch: BatchRow, counts: readonly RowCount[], available: bigint) {
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
    currency: 'USD' as const,
    available: amountNumber(available),
    missing: amountNumber(needed > available ? needed - available : 0n),
    would_hold: Number(ready?.held ?? 0),
    repeated: Number(ready?.repeated ?? 0),
  }
}
type CountsByState = Record<Lowercase<RowState>, number>

/** A batch in lists: without the figures that are counted over its rows. */
export function summaryOf(batch: BatchRow) {
  const time = (at: Temporal.Instant | null) => at && stamp(at)
  return {
    batch_id: batch.batch_id,
    name: batch.name,
    state: batch.state,
    rows: batch.row_count,
    pause_reason: batch.pause_reason,
    uploaded_by: batch.uploader,
    corrected_by: batch.corrected_by,
    confirmed_by: batch.confirmer,
    confirmed_rows: batch.confirmed_rows,
    confirmed_total: amountNumber(batch.confirmed_minor),
    created_at: stamp(batch.created_at),
    checked_at: time(batch.checked_at),
    confirmed_at: time(batch.confirmed_at),
    done_at: time(batch.done_at),
  }
}

/** A row with the fields by which people know it; null once they are erased. */
export function renderRow(secrets: Secrets, batchId: string, row: ListedRow) {
  const { number, reference, state, amount, fee, transaction_id, failure_code, completed_at } = row
  const fields: RowFields = row.fields_sealed
    ? openFields(secrets, batchId, { number, fields_sealed: row.fields_sealed })
    : {}
  const errors = failure_code
    ? [{ code: failure_code, field: null, message: row.failure_message ?? failure_code }]
    : row.faults
  return {
    row: number,
    reference: reference ?? fields.reference ?? null,
    state,
    customer_number: fields.customer_number ?? null,
    expected_receiver_name: fields.expected_receiver_name ?? null,
    source_amount: row.amount_hundredths === null ? amountOf(fields) : amountNumber(row.amount_hundredths),
    source_currency: row.currency ?? fields.currency ?? null,
    receiver_amount: amountNumber(amount),
    fee: amountNumber(fee),
    transaction_id,
    transfer_reference: transaction_id === null ? null : row.sent_as,
    would_hold: row.would_hold,
    repeats: row.repeats,
    errors,
    completed_at: completed_at && stamp(completed_at),
  }
}

/** Null for a text that is no amount. */
function amountOf({ amount = '' }: RowFields) {
  const [, whole = '', cents = ''] = /^(\d{1,12})\.(\d\d)$/.exec(amount) ?? []
  return whole === '' ? null : amountNumber(BigInt(whole + cents))
}
