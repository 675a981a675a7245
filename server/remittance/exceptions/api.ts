// The admin routes to list and close exceptions. They require an admin token.

import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { adminTransferEndpoint, byId, pageQuery, reasonBody, reasonSchema } from '../http/endpoint-parts.ts'
import { pageResponse, type Query, readPage } from '../http/list-parameters.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { closeException, listExceptions } from './exceptions.ts'
import { exceptionClosedResponse, exceptionsResponse } from './schemas.ts'

type CloseNeeds = { db: Database; clock: Clock; secrets: Secrets }

export const exceptionRoutes = [
  endpoint({
    ...adminTransferEndpoint,
    id: 'listExceptions',
    method: 'GET',
    path: '/api/v1/admin/remittance/exceptions',
    priority: 'list',
    access: admins('operations'),
    summary: 'List exceptions that need a decision',
    query: z.object({ state: z.enum(['open', 'closed']).optional(), ...pageQuery.shape }),
    responses: { 200: exceptionsResponse },
    problems: [problems.field_missing],
    handle: async ({ db }: { db: Database }, { request }) => {
      // Fastify reads every query into an object.
      const query = request.query as Query
      const { state } = query
      const page = readPage(query)
      const wanted = { ...page, state: state === 'open' || state === 'closed' ? state : undefined }
      return succeeded(pageResponse(page, await listExceptions(db, wanted)))
    },
  }),
  endpoint({
    ...adminTransferEndpoint,
    id: 'closeException',
    method: 'POST',
    path: '/api/v1/admin/remittance/exceptions/:id/close',
    priority: 'order',
    access: admins('operations'),
    stepUp: 'required',
    conflictOfInterest: 'record',
    summary: 'Close an exception',
    params: byId,
    headers: adminStepUpHeader,
    body: reasonBody,
    responses: { 200: exceptionClosedResponse },
    problems: [stepUpProblem, problems.exception_unknown],
    handle: async (needs: CloseNeeds, { request, params: { id } }) => {
      if (!/^\d{1,18}$/.test(id)) throw new Problem(problems.exception_unknown)
      const { reason } = check(reasonSchema, jsonBody(request), 'body')
      await closeException(needs, BigInt(id), reason, adminOf(request))
      return succeeded({ id, state: 'closed' })
    },
  }),
]
