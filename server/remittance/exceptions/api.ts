// The admin routes to list and close exceptions. They require an admin token.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { adminTransferEndpoint, byId, pageQuery, reasonBody, reasonSchema } from '../http/endpoint-parts.ts'
import { pageResponse, readPage } from '../http/list-parameters.ts'
import { type Guard, type Query, sendData } from '../http/routes.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { closeException, listExceptions } from './exceptions.ts'
import { exceptionClosedResponse, exceptionsResponse } from './schemas.ts'

const listExceptionsEndpoint: Endpoint = {
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
}

const closeExceptionEndpoint: Endpoint = {
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
}

const path = '/api/v1/admin/remittance/exceptions'

export function registerExceptionRoutes(
  app: FastifyInstance,
  needs: { db: Database; clock: Clock; secrets: Secrets },
  guard: Guard,
): void {
  const options = { onRequest: guard }
  app.get(`${path}`, { ...options, config: { api: listExceptionsEndpoint } }, async (request, reply) => {
    const { state } = request.query as Query
    const page = readPage(request.query as Query)
    const wanted = { ...page, state: state === 'open' || state === 'closed' ? state : undefined }
    return sendData(reply, pageResponse(page, await listExceptions(needs.db, wanted)))
  })
  app.post<{ Params: { id: string } }>(
    `${path}/:id/close`,
    { ...options, config: { api: closeExceptionEndpoint } },
    async (request, reply) => {
      if (!/^\d{1,18}$/.test(request.params.id)) throw new Problem(problems.exception_unknown)
      const { reason } = check(reasonSchema, jsonBody(request), 'body')
      await closeException(needs, BigInt(request.params.id), reason, adminOf(request))
      return sendData(reply, { id: request.params.id, state: 'closed' })
    },
  )
}
