// A merchant's keys and secrets: how they are generated, sealed and rotated. A rotation takes effect at once on every process.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { randomSecret } from '../../kernel/id.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Environment } from './merchant.ts'

export type ApiKey = { apiKey: string; apiSecret: string }

const tag = (environment: Environment) => (environment === 'production' ? 'live' : 'test')

export const newMerchantSecret = (environment: Environment) => `msk_${tag(environment)}_${randomSecret()}`
export const newCallbackSecret = () => `whsec_${randomSecret()}`

/** The encryption context of a callback secret. */
export function callbackSecretContext(merchantId: bigint): string {
  return `merchant:${merchantId}:callback_secret`
}

/** The encryption context of an API secret. */
export const apiSecretContext = (apiKey: string) => `api_key:${apiKey}:api_secret`

const insertApiKey = statement(
  'insert_api_key',
  'insert into api_key (merchant_id, api_key, api_secret_sealed, environment, created_at) values ($1, $2, $3, $4, $5)',
)
export const revokeApiKeys = statement(
  'revoke_api_keys',
  'update api_key set revoked_at = $2 where merchant_id = $1 and revoked_at is null',
)
/** Returns the current environment; it cannot change before our commit, because the update locks the merchant's row. */
const bumpVersion = statement<{ environment: Environment }>(
  'bump_merchant_version',
  'update merchant set version = version + 1 where id = $1 returning environment',
)
export const changeMerchantSecret = statement(
  'change_merchant_secret',
  'update merchant set merchant_secret_hash = $2 where id = $1',
)
const changeCallbackSecret = statement(
  'change_callback_secret',
  'update merchant set callback_secret_sealed = $2 where id = $1',
)

export async function addApiKey(
  sql: Sql,
  secrets: Secrets,
  owner: { merchantId: bigint; environment: Environment; now: Temporal.Instant },
): Promise<ApiKey> {
  const apiKey = `pk_${tag(owner.environment)}_${randomSecret()}`
  const apiSecret = `sk_${tag(owner.environment)}_${randomSecret()}`
  const sealed = secrets.seal(apiSecret, apiSecretContext(apiKey))
  await sql.rows(insertApiKey, [owner.merchantId, apiKey, sealed, owner.environment, owner.now])
  return { apiKey, apiSecret }
}

export const rotations = ['merchant-secret', 'api-keys', 'callback-secret'] as const
export type Rotation = (typeof rotations)[number]

/** The hash that a merchant secret is stored as. */
export function merchantSecretHash(secrets: Secrets, secret: string): Buffer {
  return secrets.mac('merchant-secret', secret)
}

/**
 * Replaces one kind of credential. The old one is refused from the commit on; the new one is returned and never shown again.
 * @param by who rotates it, for the audit log; absent on the command line.
 */
export async function rotate(
  { db, secrets, clock }: { db: Database; secrets: Secrets; clock: Clock },
  { id }: { id: bigint },
  what: Rotation,
  by?: { admin: Admin; merchantCode: string },
): Promise<Record<string, string>> {
  return db.transaction(async (sql) => {
    const [merchant] = await sql.rows(bumpVersion, [id])
    if (!merchant) throw new Error('no merchant has this id')
    const { environment } = merchant
    const now = clock.now()
    if (by) {
      const subject = by.merchantCode
      const action = 'merchant.credential_rotated'
      audit(sql, secrets, { admin: by.admin, action, subject, detail: { what }, now })
    }
    if (what === 'api-keys') {
      await sql.rows(revokeApiKeys, [id, now])
      const key = await addApiKey(sql, secrets, { merchantId: id, environment, now })
      return { api_key: key.apiKey, api_secret: key.apiSecret }
    }
    if (what === 'callback-secret') {
      const secret = newCallbackSecret()
      await sql.rows(changeCallbackSecret, [id, secrets.seal(secret, callbackSecretContext(id))])
      return { callback_secret: secret }
    }
    const secret = newMerchantSecret(environment)
    await sql.rows(changeMerchantSecret, [id, merchantSecretHash(secrets, secret)])
    return { merchant_secret: secret }
  })
}
