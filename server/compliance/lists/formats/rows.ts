// Rows of a list that has several of them for one entry, one for each name, address or document.
import type { ListEntry } from '../entry.ts'
import { type EntryFacts, entryFrom } from './facts.ts'
import type { XmlNode } from './xml-records.ts'

/** A cell of a row by its column; the first column that the list has and that is not empty. Columns are in lower case, letters and digits only. */
export type Row = (...columns: readonly string[]) => string

/** `Nationality(/ies)` as `nationalityies`. */
export const columnKey = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Returns a function that makes a row of a record. Of two columns with one name the first counts. */
export function rowsWith(header: readonly string[]): (record: readonly string[]) => Row {
  const places = new Map<string, number>()
  for (const [place, name] of header.entries())
    if (!places.has(columnKey(name))) places.set(columnKey(name), place)
  return (record) =>
    (...columns) =>
      columns.map((column) => (record[places.get(columnKey(column)) ?? -1] ?? '').trim()).find(Boolean) ?? ''
}

/** A row from an element whose children are its cells. */
export function rowOf(node: XmlNode): Row {
  const names = Object.keys(node)
  const cells = names.map((name) => {
    const [child] = Array.isArray(node[name]) ? (node[name] as XmlNode[]) : []
    return String(child?.['#text'] ?? '')
  })
  return rowsWith(names)(cells)
}

/** Collects the facts of the rows until the file has ended, because rows of one entry need not follow each other. */
export function openCollection() {
  const collected = new Map<string, { records: [EntryFacts, ...EntryFacts[]]; line: number }>()
  return {
    add(facts: EntryFacts, line: number): void {
      const known = collected.get(facts.entryId)
      if (known) known.records.push(facts)
      else collected.set(facts.entryId, { records: [facts], line })
    },
    *entries(): Generator<{ entry: ListEntry; line: number }, void, undefined> {
      for (const { records, line } of collected.values()) yield { entry: entryFrom(records), line }
    },
  }
}
