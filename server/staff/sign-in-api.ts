// Routes by which admin users accept a link, sign in and out, confirm their identity, and see and end sessions.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accessProblems, adminOf, adminStepUpHeader, stepUpProblem } from '../admin/access.ts'
import { audit } from '../admin/audit.ts'
import { deviceOf } from '../merchants/devices/device.ts'
import { admins, anyone } from '../platform/http/access.ts'
import { type Endpoint, named } from '../platform/http/api.ts'
import { jsonBody, sendJson } from '../platform/http/http.ts'
import { requestProblems } from '../platform/http/problems.ts'
import { acceptLink, acceptSchema } from './accept.ts'
import { changeStaffPassword, passwordSchema } from './change-password.ts'
import { registerStaffPasskeys } from './passkeys/api.ts'
import { staffProblems as problems } from './problems.ts'
import { registerStaffRecoveryCodes } from './recovery/api.ts'
import {
  acceptedResponse,
  doneResponse,
  exampleSessionId,
  sessionsResponse,
  signedInResponse,
} from './schemas.ts'
import { endOneStaffSession, endOwnSession, staffSessions } from './sessions.ts'
import { type SignInNeeds, signIn, signInSchema, withRefusalsLogged } from './sign-in.ts'
import { registerStaffStepUp } from './step-up/api.ts'

const open = { tag: 'Admin: staff' } as const
const own = { tag: 'Admin: staff' } as const
const strangers = [accessProblems.network_refused, requestProblems.rate_limited]

const endpoints = {
  signIn: {
    ...open,
    id: 'signInAdmin',
    method: 'POST',
    path: '/api/v1/admin/login',
    priority: 'status',
    access: anyone,
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
  },
  accept: {
    ...open,
    id: 'acceptAdminLink',
    method: 'POST',
    path: '/api/v1/admin/users/accept',
    priority: 'list',
    access: anyone,
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
  },
  signOut: {
    ...own,
    id: 'signOutAdmin',
    method: 'POST',
    path: '/api/v1/admin/logout',
    priority: 'status',
    access: admins('account'),
    stepUp: 'identity',
    conflictOfInterest: 'service',
    summary: 'Sign out',
    description: 'Ends the session of the request. A token goes on.',
    responses: { 200: doneResponse },
  },
  changePassword: {
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
    body: named('AdminPasswordRequest', passwordSchema, {
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
  },
  sessions: {
    ...own,
    id: 'listAdminSessions',
    method: 'GET',
    path: '/api/v1/admin/sessions',
    priority: 'list',
    access: admins('account'),
    summary: 'List sessions of admin users',
    description: 'The own ones; with the role owner, those of all admin users.',
    responses: { 200: sessionsResponse },
  },
  endSession: {
    ...own,
    id: 'endAdminSession',
    method: 'DELETE',
    path: '/api/v1/admin/sessions/:session_id',
    priority: 'order',
    access: admins('account'),
    stepUp: 'identity',
    conflictOfInterest: 'service',
    summary: 'End a session of an admin user',
    params: { session_id: z.string().meta({ examples: [exampleSessionId] }) },
    responses: { 200: doneResponse },
    problems: [problems.session_unknown],
  },
} satisfies Record<string, Endpoint>

type Guard = (request: FastifyRequest) => Promise<void>
type ById = FastifyRequest<{ Params: { session_id: string } }>

const base = '/api/v1/admin'

/** @param guards.network lets only admin networks pass, @param guards.admin only admins. */
export function registerStaffSignIn(
  app: FastifyInstance,
  needs: SignInNeeds,
  guards: { network: Guard; admin: Guard },
): void {
  registerStaffPasskeys(app, needs, guards)
  registerStaffRecoveryCodes(app, needs, guards.admin)
  registerStaffStepUp(app, needs, guards.admin)
  const send = (reply: FastifyReply, data: object) => sendJson(reply, { status: 'success', data })
  const stranger = (api: Endpoint) => ({ onRequest: guards.network, config: { api } })
  const admin = (api: Endpoint) => ({ onRequest: guards.admin, config: { api } })
  app.post(`${base}/login`, stranger(endpoints.signIn), async (request, reply) =>
    send(
      reply,
      await withRefusalsLogged(needs, request, signIn(needs, jsonBody(request), deviceOf(request))),
    ),
  )
  app.post(`${base}/users/accept`, stranger(endpoints.accept), async (request, reply) =>
    send(reply, await acceptLink(needs, jsonBody(request), deviceOf(request))),
  )
  app.post(`${base}/logout`, admin(endpoints.signOut), async (request, reply) => {
    await endOwnSession(needs.db, adminOf(request))
    return send(reply, {})
  })
  app.post(`${base}/change-password`, admin(endpoints.changePassword), async (request, reply) => {
    await changeStaffPassword(needs, adminOf(request), jsonBody(request))
    return send(reply, {})
  })
  app.get(`${base}/sessions`, admin(endpoints.sessions), async (request, reply) =>
    send(reply, { items: await staffSessions(needs, adminOf(request)) }),
  )
  app.delete(`${base}/sessions/:session_id`, admin(endpoints.endSession), async (request: ById, reply) => {
    const by = adminOf(request)
    await needs.db.transaction(async (sql) => {
      const subject = await endOneStaffSession(sql, by, request.params.session_id)
      const action = 'staff.session_ended'
      audit(sql, needs.secrets, { admin: by, action, subject, detail: {}, now: needs.clock.now() })
    })
    return send(reply, {})
  })
}
