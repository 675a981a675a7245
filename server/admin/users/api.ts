// Routes for admin users: list, invite, change, remove, reset the second factor.

import { z } from 'zod'
import { admins } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { endpoint, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { adminOf, adminStepUpHeader, stepUpProblem } from '../access.ts'
import { approvalProblems } from '../approvals/problems.ts'
import { approvalWaitsData } from '../approvals/schemas.ts'
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
const proven = {
  ...staff,
  headers: adminStepUpHeader,
  access: admins('staff'),
  stepUp: 'required',
  conflictOfInterest: 'service',
} as const
const path = { user_id: z.string().meta({ examples: ['5f0c2f2e-8d0a-4d0b-9a52-1d2f7c1e4b11'] }) }

export const staffRoutes = [
  endpoint({
    ...staff,
    id: 'listAdminUsers',
    method: 'GET',
    path: '/api/v1/admin/users',
    priority: 'list',
    access: admins('staff'),
    summary: 'List admin users',
    responses: { 200: usersResponse },
    handle: async ({ db, clock }: StaffNeeds, { request }) =>
      succeeded({ items: await staffUsers(db, adminOf(request), clock.now()) }),
  }),
  endpoint({
    ...proven,
    id: 'inviteAdminUser',
    method: 'POST',
    path: '/api/v1/admin/users',
    priority: 'list',
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
    handle: async (needs: StaffNeeds, { request }) => {
      const invited = await inviteStaff(needs, adminOf(request), jsonBody(request))
      return invited.approval ? respond(202, succeeded(invited)) : succeeded(invited)
    },
  }),
  endpoint({
    ...proven,
    id: 'changeAdminRole',
    method: 'POST',
    path: '/api/v1/admin/users/:user_id',
    priority: 'order',
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
    handle: async (needs: StaffNeeds, { request, params }) => {
      const changed = await changeStaffRole(needs, adminOf(request), params.user_id, jsonBody(request))
      return 'approval_id' in changed ? respond(202, succeeded(changed)) : succeeded(changed)
    },
  }),
  endpoint({
    ...proven,
    id: 'removeAdminUser',
    method: 'DELETE',
    path: '/api/v1/admin/users/:user_id',
    priority: 'order',
    summary: 'Remove an admin user',
    description: 'The sessions of the user end. The email can be invited again.',
    params: path,
    query: removalSchema,
    responses: { 200: doneResponse },
    problems: [stepUpProblem, problems.user_unknown, problems.last_owner],
    handle: async (needs: StaffNeeds, { request, params }) => {
      await removeStaff(needs, adminOf(request), params.user_id, request.query)
      return succeeded({})
    },
  }),
  endpoint({
    ...proven,
    id: 'resetAdminFactors',
    method: 'POST',
    path: '/api/v1/admin/users/:user_id/reset-factors',
    priority: 'order',
    summary: 'Reset the second factor of an admin user',
    description:
      'For somebody who lost the phone. The authenticator app, the passkeys and the sessions of the user end. The link sets up a new app, and also takes the password of the user. Nobody resets their own.',
    params: path,
    body: named('AdminFactorResetRequest', reasonSchema, { reason: 'Lost the phone, called back' }),
    responses: { 200: factorResetResponse },
    problems: [stepUpProblem, problems.user_unknown, problems.own_factor],
    handle: async (needs: StaffNeeds, { request, params }) =>
      succeeded(await resetStaffFactor(needs, adminOf(request), params.user_id, jsonBody(request))),
  }),
]
