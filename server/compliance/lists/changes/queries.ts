// Reads of the versions of a list, and of what changed between two of them.
import { type Sql, statement } from '../../../platform/database/database.ts'
import { rangeOf } from '../../../platform/http/lists/list-query.ts'

export const changeKinds = ['added', 'changed', 'removed'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** An entry as the change stored it. */
export type EntryContent = {
  kind: string
  name: string
  aliases: string[]
  weak_aliases: string[]
  birth_dates: string[]
  countries: string[]
  identifiers: string[]
  programs: string[]
  phones: string[]
}

export type VersionRow = {
  id: bigint
  format: string
  file_name: string
  file_hash: string
  entry_count: number
  imported_by: string
  imported_at: Temporal.Instant
  added: number | null
  changed: number | null
  removed: number | null
  total: bigint
}
export type ChangeRow = { entry_id: string; before: EntryContent | null; after: EntryContent | null }

const listVersions = statement<VersionRow>(
  'list_screening_list_versions',
  `select id, format, file_name, file_hash, entry_count, imported_by, imported_at, added, changed, removed,
          count(*) over () as total
     from screening_list_version where list = $1 order by id desc limit $2 offset $3`,
)
const findRange = statement<{ to: bigint; from: bigint | null; gaps: bigint }>(
  'find_screening_version_range',
  `with newest as (
     select id from screening_list_version where list = $1 and ($3::bigint is null or id = $3) order by id desc limit 1
   ), oldest as (
     select id from screening_list_version
      where list = $1 and id < (select id from newest) and ($2::bigint is null or id = $2) order by id desc limit 1
   )
   select newest.id as to, (select id from oldest) as from,
          (select count(*) from screening_list_version v
            where v.list = $1 and v.id <= newest.id and v.id > (select id from oldest) and v.added is null) as gaps
     from newest`,
)
/** The first state of each entry before, and its last state after; an entry that returned to its first state has not changed. */
// guard: unchanged-in-the-end
const net = `with changes as (
    select c.* from screening_list_version v join screening_entry_change c on c.version_id = v.id
     where v.list = $1 and v.id > $2 and v.id <= $3
  ), ends as (
    select distinct on (entry_id) entry_id,
           first_value(before) over whole as before, first_value(before_hash) over whole as before_hash,
           last_value(after) over whole as after, last_value(after_hash) over whole as after_hash
      from changes
    window whole as (partition by entry_id order by version_id rows between unbounded preceding and unbounded following)
  ), net as (
    select entry_id, before, after,
           case when before_hash is null then 'added' when after_hash is null then 'removed' else 'changed' end as kind
      from ends where before_hash is distinct from after_hash)`
const listChanges = statement<ChangeRow>(
  'list_screening_entry_changes',
  `${net} select entry_id, before, after from net
     where entry_id > $4 and ($5::text is null or kind = $5) order by entry_id limit $6 offset $7`,
)
const countChanges = statement<{ kind: ChangeKind; counted: bigint }>(
  'count_screening_entry_changes',
  `${net} select kind, count(*) as counted from net group by kind`,
)

/** One page of the versions of a list, newest first. */
export async function versionPage(
  sql: Sql,
  wanted: { list: string; page: number; limit: number },
): Promise<VersionRow[]> {
  const { limit, offset } = rangeOf(wanted)
  return sql.rows(listVersions, [wanted.list, limit, offset])
}

export type VersionRange = {
  list: string
  /** Zero if the list had no earlier version. */
  from: bigint
  to: bigint
  /** False if the changes of a version in between were not recorded. */
  isComplete: boolean
}

/** The two versions to compare: the newest and the one before it unless given. Undefined if one is no version of the list. */
export async function versionRange(
  sql: Sql,
  { list, from, to }: { list: string; from?: bigint | undefined; to?: bigint | undefined },
): Promise<VersionRange | undefined> {
  const [found] = await sql.rows(findRange, [list, from ?? null, to ?? null])
  if (!found || (from !== undefined && found.from === null)) return undefined
  return { list, from: found.from ?? 0n, to: found.to, isComplete: found.from !== null && found.gaps === 0n }
}

/** How many entries differ between the versions, by kind. */
export async function countsOf(sql: Sql, range: VersionRange): Promise<Record<ChangeKind, number>> {
  const counts = { added: 0, changed: 0, removed: 0 }
  for (const { kind, counted } of await sql.rows(countChanges, [range.list, range.from, range.to]))
    counts[kind] = Number(counted)
  return counts
}

/** One page of the entries that differ, by their id. */
export async function changePage(
  sql: Sql,
  range: VersionRange,
  wanted: { kind?: ChangeKind | undefined; page: number; limit: number },
): Promise<ChangeRow[]> {
  const { limit, offset } = rangeOf(wanted)
  const { list, from, to } = range
  return sql.rows(listChanges, [list, from, to, '', wanted.kind ?? null, limit, offset])
}

const changesAtOnce = 2_000

/** All entries that differ, a few thousand at a time. */
export async function* allChanges(
  sql: Sql,
  { list, from, to }: VersionRange,
  kind: ChangeKind | undefined,
): AsyncGenerator<ChangeRow[]> {
  for (let after = ''; ; ) {
    const rows = await sql.rows(listChanges, [list, from, to, after, kind ?? null, changesAtOnce, 0])
    if (rows.length > 0) yield rows
    if (rows.length < changesAtOnce) return
    after = rows.at(-1)!.entry_id
  }
}
