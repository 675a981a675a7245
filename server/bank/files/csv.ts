// Reads account statements that somebody has exported or typed as CSV.
import { parse } from 'csv-parse/sync'
import { readBankAccount } from '../../kernel/codes/bank-account.ts'
import { parseMoney } from '../../kernel/money.ts'
import { type BankEntry, type BankStatement, currencyOf, dayOf, idIn, UnreadableFile } from './bank-entry.ts'

/** The columns of the file, in any order; the last four may be missing or empty. */
export const bankColumns = [
  'account',
  'currency',
  'statement',
  'date',
  'amount',
  'end_to_end_id',
  'bank_reference',
  'return',
  'text',
] as const
type Row = Partial<Record<(typeof bankColumns)[number], string>>

/** @throws UnreadableFile */
export function readBankCsv(text: string): BankStatement[] {
  const statements = new Map<
    string,
    { head: Omit<BankStatement, 'entries' | 'balances'>; entries: BankEntry[] }
  >()
  for (const [at, row] of rowsOf(text).entries()) {
    const where = `line ${at + 2}`
    const account = readBankAccount(row.account ?? '')?.number ?? row.account ?? ''
    const head = {
      account,
      currency: currencyOf(row.currency ?? '', where),
      statementId: row.statement ?? '',
    }
    if (head.statementId === '') throw new UnreadableFile(`${where}: statement is empty`)
    const key = JSON.stringify(head)
    const known = statements.get(key) ?? { head, entries: [] }
    statements.set(key, known)
    known.entries.push(entryOf(row, head.currency, String(known.entries.length + 1), where))
  }
  if (statements.size === 0) throw new UnreadableFile('the file has no lines')
  return [...statements.values()].map(({ head, entries }) => ({ ...head, entries }))
}

function rowsOf(text: string): Row[] {
  try {
    const options = { bom: true, columns: true, delimiter: [',', ';'], skip_empty_lines: true, trim: true }
    return parse(text, options) as Row[]
  } catch (error) {
    throw new UnreadableFile(error instanceof Error ? error.message : String(error))
  }
}

function entryOf(row: Row, currency: 'USD' | 'CDF', entry: string, where: string): BankEntry {
  const digits = row.amount ?? ''
  const amount = parseMoney(digits.replace(/^[+-]/, ''), currency)
  if (!amount || amount.minor === 0n)
    throw new UnreadableFile(`${where}: amount is not a number such as -12.50`)
  const text = row.text ?? ''
  return {
    entry,
    bookedOn: dayOf(row.date ?? '', where),
    amountMinor: digits.startsWith('-') ? -amount.minor : amount.minor,
    isReturn: /^(1|true|yes|oui)$/i.test(row.return ?? ''),
    endToEndId: row.end_to_end_id?.replaceAll('-', '').toLowerCase() || idIn(text),
    bankReference: row.bank_reference || null,
    text: text.slice(0, 500),
  }
}
