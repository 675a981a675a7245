// Renders list matches for compliance officers, each with the current list entry to compare with.

import { z } from 'zod'
import { controlStatement, type Sql } from '../../platform/database/database.ts'
import type { EntryColumns } from '../lists/entry.ts'
import type { ListMatch } from './screener.ts'

type ListedEntry = Omit<EntryColumns, 'kind' | 'programs'>

const findEntries = controlStatement<ListedEntry & { list: string; entry_id: string }>(
  'find_matched_entries',
  `select l.name as list, e.entry_id, e.name, e.aliases, e.weak_aliases, e.birth_dates, e.countries, e.identifiers,
          e.phones
     from unnest($1::text[], $2::text[]) as wanted (list, entry_id)
     join shared.screening_list l on l.name = wanted.list
     join screening_entry e on e.version_id = l.current_version and e.entry_id = wanted.entry_id`,
)

const keyOf = (list: string, entryId: string) => `${list} ${entryId}`

/**
 * Returns a function that renders any of these matches. `listed` is null for an entry that was removed from its list or
 * is known only to an external screening server.
 */
export async function renderMatches(sql: Sql, matches: readonly ListMatch[]) {
  const entries = new Map<string, ListedEntry>()
  if (matches.length > 0) {
    const values = [matches.map(({ list }) => list), matches.map(({ entryId }) => entryId)]
    for (const { list, entry_id, ...entry } of await sql.rows(findEntries, values))
      entries.set(keyOf(list, entry_id), entry)
  }
  return (match: ListMatch) => ({
    list: match.list,
    entry_id: match.entryId,
    entry_name: match.entryName,
    matched_name: match.matchedName,
    programs: match.programs,
    score: match.score,
    parts: match.parts,
    listed: entries.get(keyOf(match.list, match.entryId)) ?? null,
  })
}

const listedEntry = z.object({
  name: z.string(),
  aliases: z.array(z.string()),
  weak_aliases: z.array(z.string()),
  birth_dates: z.array(z.string()),
  countries: z.array(z.string()),
  identifiers: z.array(z.string()),
  phones: z.array(z.string()),
})

export const matchSchema = z
  .object({
    list: z.string(),
    entry_id: z.string(),
    entry_name: z.string(),
    matched_name: z.string(),
    programs: z.array(z.string()),
    score: z.number(),
    parts: z
      .array(
        z.object({
          part: z.enum(['name', 'birth_date', 'country', 'document', 'phone', 'other']),
          points: z.number(),
          detail: z.string(),
        }),
      )
      .meta({ description: 'What raised or lowered the score; the points add up to it.' }),
    listed: listedEntry
      .nullable()
      .meta({ description: 'The current list entry; null if it was removed from the list.' }),
  })
  .meta({ id: 'ListMatch' })

export const exampleMatch = {
  list: 'sandbox watchlist',
  entry_id: 'watch-1',
  entry_name: 'Watchlist Person',
  matched_name: 'Watchlist Person',
  programs: ['SANDBOX'],
  score: 1,
  parts: [{ part: 'name' as const, points: 1, detail: 'the same name' }],
  listed: null,
}
