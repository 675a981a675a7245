// How a CSV file for people is written: separated by commas, or as a French spreadsheet opens it.
import { z } from 'zod'
import { type Language, languages } from '../../kernel/language.ts'
import { csvOf, type Line } from '../http/downloads.ts'

/** Fields of the query that are about the file, not about what it lists. */
export const fileSchema = z.object({
  separator: z.enum(['comma', 'semicolon']).default('comma').meta({
    description:
      'What separates columns: `semicolon` for a French Excel, which opens other files as one column; amounts then have a decimal comma.',
  }),
})
/** Of a file whose readers have it in the language of their page. */
export const titledFileSchema = fileSchema.extend({
  language: z.enum(languages).optional().meta({
    description: 'Of the titles of columns and the names of states; absent: as the API writes them.',
  }),
})
/** What the names of columns or states are called in each language. */
export type Titles = Readonly<Record<Language, Readonly<Record<string, string>>>>

export type Separator = z.output<typeof fileSchema>['separator']

/** Returns what writes lines with these columns: between semicolons, amounts have a decimal comma. */
export function separatedBy(separator: Separator, names: readonly string[]) {
  const isNumber = names.map((name) => /(^|_)(amount|fee|net|rate|total|paid|remaining)$/.test(name))
  const written = (line: Line) =>
    separator === 'comma'
      ? line
      : line.map((value, column) => (isNumber[column] && value ? value.replaceAll('.', ',') : value))
  return (lines: readonly Line[]) => csvOf(lines.map(written), separator === 'comma' ? ',' : ';')
}
