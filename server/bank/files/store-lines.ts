// Stores the lines of a statement, each once. Reports (camt.052, camt.054, MT942) contain entries that a statement repeats later, or has
// shown already: such an entry is the same line.

import { erasableKind, type ScannedRow } from '../../admin/retention/kind.ts'
import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Tx } from '../../platform/database/database.ts'
import { bankProblems } from '../problems.ts'
import type { BankEntry, BankStatement } from './bank-entry.ts'
import { type KnownLine, type Pair, pairEntries } from './pair-entries.ts'

/** The columns of entries in JSON. */
const entryColumns = `entry text, booked_on date, amount_minor bigint, is_return boolean, end_to_end_id text, bank_reference text,
  text text`

// guard: bank-line-once
const insertLines = controlStatement<{ id: bigint; entry: string }>(
  'insert_bank_lines',
  `insert into bank_line (file_id, environment, account, currency, statement_id, statement_name, report_state, entry, booked_on,
     amount_minor, is_return, end_to_end_id, bank_reference, text, state)
   select $1, $2, $3, $4, $5, $6, $7, e.entry, e.booked_on, e.amount_minor, e.is_return, e.end_to_end_id, e.bank_reference, e.text,
          'NEW'
     from json_to_recordset($8) as e (${entryColumns})
   on conflict (account, currency, statement_id, entry) do nothing returning id, entry`,
)
/** A line that a report has shown first may have more references than the statement. */
const findKnown = controlStatement<{ entry: string; is_changed: boolean }>(
  'find_known_bank_lines',
  `select e.entry, (l.booked_on, l.amount_minor, l.is_return, l.end_to_end_id, l.bank_reference) is distinct from
            (e.booked_on, e.amount_minor, e.is_return or confirmed and l.is_return,
             case when confirmed then coalesce(e.end_to_end_id, l.end_to_end_id) else e.end_to_end_id end,
             case when confirmed then coalesce(e.bank_reference, l.bank_reference) else e.bank_reference end) as is_changed
     from json_to_recordset($4) as e (${entryColumns})
     join bank_line l on (l.account, l.currency, l.statement_id, l.entry) = ($1, $2, $3, e.entry)
    cross join lateral (select l.report_state is not distinct from 'CONFIRMED' as confirmed) c`,
)
/** A booking of a batch whose payments a report had shown one by one. */
const findParts = controlStatement<{ entry: string }>(
  'find_parts_of_bank_lines',
  `select e.entry from json_to_recordset($4) as e (${entryColumns})
    where exists (select from bank_line l where (l.account, l.currency, l.statement_id, l.entry) = ($1, $2, $3, e.entry || '.1'))`,
)
const hasReports = controlStatement<{ has: boolean }>(
  'has_bank_reports',
  `select exists (select from bank_line where account = $1 and currency = $2 and report_state is not null) as has`,
)
/** A statement is compared with the lines of reports, a report with every line of its days. */
const findComparable = controlStatement<KnownLine>(
  'find_comparable_bank_lines',
  `select l.id, l.booked_on::text as booked_on, l.amount_minor, l.end_to_end_id, l.bank_reference, l.text, l.report_state, l.state
     from bank_line l
    where l.account = $1 and l.currency = $2 and l.statement_id <> $3 and l.booked_on = any($4::date[])
      and ($5 or l.report_state = 'OPEN')
    order by l.id`,
)
/** The line stays what it is, and is matched again if the statement names what the report did not. */
const confirm = controlStatement(
  'confirm_bank_line_of_report',
  `update bank_line l
      set statement_id = $2, statement_name = $3, entry = $4, report_state = 'CONFIRMED', is_return = l.is_return or $5,
          end_to_end_id = coalesce($6, l.end_to_end_id), bank_reference = coalesce($7, l.bank_reference),
          state = case when l.end_to_end_id is null and $6 is not null and l.write_off_by is null
                        and l.state in ('CANDIDATES', 'UNKNOWN') then 'NEW' else l.state end
    where l.id = $1`,
)
const replaceTotal = controlStatement(
  'replace_total_by_its_payments',
  `update bank_line l set state = 'DUPLICATE', duplicate_of = $2
    where l.id = $1 and l.state in ('NEW', 'CANDIDATES', 'UNKNOWN') and l.write_off_by is null`,
)

export type OwnStatement = BankStatement & { environment: Environment }

/** @returns how many lines are new. @throws Problem 409 if a known line has other content now */
export async function storeStatement(sql: Tx, file: bigint, one: OwnStatement): Promise<number> {
  const { environment, account, currency, key, statementId } = one
  const known = new Set<string>()
  for (const { entry, is_changed } of await sql.rows(findKnown, [
    account,
    currency,
    key,
    rowsOf(one.entries),
  ])) {
    // guard: bank-line-changed
    if (is_changed) throw new Problem(bankProblems.line_changed)
    known.add(entry)
  }
  const fresh = one.entries.filter(({ entry }) => !known.has(entry))
  const { entries, totals } = await withoutReported(sql, one, fresh)
  const state = one.kind === 'report' ? 'OPEN' : null
  const values = [file, environment, account, currency, key, statementId, state, rowsOf(entries)]
  const stored = await sql.rows(insertLines, values)
  for (const { line, entry } of totals) {
    const first = stored.find((each) => each.entry === entry)
    if (first) await sql.rows(replaceTotal, [line, first.id])
  }
  return stored.length
}

/** The entries that no other statement or report has shown, and the lines that sum up some of them. */
async function withoutReported(
  sql: Tx,
  { account, currency, key, statementId, kind }: OwnStatement,
  entries: readonly BankEntry[],
): Promise<{ entries: readonly BankEntry[]; totals: { line: bigint; entry: string }[] }> {
  const isReport = kind === 'report'
  if (entries.length === 0) return { entries, totals: [] }
  const [reports] = await sql.rows(hasReports, [account, currency])
  if (!isReport && !reports?.has) return { entries, totals: [] }
  const parts = await sql.rows(findParts, [account, currency, key, rowsOf(entries)])
  const sums = new Set(parts.map(({ entry }) => entry))
  const open = entries.filter(({ entry }) => !sums.has(entry))
  const days = [...new Set(open.map(({ bookedOn }) => bookedOn))]
  const lines = await sql.rows(findComparable, [account, currency, key, days, isReport])
  const { pairs, rest, totals } = pairEntries(open, lines, { isReport })
  // guard: report-line-confirmed
  if (!isReport)
    for (const { entry, line } of pairs) await sql.rows(confirm, [line, key, statementId, ...factsOf(entry)])
  return { entries: rest, totals }
}

const factsOf = ({ entry, isReturn, endToEndId, bankReference }: Pair['entry']) => [
  entry,
  isReturn,
  endToEndId,
  bankReference,
]

const rowsOf = (entries: readonly BankEntry[]) =>
  JSON.stringify(
    entries.map(({ entry, bookedOn, amountMinor, isReturn, endToEndId, bankReference, text }) => ({
      entry,
      booked_on: bookedOn,
      amount_minor: String(amountMinor),
      is_return: isReturn,
      end_to_end_id: endToEndId,
      bank_reference: bankReference,
      text,
    })),
  )

// Retention of what banks write about a booking, which may name whoever paid, and of the reasons of write-offs. Amounts, days,
// references and what a line was matched with stay, so that every movement keeps the line that shows it.

// guard: retention-decided-lines
const isDue = `l.texts_erased_at is null and l.state in ('MATCHED', 'WRITTEN_OFF') and l.decided_at <= $1`
const scanLines = controlStatement<ScannedRow>(
  'scan_bank_lines_for_retention',
  `select l.id, f.imported_at as at, coalesce(${isDue}, false) as is_due, l.texts_erased_at is not null as is_erased
     from bank_line l join bank_file f on f.id = l.file_id where l.id > $2 order by l.id limit $3`,
)
const eraseTexts = controlStatement<{ id: bigint }>(
  'erase_bank_line_texts',
  `with due as (
     select l.id from bank_line l where l.id = any($2::bigint[]) and ${isDue} order by l.id for update of l
   ), gone as (
     update bank_line l
        set text = '', write_off_reason = case when l.write_off_reason is not null then 'Erased' end, texts_erased_at = $3
       from due where l.id = due.id returning l.id)
   select id from gone order by id`,
)

export const bankLineRetention = erasableKind('bank_line_texts', scanLines, eraseTexts)
