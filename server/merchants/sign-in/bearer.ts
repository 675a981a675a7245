// Sessions of merchants' users. A token ends by expiry, logout, a new password,
// another role, removal of its user or suspension, at once on every process.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashOf } from '../../accounts/account.ts'
import type { Device } from '../../accounts/device.ts'
import { recordUse, saveSession, sessionInsert, sessionsDelete } from '../../accounts/sessions.ts'
import type { Environment } from '../../kernel/environment.ts'
import { isAllowed, type MerchantRole, rightsWhileSuspended } from '../../kernel/merchant-roles.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, lockedRows, type Sql, type Tx } from '../../platform/database/database.ts'
import { bearerToken } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { countRequest, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { alertOfWaiting } from '../alerts/account-alerts.ts'
import { selfServiceProblems } from '../problems.ts'

export const tokenSeconds = 3600

/** `id` is internal, `userId` what the API shows. */
type SessionUser = {
  id: bigint
  userId: string
  name: string
  email: string
  role: MerchantRole
  hasSecondFactor: boolean
}

/** `name` is that of the merchant. */
export type Session = {
  tokenHash: Buffer
  merchantId: bigint
  merchantCode: string
  name: string
  environment: Environment
  user: SessionUser
  /** It reads, and does what its table leaves to suspended merchants. */
  isSuspended: boolean
  /** Set while the user looks at the sample of this merchant: `merchantId` is then that of the sample. It only reads. */
  sampleOf?: bigint
  /** Set in test mode: the merchant of the user, of which `merchantId`, or the merchant of the sample, is the test profile. */
  testOf?: bigint
}

/** The merchant that the user belongs to, whatever the session works on. */
export const homeOf = ({ testOf, sampleOf, merchantId }: Session): bigint => testOf ?? sampleOf ?? merchantId

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the bearer guard; of a route that is declared for both modes, that of the merchant of the user. */
    session?: Session
    /** What the session of the request works on, for the names of files. */
    profile?: Pick<Session, 'sampleOf' | 'testOf'>
  }
}

type SessionRow = {
  id: bigint
  merchant_code: string
  name: string
  environment: Environment
  user_key: bigint
  user_id: string
  user_name: string
  email: string
  role: MerchantRole
  has_second_factor: boolean
  status: 'active' | 'suspended'
  cell: number
  sample_of: bigint | null
  in_test_mode: boolean
  home_id: bigint
  home_code: string
  home_name: string
  home_environment: Environment
  home_status: 'active' | 'suspended'
  expires_at: Temporal.Instant
  seen_at: Temporal.Instant
}

/** Of a user with a second factor, only sessions that began with it count. One in test mode never falls back to the merchant itself. */
// guard: session-factor
const findSession = controlStatement<SessionRow>(
  'find_session',
  `select m.id, m.merchant_code, m.name, m.environment, u.id as user_key, u.user_id, u.name as user_name, u.email, u.role,
          u.has_second_factor, m.status, m.cell, m.sample_of, t.in_test_mode, home.id as home_id, home.merchant_code as home_code,
          home.name as home_name, home.environment as home_environment, home.status as home_status, t.expires_at, t.last_seen_at as seen_at
     from session t join merchant_user u on u.id = t.account_id join shared.merchant home on home.id = u.merchant_id
     left join shared.merchant test on t.in_test_mode and test.test_of = home.id
     left join shared.merchant sample on t.views_sample and sample.sample_of = coalesce(test.id, home.id)
     join shared.merchant m on m.id = coalesce(sample.id, test.id, home.id)
    where t.token_hash = $1 and t.expires_at > $2 and (test.id is not null or not t.in_test_mode)
      and (t.by_factor or not u.has_second_factor)`,
)
/**
 * Locks the row of the merchant, too, for a suspension. Sign-ins that shared the merchant, one after another, would keep an admin from
 * suspending it.
 */
// guard: suspension-beside-sign-ins
const insertSession = sessionInsert(
  'insert_merchant_session',
  `update merchant_user set last_sign_in_at = $2 where id = $1 and password_hash = coalesce($8, password_hash)
   returning id, merchant_id`,
  lockedRows('select u.id from u join shared.merchant m on m.id = u.merchant_id for no key update of m'),
)
// guard: suspension-sessions
const deleteMerchantSessions = controlStatement(
  'delete_merchant_sessions',
  sessionsDelete('select id from merchant_user where merchant_id = $1'),
)
// guard: suspension-test-sessions
const deleteTestSessions = controlStatement(
  'delete_sessions_in_test_mode',
  `${sessionsDelete(
    'select u.id from merchant_user u join shared.merchant test on test.test_of = u.merchant_id where test.id = $1',
  )} and in_test_mode`,
)

/**
 * Whose identity was verified: by the password whose hash it is, unless it was a passkey, and with a second factor or without.
 */
type Proven = { id: bigint; passwordHash: string | null; byFactor: boolean }

/**
 * Issues a token; undefined if the password changed meanwhile or a second factor was added.
 */
export function issueToken(
  sql: Sql,
  { passwordHash, ...proven }: Proven,
  device: Pick<Device, 'name' | 'address'>,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const verified = { ...proven, unchanged: [passwordHash] }
  return saveSession(sql, insertSession, verified, { device, seconds: tokenSeconds, now })
}

/** Ends the sessions of all users of a merchant, in both modes; of a test profile, those in test mode. */
export async function endMerchantSessions(sql: Sql, merchantId: bigint): Promise<void> {
  await sql.rows(deleteMerchantSessions, [merchantId])
  await sql.rows(deleteTestSessions, [merchantId])
}

/** A user whose role decides what they could prepare. */
type Trusted = { role: MerchantRole; merchantId: bigint }

/**
 * Puts the merchant's payout destinations that were added or confirmed less than their delay ago back to waiting for confirmation; their
 * waiting time may start over, too. What was approved to them and not sent is held.
 * @returns the destinations.
 */
export type DistrustDestinations = (
  sql: Tx,
  merchantId: bigint,
  how: { now: Temporal.Instant; waitAgain: boolean },
) => Promise<readonly { merchant_id: bigint; environment: Environment }[]>

export type RoleNeeds = { clock: Clock; distrustDestinations: DistrustDestinations }

/**
 * What a reset of a user's access undoes. Whoever had taken it over may know the password still, and have waited for the destinations
 * that they added: these wait again from now, what was not sent to them is held, and the owners are notified.
 */
export async function restartNewDestinations(sql: Tx, needs: RoleNeeds, owner: Trusted): Promise<void> {
  const now = needs.clock.now()
  const [first] = await distrust(sql, needs, owner, { now, waitAgain: true })
  // guard: restarted-destinations-alert
  if (first) await alertOfWaiting(sql, { merchantId: first.merchant_id, environment: first.environment }, now)
}

/** The merchant's new payout destinations wait for confirmation again, if a user of the role could request payouts. */
export async function unconfirmNewDestinations(sql: Tx, needs: RoleNeeds, owner: Trusted): Promise<void> {
  await distrust(sql, needs, owner, { now: needs.clock.now(), waitAgain: false })
}

async function distrust(
  sql: Tx,
  { distrustDestinations }: RoleNeeds,
  { role, merchantId }: Trusted,
  how: Parameters<DistrustDestinations>[2],
) {
  // guard: new-password-role
  if (!isAllowed(role, 'payout')) return []
  return distrustDestinations(sql, merchantId, how)
}

/**
 * @property home the session as it would be without test mode and sample, for what users have once.
 * @property cell that of the merchant.
 */
export type LiveSession = {
  session: Session
  home: Session
  cell: number
  endsAt: Temporal.Instant
  seenAt: Temporal.Instant
}

/** Returns the session of a token, its expiry and its last use; undefined if the token has ended or never existed. */
export async function liveSession(
  sql: Sql,
  token: string,
  now: Temporal.Instant,
): Promise<LiveSession | undefined> {
  const tokenHash = hashOf(token)
  const [row] = await sql.rows(findSession, [tokenHash, now])
  if (!row) return undefined
  const { id: merchantId, merchant_code: merchantCode, name, environment } = row
  const { user_key: id, user_id: userId, user_name, email, role, has_second_factor: hasSecondFactor } = row
  const user = { id, userId, name: user_name, email, role, hasSecondFactor }
  const isSuspended = row.status === 'suspended'
  const session = {
    ...{ tokenHash, merchantId, merchantCode, name, environment, user, isSuspended },
    ...(row.sample_of !== null && { sampleOf: row.sample_of }),
    ...(row.in_test_mode && { testOf: row.home_id }),
  }
  const home = {
    ...{ tokenHash, user, merchantId: row.home_id, merchantCode: row.home_code, name: row.home_name },
    ...{ environment: row.home_environment, isSuspended: row.home_status === 'suspended' },
  }
  return { session, home, cell: row.cell, endsAt: row.expires_at, seenAt: row.seen_at }
}

export type GuardNeeds = {
  db: Sql
  clock: Clock
  /** Counts requests by merchant. */
  limit: RateLimit
}

/** Request hook of every route that requires an access token. @throws Problem 401, 403 for other roles, 429. */
export function bearerGuard({ db, clock, limit }: GuardNeeds) {
  const guard = async (request: FastifyRequest): Promise<void> => {
    const token = bearerToken(request)
    const now = clock.now()
    const live = token === undefined ? undefined : await liveSession(db, token, now)
    if (!live) throw new Problem(selfServiceProblems.token_wrong)
    // guard: home-of-team
    const session = isInBothModes(request.routeOptions.config) ? live.home : live.session
    request.session = session
    request.profile = live.session
    request.cell = live.cell
    request.merchantCode = session.merchantCode
    countRequest(limit, live.session.merchantId, request)
    await recordUse(db, live, now)
    const right = rightFor(request.routeOptions.config)
    // guard: merchant-role
    if (!isAllowed(live.session.user.role, right)) throw new Problem(selfServiceProblems.role_refused)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads) return
    if (live.session.sampleOf !== undefined) {
      // guard: sample-session
      if (!isOfSample(request.routeOptions.config)) throw new Problem(selfServiceProblems.sample_read_only)
      return
    }
    // guard: suspended-merchant-session
    if (session.isSuspended && !rightsWhileSuspended.includes(right))
      throw new Problem(selfServiceProblems.suspended)
  }
  guards.add(guard)
  return guard
}

const guards = new WeakSet<object>()

const isInBothModes = ({ api }: { api?: Endpoint | 'unlisted' }) =>
  typeof api === 'object' && api.access.by === 'bearer' && api.access.inBothModes === true

/** What is left to users who look at a sample: to look at their own merchant again, to switch its mode, and to remove the sample. */
const routesOfSample: readonly (string | undefined)[] = ['viewSample', 'removeSample', 'switchMode']

const isOfSample = ({ api }: { api?: Endpoint | 'unlisted' }) =>
  typeof api === 'object' && routesOfSample.includes(api.id)

/** The right that the declaration of a route names. @throws Error if it is not of merchants' users. */
function rightFor({ api }: { api?: Endpoint | 'unlisted' }) {
  if (typeof api !== 'object' || api.access.by !== 'bearer')
    throw new Error('the route is not declared as one of users')
  return api.access.right
}

/** Refuses to register a route behind the bearer guard that is not declared as one of merchants' users, and one of theirs without it. */
export function requireBearerGuards(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, onRequest, config }) => {
    const isGuarded = [onRequest].flat().some((hook) => typeof hook === 'function' && guards.has(hook))
    const isOfUsers = typeof config?.api === 'object' && config.api.access.by === 'bearer'
    // guard: routes-have-roles
    if (isGuarded !== isOfUsers) throw new Error(`${method} ${url} is declared and guarded differently`)
  })
}

/** Returns the caller's session; only for routes behind the guard. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error('this route has no bearer guard')
  return request.session
}
