// The routes by which an admin user confirms their identity.

import { deviceOf } from '../../../accounts/device.ts'
import { stepUpResponse } from '../../../accounts/factors/schemas.ts'
import { passkeyRequestResponse } from '../../../accounts/passkeys/schemas.ts'
import { admins } from '../../../platform/http/access.ts'
import { named } from '../../../platform/http/api.ts'
import { endpoint, succeeded } from '../../../platform/http/endpoint.ts'
import { jsonBody } from '../../../platform/http/http.ts'
import { adminOf } from '../../access.ts'
import { staffProblems as problems } from '../problems.ts'
import type { SignInNeeds } from '../sign-in.ts'
import { staffStepUpOptions, staffStepUpSchema, stepUpStaff } from './step-up.ts'

const own = { tag: 'Admin: staff' } as const

export const staffStepUpRoutes = [
  endpoint({
    ...own,
    id: 'stepUpAdmin',
    method: 'POST',
    path: '/api/v1/admin/step-up',
    priority: 'order',
    access: admins('account'),
    stepUp: 'identity',
    conflictOfInterest: 'service',
    summary: 'Confirm your identity as an admin user',
    description:
      'By a code of the authenticator app, a recovery code or a passkey. The token is valid for five minutes, for this session. Send it as `X-Step-Up-Token` with what changes who may sign in, with approvals, and with what moves money or switches off a control. Tokens of the settings need none. An approval of money is confirmed with its payee and sum: refused without a step-up, it says in `errors` what to send as `confirms`, and the token then counts for that approval alone.',
    body: named('AdminStepUpRequest', staffStepUpSchema, { totp: '123456' }),
    responses: { 200: stepUpResponse },
    problems: [
      problems.code_wrong,
      problems.passkey_wrong,
      problems.factor_required,
      problems.no_account,
      problems.locked,
    ],
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded(await stepUpStaff(needs, adminOf(request), jsonBody(request), deviceOf(request))),
  }),
  endpoint({
    ...own,
    id: 'adminStepUpOptions',
    method: 'POST',
    path: '/api/v1/admin/step-up/options',
    priority: 'order',
    access: admins('account'),
    stepUp: 'identity',
    conflictOfInterest: 'service',
    summary: 'Begin a step-up with a passkey of an admin user',
    description:
      'Pass the options to `navigator.credentials.get`, and its result to the step-up as `passkey`. They work once, for five minutes.',
    responses: { 200: passkeyRequestResponse },
    problems: [problems.no_account],
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded(await staffStepUpOptions(needs, adminOf(request))),
  }),
]
