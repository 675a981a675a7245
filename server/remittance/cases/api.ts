// The admin routes of cases. Every view of the list, of a case or of a paper is in the audit log before it is shown.

import { z } from 'zod'
import { type Admin, adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import {
  type ComplianceAdminNeeds,
  complianceEndpoint,
  environmentOf,
} from '../../compliance/admin-requests.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { maxUploadBody } from '../../platform/documents/uploaded-file.ts'
import { environmentName } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { sendFile, storedFile } from '../../platform/http/downloads.ts'
import { type Call, endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { pageFields } from '../../platform/http/list-query.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { reasonBody, reasonSchema } from '../http/endpoint-parts.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { allowedActions, audited } from './allowed-actions.ts'
import { caseById, caseStates } from './case-row.ts'
import { addNote, addTransfer, confirmOutcome, proposeOutcome, returnCase } from './decide.ts'
import type { DocumentNeeds } from './declaration/declaration.ts'
import { caseFacts, listCases } from './facts.ts'
import { addPaper, readPaper } from './papers/paper.ts'
import { paperRequestsOf, type RequestNeeds } from './papers/request-papers.ts'
import {
  byCase,
  byPaper,
  caseResponse,
  casesResponse,
  noteBody,
  noteSchema,
  openBody,
  openSchema,
  paperBody,
  paperSchema,
  proposalBody,
  proposalSchema,
} from './schemas.ts'

const changed = {
  ...complianceEndpoint,
  method: 'POST',
  conflictOfInterest: 'persons',
  params: byCase,
  responses: { 200: caseResponse },
} as const
type CaseRouteNeeds = RequestNeeds &
  DocumentNeeds &
  Pick<ComplianceAdminNeeds, 'environments'> & { cells: Cells }

/** Changes a case, and responds with it. */
const changing =
  (change: (needs: CaseRouteNeeds, caseId: string, sent: { body: unknown; admin: Admin }) => Promise<void>) =>
  async (needs: CaseRouteNeeds, { request, params: { case_id } }: Call<typeof byCase>) => {
    const admin = adminOf(request)
    await change(needs, case_id, { body: jsonBody(request), admin })
    return succeeded(await viewCase(needs, case_id, admin))
  }

const state = z
  .enum(caseStates)
  .optional()
  .meta({ description: 'By default those that are not closed, the nearest deadline first.' })

export const caseRoutes = [
  endpoint({
    ...complianceEndpoint,
    id: 'listCases',
    method: 'GET',
    path: '/api/v1/admin/compliance/cases',
    summary: 'List cases',
    description: 'Recorded in the audit log as `case.listed`, with the cases that are shown.',
    query: z.object({ environment: environmentName.optional(), state, ...pageFields }),
    responses: { 200: casesResponse },
    handle: async (needs: CaseRouteNeeds, { request }) => {
      const query = z.object({ environment: environmentOf(needs), state, ...pageFields })
      const wanted = check(query, request.query, 'query')
      return succeeded(await viewList(needs, wanted, adminOf(request)))
    },
  }),
  endpoint({
    ...complianceEndpoint,
    id: 'openCase',
    method: 'POST',
    path: '/api/v1/admin/compliance/cases',
    stepUp: 'contribution',
    conflictOfInterest: 'persons',
    summary: 'Add a transfer to the case of its sender or beneficiary',
    description: 'Opens a case if the person has none that is open.',
    body: openBody,
    responses: { 200: caseResponse },
    problems: [problems.transfer_unknown],
    handle: async (needs: CaseRouteNeeds, { request }) => {
      const { transaction_id: transactionId, role, reason } = check(openSchema, jsonBody(request), 'body')
      const admin = adminOf(request)
      const caseId = await addTransfer(needs, { transactionId, role }, { reason, admin })
      return succeeded(await viewCase(needs, caseId, admin))
    },
  }),
  endpoint({
    ...complianceEndpoint,
    id: 'readCase',
    method: 'GET',
    path: '/api/v1/admin/compliance/cases/:case_id',
    summary: 'Retrieve a case with all facts',
    description: 'Recorded in the audit log as `case.viewed`.',
    params: byCase,
    responses: { 200: caseResponse },
    problems: [problems.case_unknown],
    handle: async (needs: CaseRouteNeeds, { request, params }) =>
      succeeded(await viewCase(needs, params.case_id, adminOf(request))),
  }),
  endpoint({
    ...complianceEndpoint,
    id: 'downloadCasePaper',
    method: 'GET',
    path: '/api/v1/admin/compliance/cases/:case_id/papers/:paper_id',
    summary: 'Download a paper of a case',
    description: 'Recorded in the audit log as `case.paper_viewed`.',
    params: byPaper,
    responses: { 200: storedFile },
    problems: [problems.case_unknown, problems.paper_unknown],
    handle: async (needs: CaseRouteNeeds, { request, reply, params }) => {
      const { db, secrets, clock } = needs
      const row = await caseById(db, params.case_id)
      const file = await readPaper(db, secrets, row, params.paper_id)
      const view = { admin: adminOf(request), at: clock.now(), detail: { paper: params.paper_id } }
      await db.transaction(async (sql) => audited(sql, needs, row, 'case.paper_viewed', view))
      return sendFile(reply, file)
    },
  }),
  endpoint({
    ...changed,
    id: 'addCaseNote',
    path: '/api/v1/admin/compliance/cases/:case_id/notes',
    stepUp: 'contribution',
    summary: 'Add a note to a case',
    body: noteBody,
    problems: [problems.case_unknown, problems.case_state],
    handle: changing((needs, caseId, { body, admin }) =>
      addNote(needs, caseId, { ...check(noteSchema, body, 'body'), admin }),
    ),
  }),
  endpoint({
    ...changed,
    id: 'addCasePaper',
    path: '/api/v1/admin/compliance/cases/:case_id/papers',
    stepUp: 'contribution',
    summary: 'Add a paper to a case',
    description: 'A file that the case has already is not added again.',
    body: paperBody,
    problems: [
      problems.case_unknown,
      problems.case_state,
      problems.papers_too_many,
      requestProblems.upload_too_large,
    ],
    bodyLimit: maxUploadBody,
    handle: changing((needs, caseId, { body, admin }) =>
      addPaper(needs, caseId, { ...check(paperSchema, body, 'body'), admin }),
    ),
  }),
  endpoint({
    ...changed,
    id: 'proposeCaseOutcome',
    path: '/api/v1/admin/compliance/cases/:case_id/propose',
    stepUp: 'second_admin',
    summary: 'Propose the outcome of a case',
    body: proposalBody,
    problems: [
      problems.case_unknown,
      problems.case_state,
      problems.case_second_admin_missing,
      problems.case_undeclared,
    ],
    handle: changing((needs, caseId, { body, admin }) =>
      proposeOutcome(needs, caseId, { ...check(proposalSchema, body, 'body'), admin }),
    ),
  }),
  endpoint({
    ...changed,
    id: 'confirmCaseOutcome',
    path: '/api/v1/admin/compliance/cases/:case_id/confirm',
    stepUp: 'required',
    summary: 'Confirm the proposed outcome and close the case',
    description:
      'Another person than whoever proposed it, and than whoever wrote the declaration. They must have retrieved the case since it was proposed.',
    headers: adminStepUpHeader,
    body: reasonBody,
    problems: [
      problems.case_unknown,
      problems.case_state,
      problems.case_undecided,
      problems.case_second_person,
      problems.case_author,
      problems.case_not_opened,
      stepUpProblem,
    ],
    handle: changing((needs, caseId, { body, admin }) =>
      confirmOutcome(needs, caseId, { ...check(reasonSchema, body, 'body'), admin }),
    ),
  }),
  endpoint({
    ...changed,
    id: 'returnCase',
    path: '/api/v1/admin/compliance/cases/:case_id/return',
    stepUp: 'refusal',
    summary: 'Return a proposed case',
    description: 'Another person than whoever proposed the outcome.',
    body: reasonBody,
    problems: [problems.case_unknown, problems.case_state, problems.case_second_person],
    handle: changing((needs, caseId, { body, admin }) =>
      returnCase(needs, caseId, { ...check(reasonSchema, body, 'body'), admin }),
    ),
  }),
]

/** A page of the list, once the view is recorded with the cases whose persons it names. A page without any shows nobody. */
async function viewList(needs: CaseRouteNeeds, wanted: Parameters<typeof listCases>[1], admin: Admin) {
  const list = await listCases(needs, wanted)
  const { environment, state = 'not closed', page } = wanted
  const cases = list.items.map(({ case_id }) => case_id)
  const detail = { state, page, cases }
  const entry = {
    admin,
    action: 'case.listed',
    subject: `cases:${environment}`,
    detail,
    now: needs.clock.now(),
  }
  // guard: case-list-audited
  if (cases.length > 0) await needs.db.transaction(async (sql) => audit(sql, needs.secrets, entry))
  return list
}

/** A case with all facts, once the view is recorded. @throws Problem 404 */
async function viewCase(needs: CaseRouteNeeds, caseId: string, admin: Admin) {
  const { db, cells, secrets, clock, secondAdmin } = needs
  const row = await caseById(db, caseId)
  const now = clock.now()
  // guard: case-view-audited
  await db.transaction(async (sql) => audited(sql, needs, row, 'case.viewed', { admin, at: now }))
  const [facts, requests, allowed] = await Promise.all([
    caseFacts(needs, row),
    paperRequestsOf(db, row.id, { secrets, now }),
    allowedActions(db, row, { admin, secondAdmin, secrets, cells }),
  ])
  return { ...facts, paper_requests: requests, allowed_actions: allowed }
}
