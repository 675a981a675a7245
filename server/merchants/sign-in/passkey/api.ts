// Routes for signing in with a passkey, for programs. The portal has its own, which sets its cookie.

import { deviceOf } from '../../../accounts/device.ts'
import { exampleAssertion } from '../../../accounts/passkeys/examples.ts'
import { passkeyRequestResponse } from '../../../accounts/passkeys/schemas.ts'
import { passkeySignInOptions, passkeySignInSchema } from '../../../accounts/passkeys/sign-in.ts'
import { anyone } from '../../../platform/http/access.ts'
import { named } from '../../../platform/http/api.ts'
import { endpoint, succeeded } from '../../../platform/http/endpoint.ts'
import { jsonBody } from '../../../platform/http/http.ts'
import { requestProblems } from '../../../platform/http/problems.ts'
import { selfServiceProblems as problems } from '../../problems.ts'
import { tokenResponse } from '../schemas.ts'
import { logInWithPasskey, type PasskeyLoginNeeds } from './passkey-login.ts'

const account = { tag: 'Account' } as const

export const passkeyLoginBody = named('PasskeyLoginRequest', passkeySignInSchema, {
  passkey: exampleAssertion,
})
export const passkeyLoginProblems = [problems.passkey_refused, requestProblems.rate_limited]

export const passkeyLoginRoutes = [
  endpoint({
    ...account,
    id: 'passkeyLoginOptions',
    method: 'POST',
    path: '/api/v1/merchant/login/passkey/options',
    priority: 'status',
    access: anyone,
    summary: 'Begin to sign in with a passkey',
    description:
      'Pass the options to `navigator.credentials.get` on a page of this deployment. They work once, for five minutes.',
    responses: { 200: passkeyRequestResponse },
    problems: [requestProblems.rate_limited],
    handle: async (needs: PasskeyLoginNeeds) => succeeded(await passkeySignInOptions(needs, 'merchant_user')),
  }),
  endpoint({
    ...account,
    id: 'logInWithPasskey',
    method: 'POST',
    path: '/api/v1/merchant/login/passkey',
    priority: 'status',
    access: anyone,
    summary: 'Sign in with a passkey',
    description: 'A passkey is both factors: neither the password nor a code is asked for.',
    body: passkeyLoginBody,
    responses: { 200: tokenResponse },
    problems: passkeyLoginProblems,
    handle: async (needs: PasskeyLoginNeeds, { request }) =>
      succeeded(await logInWithPasskey(needs, jsonBody(request), deviceOf(request))),
  }),
]
