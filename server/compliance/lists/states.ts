// ControlDatabase reads for the sanctions lists: which lists are in use, the files they came from, and their entries.
import type { Environment } from '../../kernel/environment.ts'
import { type ControlSql, commonStatement, controlStatement } from '../../platform/database/database.ts'
import type { EntryColumns, StoredEntry } from './entry.ts'

/** The current version of a list and the file it was imported from. */
export type ListState = {
  list: string
  environments: Environment[]
  version_id: bigint
  format: string
  file_name: string
  file_hash: string
  entry_count: number
  imported_by: string
  imported_at: Temporal.Instant
}

const findLists = commonStatement<ListState>(
  'find_screening_lists',
  `select l.name as list, l.environments, v.id as version_id, v.format, v.file_name, v.file_hash, v.entry_count,
          v.imported_by, v.imported_at
     from screening_list l join screening_list_version v on v.id = l.current_version order by l.name`,
)

type EntryRow = EntryColumns & { id: bigint; version_id: bigint; entry_id: string; content_hash: string }

const findEntries = controlStatement<EntryRow>(
  'find_screening_entries',
  `select id, version_id, entry_id, kind, name, aliases, weak_aliases, birth_dates, countries, identifiers, programs,
          phones, content_hash
     from screening_entry where version_id = any($1) and kind <> 'thing' and id > $2 order by id limit $3`,
)

/** The lists in use, by name. */
export async function currentLists(sql: ControlSql): Promise<ListState[]> {
  return sql.rows(findLists)
}

/** The combined version of all lists of an environment: the newest version id. Undefined when it has no list. */
export function versionOf(lists: readonly ListState[], environment: Environment): string | undefined {
  const ids = lists.filter((list) => list.environments.includes(environment)).map((list) => list.version_id)
  return ids.length === 0 ? undefined : String(ids.reduce((newest, id) => (id > newest ? id : newest)))
}

/** Small enough that indexing one page does not delay requests. */
const pageEntries = 500

/** Yields all entries of these lists that could be a person or an organisation, page by page. */
export async function* entriesOf(
  sql: ControlSql,
  lists: readonly ListState[],
): AsyncGenerator<StoredEntry[], void, undefined> {
  const byVersion = new Map(lists.map((list) => [list.version_id, list]))
  let last = 0n
  for (;;) {
    const rows = await sql.rows(findEntries, [[...byVersion.keys()], last, pageEntries])
    yield rows.map((row) => toEntry(row, byVersion.get(row.version_id)!))
    if (rows.length < pageEntries) return
    last = rows.at(-1)!.id
  }
}

function toEntry(row: EntryRow, { list, environments }: ListState): StoredEntry {
  return {
    list,
    environments,
    entryId: row.entry_id,
    entryVersion: row.content_hash,
    kind: row.kind,
    name: row.name,
    aliases: row.aliases,
    weakAliases: row.weak_aliases,
    birthDates: row.birth_dates,
    countries: row.countries,
    identifiers: row.identifiers,
    programs: row.programs,
    phones: row.phones,
  }
}
