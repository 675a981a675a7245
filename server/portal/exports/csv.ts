// Lines of CSV that are harmless to spreadsheets, whatever customers typed. The work is linear in the text.
import { stringify } from 'csv-stringify/sync'

export type Line = readonly (string | null)[]

const options = { escape_formulas: true, quoted_string: true, record_delimiter: 'windows' } as const
/** Spreadsheets take a file without it for one of their own, older alphabet. */
export const byteOrderMark = '\uFEFF'

export function csvOf(lines: readonly Line[]): string {
  return stringify(
    lines.map((line) => line.map((value) => value && withoutFormulas(value))),
    options,
  )
}

const separators = ';|\t\r\n'
const formulaSigns = '=+-@\uFF1D\uFF0B\uFF0D\uFF20'
const blankOrQuote = /[\s"]/

/**
 * A spreadsheet that takes something else than the comma for the separator cuts a value in two there, quoted or not; what
 * it would then begin a cell with is no formula either.
 */
function withoutFormulas(value: string): string {
  let safe = ''
  // Behind a separator and nothing but blanks and quotes.
  let isAtStart = false
  for (const sign of value) {
    if (isAtStart && formulaSigns.includes(sign)) safe += "'"
    safe += sign
    isAtStart = separators.includes(sign) || (isAtStart && blankOrQuote.test(sign))
  }
  return safe
}
