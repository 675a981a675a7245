// Payers who want no more emails about their payments to a merchant. The link in each email stands for one address at one merchant; it
// is signed, so that nobody can stop the emails of others, and holds a keyed hash in place of the address.
import { equalInConstantTime } from '../kernel/constant-time.ts'
import { type Sql, statement } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'

/** Who gets the emails of whom. */
type PayerAddress = { environment: 'sandbox' | 'production'; merchantId: bigint; address: string }

/** What a link stands for. */
export type PayerSubscription = {
  environment: PayerAddress['environment']
  merchantCode: string
  addressKey: Buffer
}

const purpose = 'payer-address'

const findWanted = statement<{ merchant_code: string; is_unwanted: boolean }>(
  'find_payer_opt_out',
  `select m.merchant_code, exists (
            select from payer_opt_out o
             where o.merchant_id = m.id and o.environment = $2 and o.address_key = $3) as is_unwanted
     from merchant m where m.id = $1`,
)
const findState = statement<{ merchant_name: string; is_stopped: boolean }>(
  'read_payer_subscription',
  `select m.name as merchant_name, exists (
            select from payer_opt_out o
             where o.merchant_id = m.id and o.environment = $2 and o.address_key = $3) as is_stopped
     from merchant m where m.merchant_code = $1`,
)
const stop = statement(
  'stop_payer_messages',
  `insert into payer_opt_out (merchant_id, environment, address_key, created_at)
   select id, $2, $3, $4 from merchant where merchant_code = $1 on conflict do nothing`,
)
const allow = statement(
  'allow_payer_messages',
  `delete from payer_opt_out o using merchant m
    where m.merchant_code = $1 and o.merchant_id = m.id and o.environment = $2 and o.address_key = $3`,
)

/** Upper and lower case reach the same mailbox. */
const keyOf = (secrets: Secrets, { environment, merchantId, address }: PayerAddress): Buffer =>
  secrets.mac(purpose, JSON.stringify([environment, String(merchantId), address.trim().toLowerCase()]))

/** Whether an address takes no emails of the merchant, and the path of the page where its owner decides that. */
export async function payerChoice(
  sql: Sql,
  secrets: Secrets,
  payer: PayerAddress,
): Promise<{ isUnwanted: boolean; path: string }> {
  const { environment, merchantId } = payer
  const addressKey = keyOf(secrets, payer)
  const [found] = await sql.rows(findWanted, [merchantId, environment, addressKey])
  if (!found) throw new Error(`no merchant ${merchantId}`)
  const token = tokenOf(secrets, { environment, merchantCode: found.merchant_code, addressKey })
  return { isUnwanted: found.is_unwanted, path: `/emails/${token}` }
}

const signedText = (payload: string) => `link ${payload}`

function tokenOf(secrets: Secrets, { environment, merchantCode, addressKey }: PayerSubscription): string {
  const payload = `${environment === 'production' ? 'p' : 's'}.${merchantCode}.${addressKey.toString('base64url')}`
  return `${payload}.${secrets.mac(purpose, signedText(payload)).toString('base64url')}`
}

/** The merchant code in a link whose signature was not checked; empty if there is none. */
export const merchantIn = (token: string): string => token.split('.')[1] ?? ''

/** Reads a link; undefined if it is not one of ours. */
export function subscriptionOf(secrets: Secrets, token: string): PayerSubscription | undefined {
  const [, payload = '', environment, merchantCode = '', key = '', signature = ''] =
    /^(([ps])\.([A-Z0-9-]{1,32})\.([\w-]{43}))\.([\w-]{43})$/.exec(token) ?? []
  const isOurs = secrets
    .codes(purpose, signedText(payload))
    .some(({ code }) => equalInConstantTime(code.toString('base64url'), signature))
  // guard: opt-out-signature
  if (payload === '' || !isOurs) return undefined
  return {
    environment: environment === 'p' ? 'production' : 'sandbox',
    merchantCode,
    addressKey: Buffer.from(key, 'base64url'),
  }
}

const valuesOf = ({ environment, merchantCode, addressKey }: PayerSubscription) => [
  merchantCode,
  environment,
  addressKey,
]

/** The merchant's name, and whether its emails are stopped; undefined if there is no such merchant. */
export async function readSubscription(sql: Sql, subscription: PayerSubscription) {
  const [found] = await sql.rows(findState, valuesOf(subscription))
  return found && { merchant: found.merchant_name, isStopped: found.is_stopped }
}

/** Stops the emails, or allows them again. Repeating it changes nothing. */
export async function choose(
  sql: Sql,
  subscription: PayerSubscription,
  choice: 'stop' | 'allow',
  now: Temporal.Instant,
): Promise<void> {
  const values = valuesOf(subscription)
  if (choice === 'stop') await sql.rows(stop, [...values, now])
  else await sql.rows(allow, values)
}
