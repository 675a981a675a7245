// Locks sign-in after wrong passwords: five within 15 minutes lock that email for that network address. Counted in the database
// for all processes; by address, so that a stranger elsewhere cannot lock the owner out. An attempt is counted before its secret is
// judged and given back if it was no wrong guess, so that of any number of guesses at once only five are judged.
import { Problem, type ProblemSpec } from '../kernel/problem.ts'
import { type ControlSql, controlStatement } from '../platform/database/database.ts'
import { networkOf } from '../platform/http/rate-limit.ts'
import { openMutexPerOwner } from '../platform/process/concurrency.ts'
import type { Log } from '../platform/process/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { accountProblems } from './problems.ts'

const maxFailures = 5
const windowMinutes = 15
const lockMinutes = 15

// guard: sign-in-lock
const findLock = controlStatement<{ locked_until: Temporal.Instant }>(
  'find_login_lock',
  'select locked_until from login_failure where who = $1 and locked_until > $2',
)
const recent = `times_within(f.failed_at, $2, interval '${windowMinutes} minutes')`
/** While locked, nothing is counted and no row is returned. $4 is when a lock that begins now ends. */
const countAttempt = controlStatement<{ locked_until: Temporal.Instant | null; attempts: number }>(
  'count_login_attempt',
  `insert into login_failure as f (who, failed_at, last_failed_at, account)
   values ($1, array[$2::timestamptz], $2, $3)
   on conflict (who) do update
     set failed_at = ${recent} || $2::timestamptz,
         locked_until = case when cardinality(${recent}) >= ${maxFailures - 1} then $4::timestamptz end,
         last_failed_at = $2, account = $3
   where f.locked_until is null or f.locked_until <= $2
   returning locked_until, cardinality(failed_at) as attempts`,
)
/** At most five are counted, so that without this one no lock stands. */
const giveBack = controlStatement(
  'give_back_login_attempt',
  `update login_failure f
      set failed_at = f.failed_at[:array_position(f.failed_at, $2::timestamptz) - 1]
                   || f.failed_at[array_position(f.failed_at, $2::timestamptz) + 1:],
          locked_until = null
    where who = $1 and $2::timestamptz = any(f.failed_at)`,
)
const forgiveFailures = controlStatement('forgive_login_failures', 'delete from login_failure where who = $1')
/** A guess at an email may have been meant for any account with it: they are cleared for its owner, or where there is no other account. */
// guard: reset-clears-own-failures
const forgiveAll = controlStatement(
  'forgive_account_login_failures',
  `delete from login_failure
    where account = $1 or account = $2 and not exists (
            select from merchant_user u join merchant_user o on o.email = u.email and o.id <> u.id
             where u.id = $3 and u.email_confirmed_at is null)`,
)

/**
 * `who` groups the failures that are counted together: an email at a network address. `account` is the email alone or, for codes of a second factor,
 * the user; `logged` is what the log says of it.
 */
export type Attempter = { who: Buffer; account: Buffer; logged: { address: string } | { subject: string } }

/** @param email in lower case, as it was typed: any text. @param side whose failures are counted apart from the other's. */
export function attempterOf(
  secrets: Secrets,
  email: string,
  address: string,
  side: 'merchant' | 'staff' = 'merchant',
): Attempter {
  return {
    who: secrets.mac(`login-failure/${side}`, `${networkOf(address)} ${email}`),
    account: secrets.mac(`login-failure-account/${side}`, email),
    logged: { address },
  }
}

/** Counts wrong codes of a user's second factor, from every address: whoever gives one knows the password. */
export function codeAttempterOf(secrets: Secrets, user: { id: bigint | string }): Attempter {
  return {
    who: secrets.mac('login-failure/code', String(user.id)),
    account: userAccountOf(secrets, user),
    logged: { subject: `second factor of ${user.id}` },
  }
}

/**
 * Counts wrong codes for one address, over all merchants or of one, whoever types them. No password reset clears them: it proves
 * nothing about the address.
 */
export function confirmationAttempterOf(secrets: Secrets, address: string, merchantId?: bigint): Attempter {
  const who = secrets.mac('login-failure/confirmation', `${merchantId ?? 'all'} ${address}`)
  return {
    who,
    account: who,
    logged: { subject: 'confirmation of an address' },
  }
}

const userAccountOf = (secrets: Secrets, { id }: { id: bigint | string }) =>
  secrets.mac('login-failure-account/user', String(id))

/** Thrown for a wrong secret, whose attempt stays counted. */
export class WrongSecret extends Problem {}

/** @throws WrongSecret for a wrong code; Problem for one that was used, which is no guess. */
export function requireAccepted<Accepted>(
  accepted: Accepted | 'used' | 'wrong',
  refusal: ProblemSpec,
): Accepted {
  if (accepted === 'wrong') throw new WrongSecret(refusal)
  if (accepted === 'used') throw new Problem(refusal)
  return accepted
}

/** Attempts of one caller are judged one at a time, so that several right ones at once do not lock each other out. */
const inTurn = openMutexPerOwner()

/**
 * Judges a secret. `isFirst` says that no attempt failed lately. The attempt is counted first, and stays counted if the judge throws `WrongSecret`; otherwise it is given back.
 * @throws Problem 429 with the seconds until the lock ends, before anything was judged; and whatever the judge throws.
 */
export async function judgeAttempt<Result>(
  needs: { db: ControlSql; clock: Clock; log: Log },
  attempter: Attempter,
  judge: (isFirst: boolean) => Promise<Result>,
): Promise<Result> {
  const { db, clock, log } = needs
  return inTurn(db, attempter.who.toString('base64'), async () => {
    const at = clock.now()
    const { isFirst, isLast } = await countedAttempt(db, attempter, at)
    try {
      const result = await judge(isFirst)
      await db.rows(giveBack, [attempter.who, at])
      return result
    } catch (error) {
      if (!(error instanceof WrongSecret)) await db.rows(giveBack, [attempter.who, at])
      else if (isLast) log.warn('sign-in locked after wrong passwords', attempter.logged)
      throw error
    }
  })
}

/** @returns whether it is the first attempt, and the last before the lock. @throws Problem 429 */
async function countedAttempt(sql: ControlSql, { who, account }: Attempter, at: Temporal.Instant) {
  const lockEnds = at.add({ minutes: lockMinutes })
  for (;;) {
    // guard: attempt-counted
    const [counted] = await sql.rows(countAttempt, [who, at, account, lockEnds])
    if (counted) return { isFirst: counted.attempts === 1, isLast: counted.locked_until !== null }
    const [lock] = await sql.rows(findLock, [who, at])
    // Otherwise the lock has just ended, because the attempt that caused it was right.
    if (lock) {
      const seconds = Math.ceil(at.until(lock.locked_until).total('seconds'))
      throw new Problem(accountProblems.locked, {}, { 'retry-after': String(seconds) })
    }
  }
}

/** Clears the failures of an email at an address after the right password. */
export async function clearFailures(sql: ControlSql, { who }: Attempter): Promise<void> {
  await sql.rows(forgiveFailures, [who])
}

/** Clears a user's failures at every address after their password was reset. */
export async function clearAccountFailures(
  sql: ControlSql,
  secrets: Secrets,
  user: { id: bigint; email: string },
): Promise<void> {
  const ofEmail = secrets.mac('login-failure-account/merchant', user.email)
  await sql.rows(forgiveAll, [userAccountOf(secrets, user), ofEmail, user.id])
}
