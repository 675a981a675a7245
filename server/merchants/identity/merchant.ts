// A merchant as requests see it, look-ups by API key, code and id, and its name in the audit log.
import type { Environment } from '../../kernel/environment.ts'
import type { KeyScope, MerchantRole } from '../../kernel/merchant-roles.ts'
import { sentKeys, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { type Sql, statement } from '../../platform/database/database.ts'

export type Merchant = {
  id: bigint
  merchantCode: string
  name: string
  environment: Environment
  status: 'active' | 'suspended'
  commissionRateBp: number
  bankRateBp: number
  ipAllowlist: string[]
  microformEnabled: boolean
  microformAllowedOrigins: string[]
  /** The fee for a transfer: basis points of the payout amount, plus a fixed part in US cents. */
  remittanceFeeBp: number
  remittanceFeeFixedMinor: bigint
  /** Increases with every change that later requests must respect; statements that write compare it. */
  version: number
}

export type KeyHolder = {
  merchant: Merchant
  apiKeyId: bigint
  keyEnvironment: Environment
  apiSecretSealed: Buffer
  scopes: readonly KeyScope[]
}

const merchantColumns = `m.id, m.merchant_code, m.name, m.environment, m.status, m.commission_rate_bp, m.bank_rate_bp,
          m.ip_allowlist, m.microform_enabled, m.microform_allowed_origins, m.remittance_fee_bp,
          m.remittance_fee_fixed_minor, m.version`

const findKeyHolder = statement<KeyRow>(
  'find_key_holder',
  `select k.id as api_key_id, k.environment as key_environment, k.api_secret_sealed, k.scopes,
          ${merchantColumns}, k.revoked_at is not null as revoked
     from api_key k join merchant m on m.id = k.merchant_id
    where k.api_key = $1`,
)

type MerchantRow = {
  id: bigint
  merchant_code: string
  name: string
  environment: Environment
  status: 'active' | 'suspended'
  commission_rate_bp: number
  bank_rate_bp: number
  ip_allowlist: string[]
  microform_enabled: boolean
  microform_allowed_origins: string[]
  remittance_fee_bp: number
  remittance_fee_fixed_minor: bigint
  version: number
}

type KeyRow = MerchantRow & {
  api_key_id: bigint
  key_environment: Environment
  api_secret_sealed: Buffer
  scopes: KeyScope[]
  revoked: boolean
}

/**
 * Returns undefined for a key that was never issued or was rotated away. A key revoked at go-live is still returned while its
 * environment differs from the profile's, so that the caller can explain the refusal.
 */
export async function keyHolder(sql: Sql, apiKey: string): Promise<KeyHolder | undefined> {
  const [row] = await sql.rows(findKeyHolder, [apiKey])
  if (!row || (row.revoked && row.key_environment === row.environment)) return undefined
  return {
    apiKeyId: row.api_key_id,
    keyEnvironment: row.key_environment,
    apiSecretSealed: row.api_secret_sealed,
    scopes: row.scopes,
    merchant: toMerchant(row),
  }
}

const findByCodes = statement<MerchantRow & { merchant_secret_hash: Buffer }>(
  'find_merchants_by_code',
  `with ${sentKeys('text')}
   select ${merchantColumns}, m.merchant_secret_hash from sent join merchant m on m.merchant_code = sent.key`,
)

const findById = statement<MerchantRow>(
  'find_merchant_by_id',
  `select ${merchantColumns} from merchant m where m.id = $1`,
)

/** Returns the merchant as it is now; undefined if it does not exist. */
export async function merchantById(sql: Sql, id: bigint): Promise<Merchant | undefined> {
  const [row] = await sql.rows(findById, [id])
  return row && toMerchant(row)
}

export type SecretHolder = { merchant: Merchant; secretHash: Buffer }

/** Looks up merchants by code; the result has the order of `codes`. */
export async function secretHolders(
  sql: Sql,
  codes: readonly string[],
): Promise<(SecretHolder | undefined)[]> {
  const rows = await sql.rows(findByCodes, [toSentKeys(codes)])
  const holders = new Map(
    rows.map((row) => [
      row.merchant_code,
      { merchant: toMerchant(row), secretHash: row.merchant_secret_hash },
    ]),
  )
  return codes.map((code) => holders.get(code))
}

function toMerchant(row: MerchantRow): Merchant {
  return {
    id: row.id,
    merchantCode: row.merchant_code,
    name: row.name,
    environment: row.environment,
    status: row.status,
    commissionRateBp: row.commission_rate_bp,
    bankRateBp: row.bank_rate_bp,
    ipAllowlist: row.ip_allowlist,
    microformEnabled: row.microform_enabled,
    microformAllowedOrigins: row.microform_allowed_origins,
    remittanceFeeBp: row.remittance_fee_bp,
    remittanceFeeFixedMinor: row.remittance_fee_fixed_minor,
    version: row.version,
  }
}

/** Where a request came from. */
export type RequestOrigin = { address: string; requestId: string }

/** Who acts: a merchant's server, or a signed-in user of the merchant. */
type Actor = { merchantCode: string; user?: { email: string; role: MerchantRole } }

/** No admin has such a name, since names of tokens have no colon. A user is named in the detail of each audit entry. */
export function merchantActor({ merchantCode, user }: Actor, { address, requestId }: RequestOrigin) {
  return {
    name: `merchant:${merchantCode}`,
    ...(user && { user: { email: user.email, role: user.role } }),
    ...{ address, requestId },
  }
}
