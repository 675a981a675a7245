// The portal's route for the log of a merchant's recent API requests.
import { z } from 'zod'
import type { Offer } from '../../merchants/sign-in/bearer-routes.ts'
import { type Endpoint, named, pageOf, success, zonelessStamp } from '../../platform/http/api.ts'
import { listQuery } from '../../platform/http/lists/list-query.ts'
import { type RequestNeeds, requestsPage, statusSchema } from './requests.ts'

const portal = { tag: 'Portal', authentication: 'bearer' } as const
const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }

const loggedRequest = z.object({
  at: zonelessStamp,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  reason: z.string(),
  request_id: z.string(),
  duration_ms: z.number(),
  address: z.string(),
})

const requestsResponse = named('LoggedRequests', success(pageOf(loggedRequest)), {
  status: 'success',
  data: {
    items: [
      {
        at: '2026-11-21T09:30:00.118204',
        method: 'POST',
        path: '/api/v1/payment/orders',
        status: 403,
        reason: 'Invalid request signature',
        request_id: '019f3c2e-8a41-7bb2-9d0e-5a6f3c1b2d4e',
        duration_ms: 3,
        address: '203.0.113.7',
      },
    ],
    pagination: firstPage,
  },
})

const endpoints = {
  listRequests: {
    ...portal,
    id: 'listRequests',
    summary: 'List recent API requests and their responses',
    query: listQuery({}).extend(statusSchema.shape),
    responses: { 200: requestsResponse },
  },
} satisfies Record<string, Endpoint>

export function offerRequests(offer: Offer, needs: RequestNeeds): void {
  offer('GET', 'requests', endpoints.listRequests, (session, { query }) =>
    requestsPage(needs, session, query),
  )
}
