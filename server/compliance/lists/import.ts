// Imports a sanctions list file. Its entries replace those of the list's previous file in one transaction.
import { hash } from 'node:crypto'
import { basename } from 'node:path'
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import {
  type ControlDatabase,
  type ControlSql,
  type ControlTx,
  commonStatement,
  controlStatement,
} from '../../platform/database/database.ts'
import { triedPlaceLock } from '../../platform/database/locks.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { recordChanges } from './changes.ts'
import { type ListEntry, ListFileFault } from './entry.ts'
import { hashOfFiles, type ListFile, listFileAt, readListFile } from './file.ts'
import type { FormatName } from './formats/list-format.ts'

/** Only one import runs at a time, so that version ids follow the order in which lists changed. */
const claimImport = commonStatement<{ taken: boolean }>(
  'take_screening_import_turn',
  `select ${triedPlaceLock('screening import')} as taken`,
)
const insertList = commonStatement(
  'insert_screening_list',
  `insert into shared.screening_list (name, environments) values ($1, array['sandbox', 'production'])
   on conflict (name) do nothing`,
)
const findCurrent = commonStatement<{ id: bigint; file_hash: string; entry_count: number }>(
  'find_current_screening_version',
  `select v.id, v.file_hash, v.entry_count
     from screening_list l join screening_list_version v on v.id = l.current_version where l.name = $1`,
)
const insertVersion = commonStatement<{ id: bigint }>(
  'insert_screening_list_version',
  `insert into shared.screening_list_version (list, format, file_name, file_hash, entry_count, imported_by, imported_at)
   values ($1, '', $2, $3, 0, $4, $5) returning id`,
)
const insertEntries = controlStatement(
  'insert_screening_entries',
  `insert into screening_entry (version_id, entry_id, kind, name, aliases, weak_aliases, birth_dates, countries,
                                identifiers, programs, phones, content_hash)
   select $1, e."entryId", e.kind, e.name, e.aliases, e."weakAliases", e."birthDates", e.countries, e.identifiers,
          e.programs, coalesce(e.phones, '{}'), e.hash
     from jsonb_to_recordset($2::jsonb) as e(
            "entryId" text, kind text, name text, aliases text[], "weakAliases" text[], "birthDates" text[],
            countries text[], identifiers text[], programs text[], phones text[], hash text)`,
)
const completeVersion = commonStatement(
  'complete_screening_list_version',
  `with completed as (update shared.screening_list_version set format = $2, entry_count = $3 where id = $1 returning list)
   update shared.screening_list set current_version = $1 from completed where name = completed.list`,
)
const deleteEntries = controlStatement<{ id: bigint }>(
  'delete_screening_entries',
  `delete from screening_entry where id in (select id from screening_entry where version_id = $1 limit 20000)
    returning id`,
)

export type ImportNeeds = { db: ControlDatabase; secrets: Secrets; clock: Clock }

export type ImportWish = {
  path: string
  /** The name of the list; by default the name of the format. */
  list?: string
  /** The admin who runs the import, for the audit log. */
  admin: Admin
  /**
   * Accepts a file with less than half the entries of the last one, which is otherwise refused as a broken download.
   */
  allowShrinking?: boolean
  progress?: (entries: number) => void
}

/** Format `unchanged` means that the file is the one already imported, so nothing was done. */
export type ImportResult = {
  list: string
  format: FormatName | 'unchanged'
  version: string
  entries: number
  added: number
  changed: number
  removed: number
  file_hash: string
}

const batchEntries = 1_000

/** Replaces the entries of a list in one transaction. @throws ListFileFault, in which case nothing has changed. */
export async function importList(needs: ImportNeeds, wish: ImportWish): Promise<ImportResult> {
  const file = listFileAt(wish.path)
  const first = await firstEntry(file)
  const list = wish.list ?? defaultList(first, file)
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(list))
    throw new ListFileFault(`${list} is not a valid list name: use lower-case letters, digits, - and _`)
  const fileHash = await hashOfFiles(file)
  return needs.db.transaction(async (sql) => {
    const [turn] = await sql.rows(claimImport)
    if (!turn?.taken) throw new ListFileFault('another import is running')
    const [current] = await sql.rows(findCurrent, [list])
    if (current?.file_hash === fileHash) return unchanged(list, fileHash, current)
    const result = await replace(sql, needs, { ...wish, list, file, fileHash }, current)
    if ((await hashOfFiles(file)) !== fileHash) throw new ListFileFault('the file changed while it was read')
    return result
  })
}

/** OFAC's consolidated list has the same format as its SDN list and must not replace it. */
function defaultList(format: FormatName, { path }: ListFile): string {
  return format === 'ofac-sdn' && /^cons/i.test(basename(path)) ? 'ofac-consolidated' : format
}

async function firstEntry(file: ListFile): Promise<FormatName> {
  for await (const { format } of readListFile(file)) return format
  throw new ListFileFault('the file has no entries')
}

type Current = { id: bigint; entry_count: number }

function unchanged(list: string, fileHash: string, { id, entry_count }: Current): ImportResult {
  const none = { added: 0, changed: 0, removed: 0 }
  return {
    list,
    format: 'unchanged',
    version: String(id),
    entries: entry_count,
    ...none,
    file_hash: fileHash,
  }
}

async function replace(
  sql: ControlTx,
  { clock, secrets }: ImportNeeds,
  wish: ImportWish & { list: string; file: ListFile; fileHash: string },
  current: Current | undefined,
): Promise<ImportResult> {
  const { list, file, fileHash, admin } = wish
  const now = clock.now()
  await sql.rows(insertList, [list])
  const [version] = await sql.rows(insertVersion, [list, basename(file.path), fileHash, admin.name, now])
  const { format, entries } = await insertAll(sql, version!.id, wish)
  if (current && entries * 2 < current.entry_count && !wish.allowShrinking)
    throw new ListFileFault(
      `the file has ${entries} entries where the last one had ${current.entry_count}: is it whole? (--allow-shrinking)`,
    )
  const changes = await recordChanges(sql, { previous: current?.id, version: version!.id, entries })
  await sql.rows(completeVersion, [version!.id, format, entries])
  while (current && (await sql.rows(deleteEntries, [current.id])).length > 0);
  const result: ImportResult = {
    list,
    format,
    version: String(version!.id),
    entries,
    ...changes,
    file_hash: fileHash,
  }
  const { list: subject, ...detail } = result
  audit(sql, secrets, { admin, action: 'screening.imported', subject, detail, now })
  return result
}

async function insertAll(
  sql: ControlSql,
  version: bigint,
  { file, progress }: ImportWish & { file: ListFile },
) {
  let format: FormatName | undefined
  let entries = 0
  let batch: (ListEntry & { hash: string })[] = []
  const flush = async () => {
    if (batch.length === 0) return
    await sql.rows(insertEntries, [version, JSON.stringify(batch)])
    entries += batch.length
    batch = []
    progress?.(entries)
  }
  for await (const read of readListFile(file)) {
    format = read.format
    batch.push({ ...read.entry, hash: hash('sha256', JSON.stringify(read.entry), 'base64url') })
    if (batch.length >= batchEntries) await flush()
  }
  await flush()
  if (format === undefined) throw new ListFileFault('the file has no entries')
  return { format, entries }
}
