// Signing in to the admin API with the password and a code of the authenticator app. An unknown email gets the response of a wrong
// password, after the same work and under the same lock, so that nobody can find out which emails have accounts.
import { z } from 'zod'
import { type AdminAccess, adminOfSession } from '../admin/access.ts'
import { audit } from '../admin/audit.ts'
import type { AdminRole } from '../admin/roles.ts'
import { Problem } from '../kernel/problem.ts'
import type { Device } from '../merchants/devices/device.ts'
import { type Passwords, placeholderHash } from '../merchants/identity/password.ts'
import {
  type Attempter,
  attempterOf,
  clearFailures,
  codeAttempterOf,
  recordWrongPassword,
  refuseLocked,
} from '../merchants/sign-in/login-lock.ts'
import { type Database, type Sql, statement, type Tx } from '../platform/database/database.ts'
import { check, optional, text } from '../platform/http/body/body.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { forgetStaffLinks } from './links.ts'
import { staffProblems as problems } from './problems.ts'
import { staffTotp } from './queries.ts'
import { beginStaffSession, forgetStaffSessions, sessionSeconds } from './sessions.ts'

export type SignInNeeds = {
  db: Database
  secrets: Secrets
  clock: Clock
  log: Log
  passwords: Passwords
  access: Pick<AdminAccess, 'tokens' | 'roles'>
}

type Account = {
  id: bigint
  user_id: string
  email: string
  name: string
  role: AdminRole
  password_hash: string
  has_factor: boolean
}

const findAccount = statement<Account>(
  'find_admin_account',
  `select u.id, u.user_id, u.email, u.name, u.role, u.password_hash,
          exists (select from admin_totp_secret s where s.user_id = u.id and s.confirmed_at is not null) as has_factor
     from admin_user u where u.email = $1 and u.state = 'ACTIVE'`,
)

export const passwordField = z.string().max(1024)
export const codeField = optional(z.string().max(20)).meta({
  description: 'The code of the authenticator app.',
})
const emailField = text({ min: 3, max: 254 }).toLowerCase()
export const signInSchema = z.object({ email: emailField, password: passwordField, totp: codeField })

/** The locks of an admin user are apart from those of merchants' users with the same email. */
export const staffAttempter = (secrets: Secrets, email: string, address: string) =>
  attempterOf(secrets, `admin ${email}`, address)

/** Issues an access token for the right password and a code. @throws InvalidBody, Problem 401, 409, 429, 503 */
export async function signIn(needs: SignInNeeds, body: unknown, device: Device) {
  const { db, secrets, clock } = needs
  const { email, password, totp } = check(signInSchema, body, 'body')
  const who = staffAttempter(secrets, email, device.address)
  const account = await verifiedAccount(needs, { email, password, who })
  // guard: staff-factor-required
  if (!account.has_factor) throw new Problem(problems.factor_reset)
  if (totp === undefined) throw new Problem(problems.second_factor_required)
  const codes = codeAttempterOf(secrets, { id: `admin ${account.id}`, email: `admin ${email}` })
  // guard: staff-code-lock
  await refuseLocked(db, codes, clock.now())
  const token = await db.transaction(async (sql) => {
    const now = clock.now()
    await refuseLocked(sql, who, now)
    // guard: staff-code
    if (!(await staffTotp.use(sql, secrets, { userId: account.id, code: totp, now }))) return 'wrong code'
    for (const each of [who, codes]) await clearFailures(sql, each)
    return beginSession(sql, needs, account, device)
  })
  if (token === 'wrong code') {
    for (const each of [codes, who]) await countFailure(needs, each)
    throw new Problem(problems.login_code_wrong)
  }
  if (token === undefined) throw new Problem(problems.login_wrong)
  const { user_id, name, role } = account
  const user = { user_id, email, name, role }
  return { access_token: token, token_type: 'Bearer' as const, expires_in: sessionSeconds, user }
}

/** @throws Problem 401, 429, 503 */
async function verifiedAccount(
  needs: SignInNeeds,
  { email, password, who }: { email: string; password: string; who: Attempter },
): Promise<Account> {
  const { db, clock, passwords } = needs
  await refuseLocked(db, who, clock.now())
  const [account] = await db.rows(findAccount, [email])
  const { matches } = await passwords.verify(account?.password_hash ?? placeholderHash, password)
  if (account && matches) return account
  await countFailure(needs, who)
  throw new Problem(problems.login_wrong)
}

async function beginSession(
  sql: Tx,
  { access, secrets, clock }: SignInNeeds,
  account: Account,
  device: Device,
): Promise<string | undefined> {
  const now = clock.now()
  const { id, role, password_hash: passwordHash, email } = account
  const token = await beginStaffSession(sql, { id, role, passwordHash }, device, now)
  if (token === undefined) return undefined
  const { address, requestId, name } = device
  const admin = { ...adminOfSession({ ...account, device: name }, access), address, requestId }
  // guard: staff-sign-in-audit
  audit(sql, secrets, { admin, action: 'staff.signed_in', subject: email, detail: {}, now })
  return token
}

/** Counts a wrong password or code. @throws Problem 429 if concurrent attempts have just caused the lock */
export async function countFailure({ db, clock, log }: SignInNeeds, who: Attempter): Promise<void> {
  // guard: staff-failures-counted
  const locked = await recordWrongPassword(db, who, clock.now())
  if (locked) log.warn('sign-in locked after wrong passwords', { subject: 'admin' })
}

/** Deletes expired sessions and links, and apps that were never confirmed; returns true when there may be more. */
export async function forgetStaffSignIns({ db, clock }: { db: Sql; clock: Clock }): Promise<boolean> {
  const now = clock.now()
  const more = [
    await forgetStaffSessions(db, now),
    await forgetStaffLinks(db, now),
    await staffTotp.forgetUnconfirmed(db, now),
  ]
  return more.includes(true)
}
