// A merchant's keys and secrets: how they are generated, sealed and rotated. A rotation takes effect at once on every process.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { randomSecret } from '../../kernel/id.ts'
import { type KeyScope, keyScopes } from '../../kernel/merchant-roles.ts'
import { Problem } from '../../kernel/problem.ts'
import { commonStatement, type Database, type Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { callbackSecretContext } from '../../webhooks/receiver-credentials.ts'
import { alertOwners } from '../alerts/alert-merchant.ts'
import { selfServiceProblems } from '../problems.ts'

export type ApiKey = { apiKey: string; apiSecret: string }

const tag = (environment: Environment) => (environment === 'production' ? 'live' : 'test')

export const merchantSecretPrefix = (environment: Environment) => `msk_${tag(environment)}_`
export const newMerchantSecret = (environment: Environment) =>
  `${merchantSecretPrefix(environment)}${randomSecret()}`
export const newCallbackSecret = () => `whsec_${randomSecret()}`

/** The encryption context of an API secret. */
export const apiSecretContext = (apiKey: string) => `api_key:${apiKey}:api_secret`

const insertApiKey = commonStatement(
  'insert_api_key',
  'insert into shared.api_key (merchant_id, api_key, api_secret_sealed, environment, created_at, scopes) values ($1, $2, $3, $4, $5, $6)',
)
const findScopes = commonStatement<{ scopes: KeyScope[] }>(
  'find_scopes_of_current_key',
  'select scopes from api_key where merchant_id = $1 and revoked_at is null order by id desc limit 1',
)
export const revokeApiKeys = commonStatement(
  'revoke_api_keys',
  'update shared.api_key set revoked_at = $2 where merchant_id = $1 and revoked_at is null',
)
/** Returns the current environment; it cannot change before our commit, because the update locks the merchant's row. */
const bumpVersion = commonStatement<{ environment: Environment }>(
  'bump_merchant_version',
  'update shared.merchant set version = version + 1 where id = $1 returning environment',
)
export const changeMerchantSecret = commonStatement(
  'change_merchant_secret',
  'update shared.merchant set merchant_secret_hash = $2 where id = $1',
)
const changeCallbackSecret = commonStatement(
  'change_callback_secret',
  `update shared.merchant
      set previous_callback_secret_sealed = case when $3::timestamptz is not null then callback_secret_sealed end,
          previous_callback_secret_until = $3, callback_secret_sealed = $2
    where id = $1`,
)

export async function addApiKey(
  sql: Sql,
  secrets: Secrets,
  owner: {
    merchantId: bigint
    environment: Environment
    now: Temporal.Instant
    scopes?: readonly KeyScope[]
  },
): Promise<ApiKey> {
  const apiKey = `pk_${tag(owner.environment)}_${randomSecret()}`
  const apiSecret = `sk_${tag(owner.environment)}_${randomSecret()}`
  const sealed = secrets.seal(apiSecret, apiSecretContext(apiKey))
  await sql.rows(insertApiKey, [
    ...[owner.merchantId, apiKey, sealed, owner.environment, owner.now],
    owner.scopes ?? keyScopes,
  ])
  return { apiKey, apiSecret }
}

export const rotations = ['merchant-secret', 'api-keys', 'callback-secret'] as const
export type Rotation = (typeof rotations)[number]
/** What a rotation makes. */
type Rotated = {
  'merchant-secret': { merchant_secret: string }
  'api-keys': { api_key: string; api_secret: string; scopes: KeyScope[] }
  'callback-secret': { callback_secret: string; previous_valid_until?: string }
}

/** The hash that a merchant secret is stored as. */
export function merchantSecretHash(secrets: Secrets, secret: string): Buffer {
  return secrets.mac('merchant-secret', secret)
}

/**
 * The scopes of a new key, in the order of the list: those asked for or, where none are, those of the key that it replaces, as far as
 * whoever makes it may give them.
 */
async function scopesOf(
  sql: Sql,
  id: bigint,
  { scopes, mayGive = keyScopes }: Replacement,
): Promise<KeyScope[]> {
  const [old] = scopes ? [] : await sql.rows(findScopes, [id])
  const wanted = scopes ?? old?.scopes ?? keyScopes
  // guard: rotated-scopes
  const given = keyScopes.filter((scope) => wanted.includes(scope) && mayGive.includes(scope))
  if (given.length === 0) throw new Problem(selfServiceProblems.role_refused)
  return given
}

/**
 * How a credential is replaced. `by` is who does it, for the audit log. `scopes` are those of a new API key, `mayGive` those that whoever
 * makes it may give. For `overlapHours`, webhooks are signed with the old webhook secret, too.
 */
type Replacement = {
  by?: { admin: Admin; merchantCode: string }
  scopes?: readonly KeyScope[]
  mayGive?: readonly KeyScope[]
  overlapHours?: number
}

/**
 * Replaces one kind of credential. The old one is refused from the commit on; the new one is returned and never shown again.
 * The owners of the merchant are notified.
 */
export async function rotate<What extends Rotation>(
  { db, secrets, clock }: { db: Database; secrets: Secrets; clock: Clock },
  { id }: { id: bigint },
  what: What,
  how: Replacement = {},
): Promise<Rotated[What]> {
  const made: Partial<Rotated[Rotation]> = await db.transaction(async (sql) => {
    const [merchant] = await sql.rows(bumpVersion, [id])
    if (!merchant) throw new Error('no merchant has this id')
    const { environment } = merchant
    const now = clock.now()
    const scopes = what === 'api-keys' ? await scopesOf(sql, id, how) : undefined
    const action = 'merchant.credential_rotated'
    if (how.by) {
      const { admin, merchantCode: subject } = how.by
      const { overlapHours: overlap_hours } = how
      const detail = { what, ...(scopes && { scopes }), ...(overlap_hours && { overlap_hours }) }
      audit(sql, secrets, { admin, action, subject, detail, now })
    }
    // guard: rotation-alert
    await alertOwners(
      sql,
      {
        ...{ merchantId: id, environment, kind: 'credential_rotated', fact: `rotated:${what}:${now}` },
        facts: { what, by: how.by?.admin.user?.email ?? null, at: now },
      },
      now,
    )
    if (scopes) {
      await sql.rows(revokeApiKeys, [id, now])
      const key = await addApiKey(sql, secrets, { merchantId: id, environment, now, scopes })
      return { api_key: key.apiKey, api_secret: key.apiSecret, scopes }
    }
    if (what === 'callback-secret') {
      const secret = newCallbackSecret()
      const until = how.overlapHours ? now.add({ hours: how.overlapHours }) : null
      await sql.rows(changeCallbackSecret, [id, secrets.seal(secret, callbackSecretContext(id)), until])
      return { callback_secret: secret, ...(until && { previous_valid_until: zonelessMicrosecond(until) }) }
    }
    const secret = newMerchantSecret(environment)
    await sql.rows(changeMerchantSecret, [id, merchantSecretHash(secrets, secret)])
    return { merchant_secret: secret }
  })
  return made as Rotated[What]
}
