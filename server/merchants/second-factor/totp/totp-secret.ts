// Storage of the secrets of authenticator apps, sealed, at most one per user. A code is accepted once: the time step of the last one
// is kept, and only later steps count.
import { type Sql, statement, type Tx } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { newTotpSecret, stepOfCode } from './codes.ts'

const unconfirmedMinutes = 60
const mostDeleted = 1_000

type SecretRow = { secret_sealed: Buffer; confirmed_at: Temporal.Instant | null }

const begin = statement<{ user_id: bigint }>(
  'begin_totp_secret',
  `insert into totp_secret as s (user_id, secret_sealed, created_at) values ($1, $2, $3)
   on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
    where s.confirmed_at is null
   returning user_id`,
)
const find = statement<SecretRow>(
  'find_totp_secret',
  'select secret_sealed, confirmed_at from totp_secret where user_id = $1',
)
/** Of many requests with one code, only the first finds an earlier step. */
// guard: totp-once
const useStep = statement<{ user_id: bigint }>(
  'use_totp_step',
  `update totp_secret set last_step = $2, last_used_at = $3
    where user_id = $1 and confirmed_at is not null and last_step < $2 returning user_id`,
)
const confirm = statement<{ user_id: bigint }>(
  'confirm_totp_secret',
  `update totp_secret set confirmed_at = $3, last_step = $2
    where user_id = $1 and confirmed_at is null and secret_sealed = $4 returning user_id`,
)
const remove = statement<{ confirmed_at: Temporal.Instant | null }>(
  'delete_totp_secret',
  'delete from totp_secret where user_id = $1 returning confirmed_at',
)
const forgetOld = statement<{ user_id: bigint }>(
  'forget_unconfirmed_totp_secrets',
  `delete from totp_secret where user_id in (
     select user_id from totp_secret where confirmed_at is null and created_at <= $1 limit ${mostDeleted})
   returning user_id`,
)

/** The encryption context of a secret. */
export const totpContext = (userId: bigint | string) => `merchant_user:${userId}:totp`

/** Stores a new secret that waits for its first code; undefined if the user has an app already. */
export async function beginTotp(
  sql: Sql,
  secrets: Secrets,
  { userId, now }: { userId: bigint; now: Temporal.Instant },
): Promise<string | undefined> {
  const secret = newTotpSecret()
  const made = await sql.rows(begin, [userId, secrets.seal(secret, totpContext(userId)), now])
  return made.length === 1 ? secret : undefined
}

type Given = { userId: bigint; code: string; now: Temporal.Instant }

/** Confirms the waiting secret with its first code. */
export async function confirmTotp(
  sql: Tx,
  secrets: Secrets,
  { userId, code, now }: Given,
): Promise<'confirmed' | 'wrong' | 'none'> {
  const [row] = await sql.rows(find, [userId])
  if (!row || row.confirmed_at !== null) return 'none'
  const step = stepOfCode(secrets.open(row.secret_sealed, totpContext(userId)), code, now)
  if (step === undefined) return 'wrong'
  const confirmed = await sql.rows(confirm, [userId, step, now, row.secret_sealed])
  return confirmed.length === 1 ? 'confirmed' : 'none'
}

/** Whether the code is right, and was not used before. Uses it up. */
export async function useTotp(sql: Tx, secrets: Secrets, { userId, code, now }: Given): Promise<boolean> {
  const [row] = await sql.rows(find, [userId])
  if (!row) return false
  const step = stepOfCode(secrets.open(row.secret_sealed, totpContext(userId)), code, now)
  if (step === undefined) return false
  return (await sql.rows(useStep, [userId, step, now])).length === 1
}

/** Removes the user's app. @returns whether there was one that had been confirmed. */
export async function removeTotp(sql: Tx, userId: bigint): Promise<boolean> {
  const [removed] = await sql.rows(remove, [userId])
  return removed !== undefined && removed.confirmed_at !== null
}

/** Deletes secrets that were never confirmed; returns true when there may be more. */
export async function forgetUnconfirmedTotp(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  const before = now.subtract({ minutes: unconfirmedMinutes })
  return (await sql.rows(forgetOld, [before])).length === mostDeleted
}
