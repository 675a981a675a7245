// Step-up of admin users: before what changes who may sign in, and before the decision on what another person requested, an admin user
// confirms their identity again, by a code of the authenticator app, a recovery code or a passkey. The guard of the admin API asks for the token.
import { z } from 'zod'
import type { Device } from '../../accounts/device.ts'
import { codeFields, isGiven } from '../../accounts/factors/typed-code.ts'
import {
  type Assertion,
  assertionSchema,
  requestOptions,
  usedPasskey,
} from '../../accounts/passkeys/verify.ts'
import { saveStepUp } from '../../accounts/step-ups.ts'
import { type Admin, accessProblems, type StaffSession } from '../../admin/access.ts'
import { Problem } from '../../kernel/problem.ts'
import { judgeAttempt } from '../../merchants/sign-in/login-lock.ts'
import { check, optional } from '../../platform/http/body/body.ts'
import { confirmedActSchema } from '../../platform/http/confirmed-act.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { staffProblems as problems } from '../problems.ts'
import { ownSession } from '../sessions.ts'
import { type SignInNeeds, staffAttempter, withCode } from '../sign-in.ts'

export const staffStepUpSchema = z.object({
  ...codeFields,
  passkey: optional(assertionSchema).meta({
    description: 'What the browser made of the options from `POST /api/v1/admin/step-up/options`.',
  }),
  confirms: optional(confirmedActSchema),
})

/** Issues a token for a code or a passkey. @throws InvalidBody, Problem 400, 401, 403, 409 for a token, 429 */
export async function stepUpStaff(needs: SignInNeeds, admin: Admin, body: unknown, device: Device) {
  const { passkey, confirms, ...code } = check(staffStepUpSchema, body, 'body')
  const session = ownSession(admin)
  if (passkey) await verifyPasskey(needs, session, passkey)
  else if (!isGiven(code)) throw new Problem(problems.factor_required)
  else {
    const who = staffAttempter(needs.secrets, session.email, device.address)
    await judgeAttempt(needs, who, () =>
      withCode(needs, { user: session, code, device }, problems.code_wrong, async () => undefined),
    )
  }
  const made = await saveStepUp(needs.db, session, {
    ...{ now: needs.clock.now(), byFactor: true, act: confirms },
  })
  if (!made) throw new Problem(accessProblems.session_ended)
  return { step_up_token: made.token, expires_at: zonelessMicrosecond(made.endsAt) }
}

const steppingUp = (session: Buffer) => ({ kind: 'admin', purpose: 'step-up', session }) as const

async function verifyPasskey(needs: SignInNeeds, session: StaffSession, passkey: Assertion): Promise<void> {
  const used = await usedPasskey(needs, passkey, steppingUp(session.tokenHash))
  // guard: staff-step-up-passkey-owner
  const isRight = used && !used.isCopied && used.key.account_id === session.id
  if (!isRight) throw new Problem(problems.passkey_wrong)
}

/** Options for the browser to sign a step-up with a passkey of the user. @throws Problem 409 for a token */
export async function staffStepUpOptions(needs: SignInNeeds, admin: Admin) {
  const { id, tokenHash } = ownSession(admin)
  return requestOptions(needs, steppingUp(tokenHash), id)
}
