// Reads the rows of a batch from CSV or JSON. What is wrong with the file as a whole is refused with one sentence; what is wrong with a row
// stays with the row.
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { Problem } from '../kernel/problem.ts'
import {
  decimalMarkOf,
  separatorOf,
  spreadsheetDay,
  spreadsheetFault,
  spreadsheetLines,
} from '../platform/documents/spreadsheet.ts'
import { isJsonObject, numberText, readJson } from '../platform/http/body/json.ts'
import { fieldFault, type RowFault, type RowFields, type UploadedRow } from './fields.ts'
import type { FileFormat } from './kind.ts'
import { batchProblems } from './problems.ts'
import { maxRows } from './states.ts'

const maxHeader = 5_000
const maxRecord = 20_000
const maxBytes = 64 * 1024
/** Of JSON: rows with all their fields, each with its name. */
const maxValues = ({ columns }: FileFormat) => maxRows * (columns.size + 1) * 2

/** @throws Problem RMT-1005 that says in one sentence what is wrong with the file. */
export async function readBatchFile(
  format: FileFormat,
  bytes: Buffer,
  type: 'csv' | 'json',
): Promise<UploadedRow[]> {
  refuseOtherFiles(bytes)
  const rows = type === 'csv' ? await readCsv(format, bytes.toString('utf8')) : readRows(format, bytes)
  if (rows.length === 0) throw unreadable('it has no rows')
  markRepeated(format, rows)
  return rows
}

export const unreadable = (reason: string) => new Problem(batchProblems.batch_file, { reason })

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

async function readCsv(format: FileFormat, sent: string): Promise<UploadedRow[]> {
  const text = sent.replace(/^\uFEFF/, '')
  const { separator, body } = separatorOf(text)
  const names = headerOf(format, body, separator)
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
      const row = separator === ';' ? withIsoDays(format, record as RowFields) : (record as RowFields)
      rows.push(format.rowOf(row, rows.length + 1, decimals))
    }
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(spreadsheetFault(error))
  }
  return rows
}

/** Spreadsheets in French write days as 17/04/1990, and separate columns by semicolons. */
function withIsoDays({ days }: FileFormat, record: RowFields): RowFields {
  const given = days.flatMap((name) => (record[name] ? [[name, spreadsheetDay(record[name])]] : []))
  return { ...record, ...Object.fromEntries(given) }
}

/** In pieces, so that other requests are served between them. */
function* piecesOf(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += maxBytes) yield bytes.subarray(at, at + maxBytes)
}

/** The names of the columns, each of them that of a field. @throws Problem */
function headerOf(
  format: FileFormat,
  body: string,
  separator: Parameters<typeof spreadsheetLines>[1],
): string[] {
  const [line = ''] = body.slice(0, maxHeader).split(/\r\n|\n|\r/, 1)
  if (line.length === maxHeader) throw unreadable('its first line is too long to be the names of columns')
  const names = (readHeader(line, separator)[0] ?? []).map((name) => name.toLowerCase())
  const unknown = names.find((name) => !format.columns.has(name))
  if (unknown !== undefined)
    throw unreadable(`its column ${JSON.stringify(unknown.slice(0, 40))} is no field of ${format.of}`)
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated !== undefined) throw unreadable(`it has the column ${repeated} twice`)
  const missing = format.missingColumns(names)
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

function readRows(format: FileFormat, bytes: Buffer): UploadedRow[] {
  const read = readJson(bytes, maxValues(format))
  if (read.kind === 'malformed') throw unreadable('it is not valid JSON')
  if (read.kind !== 'value') throw unreadable(`it has more than ${maxRows} rows, or more than their fields`)
  const sent = isJsonObject(read.value) ? read.value.rows : undefined
  if (!Array.isArray(sent)) throw unreadable('it is not an object with the array rows')
  if (sent.length > maxRows) throw unreadable(`it has more than ${maxRows} rows`)
  return sent.map((row, at) => format.rowOf(textsOf(format, row, at + 1), at + 1, '.'))
}

/** A row as a person wrote it anew. @throws Problem RMT-1005 */
export const correctedRow = (format: FileFormat, sent: unknown, number: number): UploadedRow =>
  format.rowOf(textsOf(format, sent, number), number, 'either')

function textsOf(format: FileFormat, row: unknown, number: number): RowFields {
  if (!isJsonObject(row)) throw unreadable(`row ${number} is no object`)
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(row)) {
    if (!format.columns.has(name))
      throw unreadable(
        `row ${number} has ${JSON.stringify(name.slice(0, 40))}, which is no field of ${format.of}`,
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

export const repeatedValue = (field: string, row: number): RowFault =>
  fieldFault(field, `Is the ${field} of row ${row}, too`)

/** The same reference twice would be sent as one. */
function markRepeated({ unique }: FileFormat, rows: readonly UploadedRow[]): void {
  for (const field of unique) {
    const first = new Map<string, number>()
    for (const row of rows) {
      const value = field === 'reference' ? row.reference : row.fields[field]
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
