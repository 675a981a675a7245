// Reads OpenSanctions' targets.simple.csv: a header, every cell quoted, and multiple values separated by semicolons.
import { parse } from 'csv-parse/sync'
import { isCountry } from '../../../kernel/codes/iso.ts'
import type { EntryKind, ListEntry } from '../entry.ts'
import { phonesInCell } from '../identifiers.ts'

const required = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'identifiers']

export function isOpenSanctionsHeader(record: readonly string[]): boolean {
  return required.every((column) => record.includes(column))
}

const kinds: Record<string, EntryKind> = {
  Person: 'person',
  Organization: 'organisation',
  Company: 'organisation',
  PublicBody: 'organisation',
  LegalEntity: 'unknown',
}

/**
 * Returns a function that reads one record.
 * @param header the column names, in any order; newer files have more columns.
 */
export function openSanctionsEntry(header: readonly string[]): (record: readonly string[]) => ListEntry {
  const at = new Map(header.map((column, position) => [column, position]))
  return (record) => {
    const cell = (column: string) => (record[at.get(column) ?? -1] ?? '').trim()
    const programs = valuesOf(cell('program_ids'))
    const phones = valuesOf(cell('phones')).flatMap(phonesInCell)
    return {
      entryId: cell('id'),
      kind: kinds[cell('schema')] ?? 'thing',
      name: cell('name'),
      aliases: valuesOf(cell('aliases')),
      weakAliases: [],
      birthDates: valuesOf(cell('birth_date')).filter((date) => /^\d{4}(-\d\d(-\d\d)?)?$/.test(date)),
      countries: valuesOf(cell('countries'))
        .map((code) => code.toUpperCase())
        .filter(isCountry),
      identifiers: valuesOf(cell('identifiers')),
      programs: programs.length > 0 ? programs : valuesOf(cell('dataset')),
      ...(phones.length > 0 && { phones }),
    }
  }
}

/** Splits a cell into its values. A value that contains a semicolon is quoted inside the cell. */
function valuesOf(cell: string): string[] {
  if (cell === '') return []
  const values = cell.includes('"') ? quotedValues(cell) : cell.split(';')
  return [...new Set(values.map((value) => value.trim()).filter(Boolean))]
}

function quotedValues(cell: string): string[] {
  const [values = []] = parse(cell, { delimiter: ';', relax_quotes: true, to: 1 }) as string[][]
  return values
}
