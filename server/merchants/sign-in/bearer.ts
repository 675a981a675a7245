// Sessions of merchants' users: opaque 256-bit access tokens, stored only as hashes. A token ends by expiry, logout, a new password,
// another role, removal of its user or suspension, at once on every process.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomSecret } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { isAllowed, type MerchantRole, rightsWhileSuspended } from '../../kernel/roles/merchant-users.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { bearerToken } from '../../platform/http/bearer-token.ts'
import { countRequest, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { alertOfWaiting } from '../alerts/password-alert.ts'
import type { Device } from '../../accounts/device.ts'
import type { Environment } from '../identity/merchant.ts'
import { selfServiceProblems } from '../problems.ts'

export const tokenSeconds = 3600
const seenSeconds = 60
const maxDeleted = 1_000

/** `id` is internal, `userId` what the API shows. */
export type SessionUser = {
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
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the bearer guard. */
    session?: Session
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
  expires_at: Temporal.Instant
  seen_at: Temporal.Instant
}

/** Of a user with a second factor, only sessions that began with it count. */
// guard: session-factor
const findSession = statement<SessionRow>(
  'find_session',
  `select m.id, m.merchant_code, m.name, m.environment, u.id as user_key, u.user_id, u.name as user_name, u.email, u.role,
          u.has_second_factor, m.status, t.expires_at, coalesce(t.last_seen_at, t.created_at) as seen_at
     from access_token t join merchant_user u on u.id = t.user_id join merchant m on m.id = u.merchant_id
    where t.token_hash = $1 and t.expires_at > $2
      and (t.by_factor or not u.has_second_factor)`,
)
/**
 * Locks the rows of the user and the merchant, so that a token cannot be issued beside a password change, another role, a removal or
 * a suspension, which ends the sessions, and outlive it. Sign-ins that shared the merchant, one after another, would keep an admin from
 * suspending it.
 */
// guard: suspension-beside-sign-ins
const insertToken = statement<{ user_id: bigint }>(
  'insert_access_token',
  `with u as (update merchant_user set last_sign_in_at = $4 where id = $2 and password_hash = coalesce($3, password_hash)
              returning id, merchant_id)
   insert into access_token (token_hash, user_id, created_at, expires_at, device, address, by_factor)
   select $1, u.id, $4, $5, $6, $7, $8
     from u join merchant m on m.id = u.merchant_id for no key update of m
   returning user_id`,
)
const seeToken = statement(
  'see_access_token',
  'update access_token set last_seen_at = $2 where token_hash = $1 and (last_seen_at is null or last_seen_at < $2)',
)
/** The session that adds a first factor has just given it. */
const proveToken = statement(
  'prove_access_token',
  'update access_token set by_factor = true where token_hash = $1',
)
const deleteToken = statement('delete_access_token', 'delete from access_token where token_hash = $1')
// guard: session-revocation
const deleteUserTokens = statement(
  'delete_user_access_tokens',
  'delete from access_token where user_id = $1 and token_hash is distinct from $2',
)
// guard: step-up-revocation
const deleteUserStepUps = statement(
  'delete_user_step_ups',
  'delete from step_up where session_hash in (select token_hash from access_token where user_id = $1)',
)
// guard: suspension-sessions
const deleteMerchantTokens = statement(
  'delete_merchant_access_tokens',
  'delete from access_token where user_id in (select id from merchant_user where merchant_id = $1)',
)
const deleteMerchantStepUps = statement(
  'delete_merchant_step_ups',
  'delete from step_up where merchant_id = $1',
)
const forgetOld = statement<{ token_hash: Buffer }>(
  'forget_access_tokens',
  `delete from access_token where token_hash in (
     select token_hash from access_token where expires_at <= $1 limit ${maxDeleted})
   returning token_hash`,
)

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Whose identity was verified: by the password whose hash it is, unless it was a passkey, and with a second factor or without.
 */
type Proven = { id: bigint; passwordHash: string | null; byFactor: boolean }

/**
 * Issues a token; undefined if the password changed meanwhile or a second factor was added.
 */
export async function issueToken(
  sql: Sql,
  { id, passwordHash, byFactor }: Proven,
  { name, address }: Pick<Device, 'name' | 'address'>,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const token = randomSecret()
  const endsAt = now.add({ seconds: tokenSeconds })
  const values = [hashOf(token), id, passwordHash, now, endsAt, name, address, byFactor]
  return (await sql.rows(insertToken, values)).length === 1 ? token : undefined
}

/** Notes that the user of the session has given a second factor. */
export async function proveSession(sql: Sql, { tokenHash }: Session): Promise<void> {
  await sql.rows(proveToken, [tokenHash])
}

/** Ends the session's own token. */
export async function endSession(sql: Sql, { tokenHash }: Session): Promise<void> {
  await sql.rows(deleteToken, [tokenHash])
}

/** Ends all sessions of a user except one, and every step-up: each was given for the password as it was. */
export async function endUserSessions(sql: Sql, userId: bigint, except?: Buffer): Promise<void> {
  await sql.rows(deleteUserStepUps, [userId])
  await sql.rows(deleteUserTokens, [userId, except ?? null])
}

/** Ends the sessions of all users of a merchant. */
export async function endMerchantSessions(sql: Sql, merchantId: bigint): Promise<void> {
  await sql.rows(deleteMerchantTokens, [merchantId])
  await sql.rows(deleteMerchantStepUps, [merchantId])
}

/** Whose password is new. `except` is the hash of the session that goes on. */
type PasswordOwner = { id: bigint; role: MerchantRole; merchantId: bigint; except?: Buffer }

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

/** What a user's new password undoes. Whoever knew the old one may have added destinations. */
export async function endTrustInPassword(
  sql: Tx,
  needs: RoleNeeds,
  { id, except, ...owner }: PasswordOwner,
): Promise<void> {
  await endUserSessions(sql, id, except)
  await unconfirmNewDestinations(sql, needs, owner)
}

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

export type LiveSession = { session: Session; endsAt: Temporal.Instant; seenAt: Temporal.Instant }

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
  const session = { tokenHash, merchantId, merchantCode, name, environment, user, isSuspended }
  return { session, endsAt: row.expires_at, seenAt: row.seen_at }
}

/** Records the use of a token, at most once a minute. */
export async function recordUse(
  sql: Sql,
  { session, seenAt }: LiveSession,
  now: Temporal.Instant,
): Promise<void> {
  if (seenAt.until(now).total('seconds') >= seenSeconds) await sql.rows(seeToken, [session.tokenHash, now])
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
    request.session = live.session
    request.merchantCode = live.session.merchantCode
    countRequest(limit, live.session.merchantId, request)
    await recordUse(db, live, now)
    const right = rightFor(request.routeOptions.config)
    // guard: merchant-role
    if (!isAllowed(live.session.user.role, right)) throw new Problem(selfServiceProblems.role_refused)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    // guard: suspended-merchant-session
    if (live.session.isSuspended && !reads && !rightsWhileSuspended.includes(right))
      throw new Problem(selfServiceProblems.suspended)
  }
  guards.add(guard)
  return guard
}

const guards = new WeakSet<object>()

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

/** Deletes expired tokens; returns true when there may be more to delete. */
export async function forgetTokens(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  return (await sql.rows(forgetOld, [now])).length === maxDeleted
}
