// Bank lines and movements as admins read them.
import { formatMoney, money } from '../../kernel/money.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import type { LineRow } from './lines.ts'
import type { Movement } from './movements.ts'

export function renderLine(row: LineRow) {
  return {
    id: Number(row.id),
    file_id: Number(row.file_id),
    environment: row.environment,
    account_last4: row.account.slice(-4),
    currency: row.currency,
    statement: row.statement_name,
    entry: row.entry,
    booked_on: row.booked_on,
    amount: formatMoney(money(row.amount_minor, row.currency)),
    is_return: row.is_return,
    end_to_end_id: row.end_to_end_id,
    bank_reference: row.bank_reference,
    text: row.text,
    state: row.state,
    kind: row.expected_kind,
    key: row.expected_key,
    matched_by: row.matched_by,
    duplicate_of: row.duplicate_of === null ? null : Number(row.duplicate_of),
    decided_at: row.decided_at && utcSecond(row.decided_at),
    write_off_by: row.write_off_by,
    write_off_reason: row.write_off_reason,
    write_off_approved_by: row.write_off_approved_by,
  }
}

/** @param missing whether it should have been found by now. */
export function renderMovement(row: Movement, missing: boolean) {
  const amountOf = (minor: bigint) => formatMoney(money(minor, row.currency))
  return {
    kind: row.kind,
    key: row.key,
    environment: row.environment,
    currency: row.currency,
    amount: amountOf(row.amount_minor),
    due_on: row.due_on,
    state: row.line_id !== null ? ('FOUND' as const) : missing ? ('MISSING' as const) : ('EXPECTED' as const),
    line_id: row.line_id === null ? null : Number(row.line_id),
    // The ledger against the gateway's own report of the day.
    ledger_amount: row.gross_minor === null ? null : amountOf(row.gross_minor),
    reported_amount: row.reported_minor === null ? null : amountOf(row.reported_minor),
  }
}
