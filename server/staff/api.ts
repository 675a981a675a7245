// Routes for admin users: list, invite, change, remove, reset the second factor.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../admin/access.ts'
import { approvalProblems } from '../approvals/problems.ts'
import { approvalWaitsData } from '../approvals/schemas.ts'
import { admins } from '../platform/http/access.ts'
import { type Endpoint, named } from '../platform/http/api.ts'
import { jsonBody, sendJson } from '../platform/http/http.ts'
import {
  changeStaffRole,
  inviteStaff,
  removeStaff,
  resetStaffFactor,
  type StaffNeeds,
} from './change-user.ts'
import { staffProblems as problems } from './problems.ts'
import { staffUsers } from './queries.ts'
import {
  changeRoleSchema,
  doneResponse,
  factorResetResponse,
  invitedResponse,
  invitedWaitsResponse,
  inviteSchema,
  reasonSchema,
  removalSchema,
  userResponse,
  usersResponse,
} from './schemas.ts'

const staff = { tag: 'Admin: staff' } as const
const proven = { ...staff, headers: adminStepUpHeader } as const
const path = { user_id: z.string().meta({ examples: ['5f0c2f2e-8d0a-4d0b-9a52-1d2f7c1e4b11'] }) }

const endpoints = {
  list: {
    ...staff,
    id: 'listAdminUsers',
    method: 'GET',
    path: '/api/v1/admin/users',
    priority: 'list',
    access: admins('staff'),
    summary: 'List admin users',
    responses: { 200: usersResponse },
  },
  invite: {
    ...proven,
    id: 'inviteAdminUser',
    method: 'POST',
    path: '/api/v1/admin/users',
    priority: 'list',
    access: admins('staff'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Invite an admin user',
    description:
      'The link is sent to the person by email; without a mail server it is in `url`, and you send it. It works once, for seven days, and replaces an earlier one for the same email. Where the deployment asks for approvals of roles, the response is 202 and the link works after a second admin has approved it.',
    body: named('AdminUserRequest', inviteSchema, {
      email: 'amina@likuta.example',
      name: 'Amina Kabila',
      role: 'finance',
      reason: 'Joins the finance team',
    }),
    responses: { 200: invitedResponse, 202: invitedWaitsResponse },
    problems: [
      stepUpProblem,
      problems.user_exists,
      problems.name_taken,
      problems.name_differs,
      approvalProblems.second_admin_missing,
    ],
  },
  change: {
    ...proven,
    id: 'changeAdminRole',
    method: 'POST',
    path: '/api/v1/admin/users/:user_id',
    priority: 'order',
    access: admins('staff'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Change the role of an admin user',
    description:
      'The user is signed out everywhere. Where the deployment asks for approvals of roles, the response is 202 and the role changes after a second admin has approved it.',
    params: path,
    body: named('AdminRoleRequest', changeRoleSchema, {
      role: 'owner',
      reason: 'Leads the team from now on',
    }),
    responses: { 200: userResponse, 202: approvalWaitsData },
    problems: [
      stepUpProblem,
      problems.user_unknown,
      problems.role_unchanged,
      problems.last_owner,
      approvalProblems.second_admin_missing,
    ],
  },
  remove: {
    ...proven,
    id: 'removeAdminUser',
    method: 'DELETE',
    path: '/api/v1/admin/users/:user_id',
    priority: 'order',
    access: admins('staff'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Remove an admin user',
    description: 'The sessions of the user end. The email can be invited again.',
    params: path,
    query: removalSchema,
    responses: { 200: doneResponse },
    problems: [stepUpProblem, problems.user_unknown, problems.last_owner],
  },
  resetFactors: {
    ...proven,
    id: 'resetAdminFactors',
    method: 'POST',
    path: '/api/v1/admin/users/:user_id/reset-factors',
    priority: 'order',
    access: admins('staff'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Reset the second factor of an admin user',
    description:
      'For somebody who lost the phone. The authenticator app, the passkeys and the sessions of the user end. The link sets up a new app, and also takes the password of the user. Nobody resets their own.',
    params: path,
    body: named('AdminFactorResetRequest', reasonSchema, { reason: 'Lost the phone, called back' }),
    responses: { 200: factorResetResponse },
    problems: [stepUpProblem, problems.user_unknown, problems.own_factor],
  },
} satisfies Record<string, Endpoint>

type ById = FastifyRequest<{ Params: { user_id: string } }>

const base = '/api/v1/admin/users'

/** @param guard lets only admins pass. */
export function registerStaffRoutes(
  app: FastifyInstance,
  needs: StaffNeeds,
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  const onRequest = guard
  const send = (reply: FastifyReply, data: object) => sendJson(reply, { status: 'success', data })
  app.get(base, { onRequest, config: { api: endpoints.list } }, async (_request, reply) =>
    send(reply, { items: await staffUsers(needs.db, needs.clock.now()) }),
  )
  app.post(base, { onRequest, config: { api: endpoints.invite } }, async (request, reply) => {
    const invited = await inviteStaff(needs, adminOf(request), jsonBody(request))
    return send(reply.code(invited.approval ? 202 : 200), invited)
  })
  const ofUser = `${base}/:user_id`
  app.post(ofUser, { onRequest, config: { api: endpoints.change } }, async (request: ById, reply) => {
    const { user_id } = request.params
    const changed = await changeStaffRole(needs, adminOf(request), user_id, jsonBody(request))
    return send(reply.code('approval_id' in changed ? 202 : 200), changed)
  })
  app.delete(ofUser, { onRequest, config: { api: endpoints.remove } }, async (request: ById, reply) => {
    await removeStaff(needs, adminOf(request), request.params.user_id, request.query)
    return send(reply, {})
  })
  const factors = { onRequest, config: { api: endpoints.resetFactors } }
  app.post(`${ofUser}/reset-factors`, factors, async (request: ById, reply) => {
    const { user_id } = request.params
    return send(reply, await resetStaffFactor(needs, adminOf(request), user_id, jsonBody(request)))
  })
}
