// What admins read of the reconciliation: lines, files, and the movements that are expected or missing.
import type { Admin } from '../../admin/access.ts'
import { pendingApprovals } from '../../admin/approvals/pending.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Sql } from '../../platform/database/database.ts'
import type { Listed } from '../../platform/database/over-cells.ts'
import { type Listing, readListing } from '../../platform/http/admin-search.ts'
import { cappedCount, readQuery } from '../../platform/http/list-query.ts'
import { type Clock, utcSecond } from '../../platform/time/clock.ts'
import { bankProblems } from '../problems.ts'
import type { BankRules } from '../rules.ts'
import { fileQuery, lineQuery, movementQuery } from '../schemas.ts'
import { type LineRow, lineById, lineColumns, openStates } from './lines.ts'
import {
  countMissingMovements,
  type Movement,
  missingMovements,
  movementsFor,
  payoutNamed,
  recentMovements,
} from './movements.ts'

type ListNeeds = { db: Sql; clock: Clock; rules: BankRules }
/** What is read of movements, which lie in cells and in control. */
type MovementNeeds = { cells: Listed; clock: Clock; rules: BankRules }

const open = openStates.map((state) => `'${state}'`).join(', ')
const chosen = `(case when $1::text = 'open' then l.state in (${open}) else $1 is null or l.state = $1 end)
  and ($2::bigint is null or l.file_id = $2)`

const lines: Listing<LineRow> = {
  rows: controlStatement<LineRow>(
    'list_bank_lines',
    `select ${lineColumns} from bank_line l where ${chosen} order by l.id desc limit $3 offset $4`,
  ),
  count: cappedCount('count_bank_lines', `from bank_line l where ${chosen}`, controlStatement),
}

type FileRow = {
  id: bigint
  name: string
  format: string
  lines: number
  open: bigint
  imported_by: string
  imported_at: Temporal.Instant
}
const files: Listing<FileRow> = {
  rows: controlStatement<FileRow>(
    'list_bank_files',
    `select f.id, f.name, f.format, f.lines, f.imported_by, f.imported_at,
            (select count(*) from bank_line l where l.file_id = f.id and l.state in (${open})) as open
       from bank_file f order by f.id desc limit $1 offset $2`,
  ),
  count: cappedCount('count_bank_files', 'from bank_file', controlStatement),
}

/** Lines, newest first, with what was requested about them; `open` for those that need an admin. @throws InvalidBody */
export async function searchLines({ db, clock }: ListNeeds, query: unknown, admin: Admin) {
  const { state, file_id, ...page } = readQuery(lineQuery, query)
  const found = await readListing(db, lines, { page, filter: [state ?? null, file_id ?? null] }, renderLine)
  const subjects = found.items.map(({ id }) => String(id))
  const pending = await pendingApprovals(db, { actions: ['bank_line'], subjects, admin, now: clock.now() })
  return {
    ...found,
    items: found.items.map((line) => ({ ...line, pending_approvals: pending(String(line.id)) })),
  }
}

/** Files, newest first. @throws InvalidBody */
export function listFiles({ db }: ListNeeds, query: unknown) {
  const page = readQuery(fileQuery, query)
  return readListing(db, files, { page, filter: [] }, ({ id, open, imported_at, ...file }) => ({
    id: Number(id),
    ...file,
    open_lines: Number(open),
    imported_at: utcSecond(imported_at),
  }))
}

/** How many movements no line shows in time. */
export function countLateMovements({ cells, clock, rules }: MovementNeeds): Promise<number> {
  return countMissingMovements(cells, { rules, today: clock.now().toZonedDateTimeISO('UTC').toPlainDate() })
}

/** A line with the payout that it names and the movements that its amount fits. @throws Problem 404 */
export async function lineDetail({ db, cells, rules }: ListNeeds & MovementNeeds, id: bigint) {
  const line = await lineById(db, id)
  if (!line) throw new Problem(bankProblems.line_unknown)
  const tolerance = rules.tolerance[line.currency] ?? 0n
  const fitting = await movementsFor(cells, line, { settlementDays: rules.settlementDays, tolerance })
  const named = await payoutNamed(cells, line)
  const others = fitting.filter((movement) => !named.some(({ key }) => key === movement.key))
  const candidates = [...named, ...others]
  return { ...renderLine(line), candidates: candidates.map((movement) => renderMovement(movement, false)) }
}

/** The most movements that are listed. */
const maxListed = 200

/** Movements of the last 60 days, or those that are missing. @throws InvalidBody */
export async function listMovements({ cells, clock, rules }: MovementNeeds, query: unknown) {
  const { state } = readQuery(movementQuery, query)
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  if (state === 'MISSING') {
    const missing = await missingMovements(cells, { rules, today }, maxListed)
    return { items: missing.map((movement) => renderMovement(movement, true)) }
  }
  const recent = await recentMovements(cells, { rules, today }, maxListed)
  return { items: recent.map((movement) => renderMovement(movement, movement.is_late)) }
}

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
function renderMovement(row: Movement, missing: boolean) {
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
