// Payment routes for admins: search the payments of all merchants, read one in detail.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminOf } from '../../admin/access.ts'
import { admins } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { sendJson } from '../../platform/http/http.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import { type AdminPaymentNeeds, adminPaymentDetail } from './admin-detail.ts'
import { searchAllPayments, searchSchema } from './admin-search.ts'
import { adminPaymentResponse, paymentsResponse } from './schemas.ts'

const api = { tag: 'Admin: payments' } as const

const searchApi: Endpoint = {
  ...api,
  id: 'searchPayments',
  method: 'GET',
  path: '/api/v1/admin/payments',
  priority: 'list',
  access: admins('read'),
  summary: 'Search payments of all merchants',
  description:
    'Newest first. `q` searches references, ids, emails, phone numbers, amounts and the last four digits of cards.',
  query: searchSchema,
  responses: { 200: paymentsResponse },
}

const detailApi: Endpoint = {
  ...api,
  id: 'readAdminPayment',
  method: 'GET',
  path: '/api/v1/admin/payments/:transaction_uuid',
  priority: 'list',
  access: admins('read'),
  summary: 'Read a payment in full detail',
  params: { transaction_uuid: z.string().meta({ examples: [exampleUuid] }) },
  responses: { 200: adminPaymentResponse },
  problems: [problems.transaction_not_found],
}

type ByUuid = FastifyRequest<{ Params: { transaction_uuid: string } }>

/**
 * Registers the payment routes for admins.
 * @param guard lets only admins pass.
 */
export function registerPaymentRoutes(
  app: FastifyInstance,
  needs: AdminPaymentNeeds,
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  const path = '/api/v1/admin/payments'

  app.get(path, { onRequest: guard, config: { api: searchApi } }, async (request, reply) => {
    const found = await searchAllPayments(needs.db, request.query, needs.clock.now())
    return sendJson(reply, { status: 'success', data: found })
  })
  app.get(
    `${path}/:transaction_uuid`,
    { onRequest: guard, config: { api: detailApi } },
    async (request: ByUuid, reply) => {
      const payment = await adminPaymentDetail(needs, request.params.transaction_uuid, adminOf(request))
      return sendJson(reply, { status: 'success', data: payment })
    },
  )
}
