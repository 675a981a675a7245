// Step-up: before changes that could divert money, whoever is signed in proves again who they are and gets a token for five minutes.
// It belongs to that sign-in alone. A user with a second factor proves it by that; for others the password is enough. Wrong passwords
// and codes count towards the locks of signing in.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { passwordField } from '../../accounts/account.ts'
import { type Device, deviceOf } from '../../accounts/device.ts'
import { stepUpResponse } from '../../accounts/factors/schemas.ts'
import { isGiven } from '../../accounts/factors/typed-code.ts'
import { attempterOf } from '../../accounts/login-lock.ts'
import { passkeyRequestResponse } from '../../accounts/passkeys/schemas.ts'
import {
  consumeStepUp,
  factorFields,
  findStepUp,
  issueStepUp,
  proveByFactor,
  stepUpOptions,
} from '../../accounts/step-ups.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../platform/database/database.ts'
import { stepUpToken, usersInBothModes } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { check, optional } from '../../platform/http/body/body.ts'
import { type ConfirmedAct, digestOfAct, factsToConfirm } from '../../platform/http/confirmed-act.ts'
import { jsonBody } from '../../platform/http/http.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { codeOwner } from '../alerts/account-alerts.ts'
import type { RequestOrigin } from '../identity/merchant.ts'
import { selfServiceProblems } from '../problems.ts'
import type { Session } from './bearer.ts'
import { type LoginNeeds, verifyOwnPassword } from './login.ts'
import { userEndpoint } from './user-endpoint.ts'

const stepUpPath = '/api/v1/merchant/step-up'

const stepUpSchema = z.object({
  password: optional(passwordField).meta({
    description: 'Enough for a user without a second factor.',
  }),
  ...factorFields(stepUpPath),
})
const passwordSchema = z.object({ password: passwordField })

/** A call of a signed-in merchant that needs a step-up. `from` is where it came from, for the audit log. */
export type ProvenCall = { session: Session; stepUpToken: string | undefined; from: RequestOrigin }

/** A proof that is valid now. `confirms`: whether it counts for one act alone. */
export type StepUp = { signedInAt: Temporal.Instant; confirms: boolean }

/** What our pages confirm before everything that pays nobody; such a step-up counts for no payout destination. */
const changeOfSettings = digestOfAct({ act: 'settings' })

type StepUpNeeds = LoginNeeds & { baseUrl: string }

/** Issues a token for the right proof. @throws InvalidBody, Problem 400, 401, 403, 429, 503 */
export async function stepUp(needs: StepUpNeeds, session: Session, body: unknown, device: Device) {
  const given = check(stepUpSchema, body, 'body')
  const byFactor = await verifyProof(needs, session, given, { body, device })
  const ended = selfServiceProblems.token_wrong
  return issueStepUp(needs, session, { byFactor, act: given.confirms, ended })
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

const proving = {
  tag: 'Account',
  method: 'POST',
  priority: 'order',
  access: usersInBothModes('account'),
} as const

export const stepUpRoutes = [
  userEndpoint({
    ...proving,
    id: 'stepUp',
    path: stepUpPath,
    summary: 'Confirm your identity for sensitive changes',
    description:
      'The token is valid for five minutes, for this sign-in. Send it as `X-Step-Up-Token`. A user with a second factor sends `totp`, `recovery_code` or `passkey`; the password alone is then refused. With `confirms`, the token counts for that act alone, and once. What adds, confirms or removes a payout destination, or approves money, needs such a token: the refusal without it has the act in `errors[0].confirms`.',
    body: named('StepUpRequest', stepUpSchema, { password: 'correct horse battery' }),
    responses: { 200: stepUpResponse },
    problems: [
      selfServiceProblems.password_wrong,
      selfServiceProblems.code_wrong,
      selfServiceProblems.passkey_wrong,
      selfServiceProblems.factor_required,
      selfServiceProblems.locked,
    ],
    work: async (needs: StepUpNeeds, { session, request }) =>
      stepUp(needs, session, jsonBody(request), deviceOf(request)),
  }),
  userEndpoint({
    ...proving,
    id: 'stepUpOptions',
    path: `${stepUpPath}/options`,
    summary: 'Begin a step-up with a passkey',
    description:
      'Pass the options to `navigator.credentials.get`, and its result to the step-up as `passkey`. They work once, for five minutes.',
    responses: { 200: passkeyRequestResponse },
    work: async (needs: StepUpNeeds, { session }) =>
      stepUpOptions(needs, { ...session, kind: 'merchant_user' }, session.user.id),
  }),
]

/** For the declarations of routes that require a step-up. */
export const stepUpHeader = {
  'X-Step-Up-Token': z
    .string()
    .optional()
    .meta({ description: `From \`POST ${stepUpPath}\`.` }),
}
/** What follows from a change that `recordSettingChange` reports. */
export const settingProof = 'owners are notified, and a user with a second factor needs a step-up.'
export const stepUpProblems = [selfServiceProblems.step_up_required]
/** Of routes that decide where money goes. */
export const confirmationProblems = [
  selfServiceProblems.step_up_required,
  selfServiceProblems.step_up_differs,
]

/** The request as a call that needs a step-up, which is not checked yet. */
export function callOf(session: Session, request: FastifyRequest): ProvenCall {
  return { session, stepUpToken: stepUpToken(request), from: { address: request.ip, requestId: request.id } }
}
