// Locks sign-in after wrong passwords: five within 15 minutes lock that email for that network address. Counted in the database
// for all processes; by address, so that a stranger elsewhere cannot lock the owner out.
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/rate-limit.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { selfServiceProblems } from '../problems.ts'

const mostFailures = 5
const windowMinutes = 15
const lockMinutes = 15
/** Older rows have no effect: neither failures nor locks reach further back. */
const retentionMinutes = windowMinutes + lockMinutes
const mostDeleted = 1_000

// guard: sign-in-lock
const findLock = statement<{ locked_until: Temporal.Instant }>(
  'find_login_lock',
  'select locked_until from login_failure where who = $1 and locked_until > $2',
)
/** While locked, nothing is counted and no row is returned. */
const countFailure = statement<{ locked_until: Temporal.Instant | null }>(
  'count_login_failure',
  `insert into login_failure as f (who, failed_at, last_failed_at, account)
   values ($1, array[$2::timestamptz], $2, $3)
   on conflict (who) do update
     set failed_at = array(select at from unnest(f.failed_at) at
                            where at > $2::timestamptz - interval '${windowMinutes} minutes') || $2::timestamptz,
         locked_until = case when (select count(*) from unnest(f.failed_at) at
                                    where at > $2::timestamptz - interval '${windowMinutes} minutes') >= ${mostFailures - 1}
                             then $2::timestamptz + interval '${lockMinutes} minutes' end,
         last_failed_at = $2, account = $3
   where f.locked_until is null or f.locked_until <= $2
   returning locked_until`,
)
const forgiveFailures = statement('forgive_login_failures', 'delete from login_failure where who = $1')
const forgiveAll = statement('forgive_account_login_failures', 'delete from login_failure where account = $1')
const forgetOld = statement<{ who: Buffer }>(
  'forget_login_failures',
  `delete from login_failure where who in (
     select who from login_failure where last_failed_at < $1::timestamptz - interval '${retentionMinutes} minutes'
      limit ${mostDeleted})
   returning who`,
)

/** `who` groups the failures that are counted together: an email at a network address. `account` is the email alone. */
export type Attempter = { who: Buffer; account: Buffer }

/** @param email in lower case. */
export function attempterOf(secrets: Secrets, email: string, address: string): Attempter {
  return {
    who: secrets.mac('login-failure', `${networkOf(address)} ${email}`),
    account: accountOf(secrets, email),
  }
}

/** Counts wrong codes of a user's second factor, from every address: whoever gives one knows the password. */
export function codeAttempterOf(secrets: Secrets, user: { id: bigint | string; email: string }): Attempter {
  return {
    who: secrets.mac('login-failure', `second factor of ${user.id}`),
    account: accountOf(secrets, user.email),
  }
}

const accountOf = (secrets: Secrets, email: string) => secrets.mac('login-failure-account', email)

/** @throws Problem 429 with the seconds until the lock ends. */
export async function refuseLocked(sql: Sql, { who }: Attempter, now: Temporal.Instant): Promise<void> {
  const [lock] = await sql.rows(findLock, [who, now])
  if (!lock) return
  const seconds = Math.ceil(now.until(lock.locked_until).total('seconds'))
  throw new Problem(selfServiceProblems.locked, {}, { 'retry-after': String(seconds) })
}

/**
 * Counts a wrong password. @returns whether this one caused the lock. @throws Problem 429 if concurrent attempts caused the
 * lock while this password was verified: the caller must not learn whether its guess was right.
 */
export async function recordWrongPassword(
  sql: Sql,
  attempter: Attempter,
  now: Temporal.Instant,
): Promise<boolean> {
  const [counted] = await sql.rows(countFailure, [attempter.who, now, attempter.account])
  if (counted) return counted.locked_until !== null
  await refuseLocked(sql, attempter, now)
  return false
}

/** Clears the failures of an email at an address after the right password. */
export async function clearFailures(sql: Sql, { who }: Attempter): Promise<void> {
  await sql.rows(forgiveFailures, [who])
}

/** Clears an account's failures at every address after its password was reset. */
export async function clearAccountFailures(sql: Sql, secrets: Secrets, email: string): Promise<void> {
  await sql.rows(forgiveAll, [accountOf(secrets, email)])
}

/** Deletes rows past their retention; returns true when there may be more to delete. */
export async function deleteOldFailures(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  return (await sql.rows(forgetOld, [now])).length === mostDeleted
}
