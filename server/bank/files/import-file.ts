// Imports a bank file: its lines are stored in one transaction, once each, and matched afterwards one by one. A worker matches those
// that are left, of a large file or of a process that died in between.
import { createHash } from 'node:crypto'
import { type Admin, ownerOf as personOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Database, type Tx } from '../../platform/database/database.ts'
import { lockForAll } from '../../platform/database/locks.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { csvMappings } from '../csv-mappings.ts'
import { bankProblems } from '../problems.ts'
import { type MatchNeeds, matchNewLine } from '../reconciliation/match-lines.ts'
import { recordSettlements } from '../reconciliation/settlements.ts'
import type { BankRules } from '../rules.ts'
import { UnreadableFile } from './bank-entry.ts'
import type { BankFileContent, BankFormat, Skipped } from './read-bank-file.ts'
import { readInWorker } from './read-in-worker.ts'
import { type OwnStatement, storeStatement } from './store-lines.ts'

/** The files and their lines lie in control. */
export type ImportNeeds = MatchNeeds & { db: Database; secrets: Secrets }

export type ImportResult = {
  format: BankFormat
  /** Lines that this file adds, and those that were known from before. */
  lines: number
  known: number
  /** Statements of accounts that are not ours and files that are no statements, which were left out. */
  skipped: readonly Skipped[]
}

/** A day's lines are matched when the response comes; a worker matches the rest of a large file. */
const matchedAtOnce = 200

const insertFile = controlStatement<{ id: bigint }>(
  'insert_bank_file',
  `insert into bank_file (sha256, name, format, lines, imported_by, imported_at, imported_owner)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (sha256) do nothing returning id`,
)
/**
 * Imports a file and matches its lines. The same file, or a statement that another file contained, adds nothing.
 * @throws Problem 422 if it cannot be read or is of another account; 409 if a known statement has other content now.
 */
export async function importBankFile(
  needs: ImportNeeds,
  { bytes, name, admin }: { bytes: Buffer; name: string; admin: Admin },
): Promise<ImportResult> {
  const content = await readable(bytes, needs)
  const { format, skipped } = content
  const owned = ownedIn(needs.rules, content)
  const all = owned.reduce((sum, { entries }) => sum + entries.length, 0)
  const stored = await needs.db.transaction((sql) =>
    store(sql, needs, owned, { bytes, name, format, admin, all }),
  )
  await recordSettlements(needs)
  // guard: bank-lines-at-once
  for (let n = 0; n < matchedAtOnce && (await matchNewLine(needs)); n++) {
    // One line at a time.
  }
  return { format, lines: stored, known: all - stored, skipped }
}

/** @throws Problem 422 */
async function readable(bytes: Buffer, { db, clock, rules }: ImportNeeds): Promise<BankFileContent> {
  const mappings = await csvMappings(db)
  try {
    // guard: bank-file-in-worker
    return await readInWorker(bytes, clock.now(), { ours: accountsOf(rules), mappings })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw new Problem(bankProblems.file_unreadable, { reason: error.message })
  }
}

/** @throws Problem 422 if no statement of the file is of an account of ours */
function ownedIn({ bankAccounts }: BankRules, { statements, skipped }: BankFileContent): OwnStatement[] {
  const foreign = skipped.find(({ account }) => account !== null)
  if (statements.length === 0 && foreign) throw new Problem(bankProblems.account_unknown, factsOf(foreign))
  return statements.map((one) => {
    const environment = environments.find((each) => bankAccounts[each][one.currency]?.account === one.account)
    if (!environment) throw new Problem(bankProblems.account_unknown, factsOf(one))
    return { ...one, environment }
  })
}

const factsOf = ({ account, currency }: Pick<Skipped, 'account' | 'currency'>) => ({
  account: account ?? '',
  currency: currency ?? '',
})

const environments = ['production', 'sandbox'] as const

const accountsOf = ({ bankAccounts }: BankRules) =>
  environments.flatMap((environment) =>
    Object.entries(bankAccounts[environment]).flatMap(([currency, own]) =>
      own ? [{ account: own.account, currency }] : [],
    ),
  )

type File = { bytes: Buffer; name: string; format: BankFormat; admin: Admin; all: number }

async function store(
  sql: Tx,
  { clock, secrets }: ImportNeeds,
  statements: readonly OwnStatement[],
  { bytes, name, format, admin, all }: File,
): Promise<number> {
  // Imports of the same statement in two files wait for each other.
  await lockForAll(sql, 'bank import')
  const now = clock.now()
  const sha256 = createHash('sha256').update(bytes).digest()
  const [file] = await sql.rows(insertFile, [sha256, name, format, all, admin.name, now, personOf(admin)])
  if (!file) return 0
  let stored = 0
  for (const one of statements) stored += await storeStatement(sql, file.id, one)
  const detail = { name, format, lines: String(stored), known: String(all - stored) }
  audit(sql, secrets, { admin, action: 'bank_file.imported', subject: name, detail, now })
  return stored
}
