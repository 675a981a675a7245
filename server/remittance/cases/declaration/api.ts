// The admin routes of declarations of suspicion: write one, read it as JSON or PDF, and note how it was sent.

import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type Admin, adminOf, adminStepUpHeader, stepUpProblem } from '../../../admin/access.ts'
import { admins } from '../../../platform/http/access.ts'
import type { Endpoint } from '../../../platform/http/api.ts'
import { check } from '../../../platform/http/body/body.ts'
import { jsonBody } from '../../../platform/http/http.ts'
import { type Guard, sendData } from '../../http/routes.ts'
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
const path = '/api/v1/admin/compliance/cases/:case_id/declaration'

const endpoints = {
  read: {
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
  },
  pdf: {
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
  },
  save: {
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
  },
  step: {
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
  },
} satisfies Record<string, Endpoint>

type ByCase = { Params: { case_id: string } }
type Needs = CaseNeeds & DocumentNeeds

/** @param guard rejects requests that do not come from an admin. */
export function registerDeclarationRoutes(app: FastifyInstance, needs: Needs, guard: Guard): void {
  const onRequest = guard
  app.get<ByCase>(path, { onRequest, config: { api: endpoints.read } }, async (request, reply) =>
    sendData(reply, await viewed(needs, request.params.case_id, adminOf(request))),
  )
  app.get<ByCase>(
    `${path}.pdf`,
    { onRequest, exposeHeadRoute: false, config: { api: endpoints.pdf } },
    async (request, reply) => {
      const { declaration, steps } = await viewed(needs, request.params.case_id, adminOf(request))
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${declaration.number}.pdf"`)
        .send(Readable.from(declarationPdf(declaration, steps)))
    },
  )
  app.put<ByCase>(path, { onRequest, config: { api: endpoints.save } }, async (request, reply) => {
    const { case_id: caseId } = request.params
    const content = check(contentSchema, jsonBody(request), 'body')
    await saveDeclaration(needs, caseId, content, adminOf(request))
    return sendData(reply, await viewed(needs, caseId, adminOf(request)))
  })
  app.post<ByCase>(
    `${path}/steps`,
    { onRequest, config: { api: endpoints.step } },
    async (request, reply) => {
      const { case_id: caseId } = request.params
      const step = check(stepSchema, jsonBody(request), 'body')
      await noteDeclarationStep(needs, caseId, { ...step, admin: adminOf(request) })
      return sendData(reply, await viewed(needs, caseId, adminOf(request)))
    },
  )
}

/** The declaration, once the view is recorded. @throws Problem 404 */
async function viewed(needs: Needs, caseId: string, admin: Admin) {
  const row = await caseById(needs.db, caseId)
  const declaration = await readDeclaration(needs, row)
  await needs.db.transaction(async (sql) =>
    audited(sql, needs, row, 'case.declaration_viewed', { admin, at: needs.clock.now() }),
  )
  return { declaration, steps: await declarationSteps(needs.db, row) }
}
