// The second factors of a user: what they have, and what adding and removing one changes. The first factor ends all other sessions and
// step-ups of the user, which the password alone began, and brings the recovery codes. So does the removal of any factor end them.
import {
  recoveryCodesLeft,
  removeRecoveryCodes,
  renewRecoveryCodes,
} from '../../accounts/factors/recovery-codes.ts'
import { removeTotp } from '../../accounts/factors/totp.ts'
import { listPasskeys, removePasskeys } from '../../accounts/passkeys/passkey.ts'
import { endSessions, proveSession } from '../../accounts/sessions.ts'
import { audit } from '../../admin/audit.ts'
import { controlStatement, type Database, type Sql, type Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { merchantActor } from '../identity/merchant.ts'
import type { ProvenCall } from './step-up.ts'

export type FactorNeeds = { db: Database; clock: Clock; secrets: Secrets; log: Log; baseUrl: string }

type FactorsRow = {
  has_second_factor: boolean
  totp_at: Temporal.Instant | null
  totp_used_at: Temporal.Instant | null
}
const findFactors = controlStatement<FactorsRow>(
  'find_factors',
  `select u.has_second_factor, s.confirmed_at as totp_at, s.last_used_at as totp_used_at
     from merchant_user u left join totp_secret s on s.account_id = u.id and s.confirmed_at is not null where u.id = $1`,
)
/** Changes of a user's factors wait for each other here. */
const lockUser = controlStatement<{ has_second_factor: boolean }>(
  'lock_user_for_factors',
  'select has_second_factor from merchant_user where id = $1 for update',
)
// guard: factor-mark
const markUser = controlStatement<{ has_second_factor: boolean }>(
  'mark_second_factor',
  `update merchant_user u
      set has_second_factor = exists (select from totp_secret where account_id = u.id and confirmed_at is not null)
                           or exists (select from passkey where account_id = u.id)
    where u.id = $1 returning has_second_factor`,
)

const shown = (at: Temporal.Instant | null) => at && zonelessMicrosecond(at)

/** Returns the factors of a user, without secrets. */
export async function factorsOf({ db }: { db: Sql }, userId: bigint) {
  const [row] = await db.rows(findFactors, [userId])
  return {
    second_factor: row?.has_second_factor ?? false,
    totp: row?.totp_at
      ? { created_at: zonelessMicrosecond(row.totp_at), last_used_at: shown(row.totp_used_at) }
      : null,
    passkeys: await listPasskeys(db, userId),
    recovery_codes: await recoveryCodesLeft(db, userId),
  }
}

/** Locks the user until the transaction ends. @returns whether there is a second factor now. */
export async function lockedUser(sql: Tx, userId: bigint): Promise<boolean> {
  const [user] = await sql.rows(lockUser, [userId])
  return user?.has_second_factor ?? false
}

/**
 * After a factor was added. @param had whether the user had one before.
 * @returns recovery codes with the first one, null otherwise.
 */
export async function factorAdded(
  sql: Tx,
  { clock }: { clock: Clock },
  { session }: ProvenCall,
  had: boolean,
): Promise<string[] | null> {
  if (had) return null
  const { user, tokenHash } = session
  await proveSession(sql, session)
  await sql.rows(markUser, [user.id])
  // guard: first-factor-sessions
  await endSessions(sql, user.id, tokenHash)
  return renewRecoveryCodes(sql, user.id, clock.now())
}

/** After a factor was removed; the session that did it goes on. */
export async function factorRemoved(sql: Tx, { session }: ProvenCall): Promise<void> {
  const { user, tokenHash } = session
  const [marked] = await sql.rows(markUser, [user.id])
  if (!marked?.has_second_factor) await removeRecoveryCodes(sql, user.id)
  // guard: removed-factor-sessions
  await endSessions(sql, user.id, tokenHash)
}

/** Removes every factor of a user and ends their sessions. The password stays. @returns whether there was a factor. */
export async function removeAllFactors(sql: Tx, userId: bigint): Promise<boolean> {
  const had = await lockedUser(sql, userId)
  await removeTotp(sql, userId)
  await removePasskeys(sql, userId)
  await removeRecoveryCodes(sql, userId)
  await sql.rows(markUser, [userId])
  // guard: reset-factors-sessions
  await endSessions(sql, userId)
  return had
}

/** Records what a user did to their own factors. */
export function auditFactor(
  sql: Tx,
  { secrets, clock }: FactorNeeds,
  { session, from }: ProvenCall,
  action: string,
  detail: Record<string, unknown> = {},
): void {
  // guard: factor-audit
  audit(sql, secrets, {
    admin: merchantActor(session, from),
    action: `merchant_user.${action}`,
    subject: session.merchantCode,
    detail,
    now: clock.now(),
  })
}
