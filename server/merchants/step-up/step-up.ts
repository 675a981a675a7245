// Step-up: before changes that could divert money, whoever is signed in gives the password again and gets a token for five
// minutes. It belongs to that sign-in alone. Wrong passwords count towards the lock of signing in.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { randomSecret } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { type Clock, utcSecond } from '../../platform/time/clock.ts'
import type { RequestOrigin } from '../identity/audit-actor.ts'
import { selfServiceProblems } from '../problems.ts'
import type { Session } from '../sign-in/bearer.ts'
import { type LoginNeeds, passwordField, verifyOwnPassword } from '../sign-in/login.ts'

const stepUpMinutes = 5
const mostDeleted = 1_000

export const stepUpSchema = z.object({ password: passwordField })

/** Ends with its sign-in: the token is stored only for a session that still exists. */
const insert = statement<{ token_hash: Buffer }>(
  'insert_step_up',
  `insert into step_up (token_hash, session_hash, merchant_id, signed_in_at, expires_at)
   select $1, t.token_hash, u.merchant_id, t.created_at, $3
     from access_token t join merchant_user u on u.id = t.user_id where t.token_hash = $2 and t.expires_at > $4
   returning token_hash`,
)
// guard: step-up
const find = statement<{ signed_in_at: Temporal.Instant }>(
  'find_step_up',
  `select signed_in_at from step_up
    where token_hash = $1 and session_hash = $2 and merchant_id = $3 and expires_at > $4`,
)
const forgetOld = statement<{ token_hash: Buffer }>(
  'forget_step_ups',
  `delete from step_up where token_hash in (select token_hash from step_up where expires_at <= $1 limit ${mostDeleted})
   returning token_hash`,
)

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A call of a signed-in merchant that needs a step-up. `from` is where it came from, for the audit log. */
export type ProvenCall = { session: Session; stepUpToken: string | undefined; from: RequestOrigin }

/** A proof that is valid now. */
export type StepUp = { signedInAt: Temporal.Instant }

/** Issues a token for the right password. @throws InvalidBody, Problem 400, 401, 429, 503 */
export async function stepUp(needs: LoginNeeds, session: Session, body: unknown, address: string) {
  const { password } = check(stepUpSchema, body, 'body')
  await verifyOwnPassword(needs, session, password, address)
  const now = needs.clock.now()
  const token = randomSecret()
  const endsAt = now.add({ minutes: stepUpMinutes })
  const made = await needs.db.rows(insert, [hashOf(token), session.tokenHash, endsAt, now])
  if (made.length === 0) throw new Problem(selfServiceProblems.token_wrong)
  return { step_up_token: token, expires_at: utcSecond(endsAt) }
}

/** Confirms the token of a request. @throws Problem 403 if it is missing, expired or of another sign-in. */
export async function requireStepUp(
  { db, clock }: { db: Sql; clock: Clock },
  session: Session,
  token: string | undefined,
): Promise<StepUp> {
  const now = clock.now()
  const values = [hashOf(token ?? ''), session.tokenHash, session.merchantId, now]
  const [found] = await db.rows(find, values)
  if (!found) throw new Problem(selfServiceProblems.step_up_required)
  return { signedInAt: found.signed_in_at }
}

/** Deletes expired tokens; returns true when there may be more to delete. */
export async function forgetStepUps({ db, clock }: { db: Sql; clock: Clock }): Promise<boolean> {
  return (await db.rows(forgetOld, [clock.now()])).length === mostDeleted
}
