// What admins read of the reconciliation: lines, files, and the movements that are expected or missing.
import type { Admin } from '../../admin/access.ts'
import { pendingApprovals } from '../../admin/approvals/pending.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { type Listing, readListing } from '../../platform/http/lists/admin-search.ts'
import { maxCounted, readQuery } from '../../platform/http/lists/list-query.ts'
import { type Clock, utcSecond } from '../../platform/time/clock.ts'
import { bankProblems } from '../problems.ts'
import type { BankRules } from '../rules.ts'
import { fileQuery, lineQuery, movementQuery } from '../schemas.ts'
import { type LineRow, lineById, lineColumns, openStates } from './lines.ts'
import {
  countMissingMovements,
  missingMovements,
  movementsFor,
  payoutNamed,
  recentMovements,
} from './movements.ts'
import { renderLine, renderMovement } from './responses.ts'

type ListNeeds = { db: Sql; clock: Clock; rules: BankRules }

const open = openStates.map((state) => `'${state}'`).join(', ')
const chosen = `(case when $1::text = 'open' then l.state in (${open}) else $1 is null or l.state = $1 end)
  and ($2::bigint is null or l.file_id = $2)`

const lines: Listing<LineRow> = {
  rows: statement<LineRow>(
    'list_bank_lines',
    `select ${lineColumns} from bank_line l where ${chosen} order by l.id desc limit $3 offset $4`,
  ),
  count: statement<{ counted: bigint }>(
    'count_bank_lines',
    `select count(*) as counted from (select from bank_line l where ${chosen} limit ${maxCounted + 1}) found`,
  ),
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
  rows: statement<FileRow>(
    'list_bank_files',
    `select f.id, f.name, f.format, f.lines, f.imported_by, f.imported_at,
            (select count(*) from bank_line l where l.file_id = f.id and l.state in (${open})) as open
       from bank_file f order by f.id desc limit $1 offset $2`,
  ),
  count: statement<{ counted: bigint }>(
    'count_bank_files',
    `select count(*) as counted from (select from bank_file limit ${maxCounted + 1}) found`,
  ),
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
export function countLateMovements({ db, clock, rules }: ListNeeds): Promise<number> {
  return countMissingMovements(db, { rules, today: clock.now().toZonedDateTimeISO('UTC').toPlainDate() })
}

/** A line with the payout that it names and the movements that its amount fits. @throws Problem 404 */
export async function lineDetail({ db, rules }: ListNeeds, id: bigint) {
  const line = await lineById(db, id)
  if (!line) throw new Problem(bankProblems.line_unknown)
  const tolerance = rules.tolerance[line.currency] ?? 0n
  const fitting = await movementsFor(db, line, { settlementDays: rules.settlementDays, tolerance })
  const named = await payoutNamed(db, line)
  const others = fitting.filter((movement) => !named.some(({ key }) => key === movement.key))
  const candidates = [...named, ...others]
  return { ...renderLine(line), candidates: candidates.map((movement) => renderMovement(movement, false)) }
}

/** The most movements that are listed. */
const maxListed = 200

/** Movements of the last 60 days, or those that are missing. @throws InvalidBody */
export async function listMovements({ db, clock, rules }: ListNeeds, query: unknown) {
  const { state } = readQuery(movementQuery, query)
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  if (state === 'MISSING') {
    const missing = await missingMovements(db, { rules, today }, maxListed)
    return { items: missing.map((movement) => renderMovement(movement, true)) }
  }
  const recent = await recentMovements(db, { rules, today }, maxListed)
  return { items: recent.map((movement) => renderMovement(movement, movement.is_late)) }
}
