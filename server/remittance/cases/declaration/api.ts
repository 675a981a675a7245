// The admin routes of declarations of suspicion: write one, read it as JSON or PDF, and note how it was sent.

import { Readable } from 'node:stream'
import { type Admin, adminOf, adminStepUpHeader, stepUpProblem } from '../../../admin/access.ts'
import { admins } from '../../../platform/http/access.ts'
import { check } from '../../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../../platform/http/endpoint.ts'
import { jsonBody } from '../../../platform/http/http.ts'
import { remittanceProblems as problems } from '../../transfer/problems.ts'
import { caseById } from '../case-row.ts'
import { audited, type CaseNeeds } from '../locked-case.ts'
import { byCase } from '../schemas.ts'
import { contentSchema } from './content.ts'
import {
  type DocumentNeeds,
  declarationSteps,
  noteDeclarationStep,
  readDeclaration,
  saveDeclaration,
} from './declaration.ts'
import { declarationPdf } from './declaration-pdf.ts'
import { contentBody, declarationResponse, stepBody, stepSchema } from './schemas.ts'

const compliance = { tag: 'Admin: compliance', params: byCase } as const

type Needs = CaseNeeds & DocumentNeeds

export const declarationRoutes = [
  endpoint({
    ...compliance,
    id: 'readDeclaration',
    method: 'GET',
    path: '/api/v1/admin/compliance/cases/:case_id/declaration',
    priority: 'list',
    access: admins('compliance'),
    summary: 'Retrieve the declaration of suspicion of a case',
    description:
      'As it would be now; once the case is closed, as it was then. Recorded in the audit log as `case.declaration_viewed`.',
    responses: { 200: declarationResponse },
    problems: [problems.case_unknown, problems.declaration_unknown],
    handle: async (needs: Needs, { request, params }) =>
      succeeded(await viewed(needs, params.case_id, adminOf(request))),
  }),
  endpoint({
    ...compliance,
    id: 'downloadDeclaration',
    method: 'GET',
    path: '/api/v1/admin/compliance/cases/:case_id/declaration.pdf',
    priority: 'list',
    access: admins('compliance'),
    summary: 'Download the declaration of suspicion of a case as PDF',
    description: 'In French. Recorded in the audit log as `case.declaration_viewed`.',
    responses: { 200: { description: 'A PDF file.', type: 'application/pdf' } },
    problems: [problems.case_unknown, problems.declaration_unknown],
    exposeHeadRoute: false,
    handle: async (needs: Needs, { request, reply, params }) => {
      const { declaration, steps } = await viewed(needs, params.case_id, adminOf(request))
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${declaration.number}.pdf"`)
        .send(Readable.from(declarationPdf(declaration, steps)))
    },
  }),
  endpoint({
    ...compliance,
    id: 'saveDeclaration',
    method: 'PUT',
    path: '/api/v1/admin/compliance/cases/:case_id/declaration',
    priority: 'list',
    access: admins('compliance'),
    stepUp: 'contribution',
    conflictOfInterest: 'persons',
    summary: 'Write the declaration of suspicion of a case',
    description: 'Replaces what was written before. Possible while the case is `OPEN`.',
    body: contentBody,
    responses: { 200: declarationResponse },
    problems: [problems.case_unknown, problems.case_state, problems.date],
    handle: async (needs: Needs, { request, params: { case_id } }) => {
      const content = check(contentSchema, jsonBody(request), 'body')
      await saveDeclaration(needs, case_id, content, adminOf(request))
      return succeeded(await viewed(needs, case_id, adminOf(request)))
    },
  }),
  endpoint({
    ...compliance,
    id: 'noteDeclarationStep',
    method: 'POST',
    path: '/api/v1/admin/compliance/cases/:case_id/declaration/steps',
    priority: 'list',
    access: admins('compliance'),
    stepUp: 'required',
    conflictOfInterest: 'persons',
    summary: 'Note that a declaration was sent or acknowledged',
    description: 'A declaration by telephone must be confirmed in writing.',
    headers: adminStepUpHeader,
    body: stepBody,
    responses: { 200: declarationResponse },
    problems: [stepUpProblem, problems.case_unknown, problems.declaration_not_closed],
    handle: async (needs: Needs, { request, params: { case_id } }) => {
      const step = check(stepSchema, jsonBody(request), 'body')
      await noteDeclarationStep(needs, case_id, { ...step, admin: adminOf(request) })
      return succeeded(await viewed(needs, case_id, adminOf(request)))
    },
  }),
]

/** The declaration, once the view is recorded. @throws Problem 404 */
async function viewed(needs: Needs, caseId: string, admin: Admin) {
  const row = await caseById(needs.db, caseId)
  const declaration = await readDeclaration(needs, row)
  await needs.db.transaction(async (sql) =>
    audited(sql, needs, row, 'case.declaration_viewed', { admin, at: needs.clock.now() }),
  )
  return { declaration, steps: await declarationSteps(needs.db, row) }
}
