// Authenticator apps (RFC 6238): codes of six digits that change every 30 seconds, and their secrets, sealed, at most one per account. A
// code is accepted once: the time step of the last one is kept, and only later steps count, unless it lies ahead of every clock: then it
// was made while the clock of a sandbox was moved.

import { Secret, TOTP } from 'otpauth'
import { typedCode } from '../../kernel/text/typed-text.ts'
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'

const stepSeconds = 30
const digits = 6
/** A clock may be off by one step: phones in the field are rarely more exact. */
const tolerance = 1

/** A new secret of 160 bits, in the base32 text that authenticator apps take. */
const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What an authenticator app reads from the QR code. @param email names the account in the app's list. */
export function totpUri(secret: string, email: string): string {
  return generator(secret, email).toString()
}

/** The time step of which this is the code; undefined if it is the code of none around now. */
function stepOfCode(secret: string, code: string, now: Temporal.Instant): bigint | undefined {
  const timestamp = now.epochMilliseconds
  // Some keyboards type digits of other scripts.
  const token = typedCode(code)
  if (!/^[0-9]{6}$/.test(token)) return undefined
  // guard: totp-code
  const delta = generator(secret).validate({ token, timestamp, window: tolerance })
  if (delta === null) return undefined
  return BigInt(Math.floor(timestamp / 1_000 / stepSeconds) + delta)
}

/** The last time step whose code is accepted at a time. */
const lastStepAt = (now: Temporal.Instant): bigint =>
  BigInt(Math.floor(now.epochMilliseconds / 1_000 / stepSeconds) + tolerance)

function generator(secret: string, label = 'Likuta'): TOTP {
  return new TOTP({ issuer: 'Likuta', label, secret, digits, period: stepSeconds })
}

type SecretRow = { secret_sealed: Buffer; confirmed_at: Temporal.Instant | null }

const begin = controlStatement<{ account_id: bigint }>(
  'begin_totp_secret',
  `insert into totp_secret as s (account_id, secret_sealed, created_at) values ($1, $2, $3)
   on conflict (account_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
    where s.confirmed_at is null
   returning account_id`,
)
const find = controlStatement<SecretRow>(
  'find_totp_secret',
  'select secret_sealed, confirmed_at from totp_secret where account_id = $1',
)
/** Of many requests with one code, only the first finds an earlier step. */
// guard: totp-once
const useStep = controlStatement<{ account_id: bigint }>(
  'use_totp_step',
  `update totp_secret set last_step = $2, last_used_at = $3
    where account_id = $1 and confirmed_at is not null and (last_step < $2 or last_step > $4) returning account_id`,
)
const confirm = controlStatement<{ account_id: bigint }>(
  'confirm_totp_secret',
  `update totp_secret set confirmed_at = $3, last_step = $2
    where account_id = $1 and confirmed_at is null and secret_sealed = $4 returning account_id`,
)
const remove = controlStatement<{ confirmed_at: Temporal.Instant | null }>(
  'delete_totp_secret',
  'delete from totp_secret where account_id = $1 returning confirmed_at',
)

/** The encryption context of a secret. */
export const totpContext = (accountId: bigint | string) => `account:${accountId}:totp`

/**
 * `used`: the code is right and does not count any more, as when a form is sent twice. It is refused like a wrong one, and is no guess
 * that a lock should count.
 */
type CodeUse = 'accepted' | 'used' | 'wrong'

type Given = { accountId: bigint; code: string; now: Temporal.Instant }

const stepOf = (secrets: Secrets, row: SecretRow, { accountId, code, now }: Given) =>
  stepOfCode(secrets.open(row.secret_sealed, totpContext(accountId)), code, now)

/** Stores a new secret that waits for its first code; undefined if the account has an app already. */
export async function beginTotp(
  sql: Sql,
  secrets: Secrets,
  { accountId, now }: Omit<Given, 'code'>,
): Promise<string | undefined> {
  const secret = newTotpSecret()
  const made = await sql.rows(begin, [accountId, secrets.seal(secret, totpContext(accountId)), now])
  return made.length === 1 ? secret : undefined
}

/** Confirms the waiting secret with its first code. */
export async function confirmTotp(
  sql: Tx,
  secrets: Secrets,
  given: Given,
): Promise<'confirmed' | 'wrong' | 'none'> {
  const [row] = await sql.rows(find, [given.accountId])
  if (!row || row.confirmed_at !== null) return 'none'
  const step = stepOf(secrets, row, given)
  if (step === undefined) return 'wrong'
  const confirmed = await sql.rows(confirm, [given.accountId, step, given.now, row.secret_sealed])
  return confirmed.length === 1 ? 'confirmed' : 'none'
}

/** Uses a code up, if it is right and no code of its step or a later one was used before. */
export async function useTotp(sql: Tx, secrets: Secrets, given: Given): Promise<CodeUse> {
  const [row] = await sql.rows(find, [given.accountId])
  const step = row && stepOf(secrets, row, given)
  if (step === undefined) return 'wrong'
  const used = await sql.rows(useStep, [given.accountId, step, given.now, lastStepAt(given.now)])
  // guard: used-code-uncounted
  return used.length === 1 ? 'accepted' : 'used'
}

/** Removes the app of an account. @returns whether there was one that had been confirmed. */
export async function removeTotp(sql: Tx, accountId: bigint): Promise<boolean> {
  const [removed] = await sql.rows(remove, [accountId])
  return removed !== undefined && removed.confirmed_at !== null
}
