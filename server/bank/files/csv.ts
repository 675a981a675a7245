// Reads account statements that somebody has exported or typed as CSV, with our own column names.
import { readBankAccount } from '../../kernel/codes/bank-account.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import {
  decimalMarkOf,
  type Row,
  separatorOf,
  spreadsheetFault,
  spreadsheetLines,
  spreadsheetRows,
} from '../../platform/documents/spreadsheet.ts'
import { type DecimalMark, signedSpreadsheetAmount } from '../../platform/documents/written-amount.ts'
import {
  type BankEntry,
  type BankStatement,
  dayOf,
  type FoundStatement,
  idIn,
  keyOfYear,
  maxText,
  quoted,
  referenceIn,
  UnreadableFile,
} from './bank-entry.ts'
import type { CsvMapping } from './csv-mapping.ts'
import { readMappedCsv } from './mapped-csv.ts'

const neededColumns = ['account', 'currency', 'statement', 'date', 'amount'] as const

/** The columns of the file, in any order; the last four may be missing or empty. */
export const bankColumns = [...neededColumns, 'end_to_end_id', 'bank_reference', 'return', 'text'] as const

/**
 * @param mappings of the columns of our banks' own CSV, for a file without ours.
 * @throws UnreadableFile
 */
export function readBankCsv(text: string, mappings: readonly CsvMapping[] = []): FoundStatement[] {
  const names = headerOf(text)
  const missing = neededColumns.filter((name) => !names.includes(name))
  const mapped = missing.length > 0 ? readMappedCsv(text, mappings) : undefined
  if (mapped) return mapped
  if (missing.length > 0)
    throw new UnreadableFile(
      `the CSV has no column ${missing.join(', ')}: name the columns ${neededColumns.join(', ')}, or map the bank's own columns for the account`,
    )
  const { rows, separator } = readOr(() => spreadsheetRows(text))
  const statements = new Map<string, { head: Head; rows: Placed[] }>()
  for (const [at, row] of rows.entries()) {
    const where = `line ${at + 2}`
    const account = readBankAccount(row.account ?? '')?.number ?? row.account ?? ''
    const head = { account, currency: row.currency ?? '', statementId: row.statement ?? '' }
    for (const [name, value] of Object.entries({ ...head, statement: head.statementId }))
      if (value === '') throw new UnreadableFile(`${where}: ${name} is empty`)
    const key = JSON.stringify(head)
    const known = statements.get(key) ?? { head, rows: [] }
    statements.set(key, known)
    known.rows.push({ row, where })
  }
  if (statements.size === 0) throw new UnreadableFile('the file has no lines')
  const decimals = decimalMarkOf(separator)
  return [...statements.values()].map((one) => ({ ...one.head, read: () => statementsOf(one, decimals) }))
}

/** The names in the first line. */
function headerOf(text: string): string[] {
  const { separator, body } = separatorOf(text)
  const [line = ''] = body.replace(/^\s+/, '').split(/\r\n|\n|\r/, 1)
  return readOr(() => spreadsheetLines(line, separator))[0] ?? []
}

type Head = { account: string; currency: string; statementId: string }
type Placed = { row: Row; where: string }

/** One statement for each year: their numbers may begin again, and a long export goes on under one number. */
function statementsOf(
  { head, rows }: { head: Head; rows: readonly Placed[] },
  decimals: DecimalMark,
): BankStatement[] {
  const currency = head.currency as LocalCurrency
  const entries = rows.map(({ row, where }, at) =>
    entryOf(row, { currency, decimals, entry: String(at + 1), where }),
  )
  const years = Map.groupBy(entries, ({ bookedOn }) => bookedOn.slice(0, 4))
  return [...years].map(([year, ofYear]) => ({
    ...head,
    currency,
    key: keyOfYear(head.statementId, year),
    kind: 'statement',
    entries: ofYear,
  }))
}

function readOr<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new UnreadableFile(spreadsheetFault(error))
  }
}

type EntryPlace = { currency: LocalCurrency; decimals: DecimalMark; entry: string; where: string }

function entryOf(row: Row, { currency, decimals, entry, where }: EntryPlace): BankEntry {
  const amountMinor = signedSpreadsheetAmount(row.amount ?? '', currency, decimals)
  if (!amountMinor) throw new UnreadableFile(`${where}: amount is not a number such as -12.50`)
  const text = row.text ?? ''
  const given = row.end_to_end_id ?? ''
  return {
    entry,
    bookedOn: dayOf(row.date ?? '', where),
    amountMinor,
    isReturn: isYes(row.return ?? '', where),
    endToEndId: idIn(given) ?? referenceIn(given)?.replaceAll('-', '').toLowerCase() ?? idIn(text),
    bankReference: referenceIn(row.bank_reference ?? ''),
    text: text.slice(0, maxText),
  }
}

/** Whether a cell says yes; what is neither yes nor no is not guessed. @throws UnreadableFile */
function isYes(text: string, where: string): boolean {
  if (/^(1|true|vrai|yes|y|oui|o|x)$/i.test(text)) return true
  if (/^(0|false|faux|no|n|non|-)?$/i.test(text)) return false
  throw new UnreadableFile(`${where}: return is ${quoted(text)}, and neither yes nor no`)
}
