// Matches as people of the service read them: what was found, and the entry as its list has it now, to compare with.
import { type Sql, statement } from '../../platform/database/database.ts'
import type { ListMatch } from './screener.ts'

export type ListedEntry = {
  name: string
  aliases: string[]
  weak_aliases: string[]
  birth_dates: string[]
  countries: string[]
  identifiers: string[]
}

const findEntries = statement<ListedEntry & { list: string; entry_id: string }>(
  'find_matched_entries',
  `select l.name as list, e.entry_id, e.name, e.aliases, e.weak_aliases, e.birth_dates, e.countries, e.identifiers
     from unnest($1::text[], $2::text[]) as wanted (list, entry_id)
     join screening_list l on l.name = wanted.list
     join screening_entry e on e.version_id = l.current_version and e.entry_id = wanted.entry_id`,
)

const keyOf = (list: string, entryId: string) => `${list} ${entryId}`

/**
 * Returns what shows each of these matches. `listed` is null for an entry that has left its list since, or is known only
 * to a screening server.
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
