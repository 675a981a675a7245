// A change that an admin user makes to their own factors, once they have confirmed their identity.
import type { FastifyRequest } from 'fastify'
import { findStepUp } from '../../../accounts/step-ups.ts'
import { Problem } from '../../../kernel/problem.ts'
import { statement, type Tx } from '../../../platform/database/database.ts'
import { stepUpToken } from '../../../platform/http/step-up-token.ts'
import { type Admin, adminOf, type StaffSession, stepUpProblem } from '../../access.ts'
import { ownSession } from '../sessions.ts'
import type { SignInNeeds } from '../sign-in.ts'

/** An admin user's call, and the step-up token that the guard has accepted. */
export type ProvenStaffCall = { admin: Admin; stepUpToken: string | undefined }

/** The request as a call that the guard has let pass for its step-up. */
export const provenCallOf = (request: FastifyRequest): ProvenStaffCall => ({
  admin: adminOf(request),
  stepUpToken: stepUpToken(request),
})

/** Changes of the factors of a user wait for each other here, and for a reset of them. */
const lockUser = statement('lock_admin_user_for_passkeys', 'select from admin_user where id = $1 for update')

/** Runs a change under the lock of the user. @throws Problem 403 if the session or its step-up has ended meanwhile, 409 for a token. */
export async function provenChange<Result>(
  { db, clock }: SignInNeeds,
  { admin, stepUpToken: proof }: ProvenStaffCall,
  work: (sql: Tx, session: StaffSession) => Promise<Result>,
): Promise<Result> {
  const session = ownSession(admin)
  return db.transaction(async (sql) => {
    await sql.rows(lockUser, [session.id])
    // Under the lock: a reset of the factors, a removal or another role has ended the session by then.
    const given = { token: proof ?? '', now: clock.now() }
    const found = await findStepUp(sql, 'admin', session, given)
    // guard: staff-passkey-lock
    if (found?.confirms !== null) throw new Problem(stepUpProblem)
    return work(sql, session)
  })
}
