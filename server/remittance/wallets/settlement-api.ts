// The routes that list settlements: those of a merchant, and those of all for admins.

import { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import type { Listed } from '../../platform/database/over-cells.ts'
import { admins } from '../../platform/http/access.ts'
import { readListingOfCells } from '../../platform/http/admin-search.ts'
import { cappedPageResponse, merchantZone, pageResponse, zonelessStamp } from '../../platform/http/api.ts'
import { text } from '../../platform/http/body/body.ts'
import { endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import { cappedCount, dayFields, paged, pageFields, readQuery } from '../../platform/http/list-query.ts'
import {
  adminTransferEndpoint,
  exampleMerchant,
  listProblems,
  listQuery,
  ofMerchant,
  walletEndpoint,
} from '../http/endpoint-parts.ts'
import { readList } from '../http/list-parameters.ts'
import { merchantEndpoint } from '../http/merchant-endpoint.ts'
import { listSettlements, renderSettlement, type SettlementRow } from './settlement.ts'

const searchSchema = z.object({
  ...pageFields,
  ...dayFields,
  environment: z.enum(['sandbox', 'production']).optional(),
  merchant_code: text({ max: 40 }).optional(),
})

const wanted = `s.closed_at is not null and ($1::text is null or m.merchant_code = $1)
  and ($2::text is null or s.environment = $2)
  and s.day between $3::date and $4::date`
const listAll = statement<
  SettlementRow & {
    merchant_code: string
    merchant_name: string
    time_zone: string
    environment: Environment
  }
>(
  'list_all_settlements',
  `select s.settlement_id, s.currency, s.day, s.count, s.gross_minor, s.fee_minor, s.net_minor, s.closed_at,
          s.environment, m.merchant_code, m.name as merchant_name, m.time_zone
     from settlement s join merchant m on m.id = s.merchant_id
    where ${wanted} order by s.day desc, s.id desc limit $5 offset $6`,
)
const countAll = cappedCount(
  'count_all_settlements',
  `from settlement s join merchant m on m.id = s.merchant_id where ${wanted}`,
  statement,
)

const latestDay = (a: SettlementRow, b: SettlementRow) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0)

/** Searches settlements, newest first. @throws InvalidBody */
async function searchAllSettlements(listed: Listed, query: unknown) {
  const requested = readQuery(searchSchema, query)
  const { merchant_code = null, environment = null, from = '-infinity', to = 'infinity' } = requested
  const filter = [merchant_code, environment, from, to]
  const list = { page: requested, filter, merchantCode: requested.merchant_code }
  return readListingOfCells(listed, { rows: listAll, count: countAll, order: latestDay }, list, (row) => ({
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
    time_zone: row.time_zone,
    environment: row.environment,
    ...renderSettlement(row),
  }))
}

const settlementFields = {
  settlement_id: z.string(),
  period_start: zonelessStamp,
  period_end: zonelessStamp,
  currency: z.string(),
  count: z.int(),
  gross_amount: z.number(),
  fee_amount: z.number(),
  net_amount: z.number(),
  status: z.literal('CLOSED'),
  closed_at: zonelessStamp,
}

const exampleSettlement = {
  settlement_id: 'SET-20261120-7K2M9QXA',
  period_start: '2026-11-20T00:00:00.000000',
  period_end: '2026-11-21T00:00:00.000000',
  currency: 'USD',
  count: 418,
  gross_amount: 8410.5,
  fee_amount: 84.1,
  net_amount: 8326.4,
  status: 'CLOSED',
  closed_at: '2026-11-21T00:02:03.118204',
} as const

const settlement = z.object(settlementFields).meta({ id: 'Settlement' })

export const settlementsResponse = pageResponse('Settlements', settlement, exampleSettlement)

const listedSettlement = z
  .object({ ...ofMerchant, time_zone: merchantZone, ...settlementFields })
  .meta({ id: 'AdminSettlement' })

const adminSettlementsResponse = cappedPageResponse('AdminSettlements', listedSettlement, {
  ...exampleMerchant,
  time_zone: 'Africa/Lubumbashi',
  ...exampleSettlement,
})

export const settlementRoutes = [
  merchantEndpoint({
    ...walletEndpoint,
    id: 'listSettlements',
    method: 'GET',
    path: '/api/v1/remittance/settlement/list',
    priority: 'list',
    summary: 'List settlements',
    description: 'One per closed UTC day, newest first. `status` and `operator` have no effect here.',
    query: listQuery,
    responses: { 200: settlementsResponse },
    problems: listProblems,
    work: async ({ db }: { db: Database }, { merchant, query }) => {
      const list = readList(query)
      return paged(list, await listSettlements(db, merchant, list))
    },
  }),
]

export const settlementAdminRoutes = [
  endpointOfCells({
    ...adminTransferEndpoint,
    id: 'searchSettlements',
    method: 'GET',
    path: '/api/v1/admin/settlements',
    priority: 'list',
    access: admins('money'),
    summary: 'List settlements of all merchants',
    query: searchSchema,
    responses: { 200: adminSettlementsResponse },
    handle: async ({ cells }: { cells: Cells }, { request }) =>
      succeeded(await searchAllSettlements(cells, request.query)),
  }),
]
