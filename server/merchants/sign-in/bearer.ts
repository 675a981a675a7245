// Sessions of signed-in merchants: opaque 256-bit access tokens, stored only as hashes. A token ends by expiry, logout, a new
// password or suspension, at once on every process.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { randomSecret } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { countRequest, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Environment } from '../identity/merchant.ts'
import { selfServiceProblems } from '../problems.ts'

export const tokenSeconds = 3600
const seenSeconds = 60
const mostDeleted = 1_000

export type Session = {
  tokenHash: Buffer
  merchantId: bigint
  merchantCode: string
  name: string
  email: string
  environment: Environment
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
  email: string
  environment: Environment
  expires_at: Temporal.Instant
  seen_at: Temporal.Instant
}

const findSession = statement<SessionRow>(
  'find_session',
  `select m.id, m.merchant_code, m.name, m.email, m.environment, t.expires_at,
          coalesce(t.last_seen_at, t.created_at) as seen_at
     from access_token t join merchant m on m.id = t.merchant_id
    where t.token_hash = $1 and t.expires_at > $2 and m.status = 'active'`,
)
/** Locks the merchant's row, so that a token cannot be issued beside a password change or suspension and outlive it. */
const insertToken = statement<{ merchant_id: bigint }>(
  'insert_access_token',
  `insert into access_token (token_hash, merchant_id, created_at, expires_at)
   select $1, m.id, $4, $5 from merchant m
    where m.id = $2 and m.password_hash = $3 and m.status = 'active' for share
   returning merchant_id`,
)
const seeToken = statement(
  'see_access_token',
  'update access_token set last_seen_at = $2 where token_hash = $1 and (last_seen_at is null or last_seen_at < $2)',
)
const deleteToken = statement(
  'delete_access_token',
  'delete from access_token where token_hash = $1 and merchant_id = $2',
)
// guard: session-revocation
const deleteOtherTokens = statement(
  'delete_other_access_tokens',
  'delete from access_token where merchant_id = $1 and token_hash is distinct from $2',
)
// guard: step-up-revocation
const deleteStepUps = statement('delete_step_ups', 'delete from step_up where merchant_id = $1')
const forgetOld = statement<{ token_hash: Buffer }>(
  'forget_access_tokens',
  `delete from access_token where token_hash in (
     select token_hash from access_token where expires_at <= $1 limit ${mostDeleted})
   returning token_hash`,
)

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Issues a token after the password was verified; undefined if it changed meanwhile or the merchant was suspended. */
export async function issueToken(
  sql: Sql,
  merchant: { id: bigint; passwordHash: string },
  now: Temporal.Instant,
): Promise<string | undefined> {
  const token = randomSecret()
  const endsAt = now.add({ seconds: tokenSeconds })
  const values = [hashOf(token), merchant.id, merchant.passwordHash, now, endsAt]
  return (await sql.rows(insertToken, values)).length === 1 ? token : undefined
}

/** Ends the session's own token. */
export async function endSession(sql: Sql, { tokenHash, merchantId }: Session): Promise<void> {
  await sql.rows(deleteToken, [tokenHash, merchantId])
}

/** Ends all tokens of a merchant except one, and every step-up: each was given for the password as it was. */
export async function endSessions(sql: Sql, merchantId: bigint, except?: Buffer): Promise<void> {
  await sql.rows(deleteOtherTokens, [merchantId, except ?? null])
  await sql.rows(deleteStepUps, [merchantId])
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
  const { id: merchantId, merchant_code: merchantCode, name, email, environment } = row
  const session = { tokenHash, merchantId, merchantCode, name, email, environment }
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

/** Request hook of every route that requires an access token. @throws Problem 401, 429. */
export function bearerGuard({ db, clock, limit }: { db: Sql; clock: Clock; limit: RateLimit }) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerToken(request)
    const now = clock.now()
    const live = token === undefined ? undefined : await liveSession(db, token, now)
    if (!live) throw new Problem(selfServiceProblems.token_wrong)
    request.session = live.session
    request.merchantCode = live.session.merchantCode
    countRequest(limit, live.session.merchantId, request)
    await recordUse(db, live, now)
  }
}

/** Returns the token of the Authorization header; undefined if the header is missing, doubled or of another scheme. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const sent = request.raw.headersDistinct.authorization
  const [, token] = /^bearer +([A-Za-z0-9_-]{43})$/i.exec(sent?.[0] ?? '') ?? []
  return sent?.length === 1 ? token : undefined
}

/** Returns the caller's session; only for routes behind the guard. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Error('this route has no bearer guard')
  return request.session
}

/** Deletes expired tokens; returns true when there may be more to delete. */
export async function forgetTokens(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  return (await sql.rows(forgetOld, [now])).length === mostDeleted
}
