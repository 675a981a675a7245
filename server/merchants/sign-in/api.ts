// Routes for accounts: sign-in, sign-up, sign-out and passwords.

import type { FastifyInstance } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import { anyone, users } from '../../platform/http/access.ts'
import { type Endpoint, named } from '../../platform/http/api.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { deviceOf } from '../devices/device.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import type { ReservedNames } from '../users/reserved-name.ts'
import { endSession } from './bearer.ts'
import { type Offer, selfServicePath as path, succeeded } from './bearer-routes.ts'
import { changePassword, changeSchema, type LoginNeeds, logIn } from './login.ts'
import { loginBody, loginProblems } from './login-document.ts'
import { forgottenSchema, requestResetLink } from './reset/forgotten-password.ts'
import { resetPassword, resetSchema } from './reset/password-reset.ts'
import { credentialsResponse, doneResponse, tokenResponse } from './schemas.ts'
import { signUp, signUpSchema } from './sign-up.ts'

const open = { tag: 'Account' } as const
const account = { tag: 'Account' } as const

const endpoints = {
  logIn: {
    ...open,
    id: 'logIn',
    method: 'POST',
    path: '/api/v1/merchant/login',
    priority: 'status',
    access: anyone,
    summary: 'Sign in',
    description:
      'Five wrong passwords within 15 minutes lock sign-in for that email and address for 15 minutes. A user with a second factor sends `totp` or `recovery_code` as well, or signs in with a passkey instead.',
    body: loginBody,
    responses: { 200: tokenResponse },
    problems: loginProblems,
  },
  signUp: {
    ...open,
    id: 'signUp',
    method: 'POST',
    path: '/api/v1/merchant/signup',
    priority: 'list',
    access: anyone,
    summary: 'Create a sandbox merchant account',
    body: named('SignUpRequest', signUpSchema, {
      name: 'Boutique Kivu',
      email: 'grace@example.com',
      password: 'correct horse battery',
    }),
    responses: { 200: credentialsResponse },
    problems: [problems.sign_up_closed, problems.password_refused, requestProblems.rate_limited],
  },
  requestPasswordLink: {
    ...open,
    id: 'requestPasswordLink',
    method: 'POST',
    path: '/api/v1/merchant/forgotten-password',
    priority: 'list',
    access: anyone,
    summary: 'Request a link for a new password by email',
    description:
      'The response is the same whether or not a user has this email. A user who has confirmed it gets at most one link in ten minutes. Each works for one hour, until one is used; while two work, no other is sent.',
    body: named('ForgottenPasswordRequest', forgottenSchema, { email: 'grace@example.com' }),
    responses: { 200: doneResponse },
    problems: [problems.links_not_mailed, requestProblems.rate_limited],
  },
  resetPassword: {
    ...open,
    id: 'resetPassword',
    method: 'POST',
    path: '/api/v1/merchant/password-reset',
    priority: 'status',
    access: anyone,
    summary: 'Set a new password with a one-time link',
    description:
      'The token is the part after # in the link you were sent. All sessions end; API keys keep working.',
    body: named('PasswordResetRequest', resetSchema, {
      token: 'R1c3k9Zt0mQvXb7sYw2nLp5uHd8jFa4gEi6oTr1KzCM',
      new_password: 'staple correct horse',
    }),
    responses: { 200: doneResponse },
    problems: [problems.reset_link_unusable, problems.password_refused, requestProblems.rate_limited],
  },
  logOut: {
    ...account,
    id: 'logOut',
    method: 'POST',
    path: '/api/v1/merchant/logout',
    priority: 'status',
    access: users('account'),
    summary: 'Sign out',
    responses: { 200: doneResponse },
  },
  changePassword: {
    ...account,
    id: 'changePassword',
    method: 'POST',
    path: '/api/v1/merchant/change-password',
    priority: 'order',
    access: users('account'),
    summary: 'Change the password',
    description: '12 to 128 characters, and not a common password. Ends all other sessions.',
    body: named('PasswordRequest', changeSchema, {
      current_password: 'correct horse battery',
      new_password: 'staple correct horse',
    }),
    responses: { 200: doneResponse },
    problems: [problems.password_wrong, problems.password_refused, problems.locked],
  },
} satisfies Record<string, Endpoint>

export type AccountNeeds = ReservedNames &
  LoginNeeds & {
    merchantPrefix: string
    /** Whether anyone may create a sandbox merchant account. */
    signUpOpen: boolean
    /** Whether links for a new password can be sent by email. */
    mailsLinks: boolean
  }

/** Registers the routes that need no token. */
export function registerOpenRoutes(app: FastifyInstance, needs: AccountNeeds): void {
  app.post(`${path}/login`, { config: { api: endpoints.logIn } }, async (request, reply) =>
    sendJson(reply, succeeded(await logIn(needs, jsonBody(request), deviceOf(request)))),
  )
  app.post(`${path}/password-reset`, { config: { api: endpoints.resetPassword } }, async (request, reply) => {
    await resetPassword(needs, jsonBody(request), request.ip)
    return sendJson(reply, succeeded())
  })
  app.post(
    `${path}/forgotten-password`,
    { config: { api: endpoints.requestPasswordLink } },
    async (request, reply) => {
      await requestResetLink(needs, jsonBody(request))
      return sendJson(reply, succeeded())
    },
  )
  app.post(`${path}/signup`, { config: { api: endpoints.signUp } }, async (request, reply) => {
    if (!needs.signUpOpen) throw new Problem(problems.sign_up_closed)
    return sendJson(reply, succeeded(await signUp(needs, jsonBody(request))))
  })
}

/** Registers the account routes that need a session. */
export function offerAccount(offer: Offer, needs: LoginNeeds): void {
  offer('POST', 'logout', endpoints.logOut, (session) => endSession(needs.db, session).then(() => undefined))
  offer('POST', 'change-password', endpoints.changePassword, (session, request) =>
    changePassword(needs, session, jsonBody(request), request.ip).then(() => undefined),
  )
}
