// Storage of step-ups of admin users: hashes of tokens, each valid for five minutes and for the session that it was given in.
import { createHash } from 'node:crypto'
import type { StaffSession } from '../../admin/access.ts'
import { randomSecret } from '../../kernel/id.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { type ConfirmedAct, digestOfAct } from '../../platform/http/confirmed-act.ts'

const lifeMinutes = 5
const maxDeleted = 1_000

/** Only for a session that still exists. The lock waits for a change that ends it; without it the foreign key fails. */
// guard: staff-step-up-session
const insert = statement<{ token_hash: Buffer }>(
  'insert_admin_step_up',
  `insert into admin_step_up (token_hash, session_hash, expires_at, confirms)
   select $1, token_hash, $3, $5 from admin_session where token_hash = $2 and expires_at > $4 for key share
   returning token_hash`,
)
// guard: staff-step-up
const find = statement<{ confirms: Buffer | null }>(
  'find_admin_step_up',
  'select confirms from admin_step_up where token_hash = $1 and session_hash = $2 and expires_at > $3',
)
const forgetOld = statement<{ token_hash: Buffer }>(
  'forget_admin_step_ups',
  `delete from admin_step_up where token_hash in (
     select token_hash from admin_step_up where expires_at <= $1 limit ${maxDeleted})
   returning token_hash`,
)

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Stores a step-up of the session, for one act if there is one; undefined if the session has ended. @returns its token, which is not stored, and its expiry */
export async function saveStepUp(
  sql: Sql,
  { tokenHash }: StaffSession,
  now: Temporal.Instant,
  act?: ConfirmedAct,
): Promise<{ token: string; endsAt: Temporal.Instant } | undefined> {
  const token = randomSecret()
  const endsAt = now.add({ minutes: lifeMinutes })
  const made = await sql.rows(insert, [hashOf(token), tokenHash, endsAt, now, act ? digestOfAct(act) : null])
  return made.length === 1 ? { token, endsAt } : undefined
}

/** The step-up of the session, if it is valid now, with the digest of the act that it confirms. */
export async function findStepUp(
  sql: Sql,
  { tokenHash }: StaffSession,
  token: string,
  now: Temporal.Instant,
): Promise<{ confirms: Buffer | null } | undefined> {
  return (await sql.rows(find, [hashOf(token), tokenHash, now]))[0]
}

/** Deletes expired step-ups; returns true when there may be more to delete. */
export async function forgetStaffStepUps(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  return (await sql.rows(forgetOld, [now])).length === maxDeleted
}
