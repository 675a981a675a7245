// The second factors of the signed-in admin user: a step-up by one of them, and the passkeys and recovery codes beside the authenticator
// app. What changes them needs a step-up, so that whoever has found a session adds none.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Device } from '../../accounts/device.ts'
import { renewRecoveryCodes } from '../../accounts/factors/recovery-codes.ts'
import { isGiven } from '../../accounts/factors/typed-code.ts'
import { addPasskey, removePasskey } from '../../accounts/passkeys/passkey.ts'
import { newPasskeySchema, verifiedPasskey } from '../../accounts/passkeys/verify.ts'
import { endSessions } from '../../accounts/sessions.ts'
import { factorFields, findStepUp, issueStepUp, proveByFactor } from '../../accounts/step-ups.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Tx } from '../../platform/database/database.ts'
import { stepUpToken } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import {
  type Admin,
  accessProblems,
  adminOf,
  adminStepUpPath,
  type StaffSession,
  stepUpProblem,
} from '../access.ts'
import { audit } from '../audit.ts'
import { staffCodeOwner } from './alert-user.ts'
import { staffProblems as problems } from './problems.ts'
import { ownSession } from './sessions.ts'
import { type SignInNeeds, staffAttempter } from './sign-in.ts'

/** An admin user's call, and the step-up token that the guard has accepted. */
type ProvenStaffCall = { admin: Admin; stepUpToken: string | undefined }

/** The request as a call that the guard has let pass for its step-up. */
export const provenCallOf = (request: FastifyRequest): ProvenStaffCall => ({
  admin: adminOf(request),
  stepUpToken: stepUpToken(request),
})

/** Changes of the factors of a user wait for each other here, and for a reset of them. */
const lockUser = controlStatement(
  'lock_admin_user_for_passkeys',
  'select from admin_user where id = $1 for update',
)

/** Runs a change under the lock of the user. @throws Problem 403 if the session or its step-up has ended meanwhile, 409 for a token. */
async function provenChange<Result>(
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

export const registrarOf = (admin: Admin) => {
  const { tokenHash, ...user } = ownSession(admin)
  return { kind: 'admin', tokenHash, user } as const
}

/** Registers the passkey that the browser made. @throws InvalidBody, Problem 400, 403, 409 */
export async function registerOwnPasskey(needs: SignInNeeds, call: ProvenStaffCall, body: unknown) {
  const { name, passkey } = check(newPasskeySchema, body, 'body')
  const verified = await verifiedPasskey(needs, passkey, registrarOf(call.admin))
  return provenChange(needs, call, async (sql, { email }) => {
    const passkey_id = await addPasskey(sql, { ...verified, name }, needs.clock.now())
    auditPasskey(sql, needs, call, { action: 'staff.passkey_added', email, name })
    return { passkey_id, name }
  })
}

/** Removes a passkey, and ends the other sessions of the user. @throws Problem 403, 404, 409 for a token */
export async function removeOwnPasskey(
  needs: SignInNeeds,
  call: ProvenStaffCall,
  passkeyId: string,
): Promise<void> {
  await provenChange(needs, call, async (sql, { id, email, tokenHash }) => {
    const name = await removePasskey(sql, id, passkeyId)
    // guard: staff-passkey-sessions
    await endSessions(sql, id, tokenHash)
    auditPasskey(sql, needs, call, { action: 'staff.passkey_removed', email, name })
  })
}

function auditPasskey(
  sql: Tx,
  { secrets, clock }: SignInNeeds,
  { admin }: ProvenStaffCall,
  { action, email, name }: { action: string; email: string; name: string },
): void {
  // guard: staff-passkey-audit
  audit(sql, secrets, { admin, action, subject: email, detail: { name }, now: clock.now() })
}

/** Makes ten codes in place of the earlier ones. @throws Problem 403, 409 for a token */
export function renewOwnRecoveryCodes(needs: SignInNeeds, call: ProvenStaffCall) {
  return provenChange(needs, call, async (sql, { id, email }) => {
    const now = needs.clock.now()
    const action = 'staff.recovery_codes_renewed'
    // guard: staff-recovery-renewal
    audit(sql, needs.secrets, { admin: call.admin, action, subject: email, detail: {}, now })
    return { recovery_codes: await renewRecoveryCodes(sql, id, now) }
  })
}

export const staffStepUpSchema = z.object(factorFields(adminStepUpPath))

/** Issues a token for a code or a passkey. @throws InvalidBody, Problem 400, 401, 403, 409 for a token, 429 */
export async function stepUpStaff(needs: SignInNeeds, admin: Admin, body: unknown, device: Device) {
  const { confirms, ...given } = check(staffStepUpSchema, body, 'body')
  const session = ownSession(admin)
  if (!given.passkey && !isGiven(given)) throw new Problem(problems.factor_required)
  const { tokenHash } = session
  const owner = staffCodeOwner(needs, session, device)
  const attempter = staffAttempter(needs.secrets, session.email, device.address)
  await proveByFactor(needs, { kind: 'admin', tokenHash, owner, attempter }, given)
  const ended = accessProblems.session_ended
  return issueStepUp(needs, session, { byFactor: true, act: confirms, ended })
}
