// Imports a bank file: its lines are stored in one transaction, once each, and matched afterwards one by one. A worker matches those
// that are left, of a large file or of a process that died in between.
import { createHash } from 'node:crypto'
import { type Admin, ownerOf as personOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Environment } from '../../merchants/identity/merchant.ts'
import { statement, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { bankProblems } from '../problems.ts'
import { type MatchNeeds, matchNewLine } from '../reconciliation/match-lines.ts'
import { recordSettlements } from '../reconciliation/settlements.ts'
import type { BankRules } from '../rules.ts'
import { type BankEntry, type BankStatement, UnreadableFile } from './bank-entry.ts'
import { type BankFormat, readBankFile } from './read-bank-file.ts'

export type ImportNeeds = MatchNeeds & { secrets: Secrets }

export type ImportResult = {
  format: BankFormat
  /** Lines that this file adds, and those that were known from before. */
  lines: number
  known: number
}

/** A day's lines are matched when the response comes; a worker matches the rest of a large file. */
const matchedAtOnce = 200

/** Imports of the same statement in two files wait for each other. */
const lockImports = statement(
  'lock_bank_imports',
  `select pg_advisory_xact_lock(hashtext('likuta bank import'))`,
)
const insertFile = statement<{ id: bigint }>(
  'insert_bank_file',
  `insert into bank_file (sha256, name, format, lines, imported_by, imported_at, imported_owner)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (sha256) do nothing returning id`,
)
// guard: bank-line-once
const insertLines = statement<{ id: bigint }>(
  'insert_bank_lines',
  `insert into bank_line (file_id, environment, account, currency, statement_id, entry, booked_on, amount_minor, is_return,
     end_to_end_id, bank_reference, text, state)
   select $1, $2, $3, $4, $5, e.entry, e.booked_on, e.amount_minor, e.is_return, e.end_to_end_id, e.bank_reference, e.text, 'NEW'
     from json_to_recordset($6) as e (entry text, booked_on date, amount_minor bigint, is_return boolean, end_to_end_id text,
                                      bank_reference text, text text)
   on conflict (account, currency, statement_id, entry) do nothing returning id`,
)
const countChanged = statement<{ changed: bigint }>(
  'count_changed_bank_lines',
  `select count(*) as changed
     from json_to_recordset($4) as e (entry text, booked_on date, amount_minor bigint, is_return boolean, end_to_end_id text,
                                     bank_reference text)
     join bank_line l on (l.account, l.currency, l.statement_id, l.entry) = ($1, $2, $3, e.entry)
    where (l.booked_on, l.amount_minor, l.is_return, l.end_to_end_id, l.bank_reference)
          is distinct from (e.booked_on, e.amount_minor, e.is_return, e.end_to_end_id, e.bank_reference)`,
)

/**
 * Imports a file and matches its lines. The same file, or a statement that another file contained, adds nothing.
 * @throws Problem 422 if it cannot be read or is of another account; 409 if a known statement has other content now.
 */
export async function importBankFile(
  needs: ImportNeeds,
  { bytes, name, admin }: { bytes: Buffer; name: string; admin: Admin },
): Promise<ImportResult> {
  const { format, statements } = await readable(bytes, needs.clock.now())
  const owned = statements.map((one) => ({ ...one, environment: ownerOf(needs.rules, one) }))
  const all = owned.reduce((sum, { entries }) => sum + entries.length, 0)
  const stored = await needs.db.transaction((sql) =>
    store(sql, needs, owned, { bytes, name, format, admin, all }),
  )
  await recordSettlements(needs)
  // guard: bank-lines-at-once
  for (let n = 0; n < matchedAtOnce && (await matchNewLine(needs)); n++) {
    // One line at a time.
  }
  return { format, lines: stored, known: all - stored }
}

/** @throws Problem 422 */
async function readable(bytes: Buffer, now: Temporal.Instant) {
  try {
    return await readBankFile(bytes, now)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw new Problem(bankProblems.file_unreadable, { reason: error.message })
  }
}

/** @throws Problem 422 */
function ownerOf({ bankAccounts }: BankRules, { account, currency }: BankStatement): Environment {
  const environments = ['production', 'sandbox'] as const
  // guard: bank-file-account
  const owner = environments.find((each) => bankAccounts[each][currency]?.account === account)
  if (!owner) throw new Problem(bankProblems.account_unknown)
  return owner
}

type Owned = BankStatement & { environment: Environment }
type File = { bytes: Buffer; name: string; format: BankFormat; admin: Admin; all: number }

async function store(
  sql: Tx,
  { clock, secrets }: ImportNeeds,
  statements: readonly Owned[],
  { bytes, name, format, admin, all }: File,
): Promise<number> {
  await sql.rows(lockImports)
  const now = clock.now()
  const sha256 = createHash('sha256').update(bytes).digest()
  const [file] = await sql.rows(insertFile, [sha256, name, format, all, admin.name, now, personOf(admin)])
  if (!file) return 0
  let stored = 0
  for (const { environment, account, currency, statementId, entries } of statements) {
    const rows = JSON.stringify(entries.map(rowOf))
    const [compared] = await sql.rows(countChanged, [account, currency, statementId, rows])
    // guard: bank-line-changed
    if (compared?.changed !== 0n) throw new Problem(bankProblems.line_changed)
    const values = [file.id, environment, account, currency, statementId, rows]
    stored += (await sql.rows(insertLines, values)).length
  }
  const detail = { name, format, lines: String(stored), known: String(all - stored) }
  audit(sql, secrets, { admin, action: 'bank_file.imported', subject: name, detail, now })
  return stored
}

function rowOf({ entry, bookedOn, amountMinor, isReturn, endToEndId, bankReference, text }: BankEntry) {
  return {
    entry,
    booked_on: bookedOn.toString(),
    amount_minor: String(amountMinor),
    is_return: isReturn,
    end_to_end_id: endToEndId,
    bank_reference: bankReference,
    text,
  }
}
