// A merchant as requests see it, look-ups by API key, code and id, and its name in the audit log.
import type { Environment } from '../../kernel/environment.ts'
import type { KeyScope, MerchantRole } from '../../kernel/merchant-roles.ts'
import type { PaymentMethod } from '../../kernel/payment-method.ts'
import { UnopenedCell } from '../../platform/database/cells.ts'
import { sentKeys, toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { commonStatement, type Sql } from '../../platform/database/database.ts'

export type Merchant = {
  id: bigint
  /** The cell that holds everything else of it. */
  cell: number
  merchantCode: string
  name: string
  environment: Environment
  status: 'active' | 'suspended'
  commissionRateBp: number
  bankRateBp: number
  paymentMethods: readonly PaymentMethod[]
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

const merchantColumns = `m.id, m.cell, m.merchant_code as "merchantCode", m.name, m.environment, m.status,
          m.commission_rate_bp as "commissionRateBp", m.bank_rate_bp as "bankRateBp",
          m.payment_methods as "paymentMethods", m.ip_allowlist as "ipAllowlist",
          m.microform_enabled as "microformEnabled", m.microform_allowed_origins as "microformAllowedOrigins",
          m.remittance_fee_bp as "remittanceFeeBp", m.remittance_fee_fixed_minor as "remittanceFeeFixedMinor", m.version`

const findKeyHolder = commonStatement<Merchant & Omit<KeyHolder, 'merchant'> & { isRevoked: boolean }>(
  'find_key_holder',
  `select k.id as "apiKeyId", k.environment as "keyEnvironment", k.api_secret_sealed as "apiSecretSealed", k.scopes,
          k.revoked_at is not null as "isRevoked", ${merchantColumns}
     from api_key k join merchant m on m.id = k.merchant_id
    where k.api_key = $1`,
)

/**
 * Returns undefined for a key that was never issued or was rotated away. A key revoked at go-live is still returned while its
 * environment differs from the profile's, so that the caller can explain the refusal.
 */
export async function keyHolder(sql: Sql, apiKey: string): Promise<KeyHolder | undefined> {
  const [row] = await sql.rows(findKeyHolder, [apiKey])
  if (!row || (row.isRevoked && row.keyEnvironment === row.environment)) return undefined
  const { apiKeyId, keyEnvironment, apiSecretSealed, scopes, isRevoked: _, ...merchant } = row
  return { merchant, apiKeyId, keyEnvironment, apiSecretSealed, scopes }
}

/**
 * Every cell sees all merchants, but serves only its own.
 * @throws UnopenedCell for a merchant of a cell that was added after this process started.
 */
export function refuseOtherCell({ cell }: Sql, merchant: Merchant): void {
  // guard: merchant-of-other-cell
  if (merchant.cell !== cell) throw new UnopenedCell(merchant.cell)
}

const findByCodes = commonStatement<Merchant & { secretHash: Buffer }>(
  'find_merchants_by_code',
  `with ${sentKeys('text')}
   select ${merchantColumns}, m.merchant_secret_hash as "secretHash" from sent join merchant m on m.merchant_code = sent.key`,
)

const findById = commonStatement<Merchant>(
  'find_merchant_by_id',
  `select ${merchantColumns} from merchant m where m.id = $1`,
)

/** Returns the merchant as it is now; undefined if it does not exist. */
export async function merchantById(sql: Sql, id: bigint): Promise<Merchant | undefined> {
  return (await sql.rows(findById, [id]))[0]
}

export type SecretHolder = { merchant: Merchant; secretHash: Buffer }

/** Looks up merchants by code; the result has the order of `codes`. */
export async function secretHolders(
  sql: Sql,
  codes: readonly string[],
): Promise<(SecretHolder | undefined)[]> {
  const rows = await sql.rows(findByCodes, [toSentKeys(codes)])
  const holders = new Map(
    rows.map(({ secretHash, ...merchant }) => [merchant.merchantCode, { merchant, secretHash }]),
  )
  return codes.map((code) => holders.get(code))
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
