// Routes for the users of a merchant and for invitations.

import { z } from 'zod'
import { anyone, usersInBothModes } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import type { LoginNeeds } from '../sign-in/login.ts'
import { doneResponse } from '../sign-in/schemas.ts'
import { callOf, stepUpHeader, stepUpProblems } from '../sign-in/step-up.ts'
import { userEndpoint } from '../sign-in/user-endpoint.ts'
import { acceptInvitation, placeOfInvitation, readInvitation } from './accept-invitation.ts'
import { changeUser, type ReservedNames, removeUser, type UserNeeds } from './change-user.ts'
import { type InviteNeeds, inviteUser, revokeInvitation } from './invite.ts'
import { resetFactors } from './reset-factors.ts'
import {
  acceptanceSchema,
  acceptedResponse,
  changeUserSchema,
  invitationResponse,
  invitationSchema,
  invitationsOf,
  invitationsResponse,
  openedInvitationResponse,
  openingSchema,
  userResponse,
  usersOf,
  usersResponse,
} from './users.ts'

const team = { tag: 'Team' } as const
const path = { id: z.string().meta({ examples: ['5f0c2f2e-8d0a-4d0b-9a52-1d2f7c1e4b11'] }) }

const invited = { ...team, method: 'POST', priority: 'list', access: anyone, limitedAs: 'sign_in' } as const

/** The routes of a person who has no account yet. */
export const acceptanceRoutes = [
  endpoint({
    ...invited,
    id: 'openInvitation',
    path: '/api/v1/merchant/invitations/open',
    summary: 'Retrieve an invitation',
    description: 'Who invites whom, for the person with the link. The token is the part after # in the link.',
    body: named('InvitationToken', openingSchema, { token: 'R1c3k9Zt0mQvXb7sYw2nLp5uHd8jFa4gEi6oTr1KzCM' }),
    responses: { 200: openedInvitationResponse },
    problems: [problems.invitation_unusable, requestProblems.rate_limited],
    handle: async (needs: LoginNeeds, { request }) =>
      succeeded(await readInvitation(needs, jsonBody(request))),
  }),
  endpoint({
    ...invited,
    id: 'acceptInvitation',
    path: '/api/v1/merchant/invitations/accept',
    // guard: place-of-invitation
    place: placeOfInvitation,
    summary: 'Accept an invitation',
    description:
      'The token is the part after # in the link. The user then signs in with the email and the password.',
    body: named('AcceptanceRequest', acceptanceSchema, {
      token: 'R1c3k9Zt0mQvXb7sYw2nLp5uHd8jFa4gEi6oTr1KzCM',
      name: 'Aline Furaha',
      password: 'correct horse battery',
    }),
    responses: { 200: acceptedResponse },
    problems: [
      problems.invitation_unusable,
      problems.email_refused,
      problems.name_reserved,
      problems.password_refused,
      requestProblems.rate_limited,
    ],
    handle: async (needs: LoginNeeds & ReservedNames, { request }) =>
      succeeded(
        await acceptInvitation(needs, jsonBody(request), { address: request.ip, requestId: request.id }),
      ),
  }),
]

const managing = {
  ...team,
  priority: 'order',
  access: usersInBothModes('team'),
  headers: stepUpHeader,
  params: path,
} as const

const listing = { ...team, method: 'GET', priority: 'list', access: usersInBothModes('team') } as const

export const userRoutes = [
  userEndpoint({
    ...listing,
    id: 'listUsers',
    path: '/api/v1/merchant/users',
    summary: 'List users',
    responses: { 200: usersResponse },
    work: async (needs: UserNeeds, { session }) => ({
      items: await usersOf(needs.db, session.merchantId),
    }),
  }),
  userEndpoint({
    ...managing,
    id: 'changeUser',
    method: 'POST',
    path: '/api/v1/merchant/users/:id',
    summary: 'Change the role or the name of a user',
    description: 'A user whose role changes is signed out everywhere.',
    body: named('UserRequest', changeUserSchema, { role: 'accountant' }),
    responses: { 200: userResponse },
    problems: [
      problems.name_reserved,
      ...stepUpProblems,
      problems.user_unknown,
      problems.last_owner,
      problems.last_approver,
    ],
    work: async (needs: UserNeeds, { session, request, params }) =>
      changeUser(needs, callOf(session, request), params.id, jsonBody(request)),
  }),
  userEndpoint({
    ...managing,
    id: 'removeUser',
    method: 'DELETE',
    path: '/api/v1/merchant/users/:id',
    summary: 'Remove a user',
    description: 'Their sessions end, and so do the invitations they made. API keys keep working.',
    responses: { 200: doneResponse },
    problems: [...stepUpProblems, problems.user_unknown, problems.last_owner, problems.last_approver],
    work: async (needs: UserNeeds, { session, request, params }) =>
      removeUser(needs, callOf(session, request), params.id),
  }),
  userEndpoint({
    ...managing,
    id: 'resetUserFactors',
    method: 'POST',
    path: '/api/v1/merchant/users/:id/reset-factors',
    summary: 'Reset the second factors of a user',
    description:
      'For a user who lost the phone. Their passkeys, authenticator app and recovery codes end, and so do their sessions; the password stays.',
    responses: { 200: doneResponse },
    problems: [...stepUpProblems, problems.user_unknown, problems.factor_missing],
    work: async (needs: UserNeeds, { session, request, params }) =>
      resetFactors(needs, callOf(session, request), params.id),
  }),
  userEndpoint({
    ...listing,
    id: 'listInvitations',
    path: '/api/v1/merchant/invitations',
    summary: 'List open invitations',
    responses: { 200: invitationsResponse },
    work: async (needs: UserNeeds, { session }) => ({
      items: await invitationsOf(needs.db, session.merchantId, needs.clock.now()),
    }),
  }),
  userEndpoint({
    ...team,
    id: 'inviteUser',
    method: 'POST',
    path: '/api/v1/merchant/invitations',
    priority: 'list',
    access: usersInBothModes('team'),
    summary: 'Invite a user',
    description:
      'The link is mailed to the person. Only where the deployment sends no email is it in the response, for you to send. It works once, for seven days, and replaces an earlier one for the same email.',
    headers: stepUpHeader,
    body: named('InvitationRequest', invitationSchema, { email: 'aline@example.com', role: 'cashier' }),
    responses: { 200: invitationResponse },
    problems: [...stepUpProblems, problems.user_exists, problems.users_full, requestProblems.rate_limited],
    work: async (needs: InviteNeeds, { session, request }) =>
      inviteUser(needs, callOf(session, request), jsonBody(request)),
  }),
  userEndpoint({
    ...team,
    id: 'revokeInvitation',
    method: 'DELETE',
    path: '/api/v1/merchant/invitations/:id',
    priority: 'order',
    access: usersInBothModes('team'),
    summary: 'Revoke an invitation',
    params: path,
    responses: { 200: doneResponse },
    problems: [problems.invitation_unknown],
    work: async (needs: UserNeeds, { session, request, params }) =>
      revokeInvitation(needs, callOf(session, request), params.id),
  }),
]
