// The admin route that lists the settlements of all merchants.

import type { Database } from '../../platform/database/database.ts'
import { admins } from '../../platform/http/access.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { adminTransferEndpoint } from '../http/endpoint-parts.ts'
import { searchAllSettlements, searchSchema } from './admin-search.ts'
import { adminSettlementsResponse } from './schemas.ts'

export const settlementAdminRoutes = [
  endpoint({
    ...adminTransferEndpoint,
    id: 'searchSettlements',
    method: 'GET',
    path: '/api/v1/admin/settlements',
    priority: 'list',
    access: admins('money'),
    summary: 'List settlements of all merchants',
    query: searchSchema,
    responses: { 200: adminSettlementsResponse },
    handle: async ({ db }: { db: Database }, { request }) =>
      succeeded(await searchAllSettlements(db, request.query)),
  }),
]
