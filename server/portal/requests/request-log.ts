// The portal's route for the log of a merchant's recent API requests, to find out why an integration fails.
import { z } from 'zod'
import { type ExplainedRequest, pageOfRequests } from '../../merchants/request-log.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import type { Sql } from '../../platform/database/database.ts'
import { users } from '../../platform/http/access.ts'
import { pageResponse, zonelessStamp } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { listQuery, paged, rangeOf, readPageOf } from '../../platform/http/list-query.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'

const statusSchema = z.object({ status: z.enum(['ok', 'failed', 'all', '']).optional() })

type RequestNeeds = { db: Sql; wallClock: Clock }

/** Lists requests, newest first. `failed` means a response of 400 or above. @throws InvalidBody */
async function requestsPage(needs: RequestNeeds, session: Session, query: unknown) {
  const page = readPageOf({}, query)
  const { status } = check(statusSchema, query, 'query')
  const failed = status === 'failed' ? true : status === 'ok' ? false : null
  const { rows, total } = await pageOfRequests(needs, session, { failed, ...rangeOf(page) })
  return paged(page, { items: rows.map(renderRequest), total })
}

function renderRequest({
  at,
  method,
  path,
  status,
  reason,
  request_id,
  duration_ms,
  address,
  explanation,
}: ExplainedRequest) {
  const facts = { method, path, status, reason, request_id, duration_ms, address, explanation }
  return { at: zonelessMicrosecond(at), ...facts }
}

const loggedRequest = z.object({
  at: zonelessStamp,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  reason: z.string(),
  request_id: z.string(),
  duration_ms: z.number(),
  address: z.string(),
  explanation: z
    .object({
      cause: z.string().meta({
        description:
          'As of `POST signature-check`, or `clock_behind`, `clock_ahead`, or one that begins with `merchant_secret_`.',
      }),
      detail: z.string(),
      timestamp: z.string().nullable().meta({ description: '`X-Timestamp` as received.' }),
      body_bytes: z.int().nullable().meta({ description: 'The length of the body as received.' }),
      body_sha256: z
        .string()
        .nullable()
        .meta({ description: 'Its SHA-256, to compare with the bytes that were signed.' }),
    })
    .nullable()
    .meta({
      description:
        'What differs in a request whose signature or merchant secret was refused; null for others.',
    }),
})

const requestsResponse = pageResponse('LoggedRequests', loggedRequest, {
  at: '2026-11-21T09:30:00.118204',
  method: 'POST',
  path: '/api/v1/payment/orders',
  status: 403,
  reason: 'Invalid request signature',
  request_id: '019f3c2e-8a41-7bb2-9d0e-5a6f3c1b2d4e',
  duration_ms: 3,
  address: '203.0.113.7',
  explanation: {
    cause: 'method_differs',
    detail: 'The method is signed in capitals',
    timestamp: '1795253400',
    body_bytes: 214,
    body_sha256: 'bd8f6a4d8a4e5c5f3b7ee1e1b5e30a1a3c3a1f4f1c2d7a0d5a4d5b3f6e2c1a09',
  },
})

export const requestRoutes = [
  userEndpoint({
    tag: 'Portal',
    id: 'listRequests',
    method: 'GET',
    path: '/api/v1/merchant/requests',
    priority: 'list',
    access: users('integration'),
    summary: 'List recent API requests and their responses',
    query: listQuery({}).extend(statusSchema.shape),
    responses: { 200: requestsResponse },
    work: async (needs: RequestNeeds, { session, request }) => requestsPage(needs, session, request.query),
  }),
]
