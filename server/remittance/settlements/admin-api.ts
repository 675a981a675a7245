// The admin route that lists the settlements of all merchants.

import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { adminTransferEndpoint } from '../http/endpoint-parts.ts'
import { type Guard, sendData } from '../http/routes.ts'
import { searchAllSettlements, searchSchema } from './admin-search.ts'
import { adminSettlementsResponse } from './schemas.ts'

const searchSettlementsEndpoint: Endpoint = {
  ...adminTransferEndpoint,
  id: 'searchSettlements',
  method: 'GET',
  path: '/api/v1/admin/settlements',
  priority: 'list',
  access: admins('money'),
  summary: 'List settlements of all merchants',
  query: searchSchema,
  responses: { 200: adminSettlementsResponse },
}

export function registerSettlementAdminRoutes(
  app: FastifyInstance,
  { db }: { db: Database },
  guard: Guard,
): void {
  app.get(
    '/api/v1/admin/settlements',
    { onRequest: guard, config: { api: searchSettlementsEndpoint } },
    async (request, reply) => sendData(reply, await searchAllSettlements(db, request.query)),
  )
}
