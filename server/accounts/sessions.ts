// Sessions: opaque 256-bit access tokens, stored only as hashes. Ending one deletes its row, and with it the step-ups that were given in
// it, at once on every process. How long they last, and what ends them, is decided for each kind of users.
import { randomSecret } from '../kernel/id.ts'
import { type ControlSql, controlStatement, type Statement } from '../platform/database/database.ts'
import { zonelessMicrosecond } from '../platform/time/clock.ts'
import { type AccountKind, hashOf } from './account.ts'
import type { Device } from './device.ts'

/** A session, by the hash of its token. */
export type SessionToken = { tokenHash: Buffer }

const seenSeconds = 60

/** Half of the hash of a random token of 256 bits: it names the session and reveals nothing of the token. */
const sessionId = `encode(substr(s.token_hash, 1, 16), 'hex')`

export type ShownSession = {
  session_id: string
  current: boolean
  address: string
  device: string | null
  created_at: Temporal.Instant
  last_seen_at: Temporal.Instant
  expires_at: Temporal.Instant
}

/** What the API shows of a session `s`; $1 is the hash of the token of the request, null without one. */
export const shownColumns = (more = '') =>
  `${sessionId} as session_id, ${more} coalesce(s.token_hash = $1, false) as current, s.address, s.device, s.created_at, s.last_seen_at, s.expires_at`

const see = controlStatement(
  'see_session',
  'update session set last_seen_at = $2 where token_hash = $1 and last_seen_at < $2',
)
/** The session that adds a first factor has just given it. */
const prove = controlStatement('prove_session', 'update session set by_factor = true where token_hash = $1')
const view = controlStatement(
  'view_sample_in_session',
  'update session set views_sample = $2 where token_hash = $1',
)
const leaveSample = controlStatement(
  'leave_sample_in_sessions',
  `update session set views_sample = false
    where views_sample and account_id in (select id from merchant_user
            where merchant_id in (select coalesce(test_of, id) from shared.merchant where id = $1))`,
)
const lockProfile = controlStatement<{ id: bigint }>(
  'lock_profile_for_session',
  `select id from shared.merchant
    where case when $2 then test_of = $1 else id = $1 and environment = 'production' end for no key update`,
)
const deleteStepUpsOf = controlStatement(
  'delete_step_ups_of_session',
  'delete from step_up where session_hash = $1',
)
/** A change that ends the sessions of the user waits for the row, and then ends it. */
const move = controlStatement<{ account_id: bigint }>(
  'move_session',
  `update session set token_hash = $2, in_test_mode = $3, views_sample = false where token_hash = $1 and expires_at > $4
   returning account_id`,
)
const deleteOne = controlStatement('delete_session', 'delete from session where token_hash = $1')
// guard: session-revocation
const deleteOthers = controlStatement(
  'delete_sessions',
  'delete from session where account_id = $1 and token_hash is distinct from $2',
)
// guard: step-up-revocation
const deleteStepUps = controlStatement(
  'delete_step_ups',
  'delete from step_up where session_hash in (select token_hash from session where account_id = $1)',
)
const deleteStepUpsOfMerchant = controlStatement(
  'delete_step_ups_of_merchant',
  `delete from step_up where session_hash in (
     select s.token_hash from session s join merchant_user u on u.id = s.account_id where u.merchant_id = $1)`,
)
// guard: session-owner
const deleteById = controlStatement<{ account_id: bigint }>(
  'delete_session_by_id',
  `delete from session s using account a
    where a.id = s.account_id and a.kind = $1 and ${sessionId} = $2 and ($3::bigint is null or s.account_id = $3)
   returning s.account_id`,
)

/**
 * Stores a session of a user `u`. `verified` updates and so locks the row of the user, so that no session begins beside a change that
 * ends the sessions of the user and outlives it; it returns the row unless that has changed since the identity was verified: $1 is its
 * id, $2 the time, and from $8 on stand the values that it compares. `locked` selects the id of the user from `u`, and locks what else
 * must not change.
 */
export const sessionInsert = (name: string, verified: string, locked = 'select id from u') =>
  controlStatement<{ account_id: bigint }>(
    name,
    `with u as (${verified}
     ), locked as materialized (${locked})
     insert into session (account_id, created_at, last_seen_at, token_hash, expires_at, device, address, by_factor)
     select id, $2, $2, $3, $4, $5, $6, $7 from locked returning account_id`,
  )

/** Ends the sessions of these accounts: a query of their ids. */
export const sessionsDelete = (accounts: string) => `delete from session where account_id in (${accounts})`

/** Who was verified, with a second factor or without, and what must not have changed since. */
type Verified = { id: bigint; byFactor: boolean; unchanged: readonly unknown[] }

/** Stores a session that begins. @returns its token; undefined if the user has changed meanwhile. */
export async function saveSession(
  sql: ControlSql,
  insert: Statement<{ account_id: bigint }, 'control'>,
  { id, byFactor, unchanged }: Verified,
  {
    device,
    seconds,
    now,
  }: { device: Pick<Device, 'name' | 'address'>; seconds: number; now: Temporal.Instant },
): Promise<string | undefined> {
  const token = randomSecret()
  const endsAt = now.add({ seconds })
  const values = [id, now, hashOf(token), endsAt, device.name, device.address, byFactor, ...unchanged]
  return (await sql.rows(insert, values)).length === 1 ? token : undefined
}

/** Records the use of a session, at most once a minute. */
export async function recordUse(
  sql: ControlSql,
  { session, seenAt }: { session: SessionToken; seenAt: Temporal.Instant },
  now: Temporal.Instant,
): Promise<void> {
  if (seenAt.until(now).total('seconds') >= seenSeconds) await sql.rows(see, [session.tokenHash, now])
}

/** Records that the user of the session has given a second factor. */
export async function proveSession(sql: ControlSql, { tokenHash }: SessionToken): Promise<void> {
  await sql.rows(prove, [tokenHash])
}

/** Lets the session read the sample of its merchant instead of the merchant, or the merchant again. */
export async function viewSample(
  sql: ControlSql,
  { tokenHash }: SessionToken,
  isSample: boolean,
): Promise<void> {
  await sql.rows(view, [tokenHash, isSample])
}

/**
 * Gives the session a new token, which works on the merchant of its user or on that merchant's test profile. The token before ends, and
 * so do the step-ups that were given in it: no page goes on in one mode with what it shows of the other.
 * @returns the token; `missing` if there is no such profile, `ended` if the session has ended.
 */
export async function moveSession(
  sql: ControlSql,
  { tokenHash }: SessionToken,
  { merchantId, isTest, now }: { merchantId: bigint; isTest: boolean; now: Temporal.Instant },
): Promise<{ token: string } | 'missing' | 'ended'> {
  const [profile] = await sql.rows(lockProfile, [merchantId, isTest])
  if (!profile) return 'missing'
  const token = randomSecret()
  await sql.rows(deleteStepUpsOf, [tokenHash])
  const moved = await sql.rows(move, [tokenHash, hashOf(token), isTest, now])
  return moved.length === 1 ? { token } : 'ended'
}

/** Takes all users of a merchant back to it: its sample is removed, and a later one is another. */
export async function leaveSamples(sql: ControlSql, merchantId: bigint): Promise<void> {
  await sql.rows(leaveSample, [merchantId])
}

/** Ends one session. */
export async function endSession(sql: ControlSql, { tokenHash }: SessionToken): Promise<void> {
  await sql.rows(deleteOne, [tokenHash])
}

/** Ends all sessions of an account except one, and every step-up: each was given for the password and the factors as they were. */
export async function endSessions(sql: ControlSql, accountId: bigint, except?: Buffer): Promise<void> {
  await sql.rows(deleteStepUps, [accountId])
  await sql.rows(deleteOthers, [accountId, except ?? null])
}

/** Ends the step-ups of all users of a merchant. Their sessions go on. */
export async function endStepUps(sql: ControlSql, merchantId: bigint): Promise<void> {
  await sql.rows(deleteStepUpsOfMerchant, [merchantId])
}

/** Ends a session of this kind of users, of the account or, where that is null, of anybody. @returns the account. */
export async function endSessionById(
  sql: ControlSql,
  kind: AccountKind,
  id: string,
  accountId: bigint | null,
): Promise<bigint | undefined> {
  return (await sql.rows(deleteById, [kind, id, accountId]))[0]?.account_id
}

/** A session as the API shows it. */
export function renderSession<Row extends ShownSession>({
  created_at,
  last_seen_at,
  expires_at,
  ...session
}: Row) {
  return {
    ...session,
    signed_in_at: zonelessMicrosecond(created_at),
    last_used_at: zonelessMicrosecond(last_seen_at),
    expires_at: zonelessMicrosecond(expires_at),
  }
}
