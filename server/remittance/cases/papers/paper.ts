// Papers of a case: identity documents, proofs of income and whatever else an officer was sent. Their content is encrypted in parts.
import { createHash } from 'node:crypto'
import { type Admin, actorOf } from '../../../admin/access.ts'
import { InvalidBody, Problem } from '../../../kernel/problem.ts'
import { controlStatement, type Sql, type Tx } from '../../../platform/database/database.ts'
import {
  type FileFault,
  readUploadedFile,
  type UploadedFile,
} from '../../../platform/documents/uploaded-file.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { stamp } from '../../transfer/formats.ts'
import { remittanceProblems as problems } from '../../transfer/problems.ts'
import { audited, type CaseNeeds, withLockedCase } from '../allowed-actions.ts'
import { type CaseRow, recordInCase } from '../case-row.ts'
import { readParts, savePart } from './file-parts.ts'

export const paperKinds = ['IDENTITY', 'ADDRESS', 'FUNDS', 'OTHER'] as const
export type PaperKind = (typeof paperKinds)[number]

const partBytes = 48 * 1024
const maxPapers = 50

type PaperRow = {
  id: bigint
  name: string
  type: UploadedFile['type']
  size: number
  added_by: string
  created_at: Temporal.Instant
}
const listPapers = controlStatement<PaperRow>(
  'list_papers_of_case',
  'select id, name, type, size, added_by, created_at from compliance_paper where case_id = $1 order by id',
)
const insertPaper = controlStatement<{ id: bigint }>(
  'insert_paper',
  `insert into compliance_paper (case_id, name, type, size, sha256, added_by, created_at) values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (case_id, sha256) do nothing returning id`,
)
const findSame = controlStatement<{ id: bigint }>(
  'find_same_paper_of_case',
  'select id from compliance_paper where case_id = $1 and sha256 = $2',
)
// guard: paper-of-case
const findPaper = controlStatement<Pick<PaperRow, 'id' | 'name' | 'type'>>(
  'find_paper_of_case',
  'select id, name, type from compliance_paper where id = $1 and case_id = $2',
)

/** The papers of a case without their content, oldest first. */
export async function papersOf(sql: Sql, caseId: bigint) {
  const rows = await sql.rows(listPapers, [caseId])
  return rows.map(({ id, created_at, ...paper }) => ({
    id: String(id),
    ...paper,
    created_at: stamp(created_at),
  }))
}

/**
 * Adds a file to a case; the same file is stored once.
 * @param sent.content Base64.
 * @throws InvalidBody; Problem 404; 409 if the case is closed or has too many papers.
 */
export async function addPaper(
  needs: CaseNeeds,
  caseId: string,
  sent: { name: string; content: string; admin: Admin },
): Promise<void> {
  const file = fileOf(sent.content)
  await withLockedCase(needs, caseId, { action: 'add', admin: sent.admin }, async (sql, row, at) => {
    const by = actorOf(sent.admin)
    const { isNew } = await savePaper(sql, needs.secrets, row, { ...file, name: sent.name, by, at })
    if (isNew) audited(sql, needs, row, 'case.paper_added', { admin: sent.admin, at })
  })
}

/** Stores a checked file in a locked case, or returns the paper that the case has already of the same file. @throws Problem 409 */
export async function savePaper(
  sql: Tx,
  secrets: Secrets,
  row: CaseRow,
  { name, type, bytes, by, at }: UploadedFile & { name: string; by: string; at: Temporal.Instant },
): Promise<{ id: bigint; isNew: boolean }> {
  const digest = createHash('sha256').update(bytes).digest()
  const [paper] = await sql.rows(insertPaper, [row.id, name, type, bytes.length, digest, by, at])
  if (!paper) return { id: (await sql.rows(findSame, [row.id, digest]))[0]!.id, isNew: false }
  for (let start = 0; start < bytes.length; start += partBytes)
    await savePart(
      sql,
      secrets,
      { paper: paper.id },
      { start, bytes: bytes.subarray(start, start + partBytes) },
    )
  // guard: case-paper-count
  if ((await sql.rows(listPapers, [row.id])).length > maxPapers) throw new Problem(problems.papers_too_many)
  await recordInCase(sql, secrets, row, 'paper_added', { actor: by, at, text: name })
  return { id: paper.id, isNew: true }
}

/** A paper with its content. @throws Problem 404 */
export async function readPaper(
  sql: Sql,
  secrets: Secrets,
  row: Pick<CaseRow, 'id'>,
  id: string,
): Promise<{ name: string; type: string; content: Buffer }> {
  const [paper] = /^\d{1,18}$/.test(id) ? await sql.rows(findPaper, [id, row.id]) : []
  if (!paper) throw new Problem(problems.paper_unknown)
  const content = await readParts(sql, secrets, { paper: paper.id })
  return { name: paper.name, type: paper.type, content }
}

const faultTexts: Record<FileFault, string> = {
  format: 'not a complete PDF, JPEG or PNG file',
  size: 'more than 5 MiB',
  active: 'PDF files with scripts, actions or attachments are not accepted',
}

function fileOf(content: string): UploadedFile {
  const file = readUploadedFile(content)
  if (typeof file !== 'string') return file
  const msg = `Value error, ${faultTexts[file]}`
  throw new InvalidBody([{ type: 'value_error', loc: ['body', 'content'], msg, input: null }])
}
