// Routes for the sessions of the signed-in user: where they are signed in, and since when. Users see and end only their own.
import { z } from 'zod'
import {
  endSessionById,
  endSessions,
  renderSession,
  type ShownSession,
  shownColumns,
} from '../../accounts/sessions.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Database } from '../../platform/database/database.ts'
import { usersInBothModes } from '../../platform/http/access.ts'
import { listResponse, zonelessStamp } from '../../platform/http/api.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { doneResponse } from './schemas.ts'
import { userEndpoint } from './user-endpoint.ts'

type SessionNeeds = { db: Database; clock: Clock }

const listSessions = controlStatement<ShownSession>(
  'list_sessions',
  `select ${shownColumns()} from session s where s.account_id = $2 and s.expires_at > $3
    order by s.created_at desc, s.token_hash`,
)

const account = { tag: 'Account', access: usersInBothModes('account') } as const
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
    summary: 'List the sessions of the signed-in user',
    responses: {
      200: listResponse('UserSessions', sessionRecord, {
        session_id: exampleId,
        current: true,
        address: '203.0.113.7',
        device: 'Chrome, Android',
        signed_in_at: '2026-11-21T09:30:00.118204',
        last_used_at: '2026-11-21T09:48:00.000000',
        expires_at: '2026-11-21T10:30:00.118204',
      }),
    },
    work: async ({ db, clock }: SessionNeeds, { session: { user, tokenHash } }) => ({
      items: (await db.rows(listSessions, [tokenHash, user.id, clock.now()])).map(renderSession),
    }),
  }),
  userEndpoint({
    ...account,
    id: 'endSession',
    method: 'DELETE',
    path: '/api/v1/merchant/sessions/:id',
    priority: 'order',
    summary: 'End a session',
    params: { id: z.string().meta({ examples: [exampleId] }) },
    responses: { 200: doneResponse },
    problems: [problems.session_unknown],
    work: async ({ db }: SessionNeeds, { session: { user }, params }): Promise<undefined> => {
      const ended = await endSessionById(db, 'merchant_user', params.id, user.id)
      if (ended === undefined) throw new Problem(problems.session_unknown)
    },
  }),
  userEndpoint({
    ...account,
    id: 'endOtherSessions',
    method: 'DELETE',
    path: '/api/v1/merchant/sessions',
    priority: 'order',
    summary: 'End all other sessions',
    description: 'Signs the user out everywhere but here.',
    responses: { 200: doneResponse },
    work: async ({ db }: SessionNeeds, { session: { user, tokenHash } }): Promise<undefined> => {
      await db.transaction((sql) => endSessions(sql, user.id, tokenHash))
    },
  }),
]
