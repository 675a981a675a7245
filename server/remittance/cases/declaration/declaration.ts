// The declaration of suspicion of a case: what officers write, the document that is frozen when the case is closed, and how it was
// sent.
import { type Admin, actorOf } from '../../../admin/access.ts'
import { Problem } from '../../../kernel/problem.ts'
import { controlStatement, type Sql, type Tx } from '../../../platform/database/database.ts'
import { stamp } from '../../transfer/formats.ts'
import { remittanceProblems as problems } from '../../transfer/problems.ts'
import { audited, type CaseNeeds, withLockedCase } from '../allowed-actions.ts'
import { type CaseRow, caseById, lockedCase, recordInCase } from '../case-row.ts'
import type { FactsNeeds } from '../facts.ts'
import type { DeclarationContent, StepKind } from './content.ts'
import { declarationContext, openContent, sealContent } from './content.ts'
import { type DeclarationDocument, declarationDocument, type Institution } from './document.ts'

export type DocumentNeeds = FactsNeeds & { institution: Institution | undefined }

type DeclarationRow = {
  id: bigint
  content_sealed: Buffer
  document_sealed: Buffer | null
  prepared_by: string
  prepared_at: Temporal.Instant
}
const findDeclaration = controlStatement<DeclarationRow>(
  'find_declaration_of_case',
  `select id, content_sealed, document_sealed, prepared_by, prepared_at from compliance_declaration where case_id = $1`,
)
const saveContent = controlStatement(
  'save_declaration',
  `insert into compliance_declaration (case_id, content_sealed, prepared_by, prepared_at) values ($1, $2, $3, $4)
   on conflict (case_id) do update set content_sealed = excluded.content_sealed, prepared_by = excluded.prepared_by,
                                       prepared_at = excluded.prepared_at`,
)
const freeze = controlStatement(
  'freeze_declaration',
  'update compliance_declaration set document_sealed = $2 where id = $1 and document_sealed is null',
)
const insertStep = controlStatement(
  'insert_declaration_step',
  `insert into compliance_declaration_step (declaration_id, kind, reference, noted_by, at) values ($1, $2, $3, $4, $5)`,
)
const listSteps = controlStatement<{
  kind: StepKind
  reference: string
  noted_by: string
  at: Temporal.Instant
}>(
  'list_declaration_steps',
  'select kind, reference, noted_by, at from compliance_declaration_step where declaration_id = $1 order by id',
)

/** Saves what the officers write. @throws Problem 404; 409 unless the case is open. */
export async function saveDeclaration(
  needs: CaseNeeds,
  caseId: string,
  content: DeclarationContent,
  admin: Admin,
): Promise<void> {
  await withLockedCase(needs, caseId, { action: 'declare', admin }, async (sql, row, at) => {
    const sealed = sealContent(needs.secrets, row, content, admin)
    await sql.rows(saveContent, [row.id, sealed, actorOf(admin), at])
    await recordInCase(sql, needs.secrets, row, 'declaration_saved', { actor: actorOf(admin), at })
    audited(sql, needs, row, 'case.declaration_saved', { admin, at })
  })
}

/** Whether the case has a declaration. */
export async function hasDeclaration(sql: Sql, row: Pick<CaseRow, 'id'>): Promise<boolean> {
  return (await sql.rows(findDeclaration, [row.id])).length > 0
}

/** Whether its retention has ended (remittance/retention/cases.ts). */
const isErased = ({ content_sealed }: DeclarationRow) => content_sealed.length === 0

/** The document: as it would be now, or as it was when the case was closed. @throws Problem 404 without a declaration. */
export async function readDeclaration(needs: DocumentNeeds, row: CaseRow): Promise<DeclarationDocument> {
  const [found] = await needs.db.rows(findDeclaration, [row.id])
  if (!found || isErased(found)) throw new Problem(problems.declaration_unknown)
  const context = declarationContext(row.id)
  if (found.document_sealed) return JSON.parse(needs.secrets.open(found.document_sealed, context))
  return declarationDocument(needs, row, {
    content: openContent(needs.secrets, row, found.content_sealed).content,
    number: numberOf(found),
    preparedBy: found.prepared_by,
    preparedAt: found.prepared_at,
  })
}

/** Freezes the document of a case that is being closed as declared. */
export async function freezeDeclaration(sql: Tx, needs: DocumentNeeds, row: CaseRow): Promise<void> {
  const [found] = await sql.rows(findDeclaration, [row.id])
  // guard: declaration-before-closing
  if (!found) throw new Problem(problems.case_undeclared)
  const document = await readDeclaration({ ...needs, db: sql }, row)
  const sealed = needs.secrets.seal(JSON.stringify(document), declarationContext(row.id))
  await sql.rows(freeze, [found.id, sealed])
}

/** How the declaration was sent, oldest first. A declaration by telephone must be confirmed in writing. */
export async function declarationSteps(sql: Sql, row: Pick<CaseRow, 'id'>) {
  const [found] = await sql.rows(findDeclaration, [row.id])
  const steps = found ? await sql.rows(listSteps, [found.id]) : []
  return steps.map(({ at, ...step }) => ({ ...step, at: stamp(at) }))
}

/** Notes that the declaration was sent or acknowledged. @throws Problem 404; 409 unless the case was closed as declared. */
export async function recordDeclarationStep(
  needs: CaseNeeds,
  caseId: string,
  { kind, reference, admin }: { kind: StepKind; reference: string; admin: Admin },
): Promise<void> {
  const { id } = await caseById(needs.db, caseId)
  await needs.db.transaction(async (sql) => {
    const row = await lockedCase(sql, id)
    const [found] = await sql.rows(findDeclaration, [row.id])
    // guard: declaration-sent-after-closing
    if (!found?.document_sealed) throw new Problem(problems.declaration_not_closed)
    const at = needs.clock.now()
    const actor = actorOf(admin)
    await sql.rows(insertStep, [found.id, kind, reference, actor, at])
    const noted = [kind, reference].filter(Boolean).join(' ')
    await recordInCase(sql, needs.secrets, row, 'declaration_sent', { actor, at, text: noted })
    audited(sql, needs, row, 'case.declaration_sent', { admin, at, detail: { kind, reference } })
  })
}

/** `DS-2026-000012` */
const numberOf = ({ id, prepared_at }: DeclarationRow) =>
  `DS-${prepared_at.toZonedDateTimeISO('UTC').year}-${String(id).padStart(6, '0')}`
