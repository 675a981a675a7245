// The admin routes of requests for papers: they make, extend and withdraw the link of the upload page.

import { z } from 'zod'
import { adminOf } from '../../../admin/access.ts'
import { complianceEndpoint } from '../../../compliance/admin-requests.ts'
import { InvalidBody } from '../../../kernel/problem.ts'
import { check } from '../../../platform/http/body/body.ts'
import { type Call, endpoint, succeeded } from '../../../platform/http/endpoint.ts'
import { jsonBody } from '../../../platform/http/http.ts'
import { reasonBody, reasonSchema } from '../../http/endpoint-parts.ts'
import { remittanceProblems as problems } from '../../transfer/problems.ts'
import { byCase } from '../schemas.ts'
import {
  extendRequest,
  type RequestNeeds,
  renderedRequest,
  requestPapers,
  withdrawRequest,
} from './request-papers.ts'
import {
  askBody,
  askSchema,
  exampleRequestId,
  extendBody,
  extendSchema,
  newPaperRequestResponse,
  paperRequestResponse,
} from './schemas.ts'

const byRequest = { ...byCase, request_id: z.string().meta({ examples: [exampleRequestId] }) }
const changed = {
  ...complianceEndpoint,
  method: 'POST',
  stepUp: 'contribution',
  conflictOfInterest: 'persons',
  params: byRequest,
  responses: { 200: paperRequestResponse },
  problems: [
    problems.case_unknown,
    problems.case_state,
    problems.paper_request_unknown,
    problems.paper_request_withdrawn,
  ],
} as const

export const paperRequestRoutes = [
  endpoint({
    ...complianceEndpoint,
    id: 'requestCasePapers',
    method: 'POST',
    path: '/api/v1/admin/compliance/cases/:case_id/paper-requests',
    stepUp: 'contribution',
    conflictOfInterest: 'persons',
    summary: 'Request papers from the person of a case',
    description:
      'Returns the link of an upload page, once. The page tells the person what is needed, and nothing of the case.',
    params: byCase,
    body: askBody,
    responses: { 200: newPaperRequestResponse },
    problems: [problems.case_unknown, problems.case_state, problems.paper_requests_too_many],
    handle: async (needs: RequestNeeds, { request, params }) => {
      const wanted = { ...asked(jsonBody(request)), admin: adminOf(request) }
      const { row, link } = await requestPapers(needs, params.case_id, wanted)
      return succeeded({ request: await rendered(needs, row), link })
    },
  }),
  endpoint({
    ...changed,
    id: 'extendPaperRequest',
    path: '/api/v1/admin/compliance/cases/:case_id/paper-requests/:request_id/extend',
    summary: 'Make an upload link valid for longer',
    description: 'For so many days from now, also if it has expired.',
    body: extendBody,
    handle: async (needs: RequestNeeds, { request, params }) => {
      const { days } = check(extendSchema, jsonBody(request), 'body')
      const row = await extendRequest(needs, which(params), { days, admin: adminOf(request) })
      return succeeded(await rendered(needs, row))
    },
  }),
  endpoint({
    ...changed,
    id: 'withdrawPaperRequest',
    path: '/api/v1/admin/compliance/cases/:case_id/paper-requests/:request_id/withdraw',
    summary: 'Withdraw an upload link',
    description: 'What was received stays in the case.',
    body: reasonBody,
    handle: async (needs: RequestNeeds, { request, params }) => {
      const { reason } = check(reasonSchema, jsonBody(request), 'body')
      const row = await withdrawRequest(needs, which(params), { reason, admin: adminOf(request) })
      return succeeded(await rendered(needs, row))
    },
  }),
]

const which = ({ case_id, request_id }: Call<typeof byRequest>['params']) => ({
  caseId: case_id,
  requestId: request_id,
})

const rendered = ({ db, secrets, clock }: RequestNeeds, row: Parameters<typeof renderedRequest>[1]) =>
  renderedRequest(db, row, { secrets, now: clock.now() })

/** @throws InvalidBody also if something else is wanted and the note does not say what. */
function asked(body: unknown) {
  const { note, ...wanted } = check(askSchema, body, 'body')
  if (wanted.wanted.includes('OTHER') && !note) {
    const msg = 'Value error, say in the note what is needed'
    throw new InvalidBody([{ type: 'value_error', loc: ['body', 'note'], msg, input: null }])
  }
  return { ...wanted, note: note || undefined }
}
