// Routes for accounts: sign-in, sign-up, sign-out and passwords.

import { z } from 'zod'
import { accountEmailField, passwordField } from '../../accounts/account.ts'
import { deviceOf } from '../../accounts/device.ts'
import { passwordChangeSchema } from '../../accounts/own-password.ts'
import type { Passwords } from '../../accounts/password.ts'
import { refuseWeak } from '../../accounts/password-rules.ts'
import { endSession } from '../../accounts/sessions.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Cells } from '../../platform/database/cells.ts'
import type { Tx } from '../../platform/database/database.ts'
import { anyone, usersInBothModes } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { check, publicNameText, reservedName } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { sendFirstCode } from '../alerts/confirmation-code.ts'
import { cellForNewMerchant } from '../identity/cell.ts'
import { signUpPreferences } from '../identity/preferences.ts'
import { type Credentials, type Needs, registerMerchant } from '../identity/register.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import type { ReservedNames } from '../users/change-user.ts'
import { changePassword, type LoginNeeds, logIn, loginSchema } from './login.ts'
import {
  forgottenSchema,
  placeOfResetLink,
  requestResetLink,
  resetPassword,
  resetSchema,
} from './reset-password.ts'
import { credentialsResponse, doneResponse, tokenResponse } from './schemas.ts'
import { userEndpoint } from './user-endpoint.ts'

export const loginBody = named('LoginRequest', loginSchema, {
  email: 'grace@example.com',
  password: 'correct horse battery',
})
export const loginProblems = [
  problems.login_wrong,
  problems.second_factor_required,
  problems.login_code_wrong,
  problems.locked,
  requestProblems.rate_limited,
]

export const signUpSchema = z.object({
  name: publicNameText(),
  email: accountEmailField,
  password: passwordField,
  ...signUpPreferences,
})

/** Creates the merchant and returns all its secrets, which are never shown again. @throws InvalidBody, Problem 400, 503. */
async function signUp(
  needs: ReservedNames & Needs & { passwords: Passwords },
  body: unknown,
  address: string,
): Promise<Omit<Credentials, 'password'>> {
  const sent = check(signUpSchema, body, 'body')
  const { sells_by: sellsBy, time_zone: timeZone, checkout_attempts: checkoutAttempts, ...request } = sent
  // guard: reserved-name-of-merchant
  if (await needs.isReserved(needs.db, request.name)) throw reservedName(request.name)
  refuseWeak(request.password, [request.name, request.email])
  // An email that belongs to another account is taken like any other: it says nothing about who has accounts, and is not confirmed.
  const to = { environment: 'sandbox', channel: 'email', address: request.email } as const
  const confirmEmail = (sql: Tx, merchantId: bigint) => sendFirstCode(sql, needs, { ...to, merchantId })
  // guard: sign-up-hash-share
  const hash = (password: string) => needs.passwords.hash(password, { queue: 'other', address })
  const { password: _, ...credentials } = await registerMerchant(
    { ...needs, hash },
    { ...request, sellsBy, timeZone, checkoutAttempts, environment: 'sandbox', confirmEmail },
  )
  return credentials
}

const account = { tag: 'Account' } as const

const open = { ...account, method: 'POST', access: anyone, limitedAs: 'sign_in' } as const

/** The routes that need no token. */
export const openRoutes = [
  endpoint({
    ...open,
    id: 'logIn',
    path: '/api/v1/merchant/login',
    priority: 'status',
    summary: 'Sign in',
    description:
      'Five wrong passwords within 15 minutes lock sign-in for that email and address for 15 minutes. A user with a second factor sends `totp` or `recovery_code` as well, or signs in with a passkey instead.',
    body: loginBody,
    responses: { 200: tokenResponse },
    problems: loginProblems,
    handle: async (needs: LoginNeeds, { request }) =>
      succeeded(await logIn(needs, jsonBody(request), deviceOf(request))),
  }),
  endpoint({
    ...open,
    id: 'resetPassword',
    path: '/api/v1/merchant/password-reset',
    place: placeOfResetLink,
    priority: 'status',
    summary: 'Set a new password with a one-time link',
    description:
      'The token is the part after # in the link you were sent. All sessions end; API keys keep working.',
    body: named('PasswordResetRequest', resetSchema, {
      token: 'R1c3k9Zt0mQvXb7sYw2nLp5uHd8jFa4gEi6oTr1KzCM',
      new_password: 'staple correct horse',
    }),
    responses: { 200: doneResponse },
    problems: [problems.reset_link_unusable, problems.password_refused, requestProblems.rate_limited],
    handle: async (needs: LoginNeeds, { request }) => {
      await resetPassword(needs, jsonBody(request), request.ip)
      return succeeded({})
    },
  }),
  endpoint({
    ...open,
    id: 'requestPasswordLink',
    path: '/api/v1/merchant/forgotten-password',
    priority: 'list',
    summary: 'Request a link for a new password by email',
    description:
      'The response is the same whether or not a user has this email. A user who has confirmed it gets at most one link in ten minutes. Each works for one hour, until one is used; while two work, no other is sent.',
    body: named('ForgottenPasswordRequest', forgottenSchema, { email: 'grace@example.com' }),
    responses: { 200: doneResponse },
    problems: [problems.links_not_mailed, requestProblems.rate_limited],
    handle: async (needs: AccountNeeds, { request }) => {
      await requestResetLink(needs, jsonBody(request))
      return succeeded({})
    },
  }),
  endpoint({
    ...open,
    id: 'signUp',
    path: '/api/v1/merchant/signup',
    place: async (_request, { cells }) => (await cellForNewMerchant(cells)).cell,
    limitedAs: 'sign_up',
    priority: 'list',
    summary: 'Create a sandbox merchant account',
    body: named('SignUpRequest', signUpSchema, {
      name: 'Boutique Kivu',
      email: 'grace@example.com',
      password: 'correct horse battery',
    }),
    responses: { 200: credentialsResponse },
    problems: [problems.sign_up_closed, problems.password_refused, requestProblems.rate_limited],
    handle: async (needs: AccountNeeds, { request }) => {
      if (!needs.signUpOpen) throw new Problem(problems.sign_up_closed)
      return succeeded(await signUp(needs, jsonBody(request), request.ip))
    },
  }),
]

const signedIn = { ...account, method: 'POST', access: usersInBothModes('account') } as const

/** Registers the account routes that need a session. */
export const accountRoutes = [
  userEndpoint({
    ...signedIn,
    id: 'logOut',
    path: '/api/v1/merchant/logout',
    priority: 'status',
    summary: 'Sign out',
    responses: { 200: doneResponse },
    work: async ({ db }: LoginNeeds, { session }) => {
      await endSession(db, session)
      return undefined
    },
  }),
  userEndpoint({
    ...signedIn,
    id: 'changePassword',
    path: '/api/v1/merchant/change-password',
    priority: 'order',
    summary: 'Change the password',
    description: '12 to 128 characters, and not a common password. Ends all other sessions.',
    body: named('PasswordRequest', passwordChangeSchema, {
      current_password: 'correct horse battery',
      new_password: 'staple correct horse',
    }),
    responses: { 200: doneResponse },
    problems: [problems.password_wrong, problems.password_refused, problems.locked],
    work: async (needs: LoginNeeds, { session, request }) => {
      await changePassword(needs, session, jsonBody(request), request.ip)
      return undefined
    },
  }),
]

type AccountNeeds = ReservedNames &
  LoginNeeds & {
    cells: Cells
    merchantPrefix: string
    /** Whether anyone may create a sandbox merchant account. */
    signUpOpen: boolean
    /** Whether links for a new password can be sent by email. */
    mailsLinks: boolean
  }
