// Routes that let a merchant list, read and resend its webhooks.

import { z } from 'zod'
import { users } from '../../platform/http/access.ts'
import { named, pageOf, success } from '../../platform/http/api.ts'
import {
  deliveryDetailSchema,
  deliverySchema,
  exampleAttempt,
  exampleDelivery,
  exampleDeliveryId,
} from '../../platform/http/delivery-record.ts'
import { listQuery } from '../../platform/http/lists/list-query.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { userEndpoint } from '../sign-in/user-endpoint.ts'
import {
  type Deliveries,
  deliveriesPage,
  deliveryChoices,
  deliveryOf,
  resendDelivery,
} from './delivery-history.ts'

const deliveries = { tag: 'Deliveries' } as const
const path = { id: z.string().meta({ examples: [exampleDeliveryId] }) }

const deliveriesResponse = named('Deliveries', success(pageOf(deliverySchema)), {
  status: 'success',
  data: {
    items: [{ ...exampleDelivery, attempts: [exampleAttempt] }],
    pagination: { page: 1, limit: 20, total: 1, pages: 1 },
  },
})

const deliveryResponse = named('DeliveryResponse', success(deliveryDetailSchema), {
  status: 'success',
  data: {
    ...exampleDelivery,
    body: '{"status":"SUCCESS","reference":"INV-2041"}',
    attempts: [{ ...exampleAttempt, response_head: 'ok' }],
  },
})

const resentResponse = named(
  'DeliveryResent',
  success(z.object({ id: z.string(), status: z.literal('PENDING') })),
  { status: 'success', data: { id: exampleDeliveryId, status: 'PENDING' } },
)

export const deliveryRoutes = [
  userEndpoint({
    ...deliveries,
    id: 'listDeliveries',
    method: 'GET',
    path: '/api/v1/merchant/deliveries',
    priority: 'list',
    access: users('integration'),
    summary: 'List webhook deliveries',
    description: 'Newest first, each with its attempts.',
    query: listQuery(deliveryChoices),
    responses: { 200: deliveriesResponse },
    work: async (needs: { deliveries: Deliveries }, { session, request }) =>
      deliveriesPage(needs.deliveries, session, request.query),
  }),
  userEndpoint({
    ...deliveries,
    id: 'readDelivery',
    method: 'GET',
    path: '/api/v1/merchant/deliveries/:id',
    priority: 'list',
    access: users('integration'),
    summary: 'Retrieve a webhook delivery with its body and the responses to it',
    description: 'Of a payout, only for roles that may read payouts.',
    params: path,
    responses: { 200: deliveryResponse },
    problems: [problems.delivery_unknown, problems.role_refused],
    work: async (needs: { deliveries: Deliveries }, { session, params }) =>
      deliveryOf(needs, session, params.id),
  }),
  userEndpoint({
    ...deliveries,
    id: 'resendDelivery',
    method: 'POST',
    path: '/api/v1/merchant/deliveries/:id/resend',
    priority: 'list',
    access: users('keys'),
    summary: 'Resend a webhook',
    params: path,
    responses: { 202: resentResponse },
    problems: [problems.delivery_unknown],
    work: async (needs: { deliveries: Deliveries }, { session, params }) =>
      resendDelivery(needs.deliveries, session, params.id),
  }),
]
