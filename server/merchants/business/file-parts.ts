// The content of the files of a business, in encrypted parts.
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'

const insertPart = controlStatement(
  'insert_business_file_part',
  'insert into business_file_part (file_id, start, content_sealed) values ($1, $2, $3)',
)
const listParts = controlStatement<{ start: number; content_sealed: Buffer }>(
  'list_business_file_parts',
  'select start, content_sealed from business_file_part where file_id = $1 order by start',
)
/** Deletes what was received of these files. */
export const deleteParts = controlStatement(
  'delete_business_file_parts',
  'delete from business_file_part where file_id = any($1::bigint[])',
)

/** SQL: names the file and the place of a part in its encryption context. */
export const businessPartName = `file_id || ':' || start`
export const businessPartContext = (name: string) => `business file part:${name}`

const contextOf = (file: bigint, start: number) => businessPartContext(`${file}:${start}`)

const partBytes = 48 * 1024

/** Saves bytes that begin at `start` of the file. */
export async function saveBytes(
  sql: Tx,
  secrets: Secrets,
  file: bigint,
  { start, bytes }: { start: number; bytes: Buffer },
): Promise<void> {
  for (let at = 0; at < bytes.length; at += partBytes) {
    const part = bytes.subarray(at, at + partBytes).toString('base64')
    await sql.rows(insertPart, [file, start + at, secrets.seal(part, contextOf(file, start + at))])
  }
}

/** The bytes that were received so far. */
export async function readBytes(sql: Sql, secrets: Secrets, file: bigint): Promise<Buffer> {
  const parts = await sql.rows(listParts, [file])
  return Buffer.concat(
    parts.map(({ start, content_sealed }) =>
      Buffer.from(secrets.open(content_sealed, contextOf(file, start)), 'base64'),
    ),
  )
}
