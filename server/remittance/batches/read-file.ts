// Reads the rows of a batch from CSV or JSON. What is wrong with the file as a whole is refused with one sentence; what is wrong with a row
// stays with the row.
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { Problem } from '../../kernel/problem.ts'
import {
  decimalMarkOf,
  separatorOf,
  spreadsheetDay,
  spreadsheetFault,
  spreadsheetLines,
} from '../../platform/documents/spreadsheet.ts'
import { type DecimalMark, spreadsheetAmount } from '../../platform/documents/written-amount.ts'
import { isJsonObject, numberText, readJson } from '../../platform/http/body/json.ts'
import { amountFault, inboundSchema } from '../acceptance/request.ts'
import { formatHundredths } from '../transfer/formats.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { fieldFault, formulasIn, type RowFault, type RowFields, type UploadedRow } from './fields.ts'
import { profileColumns, profileFields, profileKinds } from './profiles/profile.ts'
import { maxReference, maxRows } from './states.ts'

const { shape } = inboundSchema(() => true)
const columns: ReadonlySet<string> = new Set([...Object.keys(shape), ...Object.values(profileColumns)])
const neededColumns = Object.entries(shape).flatMap(([name, field]) =>
  field.safeParse(undefined).success ? [] : [name],
)
/** A column may be left out where a row may leave it empty. */
const emptyColumns = neededColumns.filter((name) => shape[name as keyof typeof shape].safeParse('').success)

const maxHeader = 5_000
const maxRecord = 20_000
const maxBytes = 64 * 1024
/** Of JSON: rows with all their fields, each with its name. */
const maxValues = maxRows * (columns.size + 1) * 2

/** @throws Problem RMT-1005 that says in one sentence what is wrong with the file. */
export async function readBatchFile(bytes: Buffer, kind: 'csv' | 'json'): Promise<UploadedRow[]> {
  refuseOtherFiles(bytes)
  const rows = kind === 'csv' ? await readCsv(bytes.toString('utf8')) : readRows(bytes)
  if (rows.length === 0) throw unreadable('it has no rows')
  markRepeated(rows)
  return rows
}

export const unreadable = (reason: string) => new Problem(remittanceProblems.batch_file, { reason })

function refuseOtherFiles(bytes: Buffer): void {
  // guard: batch-archive
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    throw unreadable('it is an Excel workbook or an archive; save the sheet as CSV (UTF-8)')
  if (bytes.length === 0) throw unreadable('it has no rows')
  if (bytes.includes(0))
    throw unreadable('it contains a character with the code 0; save it as CSV (UTF-8) again')
  if (!isUtf8(bytes))
    throw unreadable('it is not in UTF-8; save it as CSV (UTF-8), not as the CSV of an older Excel')
}

async function readCsv(sent: string): Promise<UploadedRow[]> {
  const text = sent.replace(/^\uFEFF/, '')
  const { separator, body } = separatorOf(text)
  const names = headerOf(body, separator)
  const decimals = decimalMarkOf(separator)
  const options = {
    ...{ delimiter: separator, columns: names, from_line: 2, trim: true, bom: true },
    ...{ skip_empty_lines: true, max_record_size: maxRecord },
    // Spreadsheets leave lines of separators behind, and leave out separators at the end of lines.
    ...{ skip_records_with_empty_values: true, relax_column_count_less: true },
  }
  const rows: UploadedRow[] = []
  try {
    for await (const record of Readable.from(piecesOf(body)).pipe(parse(options))) {
      if (rows.length === maxRows) throw unreadable(`it has more than ${maxRows} rows`)
      const row = separator === ';' ? withIsoDates(record as RowFields) : (record as RowFields)
      rows.push(rowOf(row, rows.length + 1, decimals))
    }
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(spreadsheetFault(error))
  }
  return rows
}

const dates = Object.keys(shape).filter((name) => /date$/.test(name))

/** Spreadsheets in French write days as 17/04/1990, and separate columns by semicolons. */
function withIsoDates(record: RowFields): RowFields {
  const given = dates.flatMap((name) => (record[name] ? [[name, spreadsheetDay(record[name])]] : []))
  return { ...record, ...Object.fromEntries(given) }
}

/** In pieces, so that other requests are served between them. */
function* piecesOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += maxBytes) yield bytes.subarray(at, at + maxBytes)
}

/** The names of the columns, each of them that of a field. @throws Problem */
function headerOf(body: string, separator: Parameters<typeof spreadsheetLines>[1]): string[] {
  const [line = ''] = body.slice(0, maxHeader).split(/\r\n|\n|\r/, 1)
  if (line.length === maxHeader) throw unreadable('its first line is too long to be the names of columns')
  const names = (readHeader(line, separator)[0] ?? []).map((name) => name.toLowerCase())
  const unknown = names.find((name) => !columns.has(name))
  if (unknown !== undefined)
    throw unreadable(`its column ${JSON.stringify(unknown.slice(0, 40))} is no field of a transfer`)
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated !== undefined) throw unreadable(`it has the column ${repeated} twice`)
  // What a profile has needs no column.
  const named = profileKinds.filter((kind) => names.includes(profileColumns[kind]))
  const given = new Set([...names, ...emptyColumns, ...named.flatMap((kind) => [...profileFields[kind]])])
  const missing = neededColumns.filter((name) => !given.has(name))
  if (missing.length > 0) throw unreadable(`its first line lacks the columns ${missing.join(', ')}`)
  return names
}

function readHeader(line: string, separator: Parameters<typeof spreadsheetLines>[1]): string[][] {
  try {
    return spreadsheetLines(line, separator)
  } catch (error) {
    throw unreadable(spreadsheetFault(error))
  }
}

function readRows(bytes: Buffer): UploadedRow[] {
  const read = readJson(bytes, maxValues)
  if (read.kind === 'malformed') throw unreadable('it is not valid JSON')
  if (read.kind !== 'value') throw unreadable(`it has more than ${maxRows} rows, or more than their fields`)
  const sent = isJsonObject(read.value) ? read.value.rows : undefined
  if (!Array.isArray(sent)) throw unreadable('it is not an object with the array rows')
  if (sent.length > maxRows) throw unreadable(`it has more than ${maxRows} rows`)
  return sent.map((row, at) => rowOf(textsOf(row, at + 1), at + 1, '.'))
}

/** A row as a person wrote it anew. @throws Problem RMT-1005 */
export const correctedRow = (sent: unknown, number: number): UploadedRow =>
  rowOf(textsOf(sent, number), number, 'either')

function textsOf(row: unknown, number: number): RowFields {
  if (!isJsonObject(row)) throw unreadable(`row ${number} is no object`)
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(row)) {
    if (!columns.has(name))
      throw unreadable(
        `row ${number} has ${JSON.stringify(name.slice(0, 40))}, which is no field of a transfer`,
      )
    if (value === null) continue
    const text = typeof value === 'string' ? value : withoutZeros(numberText(value))
    if (text === undefined) throw unreadable(`${name} of row ${number} is neither a text nor a number`)
    if (text.length > maxRecord) throw unreadable(`${name} of row ${number} is too long`)
    texts[name] = text
  }
  return texts
}

/** A JSON number may have zeros after its second decimal, which a text may not. */
const withoutZeros = (number: string | undefined) => number?.replace(/(\.\d\d)0+$/, '$1')

function rowOf(sent: RowFields, number: number, decimals: DecimalMark): UploadedRow {
  const fields: Record<string, string> = Object.fromEntries(emptyColumns.map((name) => [name, '']))
  for (const [name, value] of Object.entries(sent)) fields[name] = value.trim()
  const faults = [
    ...formulasIn(fields),
    ...referenceFault(fields.reference),
    ...readAmountOf(fields, decimals),
  ]
  const isUsable = faults.every(({ field }) => field !== 'reference')
  return { number, fields, reference: isUsable ? (fields.reference ?? null) : null, faults }
}

/** Writes the amount with two decimals. One that could be two amounts, such as 1.000, is a fault. */
function readAmountOf(fields: Record<string, string>, decimals: DecimalMark): RowFault[] {
  const amount = spreadsheetAmount(fields.amount ?? '', 'USD', decimals)
  if (amount) fields.amount = formatHundredths(amount.minor)
  // guard: batch-ambiguous-amount
  return amount || !fields.amount ? [] : [fieldFault('amount', amountFault, remittanceProblems.amount.code)]
}

function referenceFault(reference = ''): RowFault[] {
  if (reference === '') return [fieldFault('reference', 'Field required')]
  if (/[/\p{C}]/u.test(reference))
    return [fieldFault('reference', 'Has a slash or a character that is not shown')]
  if ([...reference].length > maxReference)
    return [fieldFault('reference', `Has more than ${maxReference} characters`)]
  return []
}

export const repeatedValue = (field: 'reference' | 'quote_id', row: number): RowFault =>
  fieldFault(field, `Is the ${field} of row ${row}, too`)

/** The same reference twice would be one transfer, and a quote pays one. */
function markRepeated(rows: readonly UploadedRow[]): void {
  for (const field of ['reference', 'quote_id'] as const) {
    const first = new Map<string, number>()
    for (const row of rows) {
      const value = field === 'reference' ? row.reference : row.fields.quote_id
      if (!value) continue
      const before = first.get(value)
      // guard: batch-reference-twice
      if (before !== undefined) {
        row.faults.push(repeatedValue(field, before))
        if (field === 'reference') row.reference = null
      } else first.set(value, row.number)
    }
  }
}
