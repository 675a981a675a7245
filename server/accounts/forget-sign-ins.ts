// Deletes what has expired of all accounts, in small batches.
import { type ControlSql, controlStatement } from '../platform/database/database.ts'
import type { Clock } from '../platform/time/clock.ts'

const maxDeleted = 1_000

/**
 * Deletes a batch of what is past its time. @param key of the rows @param due their condition, with the time as $1.
 * @returns a function that returns true when there may be more to delete.
 */
export function expiry(name: string, table: string, key: string, due: string) {
  const some = controlStatement<{ due: boolean }>(
    name,
    `delete from ${table} where (${key}) in (select ${key} from ${table} where ${due} limit ${maxDeleted}) returning true as due`,
  )
  return async (sql: ControlSql, time: Temporal.Instant): Promise<boolean> =>
    (await sql.rows(some, [time])).length === maxDeleted
}

/** What is deleted, and how many minutes after the time that its condition names. */
const kinds = [
  [expiry('forget_sessions', 'session', 'token_hash', 'expires_at <= $1'), 0],
  // Neither failures nor locks reach further back.
  [expiry('forget_login_failures', 'login_failure', 'who', 'last_failed_at < $1'), 30],
  [expiry('forget_step_ups', 'step_up', 'token_hash', 'expires_at <= $1'), 0],
  [expiry('forget_devices', 'device', 'account_id, device_hash', 'last_seen_at <= $1'), 400 * 24 * 60],
  [expiry('forget_passkey_challenges', 'passkey_challenge', 'challenge_hash', 'expires_at <= $1'), 0],
  [
    expiry('forget_totp_secrets', 'totp_secret', 'account_id', 'confirmed_at is null and created_at <= $1'),
    60,
  ],
  [expiry('forget_account_links', 'account_link', 'account_id', 'expires_at <= $1'), 0],
] as const

/** Deletes expired sessions, failures, step-ups, challenges, links and devices, and apps never confirmed; returns true when there may be more. */
export async function forgetSignIns({ db, clock }: { db: ControlSql; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  const more: boolean[] = []
  for (const [forget, minutes] of kinds) more.push(await forget(db, now.subtract({ minutes })))
  return more.includes(true)
}
