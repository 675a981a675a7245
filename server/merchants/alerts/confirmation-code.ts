// Codes that confirm an address: whoever typed it gets nothing there but this code until they have typed it back. An address has one
// code at a time, over all merchants, so that nobody who types it can fill its mailbox or guess at many codes. A code confirms only for
// the merchant that had it sent, so that nobody guesses at the code of another.
import { expiry } from '../../accounts/forget-sign-ins.ts'
import { confirmationAttempterOf, WrongSecret } from '../../accounts/login-lock.ts'
import type { Environment } from '../../kernel/environment.ts'
import { randomDigits } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { freeFrom } from '../../messages/delivery/allowance.ts'
import {
  commonStatement,
  controlStatement,
  isUniqueViolation,
  type Sql,
  type Tx,
} from '../../platform/database/database.ts'
import { lockForAll } from '../../platform/database/locks.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { alertMerchant } from './alert-merchant.ts'

const codeMinutes = 30
const pauseSeconds = 60
const keptMinutes = 60
const maxAddresses = 5

type Sent = { others: number; sent_at: Temporal.Instant | null; is_waiting: boolean }
/** How many other addresses of the merchant got a code within the hour, when this one got a code that is not used yet, and whether the merchant's own waits. $4 now. */
const findSent = controlStatement<Sent>(
  'find_sent_confirmation_codes',
  `select count(*) filter (where address <> $2)::int as others,
          max(created_at) filter (where address = $2 and used_at is null) as sent_at,
          coalesce(bool_or(merchant_id = $1 and address = $2 and used_at is null and expires_at > $4), false) as is_waiting
     from confirmation_code where (merchant_id = $1 or address = $2) and created_at > $3`,
)
/** Of every merchant: the next code works alone. */
// guard: one-code-per-address
const endCodes = controlStatement(
  'end_confirmation_codes',
  'update confirmation_code set expires_at = $2 where address = $1 and expires_at > $2 and used_at is null',
)
const saveCode = controlStatement(
  'save_confirmation_code',
  `insert into confirmation_code (merchant_id, address, code_mac, created_at, expires_at) values ($1, $2, $3, $4, $5)
   on conflict (merchant_id, address) do update
     set code_mac = excluded.code_mac, created_at = excluded.created_at, expires_at = excluded.expires_at, used_at = null`,
)
/** Marks the code as it is used, so that the second of two requests finds nothing. */
// guard: confirmation-code
const useCode = controlStatement<{ address: string }>(
  'use_confirmation_code',
  `update confirmation_code set used_at = $4
    where merchant_id = $1 and address = $2 and code_mac = $3 and expires_at > $4 and used_at is null returning address`,
)
const findOwn = controlStatement<{ address: string }>(
  'find_own_confirmation_code',
  `select address from confirmation_code
    where merchant_id = $1 and address = $2 and expires_at > $3 and used_at is null`,
)
const confirmEmail = controlStatement(
  'confirm_email_of_user',
  'update merchant_user set email_confirmed_at = coalesce(email_confirmed_at, $2) where id = $1',
)
const confirmPhone = commonStatement(
  'confirm_alert_phone',
  `update shared.merchant set alert_phone_confirmed_at = coalesce(alert_phone_confirmed_at, $3) where id = $1 and alert_phone = $2`,
)
const lockMerchant = commonStatement(
  'lock_merchant_for_codes',
  'select from shared.merchant where id = $1 for no key update',
)

export type CodeNeeds = { secrets: Secrets; clock: Clock }

/** An address of a merchant, as it is stored. */
export type TypedAddress = {
  merchantId: bigint
  environment: Environment
  channel: 'email' | 'sms' | 'whatsapp'
  address: string
}

const macOf = ({ secrets }: Pick<CodeNeeds, 'secrets'>, { address }: TypedAddress, code: string) =>
  secrets.mac('confirmation-code', `${address} ${code}`)

/**
 * Sends the first code for an address that was just typed. None is sent where the merchant's code waits already, within a minute of
 * another merchant's, or where the address has had as many messages as strangers may cause; a later one can be requested.
 * @throws Problem 429 after codes to five other addresses
 */
export async function sendFirstCode(sql: Tx, needs: CodeNeeds, to: TypedAddress): Promise<void> {
  const { isWaiting, limitedSeconds, pausedSeconds, freeSeconds } = await standingOf(sql, needs, to)
  refuseFor(limitedSeconds)
  // guard: first-code
  if (!isWaiting && Math.max(pausedSeconds, freeSeconds) <= 0) await send(sql, needs, to)
}

/**
 * Sends a code in place of an earlier one. @throws Problem 429 within a minute of it, after codes to five other addresses, or where the
 * address has had as many messages as strangers may cause
 */
export async function sendConfirmationCode(sql: Tx, needs: CodeNeeds, to: TypedAddress): Promise<void> {
  const { limitedSeconds, pausedSeconds, freeSeconds } = await standingOf(sql, needs, to)
  refuseFor(Math.max(limitedSeconds, pausedSeconds, freeSeconds))
  await send(sql, needs, to)
}

/** How long codes to the address have to wait, and for what. Until the end of the transaction no other is sent to it. */
async function standingOf(sql: Tx, { clock }: CodeNeeds, { merchantId, address }: TypedAddress) {
  const now = clock.now()
  await sql.rows(lockMerchant, [merchantId])
  await lockForAll(sql, 'confirmation code', address)
  const since = now.subtract({ minutes: keptMinutes })
  const [sent] = await sql.rows(findSent, [merchantId, address, since, now])
  const freeAt = await freeFrom(sql, { address, is_alert: false }, now)
  return {
    isWaiting: sent?.is_waiting ?? false,
    limitedSeconds: (sent?.others ?? 0) >= maxAddresses ? keptMinutes * 60 : 0,
    pausedSeconds: sent?.sent_at ? pauseSeconds - sent.sent_at.until(now).total('seconds') : 0,
    freeSeconds: freeAt ? now.until(freeAt).total('seconds') : 0,
  }
}

function refuseFor(seconds: number): void {
  // guard: confirmation-code-pause
  if (seconds > 0)
    throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': String(Math.ceil(seconds)) })
}

async function send(sql: Tx, needs: CodeNeeds, to: TypedAddress): Promise<void> {
  const { merchantId, environment, channel, address } = to
  const now = needs.clock.now()
  const code = randomDigits(6)
  const endsAt = now.add({ minutes: codeMinutes })
  await sql.rows(endCodes, [address, now])
  await sql.rows(saveCode, [merchantId, address, macOf(needs, to, code), now, endsAt])
  const fact = `confirmation_code:${merchantId}:${now.epochMilliseconds}`
  const alert = { merchantId, environment, kind: 'confirmation_code', fact, facts: { code, endsAt } } as const
  await alertMerchant(sql, { ...alert, only: { channel, address } }, now)
}

/**
 * Whose wrong codes are counted together: all that may guess a waiting code of the address, over all merchants. A merchant without such
 * a code guesses nothing and is counted apart, so that it does not lock the others.
 */
export async function guesserOf({ db, secrets, clock }: CodeNeeds & { db: Sql }, of: TypedAddress) {
  const { merchantId, address } = of
  // guard: confirmation-guesses
  const [own] = await db.rows(findOwn, [merchantId, address, clock.now()])
  return confirmationAttempterOf(secrets, address, own ? undefined : merchantId)
}

/** Uses a code up and confirms its address. @throws WrongSecret; Problem 409 for an email that another user has confirmed */
export async function confirmAddress(
  sql: Tx,
  needs: CodeNeeds,
  { of, code, userId }: { of: TypedAddress; code: string; userId: bigint },
): Promise<void> {
  const now = needs.clock.now()
  const typed = code.normalize('NFKC').replaceAll(/\s/g, '')
  const values = [of.merchantId, of.address, macOf(needs, of, typed), now]
  if ((await sql.rows(useCode, values)).length === 0) throw new WrongSecret(problems.code_wrong)
  if (of.channel === 'email') await confirmUserEmail(sql, userId, now)
  else await sql.rows(confirmPhone, [of.merchantId, of.address, now])
}

/** Records that the user reads the email. @throws Problem 409 if another user has confirmed it */
async function confirmUserEmail(sql: Tx, userId: bigint, now: Temporal.Instant): Promise<void> {
  try {
    await sql.rows(confirmEmail, [userId, now])
  } catch (error) {
    // guard: confirmed-email-once
    if (isUniqueViolation(error, 'merchant_user_confirmed_email')) throw new Problem(problems.email_refused)
    throw error
  }
}

export const forgetCodes = expiry(
  'forget_confirmation_codes',
  'confirmation_code',
  'merchant_id, address',
  `created_at <= $1::timestamptz - interval '${keptMinutes} minutes'`,
)
