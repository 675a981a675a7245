// Reads an operator's settlement file: CSV with our column names, with lines for payments and for what went back. Lines of one reference
// and day are summed up, payments and returns apart, since operators write a payment and its reversal under one reference.

import { type LocalCurrency, localCurrencies } from '../../kernel/money.ts'
import { decimalMarkOf, spreadsheetFault, spreadsheetRows } from '../../platform/documents/spreadsheet.ts'
import { signedSpreadsheetAmount } from '../../platform/documents/written-amount.ts'
import { dayOf, idIn, quoted, UnreadableFile } from '../files/bank-entry.ts'

/** The columns of the file, in any order. */
export const statementColumns = [
  'reference',
  'operator_id',
  'date',
  'currency',
  'gross',
  'fee',
  'net',
] as const

export type StatementLine = {
  /** Our operation, or the operator's text where that is none. */
  reference: string
  operatorId: string
  day: string
  currency: LocalCurrency
  /** Minor units, negative for money that went back. */
  gross: bigint
  fee: bigint
}

const maxLines = 50_000

/** @param ended the last day that may be in the file. @throws UnreadableFile */
export function readStatement(text: string, ended: Temporal.PlainDate): StatementLine[] {
  const { rows, separator } = readRows(text)
  const missing = statementColumns.filter((name) => !(name in (rows[0] ?? {})))
  if (rows.length === 0) throw new UnreadableFile('the file has no lines')
  if (missing.length > 0) throw new UnreadableFile(`the CSV has no column ${missing.join(', ')}`)
  if (rows.length > maxLines) throw new UnreadableFile(`the file has more than ${maxLines} lines`)
  const sums = new Map<string, StatementLine>()
  rows.forEach((row, at) => {
    const where = `line ${at + 2}`
    const line = lineOf(row, where, (text, currency) =>
      signedSpreadsheetAmount(text, currency, decimalMarkOf(separator)),
    )
    if (Temporal.PlainDate.compare(line.day, ended) > 0)
      throw new UnreadableFile(`${where}: the day ${line.day} has not ended`)
    const key = `${line.gross < 0n} ${line.day} ${line.reference}`
    const { currency, gross, fee } = sums.get(key) ?? { ...line, gross: 0n, fee: 0n }
    if (currency !== line.currency)
      throw new UnreadableFile(`${where}: the reference ${quoted(line.reference)} has two currencies`)
    sums.set(key, { ...line, gross: gross + line.gross, fee: fee + line.fee })
  })
  return [...sums.values()]
}

function readRows(text: string) {
  try {
    return spreadsheetRows(text)
  } catch (error) {
    throw new UnreadableFile(spreadsheetFault(error))
  }
}

function lineOf(
  row: Readonly<Record<string, string>>,
  where: string,
  read: (text: string, currency: LocalCurrency) => bigint | undefined,
): StatementLine {
  const currency = localCurrencies.find((known) => known === row.currency)
  if (!currency) throw new UnreadableFile(`${where}: ${quoted(row.currency ?? '')} is not a currency of ours`)
  const written = row.reference ?? ''
  const reference = uuidOf(idIn(written)) ?? written
  if (reference === '') throw new UnreadableFile(`${where}: reference is empty`)
  const [gross, fee, net] = (['gross', 'fee', 'net'] as const).map((column) => {
    const minor = read(row[column] ?? '', currency)
    if (minor === undefined)
      throw new UnreadableFile(`${where}: ${quoted(row[column] ?? '')} is not an amount`)
    return minor
  }) as [bigint, bigint, bigint]
  // guard: operator-line-sum
  if (fee < 0n || gross - fee !== net) throw new UnreadableFile(`${where}: gross less fee is not net`)
  const day = dayOf(row.date ?? '', where)
  return {
    reference: reference.slice(0, 200),
    operatorId: (row.operator_id ?? '').slice(0, 200),
    day,
    currency,
    gross,
    fee,
  }
}

/** 32 digits as an id is written. */
const uuidOf = (digits: string | null) =>
  digits?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
