// Signing in to the admin API with the password and a code of the authenticator app or, without the phone, a recovery code. An unknown email gets the response of a wrong
// password, after the same work and under the same lock, so that nobody can find out which emails have accounts.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { passwordField } from '../../accounts/account.ts'
import type { Device } from '../../accounts/device.ts'
import { codeFields, isGiven, withCode } from '../../accounts/factors/typed-code.ts'
import { attempterOf, clearFailures, judgeAttempt, WrongSecret } from '../../accounts/login-lock.ts'
import { changeOwnPassword, passwordChangeSchema } from '../../accounts/own-password.ts'
import { signInWithPasskey } from '../../accounts/passkeys/verify.ts'
import { type Passwords, placeholderHash } from '../../accounts/password.ts'
import type { AdminRole } from '../../kernel/admin-roles.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Database, type Tx } from '../../platform/database/database.ts'
import { check, text } from '../../platform/http/body/body.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type Admin, type AdminAccess, adminOfSession, logRefusedAccess } from '../access.ts'
import { audit } from '../audit.ts'
import { recordStaffDevice, staffCodeOwner } from './alert-user.ts'
import type { LinkNeeds } from './links.ts'
import { staffProblems as problems } from './problems.ts'
import { beginStaffSession, ownSession, sessionSeconds } from './sessions.ts'

export type SignInNeeds = LinkNeeds & {
  db: Database
  clock: Clock
  log: Log
  passwords: Passwords
  access: Pick<AdminAccess, 'tokens'>
}

/** An admin user who signs in. */
type Account = {
  id: bigint
  user_id: string
  email: string
  name: string
  role: AdminRole
  password_hash: string
  has_factor: boolean
}

/** Of a user `u`. */
const accountColumns = `u.id, u.user_id, u.email, u.name, u.role, u.password_hash,
  exists (select from totp_secret s where s.account_id = u.id and s.confirmed_at is not null) as has_factor`

const findAccount = controlStatement<Account>(
  'find_admin_account',
  `select ${accountColumns} from admin_user u where u.email = $1 and u.state = 'ACTIVE'`,
)

const emailField = text({ min: 3, max: 254 }).toLowerCase()
export const signInSchema = z.object({ email: emailField, password: passwordField, ...codeFields })

/** The locks of an admin user are apart from those of merchants' users, whatever these type as their email. */
// guard: staff-lock-apart
export const staffAttempter = (secrets: Secrets, email: string, address: string) =>
  attempterOf(secrets, email, address, 'staff')

/** Signs in, and logs who was refused: for a wrong proof, or because of a lock. A password that lacks its code is no refusal. */
export async function withRefusalsLogged<Result>(
  { log }: Pick<SignInNeeds, 'log'>,
  request: FastifyRequest,
  signing: Promise<Result>,
): Promise<Result> {
  try {
    return await signing
  } catch (error) {
    const isRefused =
      error instanceof Problem &&
      [401, 429].includes(error.spec.status) &&
      error.message !== problems.second_factor_required.detail
    // guard: refused-sign-in-logged
    if (isRefused) logRefusedAccess(log, request, error.spec)
    throw error
  }
}

/** Issues an access token for the right password and a code. @throws InvalidBody, Problem 401, 409, 429, 503 */
export async function signIn(needs: SignInNeeds, body: unknown, device: Device) {
  const { email, password, ...code } = check(signInSchema, body, 'body')
  const who = staffAttempter(needs.secrets, email, device.address)
  return judgeAttempt(needs, who, async () => {
    const account = await verifiedAccount(needs, { email, password })
    // guard: staff-factor-required
    if (!account.has_factor) throw new Problem(problems.factor_reset)
    if (!isGiven(code)) throw new Problem(problems.second_factor_required)
    const owner = staffCodeOwner(needs, account, device)
    const token = await withCode(needs, { owner, code, refusal: problems.login_code_wrong }, async (sql) => {
      await clearFailures(sql, who)
      return beginSession(sql, needs, { account, passwordHash: account.password_hash, device })
    })
    return signedIn(account, token)
  })
}

/** The response to a sign-in. @throws Problem 401 where the account changed meanwhile. */
function signedIn({ user_id, email, name, role }: Account, token: string | undefined) {
  if (token === undefined) throw new Problem(problems.login_wrong)
  const user = { user_id, email, name, role }
  return { access_token: token, token_type: 'Bearer' as const, expires_in: sessionSeconds, user }
}

/** @throws WrongSecret, Problem 503 */
async function verifiedAccount(
  { db, passwords }: SignInNeeds,
  { email, password }: { email: string; password: string },
): Promise<Account> {
  const [account] = await db.rows(findAccount, [email])
  const { matches } = await passwords.verify(account?.password_hash ?? placeholderHash, password, 'staff')
  if (account && matches) return account
  throw new WrongSecret(problems.login_wrong)
}

/**
 * Begins a session, records it, and tells the user where the device is new.
 * @param begun.passwordHash null where a passkey was verified.
 * @returns the access token; undefined if the user's password, role or state changed meanwhile.
 */
async function beginSession(
  sql: Tx,
  needs: SignInNeeds,
  { account, passwordHash, device }: { account: Account; passwordHash: string | null; device: Device },
): Promise<string | undefined> {
  const { access, secrets, clock } = needs
  const now = clock.now()
  const { id, role, email } = account
  const token = await beginStaffSession(sql, { id, role, passwordHash }, device, now)
  if (token === undefined) return undefined
  const { address, requestId, name } = device
  const admin = { ...adminOfSession({ ...account, device: name }, access), address, requestId }
  const detail = passwordHash === null ? { factor: 'passkey' } : {}
  // guard: staff-sign-in-audit
  audit(sql, secrets, { admin, action: 'staff.signed_in', subject: email, detail, now })
  await recordStaffDevice(sql, needs, account, device)
  return token
}

const findAccountOfPasskey = controlStatement<Account>(
  'find_admin_account_of_passkey',
  `select ${accountColumns} from passkey p join admin_user u on u.id = p.account_id
    where p.id = $1 and u.state = 'ACTIVE'`,
)

/** Issues an access token for a passkey. @throws InvalidBody, Problem 401 */
export async function signInStaffWithPasskey(needs: SignInNeeds, body: unknown, device: Device) {
  const { user, begun } = await signInWithPasskey(needs, body, {
    ...{ kind: 'admin', find: findAccountOfPasskey },
    begin: (sql, account) => beginSession(sql, needs, { account, passwordHash: null, device }),
  })
  return signedIn(user, begun)
}

const findPassword = controlStatement<{ password_hash: string }>(
  'find_admin_password',
  `select password_hash from admin_user where id = $1 and state = 'ACTIVE'`,
)
const replacePassword = controlStatement<{ id: bigint }>(
  'replace_admin_password',
  'update admin_user set password_hash = $3 where id = $1 and password_hash = $2 returning id',
)

/** @throws InvalidBody, Problem 400 for a wrong or weak password, 409 for a token, which has no user account, 429, 503 */
export async function changeStaffPassword(needs: SignInNeeds, admin: Admin, body: unknown): Promise<void> {
  const { secrets, clock } = needs
  const { id, tokenHash, email, name } = ownSession(admin)
  const attempter = staffAttempter(secrets, email, admin.address)
  const owner = { id, tokenHash, attempter, turn: 'staff', find: findPassword } as const
  await changeOwnPassword(needs, owner, check(passwordChangeSchema, body, 'body'), {
    names: [name, email],
    replace: replacePassword,
    async record(sql) {
      const action = 'staff.password_changed'
      audit(sql, secrets, { admin, action, subject: email, detail: {}, now: clock.now() })
    },
  })
}
