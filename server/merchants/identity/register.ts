// Registration of a merchant: writes it and returns all its secrets, which are shown only then.

import { hashPassword } from '../../accounts/password.ts'
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { randomCode, randomSecret } from '../../kernel/id.ts'
import {
  commonStatement,
  controlStatement,
  type Database,
  isUniqueViolation,
  type Tx,
} from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { callbackSecretContext } from '../../webhooks/receiver-credentials.ts'
import {
  type ApiKey,
  addApiKey,
  merchantSecretHash,
  newCallbackSecret,
  newMerchantSecret,
} from './credentials.ts'
import { defaultTimeZone, type SalesChannel } from './preferences.ts'
import { insertTestProfile } from './test-profile.ts'

/** `hash` limits concurrency where many registrations may arrive at once. */
export type Needs = {
  /** The cell that will hold everything else of the merchant. */
  db: Database
  secrets: Secrets
  clock: Clock
  merchantPrefix: string
  hash?: (password: string) => Promise<string>
}

export type NewMerchant = {
  name: string
  email: string
  environment: Environment
  microformOrigins?: string[]
  password?: string
  sellsBy?: SalesChannel | undefined
  timeZone?: string | undefined
  /** How many cards a payer may try; absent: one for an order of a server, three where a person made it. */
  checkoutAttempts?: number | undefined
  /** Sends a code to the email, which a stranger typed; without it the email counts as confirmed. */
  confirmEmail?: (sql: Tx, merchantId: bigint) => Promise<void>
  /** The admin who creates it, for the audit log; absent when a merchant signs up. */
  admin?: Admin
}

/** All secrets of a new merchant; they are never together again. */
export type Credentials = {
  merchant_code: string
  merchant_secret: string
  api_key: string
  api_secret: string
  callback_secret: string
  email: string
  password: string
  environment: Environment
}

class EmailInUse extends Error {
  constructor(email: string) {
    super(`a merchant with the email ${email} exists already`)
    this.name = 'EmailTaken'
  }
}

const insertMerchant = commonStatement<{ id: bigint }>(
  'insert_merchant',
  `insert into shared.merchant (merchant_code, name, email, environment, microform_enabled, microform_allowed_origins,
                         merchant_secret_hash, callback_secret_sealed, created_at, sells_by, time_zone, checkout_attempts,
                         cell)
   values ($1, $2, $3, $4, $5, $6, $7, '', $8, $9, $10, $11, $12) returning id`,
)
const insertFirstUser = controlStatement(
  'insert_first_user',
  `insert into merchant_user (merchant_id, email, name, password_hash, role, created_at, email_confirmed_at)
   values ($1, $2, $3, $4, 'owner', $5, $6)`,
)
const sealCallbackSecret = commonStatement(
  'seal_callback_secret',
  'update shared.merchant set callback_secret_sealed = $2 where id = $1',
)

/**
 * Writes the merchant and its first user, an owner with the merchant's email and name, and the test profile of one in production.
 * @throws EmailInUse if another user has confirmed an email that is to count as confirmed, whatever its case.
 */
export async function registerMerchant(needs: Needs, wanted: NewMerchant): Promise<Credentials> {
  const { db, secrets, clock, merchantPrefix, hash = hashPassword } = needs
  const merchantCode = `${merchantPrefix}-${randomCode(4)}-${randomCode(4)}`
  const email = wanted.email.trim().toLowerCase()
  const password = wanted.password ?? randomSecret().slice(0, 24)
  const merchantSecret = newMerchantSecret(wanted.environment)
  const origins = wanted.microformOrigins ?? []
  const passwordHash = await hash(password)
  const now = clock.now()

  async function write(sql: Tx): Promise<{ key: ApiKey; callbackSecret: string }> {
    const secretHash = merchantSecretHash(secrets, merchantSecret)
    const [row] = await sql.rows(insertMerchant, [
      merchantCode,
      wanted.name,
      email,
      wanted.environment,
      origins.length > 0,
      origins,
      secretHash,
      now,
      wanted.sellsBy,
      wanted.timeZone ?? defaultTimeZone,
      wanted.checkoutAttempts ?? null,
      sql.cell,
    ])
    const id = row!.id
    const { admin, environment, confirmEmail } = wanted
    // guard: sign-up-code
    const confirmedAt = confirmEmail ? null : now
    await sql.rows(insertFirstUser, [id, email, wanted.name, passwordHash, now, confirmedAt])
    await confirmEmail?.(sql, id)
    const act = { action: 'merchant.created', subject: merchantCode, detail: { environment }, now }
    if (admin) audit(sql, secrets, { admin, ...act })
    const callbackSecret = newCallbackSecret()
    await sql.rows(sealCallbackSecret, [id, secrets.seal(callbackSecret, callbackSecretContext(id))])
    if (environment === 'production') await insertTestProfile(sql, secrets, { of: id, merchantPrefix, now })
    return {
      key: await addApiKey(sql, secrets, { merchantId: id, environment: wanted.environment, now }),
      callbackSecret,
    }
  }

  try {
    const { key, callbackSecret } = await db.transaction(write)
    return {
      merchant_code: merchantCode,
      merchant_secret: merchantSecret,
      api_key: key.apiKey,
      api_secret: key.apiSecret,
      callback_secret: callbackSecret,
      email,
      password,
      environment: wanted.environment,
    }
  } catch (error) {
    if (isUniqueViolation(error, 'merchant_user_confirmed_email')) throw new EmailInUse(email)
    if (isUniqueViolation(error, 'merchant_merchant_code_key')) return registerMerchant(needs, wanted)
    throw error
  }
}
