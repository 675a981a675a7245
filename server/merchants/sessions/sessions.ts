// The sessions of a user: where they are signed in, and since when. Users see and end only their own.
import { Problem } from '../../kernel/problem.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { endUserSessions, type Session } from '../sign-in/bearer.ts'

export type SessionNeeds = { db: Database; clock: Clock }

/** Half of the hash of a random token of 256 bits: it names the session and reveals nothing of the token. */
const sessionId = `encode(substr(token_hash, 1, 16), 'hex')`

const listSessions = statement<{
  session_id: string
  current: boolean
  address: string | null
  device: string | null
  created_at: Temporal.Instant
  seen_at: Temporal.Instant
  expires_at: Temporal.Instant
}>(
  'list_sessions',
  `select ${sessionId} as session_id, token_hash = $2 as current, address, device, created_at,
          coalesce(last_seen_at, created_at) as seen_at, expires_at
     from access_token where user_id = $1 and expires_at > $3 order by created_at desc, token_hash`,
)
// guard: session-owner
const deleteSession = statement<{ user_id: bigint }>(
  'delete_session',
  `delete from access_token where user_id = $1 and ${sessionId} = $2 returning user_id`,
)

/** Returns the user's sessions, the newest first. */
export async function sessionsOf({ db, clock }: { db: Sql; clock: Clock }, { user, tokenHash }: Session) {
  const rows = await db.rows(listSessions, [user.id, tokenHash, clock.now()])
  return {
    items: rows.map(({ created_at, seen_at, expires_at, ...session }) => ({
      ...session,
      signed_in_at: zonelessMicrosecond(created_at),
      last_used_at: zonelessMicrosecond(seen_at),
      expires_at: zonelessMicrosecond(expires_at),
    })),
  }
}

/** Ends one session. @throws Problem 404 */
export async function endOneSession({ db }: SessionNeeds, { user }: Session, id: string): Promise<undefined> {
  const ended = await db.rows(deleteSession, [user.id, id])
  if (ended.length === 0) throw new Problem(problems.session_unknown)
}

/** Ends all sessions of the user but this one. */
export async function endOtherSessions(
  { db }: SessionNeeds,
  { user, tokenHash }: Session,
): Promise<undefined> {
  await db.transaction((sql) => endUserSessions(sql, user.id, tokenHash))
}
