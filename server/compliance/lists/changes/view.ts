// How a change of a list entry is shown: as JSON with the fields that differ, and as a line of CSV.
import { byteOrderMark, csvOf } from '../../../platform/http/downloads/csv.ts'
import type { ChangeKind, ChangeRow, EntryContent } from './queries.ts'

export const entryFields = [
  'kind',
  'name',
  'aliases',
  'weak_aliases',
  'birth_dates',
  'countries',
  'identifiers',
  'programs',
  'phones',
] as const

function kindOf({ before, after }: ChangeRow): ChangeKind {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}

/** The fields that differ; none for an entry that was added or removed. */
function changedFields({ before, after }: ChangeRow) {
  if (before === null || after === null) return []
  return entryFields.filter(
    (field) => JSON.stringify(before[field] ?? []) !== JSON.stringify(after[field] ?? []),
  )
}

export function renderChange(row: ChangeRow) {
  const { entry_id, before, after } = row
  return {
    entry_id,
    change: kindOf(row),
    name: (after ?? before)!.name,
    fields: changedFields(row),
    before,
    after,
  }
}

const headings = [
  'Change',
  'Entry',
  'Fields',
  ...entryFields.flatMap((field) => [`${field} before`, `${field} after`]),
]

/** The changes as CSV, one line per entry, with every field before and after. */
export async function* changesCsv(pieces: AsyncIterable<ChangeRow[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvOf([headings])
  for await (const rows of pieces) yield csvOf(rows.map(lineOf))
}

function lineOf(row: ChangeRow): (string | null)[] {
  const values = entryFields.flatMap((field) => [textOf(row.before, field), textOf(row.after, field)])
  return [kindOf(row), row.entry_id, changedFields(row).join(', '), ...values]
}

function textOf(entry: EntryContent | null, field: (typeof entryFields)[number]): string | null {
  const value = entry?.[field]
  return value === undefined ? null : typeof value === 'string' ? value : value.join(' | ')
}
