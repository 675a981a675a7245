// The merchant that a sample lies in: invented business of a merchant of the sandbox, seen by its users, and removed with all its rows.
import { randomCode, randomSecret } from '../../kernel/id.ts'
import { commonStatement, controlStatement, statement, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { callbackSecretContext } from '../../webhooks/receiver-credentials.ts'
import { merchantSecretHash, newCallbackSecret } from './credentials.ts'
import { type Merchant, merchantById } from './merchant.ts'

/**
 * Copies of the merchant how it sees times; it takes both ways to pay, and one attempt for an order. Its address is one that receives no
 * mail, and it has neither users nor keys.
 */
const insertMerchant = commonStatement<{ id: bigint }>(
  'insert_sample_merchant',
  `insert into shared.merchant (merchant_code, name, email, environment, merchant_secret_hash, callback_secret_sealed, created_at,
                                time_zone, language, checkout_attempts, payment_methods, mobile_money_rate_bp, remittance_fee_bp,
                                remittance_fee_fixed_minor, cell, sample_of)
   select $2, 'Maison Virunga (exemple)', lower($2) || '@sample.invalid', 'sandbox', $3, '', $4, o.time_zone, o.language, 1,
          '{card,mobile_money}', 290, 150, 25, o.cell, o.id
     from shared.merchant o where o.id = $1 and o.environment = 'sandbox' and o.sample_of is null
   on conflict (sample_of) do nothing returning id`,
)
const sealSecret = commonStatement(
  'seal_callback_secret_of_sample',
  'update shared.merchant set callback_secret_sealed = $2 where id = $1',
)
const closeMerchant = commonStatement(
  'close_sample_merchant',
  `update shared.merchant set status = 'suspended', version = version + 1 where id = $1 and sample_of is not null`,
)
const removeRows = statement<{ numbers: Buffer[]; subjects: string[] }>(
  'remove_sample_rows',
  'select numbers, subjects from remove_sample_rows($1)',
)
const removeOfControl = controlStatement(
  'remove_sample_of_control',
  'select remove_sample_of_control($1, $2::bytea[], $3::text[])',
)
const deleteMerchant = commonStatement(
  'delete_sample_merchant',
  'delete from shared.merchant where id = $1 and sample_of is not null',
)

/** SQL: the merchant with this id is no sample that is being made, to which nobody but its maker adds anything. */
// guard: sample-of-its-maker
export const isNoOpenSample = (merchantId: string): string =>
  `not exists (select from sample_month s where s.merchant_id = ${merchantId} and s.lease_until > clock_timestamp())`

/** Inserts the sample of a merchant; undefined if it has one. @param createdAt before anything that happens in it. */
export async function insertSample(
  sql: Tx,
  secrets: Secrets,
  { of, merchantPrefix, createdAt }: { of: bigint; merchantPrefix: string; createdAt: Temporal.Instant },
): Promise<Merchant | undefined> {
  const code = `${merchantPrefix}-${randomCode(4)}-${randomCode(4)}`
  const unused = merchantSecretHash(secrets, randomSecret())
  const [row] = await sql.rows(insertMerchant, [of, code, unused, createdAt])
  if (!row) return undefined
  await sql.rows(sealSecret, [row.id, secrets.seal(newCallbackSecret(), callbackSecretContext(row.id))])
  return merchantById(sql, row.id)
}

/** Ends the business of a sample: its links take no more payments, and no worker sends anything for it. */
export async function closeSample(sql: Tx, id: bigint): Promise<void> {
  await sql.rows(closeMerchant, [id])
}

/** Deletes the merchant with all its rows. @throws what the database says if another table still refers to it; nothing is removed then. */
export async function removeSampleMerchant(sql: Tx, id: bigint): Promise<void> {
  const [removed] = await sql.rows(removeRows, [id])
  await sql.rows(removeOfControl, [id, removed!.numbers, removed!.subjects])
  await sql.rows(deleteMerchant, [id])
}
