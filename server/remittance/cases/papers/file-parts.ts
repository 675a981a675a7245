// The content of papers, and of files that are still being sent, in encrypted parts. A key rotation reads many rows at once, so each part
// is small.
import { controlStatement, type Sql, type Tx } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'

/** Whose content it is: an upload's until its file is complete, then a paper's. */
export type PartOwner = { paper: bigint } | { upload: bigint }

const insertPart = controlStatement(
  'insert_file_part',
  'insert into compliance_file_part (paper_id, upload_id, start, content_sealed) values ($1, $2, $3, $4)',
)
const listParts = controlStatement<{ start: number; content_sealed: Buffer }>(
  'list_file_parts',
  'select start, content_sealed from compliance_file_part where paper_id = $1 or upload_id = $2 order by start',
)
/** Deletes what was received of these uploads. */
export const deleteUploadParts = controlStatement(
  'delete_upload_parts',
  'delete from compliance_file_part where upload_id = any($1::bigint[])',
)

const idsOf = (owner: PartOwner) => ('paper' in owner ? [owner.paper, null] : [null, owner.upload])

/** SQL: names the owner and the place of a part in its encryption context. */
export const partName = `coalesce('paper:' || paper_id, 'upload:' || upload_id) || ':' || start`
export const partContext = (name: string) => `file part:${name}`

function contextOf(owner: PartOwner, start: number): string {
  const [kind, id] = 'paper' in owner ? ['paper', owner.paper] : ['upload', owner.upload]
  return partContext(`${kind}:${id}:${start}`)
}

/** @param part.start where it begins in the file. */
export async function savePart(
  sql: Tx,
  secrets: Secrets,
  owner: PartOwner,
  { start, bytes }: { start: number; bytes: Buffer },
): Promise<void> {
  const sealed = secrets.seal(bytes.toString('base64'), contextOf(owner, start))
  await sql.rows(insertPart, [...idsOf(owner), start, sealed])
}

/** The bytes of a paper, or those of an upload that were received so far. */
export async function readParts(sql: Sql, secrets: Secrets, owner: PartOwner): Promise<Buffer> {
  const parts = await sql.rows(listParts, idsOf(owner))
  return Buffer.concat(
    parts.map(({ start, content_sealed }) =>
      Buffer.from(secrets.open(content_sealed, contextOf(owner, start)), 'base64'),
    ),
  )
}
