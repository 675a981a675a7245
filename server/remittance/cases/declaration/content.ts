// What officers write in a declaration of suspicion, and how one is sent.
import { z } from 'zod'
import { type Admin, isSamePerson, ownerOf } from '../../../admin/access.ts'
import { controlStatement, type Sql } from '../../../platform/database/database.ts'
import { freeText, optional, paragraphs, text } from '../../../platform/http/body/body.ts'
import { dayField } from '../../../platform/http/list-query.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { CaseRow } from '../case-row.ts'

/** What the law asks the declarant to say, beside the operations and persons, which the service knows. */
export const contentSchema = z.object({
  description: paragraphs({ min: 20 }).meta({ description: 'The suspicious operation, in detail.' }),
  grounds: paragraphs({ min: 20 }).meta({ description: 'Why it is suspicious.' }),
  execution: z
    .enum(['EXECUTED', 'BLOCKED', 'WAITING'])
    .meta({ description: 'Whether the operation was executed, is blocked, or waits to be executed.' }),
  execution_reason: paragraphs({ min: 3 }).meta({
    description: 'Why it was executed, or why it must be blocked.',
  }),
  execute_by: optional(dayField).meta({ description: 'By when it must be executed, if it waits.' }),
  declarant: z
    .object({
      name: freeText({ min: 2, max: 120 }),
      function: freeText({ min: 2, max: 120 }),
      phone: text({ min: 5, max: 40 }),
      email: text({ min: 3, max: 254 }),
    })
    .meta({ description: 'Who answers questions about the declaration.' }),
})
export type DeclarationContent = z.output<typeof contentSchema>

export const stepKinds = ['PHONE', 'WRITING', 'ELECTRONIC', 'ACKNOWLEDGED'] as const
export type StepKind = (typeof stepKinds)[number]

export const declarationContext = (caseId: bigint | string) => `case:${caseId}:declaration`

const findContent = controlStatement<{ content_sealed: Buffer; prepared_by: string }>(
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
