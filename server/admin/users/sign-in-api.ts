// Routes by which admin users accept a link, sign in and out, confirm their identity, and see and end sessions.

import { z } from 'zod'
import { deviceOf } from '../../accounts/device.ts'
import { passwordChangeSchema } from '../../accounts/own-password.ts'
import { endSession } from '../../accounts/sessions.ts'
import { adminNetworks, admins } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { accessProblems, adminOf, adminStepUpHeader, stepUpProblem } from '../access.ts'
import { audit } from '../audit.ts'
import { acceptLink, acceptSchema } from './accept.ts'
import { staffPasskeyRoutes, staffRecoveryRoutes, staffStepUpRoutes } from './factors-api.ts'
import { staffProblems as problems } from './problems.ts'
import {
  acceptedResponse,
  doneResponse,
  exampleSessionId,
  sessionsResponse,
  signedInResponse,
} from './schemas.ts'
import { endOneStaffSession, staffSessions } from './sessions.ts'
import { changeStaffPassword, type SignInNeeds, signIn, signInSchema, withRefusalsLogged } from './sign-in.ts'

const own = { tag: 'Admin: staff' } as const
const strangers = [accessProblems.network_refused, requestProblems.rate_limited]

const ending = {
  ...own,
  access: admins('account'),
  stepUp: 'identity',
  conflictOfInterest: 'service',
} as const

const entering = { ...own, method: 'POST', access: adminNetworks, limitedAs: 'sign_in' } as const

export const staffSignInRoutes = [
  ...staffPasskeyRoutes,
  ...staffRecoveryRoutes,
  ...staffStepUpRoutes,
  endpoint({
    ...entering,
    id: 'signInAdmin',
    path: '/api/v1/admin/login',
    priority: 'status',
    summary: 'Sign in as an admin user',
    description:
      'The password and the code of the authenticator app, or a recovery code. Send the access token as `Authorization: Bearer` on every admin route. Five wrong passwords within 15 minutes lock sign-in for that email and address for 15 minutes.',
    body: named('AdminSignIn', signInSchema, {
      email: 'amina@likuta.example',
      password: 'correct horse battery',
      totp: '123456',
    }),
    responses: { 200: signedInResponse },
    problems: [
      problems.login_wrong,
      problems.second_factor_required,
      problems.login_code_wrong,
      problems.factor_reset,
      problems.locked,
      ...strangers,
    ],
    handle: async (needs: SignInNeeds, { request }) => {
      const signingIn = signIn(needs, jsonBody(request), deviceOf(request))
      return succeeded(await withRefusalsLogged(needs, request, signingIn))
    },
  }),
  endpoint({
    ...entering,
    id: 'acceptAdminLink',
    path: '/api/v1/admin/users/accept',
    priority: 'list',
    summary: 'Accept an invitation, or set up a second factor again',
    description:
      'The token is the part after # in the link. Without `totp`, the response has the secret for the authenticator app; call again with its first code. An invited user chooses the password; a user whose second factor was reset gives theirs.',
    body: named('AdminAcceptance', acceptSchema, {
      token: 'R1c3k9Zt0mQvXb7sYw2nLp5uHd8jFa4gEi6oTr1KzCM',
      password: 'correct horse battery',
    }),
    responses: { 200: acceptedResponse },
    problems: [
      problems.link_unusable,
      problems.link_waiting,
      problems.password_refused,
      problems.password_wrong,
      problems.code_wrong,
      problems.locked,
      ...strangers,
    ],
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded(await acceptLink(needs, jsonBody(request), deviceOf(request))),
  }),
  endpoint({
    ...ending,
    id: 'signOutAdmin',
    method: 'POST',
    path: '/api/v1/admin/logout',
    priority: 'status',
    summary: 'Sign out',
    description: 'Ends the session of the request. A token goes on.',
    responses: { 200: doneResponse },
    handle: async ({ db }: SignInNeeds, { request }) => {
      const { session } = adminOf(request)
      if (session) await endSession(db, session)
      return succeeded({})
    },
  }),
  endpoint({
    ...own,
    headers: adminStepUpHeader,
    id: 'changeAdminPassword',
    method: 'POST',
    path: '/api/v1/admin/change-password',
    priority: 'order',
    access: admins('account'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Change the own password',
    description: '12 to 128 characters, and not a common password. Ends all other sessions.',
    body: named('AdminPasswordRequest', passwordChangeSchema, {
      current_password: 'correct horse battery',
      new_password: 'staple correct horse',
    }),
    responses: { 200: doneResponse },
    problems: [
      stepUpProblem,
      problems.password_wrong,
      problems.password_refused,
      problems.no_account,
      problems.locked,
    ],
    handle: async (needs: SignInNeeds, { request }) => {
      await changeStaffPassword(needs, adminOf(request), jsonBody(request))
      return succeeded({})
    },
  }),
  endpoint({
    ...own,
    id: 'listAdminSessions',
    method: 'GET',
    path: '/api/v1/admin/sessions',
    priority: 'list',
    access: admins('account'),
    summary: 'List sessions of admin users',
    description: 'The own ones; with the role owner, those of all admin users.',
    responses: { 200: sessionsResponse },
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded({ items: await staffSessions(needs, adminOf(request)) }),
  }),
  endpoint({
    ...ending,
    id: 'endAdminSession',
    method: 'DELETE',
    path: '/api/v1/admin/sessions/:session_id',
    priority: 'order',
    summary: 'End a session of an admin user',
    params: { session_id: z.string().meta({ examples: [exampleSessionId] }) },
    responses: { 200: doneResponse },
    problems: [problems.session_unknown],
    handle: async ({ db, secrets, clock }: SignInNeeds, { request, params }) => {
      const admin = adminOf(request)
      await db.transaction(async (sql) => {
        const subject = await endOneStaffSession(sql, admin, params.session_id)
        const action = 'staff.session_ended'
        audit(sql, secrets, { admin, action, subject, detail: {}, now: clock.now() })
      })
      return succeeded({})
    },
  }),
]
