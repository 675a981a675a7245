// The admin routes of requests for papers: they make, extend and withdraw the link of the upload page.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { adminOf } from '../../../../admin/access.ts'
import { InvalidBody } from '../../../../kernel/problem.ts'
import { admins } from '../../../../platform/http/access.ts'
import type { Endpoint } from '../../../../platform/http/api.ts'
import { check } from '../../../../platform/http/body/body.ts'
import { jsonBody } from '../../../../platform/http/http.ts'
import { reasonBody, reasonSchema } from '../../../http/endpoint-parts.ts'
import { type Guard, sendData } from '../../../http/routes.ts'
import { remittanceProblems as problems } from '../../../transfer/problems.ts'
import { byCase } from '../../schemas.ts'
import { renderedRequest } from './paper-request.ts'
import { extendRequest, type RequestNeeds, requestPapers, withdrawRequest } from './request-papers.ts'
import {
  askBody,
  askSchema,
  exampleRequestId,
  extendBody,
  extendSchema,
  newPaperRequestResponse,
  paperRequestResponse,
} from './schemas.ts'

const compliance = { tag: 'Admin: compliance' } as const
const byRequest = { ...byCase, request_id: z.string().meta({ examples: [exampleRequestId] }) }
const changed = {
  ...compliance,
  params: byRequest,
  responses: { 200: paperRequestResponse },
  problems: [
    problems.case_unknown,
    problems.case_state,
    problems.paper_request_unknown,
    problems.paper_request_withdrawn,
  ],
}

const endpoints = {
  ask: {
    ...compliance,
    id: 'requestCasePapers',
    method: 'POST',
    path: '/api/v1/admin/compliance/cases/:case_id/paper-requests',
    priority: 'list',
    access: admins('compliance'),
    stepUp: 'contribution',
    conflictOfInterest: 'persons',
    summary: 'Request papers from the person of a case',
    description:
      'Returns the link of an upload page, once. The page tells the person what is needed, and nothing of the case.',
    params: byCase,
    body: askBody,
    responses: { 200: newPaperRequestResponse },
    problems: [problems.case_unknown, problems.case_state, problems.paper_requests_too_many],
  },
  extend: {
    ...changed,
    id: 'extendPaperRequest',
    method: 'POST',
    path: '/api/v1/admin/compliance/cases/:case_id/paper-requests/:request_id/extend',
    priority: 'list',
    access: admins('compliance'),
    stepUp: 'contribution',
    conflictOfInterest: 'persons',
    summary: 'Make an upload link valid for longer',
    description: 'For so many days from now, also if it has expired.',
    body: extendBody,
  },
  withdraw: {
    ...changed,
    id: 'withdrawPaperRequest',
    method: 'POST',
    path: '/api/v1/admin/compliance/cases/:case_id/paper-requests/:request_id/withdraw',
    priority: 'list',
    access: admins('compliance'),
    stepUp: 'contribution',
    conflictOfInterest: 'persons',
    summary: 'Withdraw an upload link',
    description: 'What was received stays in the case.',
    body: reasonBody,
  },
} satisfies Record<string, Endpoint>

const path = '/api/v1/admin/compliance/cases/:case_id/paper-requests'
type ByRequest = { Params: { case_id: string; request_id: string } }

/** @param guard rejects requests that do not come from an admin. */
export function registerPaperRequestRoutes(
  app: FastifyInstance,
  needs: RequestNeeds,
  onRequest: Guard,
): void {
  const { db, secrets, clock } = needs
  const rendering = () => ({ secrets, now: clock.now() })
  app.post<ByRequest>(path, { onRequest, config: { api: endpoints.ask } }, async (request, reply) => {
    const wanted = asked(jsonBody(request))
    const { row, link } = await requestPapers(needs, request.params.case_id, {
      ...wanted,
      admin: adminOf(request),
    })
    return sendData(reply, { request: await renderedRequest(db, row, rendering()), link })
  })
  app.post<ByRequest>(
    `${path}/:request_id/extend`,
    { onRequest, config: { api: endpoints.extend } },
    async (request, reply) => {
      const { days } = check(extendSchema, jsonBody(request), 'body')
      const row = await extendRequest(needs, which(request), { days, admin: adminOf(request) })
      return sendData(reply, await renderedRequest(db, row, rendering()))
    },
  )
  app.post<ByRequest>(
    `${path}/:request_id/withdraw`,
    { onRequest, config: { api: endpoints.withdraw } },
    async (request, reply) => {
      const { reason } = check(reasonSchema, jsonBody(request), 'body')
      const row = await withdrawRequest(needs, which(request), { reason, admin: adminOf(request) })
      return sendData(reply, await renderedRequest(db, row, rendering()))
    },
  )
}

const which = ({ params }: { params: { case_id: string; request_id: string } }) => ({
  caseId: params.case_id,
  requestId: params.request_id,
})

/** @throws InvalidBody also if something else is wanted and the note does not say what. */
function asked(body: unknown) {
  const { note, ...wanted } = check(askSchema, body, 'body')
  if (wanted.wanted.includes('OTHER') && !note) {
    const msg = 'Value error, say in the note what is needed'
    throw new InvalidBody([{ type: 'value_error', loc: ['body', 'note'], msg, input: null }])
  }
  return { ...wanted, note: note || undefined }
}
