// Sessions of admin users. A session ends after eight hours or half an hour
// without a request, by signing out, another role, a reset of the second factor or the removal of its user, at once on every process.
import { hashOf } from '../../accounts/account.ts'
import type { Device } from '../../accounts/device.ts'
import {
  endSessionById,
  recordUse,
  renderSession,
  type ShownSession,
  saveSession,
  sessionInsert,
  shownColumns,
} from '../../accounts/sessions.ts'
import type { AdminRight, AdminRole } from '../../kernel/admin-roles.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type Admin, hasRight, type StaffSession } from '../access.ts'
import { staffProblems as problems } from './problems.ts'

export const sessionSeconds = 8 * 3600
const idleMinutes = 30
const maxListed = 200

const find = controlStatement<Omit<StaffSession, 'tokenHash'> & { seenAt: Temporal.Instant }>(
  'find_admin_session',
  `select u.id, u.user_id as "userId", u.email, u.name, u.role, s.device, s.last_seen_at as "seenAt"
     from session s join admin_user u on u.id = s.account_id
    where s.token_hash = $1 and s.expires_at > $2 and u.state = 'ACTIVE'
      and s.last_seen_at > $2::timestamptz - interval '${idleMinutes} minutes'`,
)
const insert = sessionInsert(
  'insert_admin_session',
  `update admin_user set last_sign_in_at = $2
    where id = $1 and state = 'ACTIVE' and password_hash = coalesce($8, password_hash) and role = $9 returning id`,
)
const list = controlStatement<ShownSession & { email: string }>(
  'list_admin_sessions',
  `select ${shownColumns('u.email,')}
     from session s join admin_user u on u.id = s.account_id
    where ($2::bigint is null or s.account_id = $2) and s.expires_at > $3
      and s.last_seen_at > $3::timestamptz - interval '${idleMinutes} minutes'
    order by s.created_at desc, s.token_hash limit ${maxListed}`,
)
const findEmail = controlStatement<{ email: string }>(
  'find_admin_email',
  'select email from admin_user where id = $1',
)

/** Who was verified, by the password whose hash it is unless it was a passkey, and the role that the session begins with. */
type Proven = { id: bigint; passwordHash: string | null; role: AdminRole }

/** Begins a session; undefined if the user's password, role or state changed meanwhile. */
export function beginStaffSession(
  sql: Sql,
  { id, passwordHash, role }: Proven,
  device: Pick<Device, 'name' | 'address'>,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const verified = { id, byFactor: true, unchanged: [passwordHash, role] }
  return saveSession(sql, insert, verified, { device, seconds: sessionSeconds, now })
}

/** Returns the lookup of sessions for the guard of the admin API, which also records their use, at most once a minute. */
export function openSessionLookup({ db, clock }: { db: Sql; clock: Clock }) {
  return async (token: string): Promise<StaffSession | undefined> => {
    const tokenHash = hashOf(token)
    const now = clock.now()
    const [row] = await db.rows(find, [tokenHash, now])
    if (!row) return undefined
    const { seenAt, ...user } = row
    const session = { ...user, tokenHash }
    await recordUse(db, { session, seenAt }, now)
    return session
  }
}

/** Returns the session of the admin. @throws Problem 409 for a token, which has no user account. */
export function ownSession({ session }: Admin): StaffSession {
  if (!session) throw new Problem(problems.no_account)
  return session
}

/** Whose sessions the admin reaches: null for those of everybody. A token without the right has none. */
const reachOf = (admin: Admin, right: AdminRight) =>
  hasRight(admin, right) ? null : (admin.session?.id ?? 0n)

/** Returns the own sessions, or those of everybody where the role has the right `read_staff`; the newest first. */
export async function staffSessions({ db, clock }: { db: Sql; clock: Clock }, admin: Admin) {
  const rows = await db.rows(list, [
    admin.session?.tokenHash ?? null,
    reachOf(admin, 'read_staff'),
    clock.now(),
  ])
  return rows.map(renderSession)
}

/** Ends one of these sessions. @returns the email of its user. @throws Problem 404 */
export async function endOneStaffSession(sql: Tx, admin: Admin, id: string): Promise<string> {
  const accountId = await endSessionById(sql, 'admin', id, reachOf(admin, 'staff'))
  const [user] = accountId === undefined ? [] : await sql.rows(findEmail, [accountId])
  if (!user) throw new Problem(problems.session_unknown)
  return user.email
}
