// Routes for the sessions of the signed-in user.

import { z } from 'zod'
import { users } from '../../platform/http/access.ts'
import { named, success, zonelessStamp } from '../../platform/http/api.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { doneResponse } from '../sign-in/schemas.ts'
import { userEndpoint } from '../sign-in/user-endpoint.ts'
import { endOneSession, endOtherSessions, type SessionNeeds, sessionsOf } from './sessions.ts'

const account = { tag: 'Account' } as const
const exampleId = '9f86d081884c7d659a2feaa0c55ad015'

const sessionRecord = z
  .object({
    session_id: z.string(),
    current: z.boolean().meta({ description: 'Whether this request was made with it.' }),
    address: z.string().nullable(),
    device: z
      .string()
      .nullable()
      .meta({ description: 'The browser and its system, or the name of a program.' }),
    signed_in_at: zonelessStamp,
    last_used_at: zonelessStamp.meta({ description: 'To the minute.' }),
    expires_at: zonelessStamp,
  })
  .meta({ id: 'UserSession' })

export const sessionRoutes = [
  userEndpoint({
    ...account,
    id: 'listSessions',
    method: 'GET',
    path: '/api/v1/merchant/sessions',
    priority: 'list',
    access: users('account'),
    summary: 'List the sessions of the signed-in user',
    responses: {
      200: named('UserSessions', success(z.object({ items: z.array(sessionRecord) })), {
        status: 'success',
        data: {
          items: [
            {
              session_id: exampleId,
              current: true,
              address: '203.0.113.7',
              device: 'Chrome, Android',
              signed_in_at: '2026-11-21T09:30:00.118204',
              last_used_at: '2026-11-21T09:48:00.000000',
              expires_at: '2026-11-21T10:30:00.118204',
            },
          ],
        },
      }),
    },
    work: async (needs: SessionNeeds, { session }) => sessionsOf(needs, session),
  }),
  userEndpoint({
    ...account,
    id: 'endSession',
    method: 'DELETE',
    path: '/api/v1/merchant/sessions/:id',
    priority: 'order',
    access: users('account'),
    summary: 'End a session',
    params: { id: z.string().meta({ examples: [exampleId] }) },
    responses: { 200: doneResponse },
    problems: [problems.session_unknown],
    work: async (needs: SessionNeeds, { session, params }) => endOneSession(needs, session, params.id),
  }),
  userEndpoint({
    ...account,
    id: 'endOtherSessions',
    method: 'DELETE',
    path: '/api/v1/merchant/sessions',
    priority: 'order',
    access: users('account'),
    summary: 'End all other sessions',
    description: 'Signs the user out everywhere but here.',
    responses: { 200: doneResponse },
    work: async (needs: SessionNeeds, { session }) => endOtherSessions(needs, session),
  }),
]
