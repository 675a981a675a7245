// Routes for signing in with a passkey, for programs. The portal has its own, which sets its cookie.
import { type Device, deviceOf } from '../../accounts/device.ts'
import { exampleAssertion, passkeyRequestResponse } from '../../accounts/passkeys/schemas.ts'
import {
  passkeySignInOptions,
  passkeySignInSchema,
  signInWithPasskey,
} from '../../accounts/passkeys/verify.ts'
import { controlStatement } from '../../platform/database/database.ts'
import { anyone } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { type Account, beginSession, type LoginNeeds, loginResponse } from './login.ts'
import { tokenResponse } from './schemas.ts'

export type PasskeyLoginNeeds = LoginNeeds & { baseUrl: string }

const findAccount = controlStatement<Account>(
  'find_account_of_passkey',
  `select u.id, u.email, u.role, u.has_second_factor, m.id as merchant_id, m.merchant_code, m.environment, m.status,
          u.password_hash
     from passkey p join merchant_user u on u.id = p.account_id join shared.merchant m on m.id = u.merchant_id
    where p.id = $1`,
)

/** Issues an access token for a passkey. @throws InvalidBody, Problem 401, 403 */
export async function logInWithPasskey(needs: PasskeyLoginNeeds, body: unknown, device: Device) {
  const { user, begun } = await signInWithPasskey(needs, body, {
    ...{ kind: 'merchant_user', find: findAccount },
    begin: (sql, account) =>
      beginSession(sql, needs, { account, passwordHash: null, byFactor: true, device }),
  })
  return loginResponse(user, begun?.token)
}

const account = {
  tag: 'Account',
  method: 'POST',
  priority: 'status',
  access: anyone,
  limitedAs: 'sign_in',
} as const

export const passkeyLoginBody = named('PasskeyLoginRequest', passkeySignInSchema, {
  passkey: exampleAssertion,
})
export const passkeyLoginProblems = [problems.passkey_refused, requestProblems.rate_limited]

export const passkeyLoginRoutes = [
  endpoint({
    ...account,
    id: 'passkeyLoginOptions',
    path: '/api/v1/merchant/login/passkey/options',
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
    path: '/api/v1/merchant/login/passkey',
    summary: 'Sign in with a passkey',
    description: 'A passkey is both factors: neither the password nor a code is asked for.',
    body: passkeyLoginBody,
    responses: { 200: tokenResponse },
    problems: passkeyLoginProblems,
    handle: async (needs: PasskeyLoginNeeds, { request }) =>
      succeeded(await logInWithPasskey(needs, jsonBody(request), deviceOf(request))),
  }),
]
