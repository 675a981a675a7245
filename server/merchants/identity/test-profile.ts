// The test profile of a merchant in production: a sandbox merchant of its own, on which the users of the merchant work in test mode. It has
// its own merchant code, keys, webhooks and business, so that nothing of it can be read or changed through the live profile.
import { randomCode, randomSecret } from '../../kernel/id.ts'
import { commonStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { callbackSecretContext } from '../../webhooks/receiver-credentials.ts'
import { alertSettings } from '../alerts/alert-merchant.ts'
import { merchantSecretHash, newCallbackSecret } from './credentials.ts'

/**
 * Copies how the merchant appears, sells and pays fees. Not what belongs to real money or real people: webhook addresses, the allowlist,
 * telephones, receipts to payers, limits and rights that admins gave.
 */
const insertProfile = commonStatement<{ id: bigint }>(
  'insert_test_profile',
  `insert into shared.merchant (merchant_code, name, email, environment, merchant_secret_hash, callback_secret_sealed, created_at,
                                muted_alerts, cell, test_of, language, time_zone, sells_by, checkout_attempts, payment_methods,
                                microform_enabled, microform_allowed_origins, commission_rate_bp, bank_rate_bp, mobile_money_rate_bp,
                                remittance_fee_bp, remittance_fee_fixed_minor, quote_seconds)
   select $2, o.name, o.email, 'sandbox', $3, '', $4, $5, o.cell, o.id, o.language, o.time_zone, o.sells_by, o.checkout_attempts,
          o.payment_methods, o.microform_enabled, o.microform_allowed_origins, o.commission_rate_bp, o.bank_rate_bp,
          o.mobile_money_rate_bp, o.remittance_fee_bp, o.remittance_fee_fixed_minor, o.quote_seconds
     from shared.merchant o where o.id = $1 and o.test_of is null and o.sample_of is null
   returning id`,
)
const sealSecret = commonStatement(
  'seal_callback_secret_of_test_profile',
  'update shared.merchant set callback_secret_sealed = $2 where id = $1',
)
const copyBrand = commonStatement(
  'copy_brand_to_test_profile',
  `insert into shared.merchant_brand (merchant_id, accent, support, logo, logo_hash, logo_type, logo_width, logo_height, updated_at)
   select $2, accent, support, logo, logo_hash, logo_type, logo_width, logo_height, $3 from shared.merchant_brand where merchant_id = $1`,
)
const findProfiles = commonStatement<{ merchant_code: string; test_code: string | null }>(
  'find_profiles_of_merchant',
  `select m.merchant_code, test.merchant_code as test_code
     from merchant m left join merchant test on test.test_of = m.id where m.id = $1`,
)

/**
 * Makes the test profile of a merchant that goes live. Nobody knows its merchant secret, and it has no API key: users make both in the
 * portal. Its alerts are turned off, so that nobody is called about test payments unless they want to be.
 */
export async function insertTestProfile(
  sql: Tx,
  secrets: Secrets,
  { of, merchantPrefix, now }: { of: bigint; merchantPrefix: string; now: Temporal.Instant },
): Promise<void> {
  const code = `${merchantPrefix}-${randomCode(4)}-${randomCode(4)}`
  const unknown = merchantSecretHash(secrets, randomSecret())
  const [row] = await sql.rows(insertProfile, [of, code, unknown, now, alertSettings])
  if (!row) throw new Error('the test profile was not made')
  await sql.rows(sealSecret, [row.id, secrets.seal(newCallbackSecret(), callbackSecretContext(row.id))])
  await sql.rows(copyBrand, [of, row.id, now])
}

/** The profile that a user can switch to: the test profile of a live merchant, or the live one of a test profile; both null before. */
export type OtherProfile = {
  test_profile: { merchant_code: string } | null
  live_profile: { merchant_code: string } | null
}

export const profileOfCode = (code: string | null | undefined) => (code ? { merchant_code: code } : null)

/** @param home the merchant of the user. @param inTestMode whether the session works on its test profile. */
export async function otherProfile(sql: Sql, home: bigint, inTestMode: boolean): Promise<OtherProfile> {
  const [found] = await sql.rows(findProfiles, [home])
  const { merchant_code, test_code } = found ?? {}
  return {
    test_profile: inTestMode ? null : profileOfCode(test_code),
    live_profile: inTestMode ? profileOfCode(merchant_code) : null,
  }
}
