// A statement as JSON. The lines are written as they are read, so that a statement of any length needs no memory.
import { amountOf, type Currency } from '../../kernel/money.ts'
import { byteOrderMark, csvOf } from '../../platform/http/downloads.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { renderMovement } from '../movements.ts'
import type { Line, Statement, Total } from './statement.ts'

/** Everything but the lines, as clients read it. */
export function renderHead(statement: Statement) {
  const { period, currency, through, isFinal, opening, closing, totals, count } = statement
  const text = (minor: bigint) => amountOf(minor, currency)
  return {
    period: period.name,
    currency,
    from: period.first.toString(),
    to: period.next.subtract({ days: 1 }).toString(),
    final: isFinal,
    as_of: utcSecond(through),
    opening: text(opening),
    closing: text(closing),
    totals: renderTotals(totals, currency),
    transactions: Number(count),
  }
}

/** The sums of each type as clients read them. */
export function renderTotals(totals: readonly Total[], currency: Currency) {
  return totals.map(({ type, count, amount, fee, net }) => ({
    type,
    transactions: Number(count),
    amount: amountOf(amount, currency),
    fee: amountOf(fee, currency),
    net: amountOf(net, currency),
  }))
}

/** A line as clients read it. */
export function renderLine(line: Line) {
  return {
    ...renderMovement(line),
    merchant_reference: line.merchant_reference,
    description: line.description,
    balance: amountOf(line.balance, line.currency),
  }
}

/** `{status, data}` in pieces. */
export async function* jsonPieces(
  statement: Statement,
  lines: AsyncIterable<Line[]>,
): AsyncGenerator<string> {
  const whole = JSON.stringify({ status: 'success', data: { ...renderHead(statement), lines: [] } })
  const end = ']}}'
  yield whole.slice(0, -end.length)
  let separator = ''
  for await (const piece of lines) {
    yield separator + piece.map((line) => JSON.stringify(renderLine(line))).join(',')
    separator = ','
  }
  yield end
}

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
