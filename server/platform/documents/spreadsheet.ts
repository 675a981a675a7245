// Reads CSV that a spreadsheet or a bank has exported: one separator per file.
import { type CsvError, parse } from 'csv-parse/sync'
import type { DecimalMark } from './written-amount.ts'

const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** The decimal marks that a file with a separator may use. */
export const decimalMarkOf = (separator: Separator): DecimalMark => (separator === ',' ? '.' : 'either')

/** The separator that the header uses most, outside of quotes. A first line such as `sep=;` names it, for Excel. */
export function separatorOf(text: string): { separator: Separator; body: string } {
  const named = /^\uFEFF?sep=([,;|\t])\r?\n/i.exec(text)
  if (named) return { separator: named[1] as Separator, body: text.slice(named[0].length) }
  const [header = ''] = text.replace(/^\s+/, '').split(/\r?\n|\r/, 1)
  const bare = header.replace(/"[^"]*"/g, '')
  const counts = separators.map((separator) => bare.split(separator).length)
  // guard: one-separator
  return { separator: separators[counts.indexOf(Math.max(...counts))] ?? ',', body: text }
}

export type Row = Readonly<Record<string, string>>

/** The rows of a file by the names in its header. @throws Error that names the line */
export function spreadsheetRows(text: string): { rows: Row[]; separator: Separator } {
  const { separator, body } = separatorOf(text)
  const options = {
    bom: true,
    columns: true,
    delimiter: separator,
    skip_empty_lines: true,
    trim: true,
  } as const
  return { rows: parse(body, options) as Row[], separator }
}

/** All lines of a file, whose header may come after other lines and whose last lines may be shorter. @throws Error */
export function spreadsheetLines(text: string, separator: Separator): string[][] {
  return parse(text, {
    bom: true,
    delimiter: separator,
    skip_empty_lines: true,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
  })
}

/** The day that somebody wrote as 17/04/1990, like the one of an API: 1990-04-17. Any other text is left as it is. */
export const spreadsheetDay = (text: string): string =>
  text.replace(
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/,
    (_, day: string, month: string, year: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )

const lineFaults: Partial<Record<CsvError['code'], string>> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: ' does not have as many columns as the first line',
  CSV_QUOTE_NOT_CLOSED: ' has a quotation mark that is never closed',
  CSV_INVALID_CLOSING_QUOTE: ' has a quotation mark inside a text: write it twice',
  INVALID_OPENING_QUOTE: ' has a quotation mark inside a text: write it twice',
  CSV_MAX_RECORD_SIZE: ' is too long',
}

/** What is wrong with a file, in one line. */
export function spreadsheetFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, lines, message } = error as CsvError
  const known = lineFaults[code]
  return known && typeof lines === 'number' ? `line ${lines}${known}` : (message ?? '').slice(0, 200)
}
