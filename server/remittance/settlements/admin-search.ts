// The admin search over the settlements of all merchants, newest first.
import { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { text } from '../../platform/http/body/body.ts'
import { readListing } from '../../platform/http/lists/admin-search.ts'
import { dayFields, maxCounted, pageFields, readQuery } from '../../platform/http/lists/list-query.ts'
import { renderSettlement, type SettlementRow } from './settlement.ts'

export const searchSchema = z.object({
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
const countAll = statement<{ counted: bigint }>(
  'count_all_settlements',
  `select count(*) as counted from (
     select from settlement s join merchant m on m.id = s.merchant_id where ${wanted} limit ${maxCounted + 1}) found`,
)

/** Searches settlements, newest first. @throws InvalidBody */
export async function searchAllSettlements(sql: Sql, query: unknown) {
  const requested = readQuery(searchSchema, query)
  const { merchant_code = null, environment = null, from = '-infinity', to = 'infinity' } = requested
  const filter = [merchant_code, environment, from, to]
  return readListing(sql, { rows: listAll, count: countAll }, { page: requested, filter }, (row) => ({
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
    time_zone: row.time_zone,
    environment: row.environment,
    ...renderSettlement(row),
  }))
}
