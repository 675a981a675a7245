// How a CSV file for people is written: separated by commas, or as a French spreadsheet opens it.
import { z } from 'zod'
import { csvOf, type Line } from '../http/downloads.ts'

/** Fields of the query that are about the file, not about what it lists. */
export const fileSchema = z.object({
  separator: z.enum(['comma', 'semicolon']).default('comma').meta({
    description:
      'What separates columns: `semicolon` for a French Excel, which opens other files as one column; amounts then have a decimal comma.',
  }),
})
export type Separator = z.output<typeof fileSchema>['separator']

/** Returns what writes lines with these columns: between semicolons, amounts have a decimal comma. */
export function separatedBy(separator: Separator, names: readonly string[]) {
  const isNumber = names.map((name) => /(^|_)(amount|fee|net|rate)$/.test(name))
  const written = (line: Line) =>
    separator === 'comma'
      ? line
      : line.map((value, column) => (isNumber[column] && value ? value.replaceAll('.', ',') : value))
  return (lines: readonly Line[]) => csvOf(lines.map(written), separator === 'comma' ? ',' : ';')
}
