// Reads the CSV that a bank exports, with the bank's own column names, as an admin has mapped them for one of our accounts.
import { createHash } from 'node:crypto'
import { readBankAccount } from '../../kernel/codes/bank-account.ts'
import { separatorOf, spreadsheetFault, spreadsheetLines } from '../../platform/documents/spreadsheet.ts'
import { signedSpreadsheetAmount } from '../../platform/documents/written-amount.ts'
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
import type { CsvMapping, DateForm, MappedColumn } from './csv-mapping.ts'

type Line = { cells: readonly string[]; where: string }
type Table = {
  mapping: CsvMapping
  at: Partial<Record<MappedColumn, number>>
  lines: Line[]
  before: string[]
}

/**
 * The statement of the account whose mapping fits the file; undefined if none does.
 * @throws UnreadableFile if the mappings of several accounts fit, and the file does not say whose it is.
 */
export function readMappedCsv(text: string, mappings: readonly CsvMapping[]): FoundStatement[] | undefined {
  if (mappings.length === 0) return undefined
  const { separator, body } = separatorOf(text)
  const lines = linesOf(body, separator)
  const tables = mappings.flatMap((mapping) => tableOf(lines, mapping) ?? [])
  const [table, ...others] = tables.length > 1 ? tables.filter(namesAccount) : tables
  if (!table && tables.length === 0) return undefined
  // guard: csv-of-one-account
  if (!table || others.length > 0)
    throw new UnreadableFile(
      'the columns fit the mappings of several accounts, and the file does not name one: map a column with the account',
    )
  const { account, currency } = table.mapping
  const read = () => statementsOf(table)
  return [{ account, currency, statementId: 'CSV', read }]
}

/** The lines of the file, whose header may come after lines about the account. */
function linesOf(body: string, separator: ReturnType<typeof separatorOf>['separator']): string[][] {
  try {
    return spreadsheetLines(body, separator)
  } catch (error) {
    throw new UnreadableFile(spreadsheetFault(error))
  }
}

const nameOf = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
/** The header stands among the first lines. */
const latestHeader = 30

function tableOf(lines: readonly string[][], mapping: CsvMapping): Table | undefined {
  const wanted = (Object.entries(mapping.columns) as [MappedColumn, string | undefined][]).flatMap(
    ([column, name]) => (name === undefined ? [] : [[column, name] as const]),
  )
  const header = lines.slice(0, latestHeader).findIndex((cells) => {
    const names = cells.map(nameOf)
    return wanted.every(([, name]) => names.filter((each) => each === nameOf(name)).length === 1)
  })
  if (header < 0) return undefined
  const names = lines[header]?.map(nameOf) ?? []
  const at = Object.fromEntries(wanted.map(([column, name]) => [column, names.indexOf(nameOf(name))]))
  const rows = lines.slice(header + 1).map((cells, n) => ({ cells, where: `row ${n + 1} below the header` }))
  return { mapping, at, lines: rows, before: lines.slice(0, header).flat() }
}

const accountIn = (text: string) => readBankAccount(text)?.number ?? text.trim()

/** Whether the file names the account of the mapping: in a column, or in a line before the header. */
function namesAccount({ mapping, at, lines, before }: Table): boolean {
  if (at.account !== undefined) return accountIn(lines[0]?.cells[at.account] ?? '') === mapping.account
  return before.some((cell) =>
    cell
      .replace(/[\s.-]/g, '')
      .toUpperCase()
      .includes(mapping.account),
  )
}

/**
 * One statement for each day, or for each number that the bank gives. Exports overlap and are sorted in either direction, so a line is
 * known by what it says, and equal lines of a day by their number.
 */
function statementsOf({ mapping, at, lines }: Table): BankStatement[] {
  const { account, currency } = mapping
  const statements = new Map<string, { name: string; key: string; entries: BankEntry[] }>()
  const seen = new Map<string, number>()
  for (const { cells, where } of lines) {
    const cellOf = (column: MappedColumn) =>
      at[column] === undefined ? '' : (cells[at[column]] ?? '').trim()
    if (isSum(cells, cellOf('date'))) continue
    const amountMinor = amountOf(cellOf, mapping, where)
    if (amountMinor === undefined) continue
    refuseOther(cellOf, mapping, where)
    const entry = entryOf(cellOf, mapping, where)
    const number = cellOf('statement')
    const name = number || entry.bookedOn
    const key = keyOfYear(`CSV ${name}`, entry.bookedOn.slice(0, 4))
    const known = statements.get(key) ?? { name, key, entries: [] }
    statements.set(key, known)
    const content = JSON.stringify([key, entry.bookedOn, String(amountMinor), entry])
    const repeated = (seen.get(content) ?? 0) + 1
    seen.set(content, repeated)
    const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
    known.entries.push({ ...entry, entry: `${digest}-${repeated}`, amountMinor, isReturn: false })
  }
  if (statements.size === 0) throw new UnreadableFile('the file has no lines')
  return [...statements.values()].map(({ name, key, entries }) => ({
    account,
    currency,
    statementId: name,
    key,
    kind: 'statement',
    entries,
  }))
}

/** Whether a row sums up others or states a balance: it has no day, and says so. Other rows without a day are refused. */
// guard: rows-without-day
const isSum = (cells: readonly string[], date: string) =>
  !/\d/.test(date) &&
  cells.some((cell) => /\b(totals?|totaux|sum|somme|soldes?|balances?|report)\b/i.test(cell))

type CellOf = (column: MappedColumn) => string

/** @throws UnreadableFile if a row is of another account or currency. */
function refuseOther(cellOf: CellOf, { account, currency }: CsvMapping, where: string): void {
  const [number, code] = [cellOf('account'), cellOf('currency')]
  // guard: mapped-account
  if (number !== '' && accountIn(number) !== account)
    throw new UnreadableFile(`${where}: ${quoted(number)} is not the account of the mapping`)
  if (code !== '' && code.toUpperCase() !== currency)
    throw new UnreadableFile(`${where}: ${quoted(code)} is not the currency of the account, ${currency}`)
}

function entryOf(
  cellOf: CellOf,
  { dateForm }: CsvMapping,
  where: string,
): Omit<BankEntry, 'entry' | 'amountMinor' | 'isReturn'> {
  const text = cellOf('text').slice(0, maxText)
  const given = cellOf('end_to_end_id')
  return {
    bookedOn: dateIn(cellOf('date'), dateForm, where),
    endToEndId: idIn(given) ?? referenceIn(given)?.toLowerCase() ?? idIn(text),
    bankReference: referenceIn(cellOf('bank_reference')),
    text,
  }
}

/** @returns undefined for a row without an amount, such as a remark. @throws UnreadableFile if it cannot be read or has two amounts. */
function amountOf(cellOf: CellOf, mapping: CsvMapping, where: string): bigint | undefined {
  const signed = (text: string) => {
    const minor = signedSpreadsheetAmount(text, mapping.currency, mapping.decimalMark)
    if (minor === undefined) throw new UnreadableFile(`${where}: ${quoted(text)} is not an amount`)
    return minor
  }
  const cells = [cellOf('amount'), cellOf('debit'), cellOf('credit')] as const
  if (cells.every((cell) => cell === '')) return undefined
  if (mapping.columns.amount !== undefined) return signed(cells[0])
  const [debit, credit] = [cells[1], cells[2]].map((cell) => (cell === '' ? 0n : signed(cell))) as [
    bigint,
    bigint,
  ]
  // guard: debit-or-credit
  if (debit !== 0n && credit !== 0n) throw new UnreadableFile(`${where}: it has a debit and a credit`)
  if (credit < 0n) throw new UnreadableFile(`${where}: its credit is negative`)
  return debit === 0n ? credit : debit < 0n ? debit : -debit
}

/** @throws UnreadableFile */
function dateIn(text: string, form: DateForm, where: string): string {
  // Some banks write the time after the day.
  const [date = ''] = text.split(/[ T]/)
  const parts = form.split(/[^YMD]/)
  const cells =
    form === 'YYYYMMDD' ? [date.slice(0, 4), date.slice(4, 6), date.slice(6)] : date.split(/[^\d]/)
  const names = form === 'YYYYMMDD' ? ['YYYY', 'MM', 'DD'] : parts
  const cellOf = (letter: string) => cells[names.findIndex((name) => name.startsWith(letter))] ?? ''
  const mark = /[^YMD]/.exec(form)?.[0]
  const isForm =
    cells.length === names.length &&
    cells.every(
      (cell, n) => /^\d+$/.test(cell) && (names[n] === 'YYYY' ? cell.length === 4 : cell.length <= 2),
    ) &&
    (mark === undefined || date.replace(/\d/g, '') === mark + mark)
  if (!isForm) throw new UnreadableFile(`${where}: ${quoted(text)} is not a date of the form ${form}`)
  const year = cellOf('Y').padStart(4, '20')
  return dayOf(`${year}-${cellOf('M').padStart(2, '0')}-${cellOf('D').padStart(2, '0')}`, where)
}
