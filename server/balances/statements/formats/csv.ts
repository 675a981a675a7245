// A statement as CSV: the opening balance, the lines, the sums of each type, the closing balance.
import { byteOrderMark, csvOf } from '../../../platform/http/downloads/csv.ts'
import type { Line, Statement } from '../statement.ts'
import { renderHead, renderLine } from './json.ts'

const columns = [
  'created_at',
  'id',
  'type',
  'merchant_reference',
  'source',
  'amount',
  'fee',
  'net',
  'balance',
  'currency',
  'available_on',
  'description',
] as const

type Row = Partial<Record<(typeof columns)[number], string | null>>

const rowOf = (row: Row) => columns.map((column) => row[column] ?? '')

/** Begins with a byte order mark, like all our CSV files. */
export async function* csvPieces(statement: Statement, lines: AsyncIterable<Line[]>): AsyncGenerator<string> {
  const { opening, closing, totals, currency } = renderHead(statement)
  yield byteOrderMark + csvOf([columns, rowOf({ created_at: 'OPENING', balance: opening, currency })])
  for await (const piece of lines) yield csvOf(piece.map((line) => rowOf(renderLine(line))))
  const sums = totals.map(({ type, transactions, amount, fee, net }) =>
    rowOf({ created_at: 'TOTAL', id: String(transactions), type, amount, fee, net, currency }),
  )
  yield csvOf([...sums, rowOf({ created_at: 'CLOSING', balance: closing, currency })])
}
