// Imports an operator's settlement file: its lines are stored once each, the fees of those that agree with our payments are posted, and
// the sums of its days become what the bank should show.

import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { cellOfUuid } from '../../kernel/cell.ts'
import { money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Posting, postAll } from '../../ledger/post.ts'
import { type Cells, cellOf } from '../../platform/database/cells.ts'
import { controlStatement, type Database, type Tx } from '../../platform/database/database.ts'
import { lockForAll } from '../../platform/database/locks.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { UnreadableFile } from '../files/bank-entry.ts'
import { bankProblems } from '../problems.ts'
import { recordSettlements } from '../reconciliation/settlements.ts'
import { type Account, type Comparison, compareStatement, type Period } from './compare-statement.ts'
import type { StatementLine } from './statement-file.ts'

export type StatementNeeds = { db: Database; cells: Cells; clock: Clock; secrets: Secrets }

const columns = `reference text, operator_id text, day date, currency text, gross_minor bigint, fee_minor bigint`
const insertLines = controlStatement<{ id: bigint }>(
  'insert_operator_statement_lines',
  `insert into operator_statement_line (environment, operator, reference, operator_id, day, currency, gross_minor, fee_minor, imported_by, imported_at)
   select $2, $3, reference, operator_id, day, currency, gross_minor, fee_minor, $4, $5 from json_to_recordset($1) as l (${columns})
   on conflict (environment, operator, reference, day, (gross_minor < 0)) do nothing returning id`,
)
// guard: operator-line-changed
const findChanged = controlStatement<{ reference: string }>(
  'find_changed_operator_statement_lines',
  `select n.reference from json_to_recordset($1) as n (${columns})
     join operator_statement_line l on l.environment = $2 and l.operator = $3 and l.reference = n.reference and l.day = n.day
      and (l.gross_minor < 0) = (n.gross_minor < 0)
    where (l.currency, l.gross_minor, l.fee_minor) is distinct from (n.currency, n.gross_minor, n.fee_minor) limit 1`,
)
const report = controlStatement(
  'report_operator_settlements',
  `insert into expected_settlement (environment, day, currency, operator, gross_minor, net_minor, reported_minor, fee_minor)
   select environment, day, currency, operator, 0, 0, sum(gross_minor), sum(fee_minor) from operator_statement_line
    where environment = $1 and operator = $2 and day between $3 and $4 group by 1, 2, 3, 4
   on conflict (environment, day, currency, operator)
   do update set reported_minor = excluded.reported_minor, fee_minor = excluded.fee_minor`,
)

type Upload = Account & { bytes: Buffer; name: string; admin: Admin }

/** The same file again adds nothing. @throws Problem 422 if it cannot be read; 409 if a known line has other content now. */
export async function importStatement(needs: StatementNeeds, upload: Upload) {
  const { cells, clock } = needs
  const lines = await readable(upload.bytes, clock.now())
  const days = lines.map(({ day }) => day).toSorted()
  const period = { from: days[0]!, to: days.at(-1)! }
  await recordSettlements(needs)
  const stored = await needs.db.transaction((sql) => store(sql, needs, upload, { lines, period }))
  const comparison = await compareStatement(cells, upload, period)
  await postFees(needs, upload, comparison)
  return {
    lines: stored,
    known: lines.length - stored,
    matched: comparison.matched.length,
    problems: comparison.problems,
  }
}

/** @throws Problem 422 */
async function readable(bytes: Buffer, now: Temporal.Instant): Promise<StatementLine[]> {
  // As days are summed up from our ledger: an hour after they have ended.
  const ended = now.subtract({ hours: 25 }).toZonedDateTimeISO('UTC').toPlainDate()
  const { readStatement } = await import('./statement-file.ts')
  try {
    return readStatement(bytes.toString('utf8'), ended)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw new Problem(bankProblems.file_unreadable, { reason: error.message })
  }
}

async function store(
  sql: Tx,
  { clock, secrets }: StatementNeeds,
  { environment, operator, name, admin }: Upload,
  { lines, period }: { lines: readonly StatementLine[]; period: Period },
): Promise<number> {
  await lockForAll(sql, 'bank import')
  const now = clock.now()
  const rows = JSON.stringify(
    lines.map(({ reference, operatorId: operator_id, day, currency, gross, fee }) => ({
      ...{ reference, operator_id, day, currency },
      gross_minor: String(gross),
      fee_minor: String(fee),
    })),
  )
  const changed = await sql.rows(findChanged, [rows, environment, operator])
  if (changed.length > 0) throw new Problem(bankProblems.line_changed)
  const { length: stored } = await sql.rows(insertLines, [rows, environment, operator, admin.name, now])
  await sql.rows(report, [environment, operator, period.from, period.to])
  const detail = { operator, lines: String(stored), known: String(lines.length - stored) }
  audit(sql, secrets, { admin, action: 'operator_statement.imported', subject: name, detail, now })
  return stored
}

/** The operator keeps its fee, which is our cost: it is posted once for each payment that agrees, in the payment's cell. */
async function postFees(
  { cells, clock }: StatementNeeds,
  { environment, operator }: Account,
  { matched }: Comparison,
): Promise<void> {
  const now = clock.now()
  const byCell = Map.groupBy(
    matched.filter(({ line }) => line.fee_minor > 0n),
    ({ operation }) => cellOfUuid(operation.id),
  )
  for (const [cell, all] of byCell) {
    const postings = all.map(({ line }): Posting => {
      const amount = money(line.fee_minor, line.currency)
      return {
        // One payment may go back in parts, on several days.
        key: `collection_fee:${line.reference}${line.gross_minor < 0n ? `:${line.day}` : ''}`,
        environment,
        entries: [
          { account: 'operator_cost', side: 'debit', amount },
          { account: 'operator_receivable', operator, side: 'credit', amount },
        ],
        now,
      }
    })
    await cellOf(cells, cell).transaction((sql) => postAll(sql, postings))
  }
}
