// The step-up route, and what routes that require one share.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { deviceOf } from '../../accounts/device.ts'
import { stepUpResponse } from '../../accounts/factors/schemas.ts'
import { passkeyRequestResponse } from '../../accounts/passkeys/schemas.ts'
import { stepUpOptions } from '../../accounts/prove-identity.ts'
import { users } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { stepUpToken } from '../../platform/http/step-up-token.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import type { Session } from '../sign-in/bearer.ts'
import { userEndpoint } from '../sign-in/user-endpoint.ts'
import { type ProvenCall, type StepUpNeeds, stepUp, stepUpSchema } from './step-up.ts'

export const stepUpRoutes = [
  userEndpoint({
    tag: 'Account',
    id: 'stepUp',
    method: 'POST',
    path: '/api/v1/merchant/step-up',
    priority: 'order',
    access: users('account'),
    summary: 'Confirm your identity for sensitive changes',
    description:
      'The token is valid for five minutes, for this sign-in. Send it as `X-Step-Up-Token`. A user with a second factor sends `totp`, `recovery_code` or `passkey`; the password alone is then refused. With `confirms`, the token counts for that act alone, and once. What adds, confirms or removes a payout destination, or approves money, needs such a token: the refusal without it has the act in `errors[0].confirms`.',
    body: named('StepUpRequest', stepUpSchema, { password: 'correct horse battery' }),
    responses: { 200: stepUpResponse },
    problems: [
      problems.password_wrong,
      problems.code_wrong,
      problems.passkey_wrong,
      problems.factor_required,
      problems.locked,
    ],
    work: async (needs: StepUpNeeds, { session, request }) =>
      stepUp(needs, session, jsonBody(request), deviceOf(request)),
  }),
  userEndpoint({
    tag: 'Account',
    id: 'stepUpOptions',
    method: 'POST',
    path: '/api/v1/merchant/step-up/options',
    priority: 'order',
    access: users('account'),
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
  'X-Step-Up-Token': z.string().optional().meta({ description: 'From `POST /api/v1/merchant/step-up`.' }),
}
/** What follows from a change that `recordSettingChange` reports. */
export const settingProof = 'owners are notified, and a user with a second factor needs a step-up.'
export const stepUpProblems = [problems.step_up_required]
/** Of routes that decide where money goes. */
export const confirmationProblems = [problems.step_up_required, problems.step_up_differs]

/** The request as a call that needs a step-up, which is not checked yet. */
export function callOf(session: Session, request: FastifyRequest): ProvenCall {
  return { session, stepUpToken: stepUpToken(request), from: { address: request.ip, requestId: request.id } }
}
