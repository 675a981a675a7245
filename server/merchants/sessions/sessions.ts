// The sessions of a user: where they are signed in, and since when. Users see and end only their own.
import {
  endSessionById,
  endSessions,
  renderSession,
  type ShownSession,
  shownColumns,
} from '../../accounts/sessions.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Database, type Sql, statement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import type { Session } from '../sign-in/bearer.ts'

export type SessionNeeds = { db: Database; clock: Clock }

const listSessions = statement<ShownSession>(
  'list_sessions',
  `select ${shownColumns()} from session s where s.account_id = $2 and s.expires_at > $3
    order by s.created_at desc, s.token_hash`,
)

/** Returns the user's sessions, the newest first. */
export async function sessionsOf({ db, clock }: { db: Sql; clock: Clock }, { user, tokenHash }: Session) {
  return { items: (await db.rows(listSessions, [tokenHash, user.id, clock.now()])).map(renderSession) }
}

/** Ends one session. @throws Problem 404 */
export async function endOneSession({ db }: SessionNeeds, { user }: Session, id: string): Promise<undefined> {
  const ended = await endSessionById(db, 'merchant_user', id, user.id)
  if (ended === undefined) throw new Problem(problems.session_unknown)
}

/** Ends all sessions of the user but this one. */
export async function endOtherSessions(
  { db }: SessionNeeds,
  { user, tokenHash }: Session,
): Promise<undefined> {
  await db.transaction((sql) => endSessions(sql, user.id, tokenHash))
}
