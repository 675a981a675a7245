// Signing in and changing the password. An unknown email gets the response of a wrong password, after the same work and under
// the same lock, so that nobody can find out which emails have accounts.
import { z } from 'zod'
import { emailField, passwordField } from '../../accounts/account.ts'
import { type Device, deviceHash } from '../../accounts/device.ts'
import { codeFields, isGiven, type TypedCode, withCode } from '../../accounts/factors/typed-code.ts'
import { removeLinks } from '../../accounts/links.ts'
import {
  type Attempter,
  attempterOf,
  clearFailures,
  judgeAttempt,
  WrongSecret,
} from '../../accounts/login-lock.ts'
import {
  changeOwnPassword,
  type PasswordOwner,
  passwordChangeSchema,
  withOwnPassword,
} from '../../accounts/own-password.ts'
import { type HashTurn, type Passwords, placeholderHash } from '../../accounts/password.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { MerchantRole } from '../../kernel/merchant-roles.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Database, type Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { networkOf, openRateLimit, refuseOver } from '../../platform/http/rate-limit.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { alertOfPassword, codeOwner, recordSignInDevice } from '../alerts/account-alerts.ts'
import { selfServiceProblems } from '../problems.ts'
import { issueToken, type RoleNeeds, type Session, tokenSeconds, unconfirmNewDestinations } from './bearer.ts'

type FailureLimit = {
  /** @throws Problem 429 if too many sign-ins of the address have failed. */
  refuseFlood(address: string, isKnown: boolean): void
  count(address: string): void
}

/** @param perMinute how many may fail in the long run; as many at once, and as many again from known browsers. */
export function openFailureLimit(perMinute: number, now?: () => number): FailureLimit {
  const limit = openRateLimit({ perSecond: perMinute / 60, burst: 2 * perMinute }, now && { now })
  return {
    refuseFlood(address, isKnown) {
      const quota = limit.look(networkOf(address))
      const left = quota.remaining - (isKnown ? 0 : perMinute)
      // guard: failed-sign-ins
      if (left <= 0) refuseOver({ ...quota, allowed: false, retryAfterSeconds: Math.ceil(60 / perMinute) })
    },
    count: (address) => void limit.take(networkOf(address)),
  }
}

export type LoginNeeds = RoleNeeds & {
  db: Database
  secrets: Secrets
  log: Log
  passwords: Passwords
  failures: FailureLimit
}

export type Account = {
  /** Of the user. */
  id: bigint
  email: string
  role: MerchantRole
  has_second_factor: boolean
  merchant_id: bigint
  merchant_code: string
  environment: Environment
  status: 'active' | 'suspended'
  password_hash: string
}

/** Accounts with one email that are judged at a sign-in. A guess always costs as many hashes, so that its time counts no accounts. */
const maxAccounts = 3
/**
 * The user who has confirmed the email, then those who sign in from this browser, the newest and the oldest. So neither accounts that
 * somebody else made before nor those that they make after lock a user out who has not confirmed the email yet.
 */
// guard: accounts-of-email
const findAccounts = controlStatement<Account & { knows_device: boolean }>(
  'find_accounts',
  `select u.id, u.email, u.role, u.has_second_factor, m.id as merchant_id, m.merchant_code, m.environment, m.status,
          u.password_hash, d.account_id is not null as knows_device
     from merchant_user u join shared.merchant m on m.id = u.merchant_id
     left join device d on d.account_id = u.id and d.device_hash = $2
    where u.email = $1
    order by u.email_confirmed_at is null, d.account_id is null, u.id = max(u.id) over () desc, u.id limit ${maxAccounts}`,
)
const findPassword = controlStatement<{ password_hash: string }>(
  'find_password',
  'select password_hash from merchant_user where id = $1',
)
/** Replaces the hash only if it is still the one that was verified. */
const replacePassword = controlStatement<{ role: MerchantRole }>(
  'replace_password',
  'update merchant_user set password_hash = $3 where id = $1 and password_hash = $2 returning role',
)

export const loginSchema = z.object({ email: emailField, password: passwordField, ...codeFields })

/**
 * Issues an access token for the right password and, where the user has a second factor, a code of it.
 * @throws InvalidBody, Problem 401, 403, 429, 503.
 */
export async function logIn(needs: LoginNeeds, body: unknown, device: Device) {
  const { email, ...given } = check(loginSchema, body, 'body')
  const who = attempterOf(needs.secrets, email, device.address)
  return judgeAttempt(needs, who, (isFirst) =>
    verifiedLogin(needs, { email, ...given, device, who, isFirst }),
  )
}

/** `isFirst`: nothing failed for this email at this address lately. */
type Login = TypedCode & { email: string; password: string; device: Device; who: Attempter; isFirst: boolean }

async function verifiedLogin(needs: LoginNeeds, login: Login) {
  const { email, device, who, isFirst: _, password: __, ...code } = login
  const { passwords } = needs
  const { account, outdated, turn, isOnlyOne } = await accountWithPassword(needs, login)
  const { has_second_factor: byFactor, password_hash: known } = account
  // Says what is missing, once the password was right.
  if (byFactor && !isGiven(code)) throw new Problem(selfServiceProblems.second_factor_required)
  const passwordHash = outdated ? await passwords.hash(login.password, turn) : known
  const begin = async (sql: Tx) => {
    // guard: failures-of-only-account
    if (isOnlyOne) await clearFailures(sql, who)
    if (outdated) await sql.rows(replacePassword, [account.id, known, passwordHash])
    return beginSession(sql, needs, { account, passwordHash, byFactor, device })
  }
  const merchant = { merchantId: account.merchant_id, merchantCode: account.merchant_code }
  const owner = codeOwner(needs, { ...merchant, environment: account.environment, user: account, device })
  // guard: login-second-factor
  const begun = byFactor
    ? await withCode(needs, { owner, code, refusal: selfServiceProblems.login_code_wrong }, begin)
    : await needs.db.transaction(begin)
  return loginResponse(account, begun?.token)
}

/**
 * Whoever typed an email without confirming it takes nothing from its owner: all sign in, each with their password. What is wrong takes
 * as long for some accounts as for none. A guess may have been meant for any account with the email, so the right password of one
 * clears no failures unless it is the only one. @throws WrongSecret, Problem 503
 */
async function accountWithPassword(
  { db, passwords, failures }: LoginNeeds,
  { email, password, device, isFirst }: Login,
) {
  // A program's name and address are no secret: others behind the same address would rank before the newest account.
  // guard: ranked-device
  const browser = device.isBrowser ? deviceHash(device) : null
  const accounts = await db.rows(findAccounts, [email, browser])
  // Strangers see no difference between emails with an account and without.
  // guard: known-device
  const known = accounts.find(({ knows_device }) => knows_device)
  const { address } = device
  const turn: HashTurn =
    isFirst && known
      ? { queue: 'known', merchantId: known.merchant_id, address }
      : { queue: 'other', address }
  failures.refuseFlood(address, turn.queue === 'known')
  for (let n = 0; n < maxAccounts; n++) {
    const account = accounts[n]
    const { matches, outdated } = await passwords.verify(
      account?.password_hash ?? placeholderHash,
      password,
      turn,
    )
    if (account && matches) return { account, outdated, turn, isOnlyOne: accounts.length === 1 }
  }
  failures.count(address)
  throw new WrongSecret(selfServiceProblems.login_wrong)
}

/** Issues the token and records the device; undefined where no token may be issued any more. */
export async function beginSession(
  sql: Tx,
  { clock }: Pick<LoginNeeds, 'clock'>,
  begun: { account: Account; passwordHash: string | null; byFactor: boolean; device: Device },
): Promise<{ token: string } | undefined> {
  const { account, device, ...proof } = begun
  const now = clock.now()
  const token = await issueToken(sql, { id: account.id, ...proof }, device, now)
  if (token === undefined) return undefined
  await recordSignInDevice(sql, { ...account, merchantId: account.merchant_id }, device, now)
  return { token }
}

/** @throws Problem 401 where no token was issued. */
export function loginResponse({ merchant_code, environment }: Account, token: string | undefined) {
  if (token === undefined) throw new Problem(selfServiceProblems.login_wrong)
  return {
    access_token: token,
    token_type: 'Bearer' as const,
    expires_in: tokenSeconds,
    merchant_code,
    environment,
  }
}

/**
 * Verifies the password of whoever is signed in, under the lock and the limit of failures of signing in.
 * @throws Problem 400 for a wrong password, 429, 503.
 */
export async function verifyOwnPassword(
  needs: LoginNeeds,
  session: Session,
  password: string,
  address: string,
): Promise<void> {
  await withOwnPassword(needs, passwordOwner(needs, session, address), password, async () => {})
}

const passwordOwner = (
  { secrets, failures }: LoginNeeds,
  { user, merchantId, tokenHash }: Session,
  address: string,
): PasswordOwner => ({
  ...{ id: user.id, tokenHash, find: findPassword },
  attempter: attempterOf(secrets, user.email, address),
  turn: { queue: 'session', merchantId, address },
  failures: { refuseFlood: () => failures.refuseFlood(address, true), count: () => failures.count(address) },
})

/** Changes the password and ends all other sessions. @throws InvalidBody, Problem 400, 429, 503. */
export async function changePassword(
  needs: LoginNeeds,
  session: Session,
  body: unknown,
  address: string,
): Promise<void> {
  const { user, merchantId, environment } = session
  await changeOwnPassword(
    needs,
    passwordOwner(needs, session, address),
    check(passwordChangeSchema, body, 'body'),
    {
      names: [session.name, user.name, user.email],
      replace: replacePassword,
      async record(sql, { role }) {
        // Their owner evidently knows the password.
        await removeLinks(sql, user.id)
        // Whoever knew the old one may have added destinations.
        await unconfirmNewDestinations(sql, needs, { role, merchantId })
        const owner = { ...user, merchantId, environment }
        await alertOfPassword(sql, 'password_changed', owner, needs.clock.now())
      },
    },
  )
}
