// Reads of the versions of a list, and of what changed between two of them.
import {
  type ControlSql,
  type ControlTx,
  commonStatement,
  controlStatement,
} from '../../platform/database/database.ts'
import { rangeOf } from '../../platform/http/list-query.ts'
import type { EntryColumns } from './entry.ts'

export const changeKinds = ['added', 'changed', 'removed'] as const
export type ChangeKind = (typeof changeKinds)[number]

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
export type ChangeRow = { entry_id: string; before: EntryColumns | null; after: EntryColumns | null }

const listVersions = commonStatement<VersionRow>(
  'list_screening_list_versions',
  `select id, format, file_name, file_hash, entry_count, imported_by, imported_at, added, changed, removed,
          count(*) over () as total
     from screening_list_version where list = $1 order by id desc limit $2 offset $3`,
)
const findRange = commonStatement<{ to: bigint; from: bigint | null; gaps: bigint }>(
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
    select c.* from shared.screening_list_version v join screening_entry_change c on c.version_id = v.id
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
const listChanges = controlStatement<ChangeRow>(
  'list_screening_entry_changes',
  `${net} select entry_id, before, after from net
     where entry_id > $4 and ($5::text is null or kind = $5) order by entry_id limit $6 offset $7`,
)
const countChanges = controlStatement<{ kind: ChangeKind; counted: bigint }>(
  'count_screening_entry_changes',
  `${net} select kind, count(*) as counted from net group by kind`,
)

/** One page of the versions of a list, newest first. */
export async function versionPage(
  sql: ControlSql,
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
  sql: ControlSql,
  { list, from, to }: { list: string; from?: bigint | undefined; to?: bigint | undefined },
): Promise<VersionRange | undefined> {
  const [found] = await sql.rows(findRange, [list, from ?? null, to ?? null])
  if (!found || (from !== undefined && found.from === null)) return undefined
  return { list, from: found.from ?? 0n, to: found.to, isComplete: found.from !== null && found.gaps === 0n }
}

/** How many entries differ between the versions, by kind. */
export async function countsOf(sql: ControlSql, range: VersionRange): Promise<Record<ChangeKind, number>> {
  const counts = { added: 0, changed: 0, removed: 0 }
  for (const { kind, counted } of await sql.rows(countChanges, [range.list, range.from, range.to]))
    counts[kind] = Number(counted)
  return counts
}

/** One page of the entries that differ, by their id. */
export async function changePage(
  sql: ControlSql,
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
  sql: ControlSql,
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

const content = (alias: string) => `case when ${alias}.id is not null then jsonb_build_object(
    'kind', ${alias}.kind, 'name', ${alias}.name, 'aliases', ${alias}.aliases, 'weak_aliases', ${alias}.weak_aliases,
    'birth_dates', ${alias}.birth_dates, 'countries', ${alias}.countries, 'identifiers', ${alias}.identifiers,
    'programs', ${alias}.programs, 'phones', ${alias}.phones) end`
const insertChanges = controlStatement<{ entry_id: string; has_before: boolean; has_after: boolean }>(
  'insert_screening_entry_changes',
  `with difference as materialized (
     select entry_id, ${content('old')} as before, ${content('new')} as after, old.content_hash as before_hash,
            new.content_hash as after_hash
       from (select * from screening_entry where version_id = $1 and entry_id > $3) old
       full join (select * from screening_entry where version_id = $2 and entry_id > $3) new using (entry_id)
      where old.content_hash is distinct from new.content_hash
      order by entry_id limit $4
   )
   insert into screening_entry_change (version_id, entry_id, before, after, before_hash, after_hash)
   select $2, entry_id, before, after, before_hash, after_hash from difference
   returning entry_id, before_hash is not null as has_before, after_hash is not null as has_after`,
)
const setCounts = commonStatement(
  'set_screening_version_changes',
  'update shared.screening_list_version set added = $2, changed = $3, removed = $4 where id = $1',
)

type ChangeCounts = { added: number; changed: number; removed: number }

const entriesAtOnce = 5_000

/** Records the differences between the entries of two stored versions. @param previous undefined for a list's first version. */
export async function recordChanges(
  sql: ControlTx,
  { previous, version, entries }: { previous: bigint | undefined; version: bigint; entries: number },
): Promise<ChangeCounts> {
  const counts: ChangeCounts = { added: 0, changed: 0, removed: 0 }
  if (previous === undefined) return { ...counts, added: entries }
  for (let after = ''; ; ) {
    const rows = await sql.rows(insertChanges, [previous, version, after, entriesAtOnce])
    for (const { has_before, has_after } of rows)
      counts[!has_before ? 'added' : has_after ? 'changed' : 'removed'] += 1
    if (rows.length < entriesAtOnce) break
    // Returned in the order of the database's collation, which the next page continues.
    after = rows.at(-1)!.entry_id
  }
  await sql.rows(setCounts, [version, counts.added, counts.changed, counts.removed])
  return counts
}
