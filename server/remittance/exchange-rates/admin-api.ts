// The admin routes to list fetched exchange rates and approve quarantined ones.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { approvalProblems } from '../../approvals/problems.ts'
import { approvalWaitsData } from '../../approvals/schemas.ts'
import { admins } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { adminTransferEndpoint, byId, reasonBody } from '../http/endpoint-parts.ts'
import { type Guard, sendData } from '../http/routes.ts'
import { type ApprovalNeeds, approveRates, publishProblems, ratesOverview } from './approval.ts'
import { ratesResponse, snapshotResponse } from './schemas.ts'

const listRatesEndpoint: Endpoint = {
  ...adminTransferEndpoint,
  id: 'listRates',
  method: 'GET',
  path: '/api/v1/admin/remittance/rates',
  priority: 'list',
  access: admins('read'),
  summary: 'List recent exchange rates',
  responses: { 200: ratesResponse },
}

const approveRatesEndpoint: Endpoint = {
  ...adminTransferEndpoint,
  id: 'approveRates',
  method: 'POST',
  path: '/api/v1/admin/remittance/rates/:id/approve',
  priority: 'order',
  access: admins('pricing'),
  stepUp: 'required',
  conflictOfInterest: 'service',
  summary: 'Approve quarantined exchange rates',
  description: 'If the deployment asks for a second admin, the response is 202 and nothing is published yet.',
  params: byId,
  headers: adminStepUpHeader,
  body: reasonBody,
  responses: { 200: snapshotResponse, 202: approvalWaitsData },
  problems: [stepUpProblem, ...publishProblems, approvalProblems.second_admin_missing],
}

type ById = FastifyRequest<{ Params: { id: string } }>

const path = '/api/v1/admin/remittance/rates'

export function registerRateAdminRoutes(app: FastifyInstance, needs: ApprovalNeeds, guard: Guard): void {
  app.get(path, { onRequest: guard, config: { api: listRatesEndpoint } }, async (request, reply) =>
    sendData(reply, await ratesOverview(needs, adminOf(request))),
  )
  app.post(
    `${path}/:id/approve`,
    { onRequest: guard, config: { api: approveRatesEndpoint } },
    async (request: ById, reply) => {
      const made = await approveRates(needs, request.params.id, jsonBody(request), adminOf(request))
      return sendData(reply.code('approval_id' in made ? 202 : 200), made)
    },
  )
}
