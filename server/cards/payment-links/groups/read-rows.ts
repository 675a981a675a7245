// Reads the rows of links that are made together: JSON as it is, or CSV, whose texts become the bodies of links.
import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { type LocalCurrency, localCurrencies } from '../../../kernel/money.ts'
import { InvalidBody, Problem } from '../../../kernel/problem.ts'
import { decimalMarkOf, spreadsheetFault, spreadsheetRows } from '../../../platform/documents/spreadsheet.ts'
import { type DecimalMark, spreadsheetAmount } from '../../../platform/documents/written-amount.ts'
import { isJsonObject, readJson } from '../../../platform/http/body/json.ts'
import { jsonBody } from '../../../platform/http/http.ts'
import { requestProblems } from '../../../platform/http/problems.ts'
import { maxRows } from './make-links.ts'
import { type CommonValues, completed, fieldOfColumn, numberOf } from './spreadsheet-columns.ts'

/** Rows with all their fields and a schedule, each with its name. */
const maxValues = maxRows * 120

const amounts = ['amount', 'minimum', 'maximum', 'total', 'minimum_part'] as const
const texts = [
  ...['kind', 'currency', 'merchant_reference', 'description', 'payer_label', 'group', 'callback_url'],
  ...['return_url', 'cancel_url', 'locale', 'expires_at'],
]
const dueColumn = /^(due_on|due_amount)_([1-9]|[1-5]\d|60)$/
const isColumn = (name: string) =>
  texts.includes(name) || (amounts as readonly string[]).includes(name) || dueColumn.test(name)

/**
 * The bodies of the links, in order.
 * @param common of a file that a person wrote, whose columns may have names of their own; a program's has the names of fields.
 * @throws InvalidBody; Problem 400, 415
 */
export function rowsIn(request: FastifyRequest, common?: CommonValues): unknown[] {
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const kind = ({ 'text/csv': 'csv', 'application/json': 'json' } as const)[type.trim()]
  const { 'content-encoding': encoding = 'identity' } = request.headers
  if (encoding !== 'identity') throw new Problem(requestProblems.compressed_body)
  if (!kind) throw new Problem(requestProblems.unsupported_media_type)
  const rows = kind === 'csv' ? csvRows(request.rawBody, common) : jsonRows(request)
  if (rows.length === 0) throw unreadable('has no rows')
  if (rows.length > maxRows) throw unreadable(`has more than ${maxRows} rows`)
  return rows
}

const unreadable = (why: string) =>
  new InvalidBody([{ type: 'value_error', loc: ['body', 'rows'], msg: `Value error, ${why}`, input: null }])

function jsonRows(request: FastifyRequest): unknown[] {
  const read = readJson(request.rawBody, maxValues)
  const sent = read.kind === 'value' && isJsonObject(read.value) ? read.value.rows : undefined
  if (Array.isArray(sent)) return sent
  // Only rows may have more values than other bodies.
  jsonBody(request)
  const fault =
    sent === undefined ? missing : ({ type: 'list_type', msg: 'Input should be a valid list' } as const)
  throw new InvalidBody([{ ...fault, loc: ['body', 'rows'], input: null }])
}

const missing = { type: 'missing', msg: 'Field required' } as const

function csvRows(bytes: Buffer, common?: CommonValues): unknown[] {
  // guard: link-file-archive
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    throw unreadable('is an Excel workbook or an archive: save the sheet as CSV (UTF-8)')
  // guard: link-file-encoding
  if (!isUtf8(bytes)) throw unreadable('is not in UTF-8: save the sheet as CSV (UTF-8)')
  const { rows: lines, separator } = parsed(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  // Spreadsheets leave lines of separators behind the last row.
  const hasValue = (row: Record<string, string>) => Object.values(row).some((value) => value.trim() !== '')
  const rows = lines.slice(0, lines.findLastIndex(hasValue) + 1)
  const columns = Object.keys(rows[0] ?? {}).map((column) => {
    const field = common ? fieldOfColumn(column) : column
    if (!isColumn(field))
      throw unreadable(`has the column ${JSON.stringify(column.slice(0, 40))}, which is no field of a link`)
    return [column, field] as const
  })
  const [, twice] =
    columns.find(([, field], at) => columns.findIndex((other) => other[1] === field) < at) ?? []
  if (twice !== undefined) throw unreadable(`has two columns for ${twice}`)
  return rows.map((row) => {
    const named = Object.fromEntries(columns.map(([column, field]) => [field, row[column] ?? '']))
    const body = bodyOf(named, decimalMarkOf(separator), common?.currency)
    return common ? completed(body, common) : body
  })
}

function parsed(text: string) {
  try {
    return spreadsheetRows(text)
  } catch (error) {
    throw unreadable(spreadsheetFault(error))
  }
}

function bodyOf(
  row: Readonly<Record<string, string>>,
  decimals: DecimalMark,
  usual: LocalCurrency = 'USD',
): Record<string, unknown> {
  const currency = localCurrencies.find((name) => name === row.currency) ?? usual
  const body: Record<string, unknown> = {}
  const dues: { due_on?: string; amount?: unknown }[] = []
  for (const [name, value] of Object.entries(row)) {
    if (value === '') continue
    const [, part, number] = dueColumn.exec(name) ?? []
    if (part) {
      const at = Number(number) - 1
      dues[at] ??= {}
      if (part === 'due_on') dues[at].due_on = value
      else dues[at].amount = amountIn(value, currency, decimals)
    } else body[name] = texts.includes(name) ? value : amountIn(value, currency, decimals)
  }
  const schedule = dues.filter((due) => due !== undefined)
  return { ...body, ...(schedule.length > 0 && { schedule }) }
}

/** The amount as a number, as links take it. A text that is no amount is left as it is, so that it is refused with its field. */
function amountIn(text: string, currency: LocalCurrency, decimals: DecimalMark): unknown {
  const amount = spreadsheetAmount(text, currency, decimals)
  return amount ? (numberOf(amount) ?? text) : text
}
