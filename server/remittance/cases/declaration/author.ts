// Who wrote the declaration of a case: the person, whichever token they used. Stored within the encrypted content.
import { type Admin, isSamePerson, ownerOf } from '../../../admin/access.ts'
import { type Sql, statement } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import type { CaseRow } from '../case-row.ts'
import type { DeclarationContent } from './content.ts'

export const declarationContext = (caseId: bigint | string) => `case:${caseId}:declaration`

const findContent = statement<{ content_sealed: Buffer; prepared_by: string }>(
  'find_content_of_declaration',
  'select content_sealed, prepared_by from compliance_declaration where case_id = $1',
)

type Stored = DeclarationContent & { author: string }

export function sealContent(
  secrets: Secrets,
  { id }: Pick<CaseRow, 'id'>,
  content: DeclarationContent,
  admin: Admin,
): Buffer {
  const stored: Stored = { ...content, author: ownerOf(admin) }
  return secrets.seal(JSON.stringify(stored), declarationContext(id))
}

export function openContent(secrets: Secrets, { id }: Pick<CaseRow, 'id'>, sealed: Buffer) {
  const { author, ...content } = JSON.parse(secrets.open(sealed, declarationContext(id))) as Stored
  return { author, content: content as DeclarationContent }
}

/** Whether the admin wrote the declaration as it is now. */
export async function isAuthor(
  sql: Sql,
  secrets: Secrets,
  row: Pick<CaseRow, 'id'>,
  admin: Admin,
): Promise<boolean> {
  const [found] = await sql.rows(findContent, [row.id])
  if (!found) return false
  const { author = found.prepared_by } = openContent(secrets, row, found.content_sealed)
  return isSamePerson({ owner: author }, admin)
}
