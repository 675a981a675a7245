// Records what an import changes in a list, in pages, because a broken list may change every entry.
import { statement, type Tx } from '../../../platform/database/database.ts'

const content = (alias: string) => `case when ${alias}.id is not null then jsonb_build_object(
    'kind', ${alias}.kind, 'name', ${alias}.name, 'aliases', ${alias}.aliases, 'weak_aliases', ${alias}.weak_aliases,
    'birth_dates', ${alias}.birth_dates, 'countries', ${alias}.countries, 'identifiers', ${alias}.identifiers,
    'programs', ${alias}.programs, 'phones', ${alias}.phones) end`
const insertChanges = statement<{ entry_id: string; has_before: boolean; has_after: boolean }>(
  'insert_screening_entry_changes',
  `insert into screening_entry_change (version_id, entry_id, before, after, before_hash, after_hash)
   select $2, entry_id, ${content('old')}, ${content('new')}, old.content_hash, new.content_hash
     from (select * from screening_entry where version_id = $1 and entry_id > $3) old
     full join (select * from screening_entry where version_id = $2 and entry_id > $3) new using (entry_id)
    where old.content_hash is distinct from new.content_hash
    order by entry_id limit $4
   returning entry_id, before_hash is not null as has_before, after_hash is not null as has_after`,
)
const setCounts = statement(
  'set_screening_version_changes',
  'update screening_list_version set added = $2, changed = $3, removed = $4 where id = $1',
)

export type ChangeCounts = { added: number; changed: number; removed: number }

const entriesAtOnce = 5_000

/** Records the differences between the entries of two stored versions. @param previous undefined for a list's first version. */
export async function recordChanges(
  sql: Tx,
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
