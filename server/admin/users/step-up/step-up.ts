// Step-up of admin users: before what changes who may sign in, and before the decision on what another person requested, an admin user
// confirms their identity again, by a code of the authenticator app, a recovery code or a passkey. The guard of the admin API asks for the token.
import { z } from 'zod'
import type { Device } from '../../../accounts/device.ts'
import { codeFields, isGiven } from '../../../accounts/factors/typed-code.ts'
import { assertionSchema } from '../../../accounts/passkeys/verify.ts'
import { proveByFactor, stepUpOptions } from '../../../accounts/prove-identity.ts'
import { saveStepUp } from '../../../accounts/step-ups.ts'
import { Problem } from '../../../kernel/problem.ts'
import { check, optional } from '../../../platform/http/body/body.ts'
import { confirmedActSchema } from '../../../platform/http/confirmed-act.ts'
import { zonelessMicrosecond } from '../../../platform/time/clock.ts'
import { type Admin, accessProblems } from '../../access.ts'
import { staffProblems as problems } from '../problems.ts'
import { staffCodeOwner } from '../recovery/record-use.ts'
import { ownSession } from '../sessions.ts'
import { type SignInNeeds, staffAttempter } from '../sign-in.ts'

export const staffStepUpSchema = z.object({
  ...codeFields,
  passkey: optional(assertionSchema).meta({
    description: 'What the browser made of the options from `POST /api/v1/admin/step-up/options`.',
  }),
  confirms: optional(confirmedActSchema),
})

/** Issues a token for a code or a passkey. @throws InvalidBody, Problem 400, 401, 403, 409 for a token, 429 */
export async function stepUpStaff(needs: SignInNeeds, admin: Admin, body: unknown, device: Device) {
  const { confirms, ...given } = check(staffStepUpSchema, body, 'body')
  const session = ownSession(admin)
  if (!given.passkey && !isGiven(given)) throw new Problem(problems.factor_required)
  const { tokenHash } = session
  const owner = staffCodeOwner(needs, session, device)
  const attempter = staffAttempter(needs.secrets, session.email, device.address)
  await proveByFactor(needs, { kind: 'admin', tokenHash, owner, attempter }, given)
  const made = await saveStepUp(needs.db, session, {
    ...{ now: needs.clock.now(), byFactor: true, act: confirms },
  })
  if (!made) throw new Problem(accessProblems.session_ended)
  return { step_up_token: made.token, expires_at: zonelessMicrosecond(made.endsAt) }
}

/** Options for the browser to sign a step-up with a passkey of the user. @throws Problem 409 for a token */
export async function staffStepUpOptions(needs: SignInNeeds, admin: Admin) {
  const { id, tokenHash } = ownSession(admin)
  return stepUpOptions(needs, { kind: 'admin', tokenHash }, id)
}
