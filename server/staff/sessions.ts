// Sessions of admin users: opaque 256-bit access tokens, stored only as hashes. A session ends after eight hours or half an hour
// without a request, by signing out, another role, a reset of the second factor or the removal of its user, at once on every process.
import { createHash } from 'node:crypto'
import { type Admin, hasRight, type StaffSession } from '../admin/access.ts'
import { randomSecret } from '../kernel/id.ts'
import { Problem } from '../kernel/problem.ts'
import type { AdminRole } from '../kernel/roles/admins.ts'
import type { Device } from '../accounts/device.ts'
import { type Sql, statement, type Tx } from '../platform/database/database.ts'
import { type Clock, zonelessMicrosecond } from '../platform/time/clock.ts'
import { staffProblems as problems } from './problems.ts'

export const sessionSeconds = 8 * 3600
const idleMinutes = 30
const seenSeconds = 60
const maxListed = 200
const maxDeleted = 1_000

type SessionRow = {
  id: bigint
  user_id: string
  email: string
  name: string
  role: AdminRole
  device: string | null
  last_seen_at: Temporal.Instant
}

const find = statement<SessionRow>(
  'find_admin_session',
  `select u.id, u.user_id, u.email, u.name, u.role, s.device, s.last_seen_at
     from admin_session s join admin_user u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > $2 and u.state = 'ACTIVE'
      and s.last_seen_at > $2::timestamptz - interval '${idleMinutes} minutes'`,
)
/** Locks the row of the user, so that no session begins beside a change that ends the user's sessions and outlives it. */
const insert = statement<{ user_id: bigint }>(
  'insert_admin_session',
  `with u as (update admin_user set last_sign_in_at = $3
               where id = $2 and state = 'ACTIVE' and password_hash = coalesce($7, password_hash) and role = $8
               returning id)
   insert into admin_session (token_hash, user_id, created_at, last_seen_at, expires_at, device, address)
   select $1, u.id, $3, $3, $4, $5, $6 from u returning user_id`,
)
const see = statement(
  'see_admin_session',
  'update admin_session set last_seen_at = $2 where token_hash = $1 and last_seen_at < $2',
)
const deleteOne = statement('delete_admin_session', 'delete from admin_session where token_hash = $1')
// guard: staff-session-revocation
const deleteOfUser = statement(
  'delete_admin_sessions',
  'delete from admin_session where user_id = $1 and token_hash is distinct from $2',
)

// guard: staff-step-up-revocation
const deleteStepUps = statement(
  'delete_admin_step_ups',
  'delete from admin_step_up where session_hash in (select token_hash from admin_session where user_id = $1)',
)

/** Half of the hash of a random token of 256 bits: it names the session and reveals nothing of the token. */
const sessionId = `encode(substr(s.token_hash, 1, 16), 'hex')`

const list = statement<{
  session_id: string
  email: string
  current: boolean
  address: string
  device: string | null
  created_at: Temporal.Instant
  last_seen_at: Temporal.Instant
  expires_at: Temporal.Instant
}>(
  'list_admin_sessions',
  `select ${sessionId} as session_id, u.email, coalesce(s.token_hash = $1, false) as current, s.address, s.device, s.created_at,
          s.last_seen_at, s.expires_at
     from admin_session s join admin_user u on u.id = s.user_id
    where ($2::bigint is null or s.user_id = $2) and s.expires_at > $3
      and s.last_seen_at > $3::timestamptz - interval '${idleMinutes} minutes'
    order by s.created_at desc, s.token_hash limit ${maxListed}`,
)
// guard: staff-session-owner
const endById = statement<{ email: string }>(
  'end_admin_session',
  `delete from admin_session s using admin_user u
    where u.id = s.user_id and ${sessionId} = $1 and ($2::bigint is null or s.user_id = $2) returning u.email`,
)
const forgetOld = statement<{ token_hash: Buffer }>(
  'forget_admin_sessions',
  `delete from admin_session where token_hash in (
     select token_hash from admin_session where expires_at <= $1 limit ${maxDeleted})
   returning token_hash`,
)

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Who was verified, by the password whose hash it is unless it was a passkey, and the role that the session begins with. */
type Proven = { id: bigint; passwordHash: string | null; role: AdminRole }

/** Begins a session; undefined if the user's password, role or state changed meanwhile. */
export async function beginStaffSession(
  sql: Tx,
  { id, passwordHash, role }: Proven,
  { name, address }: Pick<Device, 'name' | 'address'>,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const token = randomSecret()
  const endsAt = now.add({ seconds: sessionSeconds })
  const values = [hashOf(token), id, now, endsAt, name, address, passwordHash, role]
  return (await sql.rows(insert, values)).length === 1 ? token : undefined
}

/** Returns the lookup of sessions for the guard of the admin API, which also records their use, at most once a minute. */
export function openSessionLookup({ db, clock }: { db: Sql; clock: Clock }) {
  return async (token: string): Promise<StaffSession | undefined> => {
    const tokenHash = hashOf(token)
    const now = clock.now()
    const [row] = await db.rows(find, [tokenHash, now])
    if (!row) return undefined
    const { user_id: userId, last_seen_at, ...user } = row
    if (last_seen_at.until(now).total('seconds') >= seenSeconds) await db.rows(see, [tokenHash, now])
    return { ...user, userId, tokenHash }
  }
}

/** Returns the session of the admin. @throws Problem 409 for a token, which has no user account. */
export function ownSession({ session }: Admin): StaffSession {
  if (!session) throw new Problem(problems.no_account)
  return session
}

/** Ends the session of the request; nothing, if the request came with a token. */
export async function endOwnSession(sql: Sql, { session }: Admin): Promise<void> {
  if (session) await sql.rows(deleteOne, [session.tokenHash])
}

/** Ends all sessions of a user except one, and every step-up. */
export async function endStaffSessions(sql: Tx, userId: bigint, except?: Buffer): Promise<void> {
  await sql.rows(deleteStepUps, [userId])
  await sql.rows(deleteOfUser, [userId, except ?? null])
}

/** Whose sessions the admin sees and ends: null for those of everybody. A token without the right has none. */
const reachOf = (admin: Admin) => (hasRight(admin, 'staff') ? null : (admin.session?.id ?? 0n))

/** Returns the own sessions, or those of everybody where the role has the right `staff`; the newest first. */
export async function staffSessions({ db, clock }: { db: Sql; clock: Clock }, admin: Admin) {
  const rows = await db.rows(list, [admin.session?.tokenHash ?? null, reachOf(admin), clock.now()])
  return rows.map(({ created_at, last_seen_at, expires_at, ...session }) => ({
    ...session,
    signed_in_at: zonelessMicrosecond(created_at),
    last_used_at: zonelessMicrosecond(last_seen_at),
    expires_at: zonelessMicrosecond(expires_at),
  }))
}

/** Ends one of these sessions. @returns the email of its user. @throws Problem 404 */
export async function endOneStaffSession(sql: Tx, admin: Admin, id: string): Promise<string> {
  const [ended] = await sql.rows(endById, [id, reachOf(admin)])
  if (!ended) throw new Problem(problems.session_unknown)
  return ended.email
}

/** Deletes expired sessions; returns true when there may be more to delete. */
export async function forgetStaffSessions(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  return (await sql.rows(forgetOld, [now])).length === maxDeleted
}
