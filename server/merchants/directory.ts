// Merchants as an operator sees them: no secrets.
import { formatBasisPoints } from '../kernel/money.ts'
import { utcSecond } from '../platform/clock.ts'
import { type Sql, statement } from '../platform/database.ts'
import type { Environment } from './merchant.ts'

export type MerchantRecord = {
  id: string
  merchant_code: string
  name: string
  email: string
  environment: Environment
  is_test: boolean
  status: string
  api_keys: string[]
  commission_rate: string
  bank_rate: string
  ip_allowlist: string[]
  microform_enabled: boolean
  microform_allowed_origins: string[]
  created_at: string
}

type Row = Omit<MerchantRecord, 'id' | 'is_test' | 'commission_rate' | 'bank_rate' | 'created_at'> & {
  id: bigint
  commission_rate_bp: number
  bank_rate_bp: number
  created_at: Temporal.Instant
}

const columns = `m.id, m.merchant_code, m.name, m.email, m.environment, m.status, m.commission_rate_bp, m.bank_rate_bp,
  m.ip_allowlist, m.microform_enabled, m.microform_allowed_origins, m.created_at,
  array(select k.api_key from api_key k where k.merchant_id = m.id and k.revoked_at is null order by k.id) as api_keys`

const findByCode = statement<Row>(
  'find_merchant_by_code',
  `select ${columns} from merchant m where m.merchant_code = $1`,
)
const listNewest = statement<Row>(
  'list_merchants',
  `select ${columns} from merchant m order by m.id desc limit $1`,
)

const mostListed = 1000

export async function merchantByCode(sql: Sql, code: string): Promise<MerchantRecord | undefined> {
  const [row] = await sql.rows(findByCode, [code])
  return row && record(row)
}

/** The newest thousand. */
export async function listMerchants(sql: Sql): Promise<MerchantRecord[]> {
  return (await sql.rows(listNewest, [mostListed])).map(record)
}

function record(row: Row): MerchantRecord {
  const { commission_rate_bp, bank_rate_bp, ...rest } = row
  return {
    ...rest,
    id: String(row.id),
    is_test: row.environment === 'sandbox',
    commission_rate: formatBasisPoints(commission_rate_bp),
    bank_rate: formatBasisPoints(bank_rate_bp),
    created_at: utcSecond(row.created_at),
  }
}
