// A user rotates a credential of the merchant: who may, which scopes they may give to an API key, and what proves that it is them.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { passwordField } from '../../accounts/account.ts'
import { isAllowed, type KeyScope, keyScopes } from '../../kernel/merchant-roles.ts'
import { Problem } from '../../kernel/problem.ts'
import { check, optional, refused, wholeNumber } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { type Rotation, rotate } from '../identity/credentials.ts'
import { merchantActor } from '../identity/merchant.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import type { Session } from '../sign-in/bearer.ts'
import { type LoginNeeds, verifyOwnPassword } from '../sign-in/login.ts'
import { callOf, requireStepUp } from '../sign-in/step-up.ts'

/** Scopes that no money leaves the merchant's balance by, except to its own customers. */
const everydayScopes: readonly KeyScope[] = ['charge', 'refund', 'read']

const fields = {
  current_password: optional(passwordField).meta({
    description:
      'Proves who you are, unless you have a second factor or send a step-up. Not needed in the sandbox.',
  }),
}
export const rotationSchema = z.object(fields)

export const keyRotationSchema = z.object({
  ...fields,
  scopes: optional(
    z
      .array(z.enum(keyScopes))
      .refine((scopes) => scopes.length > 0, refused('too_short', 'List should have at least 1 item')),
  ).meta({
    description:
      'What the new key may be used for. Absent: what the old one was, as far as your role may give it. Only owners give `payouts` and `disputes`.',
  }),
})

export const callbackSecretSchema = z.object({
  ...fields,
  overlap_hours: optional(wholeNumber({ min: 0, max: 72 })).meta({
    description: 'Until then webhooks have a signature of the old secret, too, before that of the new one.',
  }),
})

const schemas = {
  'api-keys': keyRotationSchema,
  'callback-secret': callbackSecretSchema,
  'merchant-secret': rotationSchema,
}
type Given = { current_password?: string | undefined; scopes?: KeyScope[]; overlap_hours?: number }

export type RotationNeeds = LoginNeeds

/** Needs no body, but refuses a malformed one, which may be a request that was cut off. @throws InvalidBody, Problem 400, 403, 415 */
export async function rotateCredential<What extends Rotation>(
  needs: RotationNeeds,
  session: Session,
  request: FastifyRequest,
  what: What,
) {
  // guard: key-rotation-body
  const sent = request.rawBody.length > 0 ? jsonBody(request) : {}
  const given: Given = check(schemas[what] as z.ZodType<Given>, sent, 'body')
  const mayGive = grantable(session)
  refuseScopes(given.scopes, mayGive)
  await proveOwner(needs, session, request, given.current_password)
  const { merchantId, merchantCode } = session
  const admin = merchantActor(session, { address: request.ip, requestId: request.id })
  const made = await rotate(needs, { id: merchantId }, what, {
    ...{ by: { admin, merchantCode }, mayGive },
    ...(given.scopes && { scopes: given.scopes }),
    ...(given.overlap_hours && { overlapHours: given.overlap_hours }),
  })
  return { ...made, rotated_at: zonelessMicrosecond(needs.clock.now()) }
}

/** The scopes that the user may give to a key. */
function grantable({ user }: Session): readonly KeyScope[] {
  // guard: money-scopes
  return isAllowed(user.role, 'money_keys') ? keyScopes : everydayScopes
}

function refuseScopes(wanted: readonly KeyScope[] | undefined, mayGive: readonly KeyScope[]): void {
  // guard: granted-scopes
  if (wanted?.some((scope) => !mayGive.includes(scope))) throw new Problem(problems.role_refused)
}

/** Whoever has found a session must not make keys with it. @throws Problem 400, 403, 429 */
export async function proveOwner(
  needs: RotationNeeds,
  session: Session,
  request: FastifyRequest,
  password: string | undefined,
): Promise<void> {
  const { stepUpToken } = callOf(session, request)
  // guard: rotation-step-up
  if (session.user.hasSecondFactor || (stepUpToken !== undefined && password === undefined))
    return void (await requireStepUp(needs, session, stepUpToken))
  if (password !== undefined) return verifyOwnPassword(needs, session, password, request.ip)
  // guard: rotation-password
  if (session.environment === 'production') throw new Problem(problems.step_up_required)
}
