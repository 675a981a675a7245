// Step-up: before changes that could divert money, whoever is signed in proves again who they are and gets a token for five minutes.
// It belongs to that sign-in alone. A user with a second factor proves it by that; for others the password is enough. Wrong passwords
// and codes count towards the locks of signing in.
import { z } from 'zod'
import type { Device } from '../../accounts/device.ts'
import { acceptCode, codeFields, isGiven, type TypedCode } from '../../accounts/factors/typed-code.ts'
import {
  type Assertion,
  assertionSchema,
  requestOptions,
  usedPasskey,
} from '../../accounts/passkeys/verify.ts'
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
import { type Clock, deviceTime, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { recordRecoveryUse } from '../factors/record-recovery-use.ts'
import type { RequestOrigin } from '../identity/audit-actor.ts'
import { selfServiceProblems } from '../problems.ts'
import type { Session } from '../sign-in/bearer.ts'
import { type LoginNeeds, passwordField, verifyOwnPassword } from '../sign-in/login.ts'
import {
  attempterOf,
  clearFailures,
  codeAttempterOf,
  judgeAttempt,
  requireAccepted,
} from '../sign-in/login-lock.ts'

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
  { passkey, ...given }: z.output<typeof stepUpSchema>,
  { body, device }: { body: unknown; device: Device },
): Promise<boolean> {
  if (passkey) return verifyPasskey(needs, session, passkey)
  if (isGiven(given)) return verifyCode(needs, session, given, device)
  // guard: step-up-factor
  if (session.user.hasSecondFactor) throw new Problem(selfServiceProblems.factor_required)
  const { password } = check(passwordSchema, body, 'body')
  await verifyOwnPassword(needs, session, password, device.address)
  return false
}

const steppingUp = ({ tokenHash: session }: Session) =>
  ({ kind: 'merchant_user', purpose: 'step-up', session }) as const

async function verifyPasskey(needs: StepUpNeeds, session: Session, passkey: Assertion): Promise<true> {
  const used = await usedPasskey(needs, passkey, steppingUp(session))
  // guard: step-up-passkey-owner
  const isRight = used && !used.isCopied && used.key.account_id === session.user.id
  if (!isRight) throw new Problem(selfServiceProblems.passkey_wrong)
  return true
}

async function verifyCode(
  needs: StepUpNeeds,
  session: Session,
  code: TypedCode,
  device: Device,
): Promise<true> {
  const { db, secrets, clock } = needs
  const { user, merchantId, merchantCode, environment } = session
  const codes = codeAttempterOf(secrets, user)
  const use = () =>
    db.transaction(async (sql) => {
      const given = { accountId: user.id, code, now: deviceTime(clock) }
      const used = requireAccepted(await acceptCode(sql, secrets, given), selfServiceProblems.code_wrong)
      await clearFailures(sql, codes)
      if (used.kind !== 'recovery_code') return
      const owner = { merchantId, merchantCode, environment, user }
      await recordRecoveryUse(sql, needs, { ...owner, device, left: used.left })
    })
  // Wrong codes count at the address and for the user, as at sign-in.
  await judgeAttempt(needs, attempterOf(secrets, user.email, device.address), () =>
    judgeAttempt(needs, codes, use),
  )
  return true
}
/** Options for the browser to sign a step-up with a passkey of the user. */
export function stepUpOptions(needs: StepUpNeeds, session: Session) {
  return requestOptions(needs, steppingUp(session), session.user.id)
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
