// The merchant route that lists settlements.

import type { FastifyInstance } from 'fastify'
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import type { Database } from '../../platform/database/database.ts'
import { merchantSecret } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { listProblems, listQuery, walletEndpoint } from '../http/endpoint-parts.ts'
import { pageResponse, readList } from '../http/list-parameters.ts'
import { merchantReads } from '../http/routes.ts'
import { settlementsResponse } from './schemas.ts'
import { listSettlements } from './settlement.ts'

const listSettlementsEndpoint: Endpoint = {
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
}

export function registerSettlementRoutes(
  app: FastifyInstance,
  { db, basic }: { db: Database; basic: BasicAuthentication },
): void {
  merchantReads(app, basic)('/settlement/list', listSettlementsEndpoint, async ({ merchant, query }) => {
    const list = readList(query)
    return pageResponse(list, await listSettlements(db, merchant, list))
  })
}
