// The merchant route that lists settlements.

import type { Database } from '../../platform/database/database.ts'
import { merchantSecret } from '../../platform/http/access.ts'
import { listProblems, listQuery, walletEndpoint } from '../http/endpoint-parts.ts'
import { pageResponse, readList } from '../http/list-parameters.ts'
import { merchantEndpoint } from '../http/merchant-endpoint.ts'
import { settlementsResponse } from './schemas.ts'
import { listSettlements } from './settlement.ts'

export const settlementRoutes = [
  merchantEndpoint({
    ...walletEndpoint,
    id: 'listSettlements',
    method: 'GET',
    path: '/api/v1/remittance/settlement/list',
    priority: 'list',
    access: merchantSecret,
    summary: 'List settlements',
    description: 'One per closed UTC day, newest first. `status` and `operator` have no effect here.',
    query: listQuery,
    responses: { 200: settlementsResponse },
    problems: listProblems,
    work: async ({ db }: { db: Database }, { merchant, query }) => {
      const list = readList(query)
      return pageResponse(list, await listSettlements(db, merchant, list))
    },
  }),
]
