// The admin routes to list fetched exchange rates and approve quarantined ones.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminOf } from '../../admin/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { adminTransferEndpoint, byId, reasonBody } from '../http/endpoint-parts.ts'
import { type Guard, sendData } from '../http/routes.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { type ApprovalNeeds, approveRates, ratesOverview } from './approval.ts'
import { ratesResponse, snapshotResponse } from './schemas.ts'

const listRatesEndpoint: Endpoint = {
  ...adminTransferEndpoint,
  id: 'listRates',
  summary: 'List recent exchange rates',
  responses: { 200: ratesResponse },
}

const approveRatesEndpoint: Endpoint = {
  ...adminTransferEndpoint,
  id: 'approveRates',
  summary: 'Approve quarantined exchange rates',
  path: byId,
  body: reasonBody,
  responses: { 200: snapshotResponse },
  problems: [problems.rates_unknown, problems.rates_not_held, problems.rates_superseded],
}

type ById = FastifyRequest<{ Params: { id: string } }>

const path = '/api/v1/admin/remittance/rates'

export function registerRateAdminRoutes(app: FastifyInstance, needs: ApprovalNeeds, guard: Guard): void {
  app.get(path, { onRequest: guard, config: { api: listRatesEndpoint } }, async (_request, reply) =>
    sendData(reply, await ratesOverview(needs)),
  )
  app.post(
    `${path}/:id/approve`,
    { onRequest: guard, config: { api: approveRatesEndpoint } },
    async (request: ById, reply) =>
      sendData(reply, await approveRates(needs, request.params.id, jsonBody(request), adminOf(request))),
  )
}
