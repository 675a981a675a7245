// Merchants as admins see them: searches and records without secrets.

import type { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import type { GoLiveState } from '../go-live/go-live.ts'
import { ratesOf } from '../profile/profile.ts'
import type { merchantRecord } from './schemas.ts'

export type MerchantRecord = z.output<typeof merchantRecord>

type Row = Omit<MerchantRecord, 'id' | 'is_test' | 'created_at' | keyof ReturnType<typeof ratesOf>> &
  Parameters<typeof ratesOf>[0] & { id: bigint; created_at: Temporal.Instant }

/** SQL: how far below zero a merchant `m` may go. */
export const limitOf = (
  currency: string,
  environment = 'm.environment',
) => `coalesce((select (limit_minor / 100.0)::numeric(20, 2)::text from negative_balance_limit l
    where l.merchant_id = m.id and l.environment = ${environment} and l.currency = '${currency}'), '0.00')`

const columns = `m.id, m.merchant_code, m.name, m.email, m.environment, m.status, m.commission_rate_bp, m.bank_rate_bp,
  m.remittance_fee_bp, m.remittance_fee_fixed_minor, m.callback_url, m.ip_allowlist, m.microform_enabled,
  m.microform_allowed_origins, m.created_at,
  case m.environment when 'production' then m.may_refund_production else m.may_refund_sandbox end as may_refund,
  ${limitOf('USD')} as negative_balance_limit, ${limitOf('CDF')} as negative_balance_limit_cdf,
  array(select k.api_key from api_key k where k.merchant_id = m.id and k.revoked_at is null order by k.id) as api_keys,
  coalesce((select g.state from go_live_request g where g.merchant_id = m.id order by g.id desc limit 1), 'NONE') as go_live`

const findByCode = statement<Row>(
  'find_merchant_by_code',
  `select ${columns} from merchant m where m.merchant_code = $1`,
)

/** Merchants whose code, name or email matches $1, a pattern for `ilike`; each of $2 to $4 may be null. */
const wanted = `select ${columns} from merchant m
    where (m.merchant_code ilike $1 or m.name ilike $1 or m.email ilike $1)
      and ($2::text is null or m.environment = $2) and ($3::text is null or m.status = $3)`
const listNewest = statement<Row>(
  'list_merchants',
  `select * from (${wanted}) w where $4::text is null or w.go_live = $4 order by id desc limit $5 offset $6`,
)
const countWanted = statement<{ total: bigint }>(
  'count_merchants',
  `select count(*) as total from (${wanted}) w where $4::text is null or w.go_live = $4`,
)

const maxListed = 1000

export async function merchantByCode(sql: Sql, code: string): Promise<MerchantRecord | undefined> {
  const [row] = await sql.rows(findByCode, [code])
  return row && record(row)
}

export type MerchantFilter = {
  search?: string | undefined
  environment?: Environment | undefined
  status?: 'active' | 'suspended' | undefined
  go_live?: GoLiveState | undefined
}

function filterValues({ search = '', environment, status, go_live }: MerchantFilter): unknown[] {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return [pattern, environment ?? null, status ?? null, go_live ?? null]
}

/** Lists merchants, newest first; without a range, the newest thousand. */
export async function listMerchants(
  sql: Sql,
  filter: MerchantFilter = {},
  { limit, offset }: { limit: number; offset: number } = { limit: maxListed, offset: 0 },
): Promise<MerchantRecord[]> {
  return (await sql.rows(listNewest, [...filterValues(filter), limit, offset])).map(record)
}

export async function countMerchants(sql: Sql, filter: MerchantFilter): Promise<number> {
  const [row] = await sql.rows(countWanted, filterValues(filter))
  return Number(row?.total ?? 0)
}

function record(row: Row): MerchantRecord {
  const { commission_rate_bp, bank_rate_bp, remittance_fee_bp, remittance_fee_fixed_minor, ...rest } = row
  return {
    ...rest,
    ...ratesOf({ commission_rate_bp, bank_rate_bp, remittance_fee_bp, remittance_fee_fixed_minor }),
    id: String(row.id),
    is_test: row.environment === 'sandbox',
    created_at: utcSecond(row.created_at),
  }
}
