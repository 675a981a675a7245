// Step-up: before changes that could divert money, whoever is signed in proves again who they are and gets a token for five minutes.
// It belongs to that sign-in alone. A user with a second factor proves it by that; for others the password is enough. Wrong passwords
// and codes count towards the locks of signing in.
import { z } from 'zod'
import { passwordField } from '../../accounts/credential-fields.ts'
import type { Device } from '../../accounts/device.ts'
import { codeFields, isGiven } from '../../accounts/factors/typed-code.ts'
import { attempterOf } from '../../accounts/login-lock.ts'
import { assertionSchema } from '../../accounts/passkeys/verify.ts'
import { proveByFactor } from '../../accounts/prove-identity.ts'
import { consumeStepUp, findStepUp, saveStepUp } from '../../accounts/step-ups.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../platform/database/database.ts'
import { check, optional } from '../../platform/http/body/body.ts'
import {
  type ConfirmedAct,
  confirmedActSchema,
  digestOfAct,
  factsToConfirm,
} from '../../platform/http/confirmed-act.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { codeOwner } from '../factors/record-recovery-use.ts'
import type { RequestOrigin } from '../identity/audit-actor.ts'
import { selfServiceProblems } from '../problems.ts'
import type { Session } from '../sign-in/bearer.ts'
import { type LoginNeeds, verifyOwnPassword } from '../sign-in/login.ts'

export const stepUpSchema = z.object({
  password: optional(passwordField).meta({
    description: 'Enough for a user without a second factor.',
  }),
  ...codeFields,
  passkey: optional(assertionSchema).meta({
    description: 'What the browser made of the options from `POST /api/v1/merchant/step-up/options`.',
  }),
  confirms: optional(confirmedActSchema),
})
const passwordSchema = z.object({ password: passwordField })

/** A call of a signed-in merchant that needs a step-up. `from` is where it came from, for the audit log. */
export type ProvenCall = { session: Session; stepUpToken: string | undefined; from: RequestOrigin }

/** A proof that is valid now. `confirms`: whether it counts for one act alone. */
export type StepUp = { signedInAt: Temporal.Instant; confirms: boolean }

/** What our pages confirm before everything that pays nobody; such a step-up counts for no payout destination. */
const changeOfSettings = digestOfAct({ act: 'settings' })

export type StepUpNeeds = LoginNeeds & { baseUrl: string }

/** Issues a token for the right proof. @throws InvalidBody, Problem 400, 401, 403, 429, 503 */
export async function stepUp(needs: StepUpNeeds, session: Session, body: unknown, device: Device) {
  const given = check(stepUpSchema, body, 'body')
  const byFactor = await verifyProof(needs, session, given, { body, device })
  const made = await saveStepUp(needs.db, session, { now: needs.clock.now(), byFactor, act: given.confirms })
  if (!made) throw new Problem(selfServiceProblems.token_wrong)
  return { step_up_token: made.token, expires_at: zonelessMicrosecond(made.endsAt) }
}

/** @returns whether it was a second factor. @throws InvalidBody, Problem 400, 403, 429, 503 */
async function verifyProof(
  needs: StepUpNeeds,
  session: Session,
  given: z.output<typeof stepUpSchema>,
  { body, device }: { body: unknown; device: Device },
): Promise<boolean> {
  if (given.passkey || isGiven(given)) {
    const attempter = attempterOf(needs.secrets, session.user.email, device.address)
    const { tokenHash } = session
    const owner = codeOwner(needs, { ...session, device })
    await proveByFactor(needs, { kind: 'merchant_user', tokenHash, owner, attempter }, given)
    return true
  }
  // guard: step-up-factor
  if (session.user.hasSecondFactor) throw new Problem(selfServiceProblems.factor_required)
  const { password } = check(passwordSchema, body, 'body')
  await verifyOwnPassword(needs, session, password, device.address)
  return false
}

/**
 * Confirms the token of a request.
 * @param act what is about to be done, if it decides where money goes. Only a step-up for this act then counts, and only once.
 * @throws Problem 403 if it is missing, expired, of another sign-in, or confirms another act.
 */
export async function requireStepUp(
  { db, clock }: { db: Sql; clock: Clock },
  session: Session,
  token: string | undefined,
  act?: ConfirmedAct,
): Promise<StepUp> {
  const given = { token: token ?? '', now: clock.now() }
  const found = await findStepUp(db, 'merchant_user', session, given)
  const { step_up_required, step_up_differs } = selfServiceProblems
  if (!found) throw new Problem(step_up_required, {}, {}, factsToConfirm(act))
  const { confirms, signedInAt } = found
  // guard: confirmed-act
  if (act ? !confirms?.equals(digestOfAct(act)) : confirms && !confirms.equals(changeOfSettings))
    throw new Problem(act && confirms ? step_up_differs : step_up_required, {}, {}, factsToConfirm(act))
  return { signedInAt, confirms: act !== undefined }
}

/** Uses up a step-up that confirms one act, with the act. @throws Problem 403 if it was used meanwhile. */
export async function useStepUp(sql: Sql, { confirms }: StepUp, token: string | undefined): Promise<void> {
  if (confirms && !(await consumeStepUp(sql, token ?? '')))
    throw new Problem(selfServiceProblems.step_up_required)
}
