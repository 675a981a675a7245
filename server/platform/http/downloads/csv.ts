// CSV lines that are safe to open in spreadsheets, whatever customers typed. Runs in time linear in the text.
import { stringify } from 'csv-stringify/sync'

export type Line = readonly (string | null)[]

/** An amount below zero. As text, a spreadsheet would leave it out of a sum. */
const negativeAmount = /^-\d{1,15}[.,]\d{2}$/
const options = {
  escape_formulas: true,
  quoted_string: true,
  record_delimiter: 'windows',
  cast: {
    string: (value: string) => (negativeAmount.test(value) ? { value, escape_formulas: false } : value),
  },
} as const
/** Without it, Excel reads the file in a legacy encoding. */
export const byteOrderMark = '\uFEFF'

/** @param delimiter between the columns; a semicolon is what a French Excel expects. */
export function csvOf(lines: readonly Line[], delimiter: ',' | ';' = ','): string {
  return stringify(
    lines.map((line) => line.map((value) => value && withoutFormulas(value))),
    { ...options, delimiter },
  )
}

const separators = ';|\t\r\n'
const formulaSigns = '=+-@\uFF1D\uFF0B\uFF0D\uFF20'
const blankOrQuote = /[\s"]/

/**
 * Escapes formulas inside a value. A spreadsheet configured for a separator other than the comma splits values at it, quoted or
 * not, and would execute a formula at the start of such a part.
 */
function withoutFormulas(value: string): string {
  let safe = ''
  // True after a separator, and after blanks and quotes that follow one.
  let isAtStart = false
  for (const sign of value) {
    if (isAtStart && formulaSigns.includes(sign)) safe += "'"
    safe += sign
    isAtStart = separators.includes(sign) || (isAtStart && blankOrQuote.test(sign))
  }
  return safe
}
