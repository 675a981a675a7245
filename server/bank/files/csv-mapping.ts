// How an admin has mapped the columns of a bank's CSV.
import type { LocalCurrency } from '../../kernel/money.ts'

/** How banks write days. */
export const dateForms = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYYMMDD',
  'DD/MM/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'DD/MM/YY',
  'MM/DD/YYYY',
] as const
export type DateForm = (typeof dateForms)[number]

/** What a column of a bank's CSV can be. */
export const mappedColumns = [
  'date',
  'amount',
  'debit',
  'credit',
  'text',
  'bank_reference',
  'end_to_end_id',
  'statement',
  'account',
  'currency',
] as const
export type MappedColumn = (typeof mappedColumns)[number]

/** The bank's names of columns, for one of our accounts. */
export type CsvMapping = {
  account: string
  currency: LocalCurrency
  columns: Partial<Record<MappedColumn, string | undefined>>
  dateForm: DateForm
  decimalMark: '.' | ','
}
