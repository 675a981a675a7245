// Routes that let a merchant list, read and resend its webhooks.
import { z } from 'zod'
import { isUuid } from '../kernel/id.ts'
import { isAllowed } from '../kernel/merchant-roles.ts'
import { Problem } from '../kernel/problem.ts'
import type { Sql } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { dataResponse, pageResponse } from '../platform/http/api.ts'
import { refused, text } from '../platform/http/body/body.ts'
import {
  deliveryDetailSchema,
  deliverySchema,
  exampleAttempt,
  exampleDelivery,
  exampleDeliveryId,
} from '../platform/http/delivery-record.ts'
import {
  type Choices,
  listQuery,
  maxCounted,
  paged,
  rangeOf,
  readPageOf,
  readQuery,
} from '../platform/http/list-query.ts'
import type { Clock } from '../platform/time/clock.ts'
import { deliveryDetail, listDeliveries, listDeliveriesTo, resend } from '../webhooks/delivery/deliveries.ts'
import { eventTypes } from '../webhooks/feed.ts'
import { selfServiceProblems as problems } from './problems.ts'
import { userEndpoint } from './sign-in/user-endpoint.ts'

/** The filters that the list accepts, beside the endpoint. */
const deliveryChoices: Choices = {
  status: ['PENDING', 'DELIVERED', 'FAILED', 'DEAD'],
  kind: ['type', eventTypes],
  isZoned: true,
}
const endpointSchema = z.object({
  endpoint_id: text()
    .refine(isUuid, refused('value_error', 'Value error, not an id of an endpoint'))
    .optional()
    .meta({
      description: `Only deliveries to this further webhook endpoint. They are counted up to ${maxCounted.toLocaleString('en')}.`,
    }),
})

type DeliveryNeeds = { db: Sql; clock: Clock; wake: () => void }

const deliveries = { tag: 'Deliveries', priority: 'list' } as const
const path = { id: z.string().meta({ examples: [exampleDeliveryId] }) }

const deliveriesResponse = pageResponse('Deliveries', deliverySchema, {
  ...exampleDelivery,
  attempts: [exampleAttempt],
})

const deliveryResponse = dataResponse('DeliveryResponse', deliveryDetailSchema, {
  ...exampleDelivery,
  body: '{"status":"SUCCESS","reference":"INV-2041"}',
  attempts: [{ ...exampleAttempt, response_head: 'ok' }],
})

const resentResponse = dataResponse(
  'DeliveryResent',
  z.object({ id: z.string(), status: z.literal('PENDING') }),
  { id: exampleDeliveryId, status: 'PENDING' },
)

export const deliveryRoutes = [
  userEndpoint({
    ...deliveries,
    id: 'listDeliveries',
    method: 'GET',
    path: '/api/v1/merchant/deliveries',
    access: users('integration'),
    summary: 'List webhook deliveries',
    description: 'Newest first, each with its attempts.',
    query: listQuery(deliveryChoices).extend(endpointSchema.shape),
    responses: { 200: deliveriesResponse },
    work: async ({ db }: DeliveryNeeds, { session, request }) => {
      const { page, limit, ...filter } = readPageOf(deliveryChoices, request.query)
      const { endpoint_id: endpoint } = readQuery(endpointSchema, request.query)
      const range = rangeOf({ page, limit })
      const found =
        endpoint === undefined
          ? listDeliveries(db, session, range, filter)
          : listDeliveriesTo(db, session, endpoint, { range, filter })
      return paged({ page, limit }, await found)
    },
  }),
  userEndpoint({
    ...deliveries,
    id: 'readDelivery',
    method: 'GET',
    path: '/api/v1/merchant/deliveries/:id',
    access: users('integration'),
    summary: 'Retrieve a webhook delivery with its body and the responses to it',
    description: 'Of a payout, only for roles that may read payouts.',
    params: path,
    responses: { 200: deliveryResponse },
    problems: [problems.delivery_unknown, problems.role_refused],
    work: async ({ db }: DeliveryNeeds, { session, params: { id } }) => {
      const found = isUuid(id) ? await deliveryDetail(db, session, id) : undefined
      if (!found) throw new Problem(problems.delivery_unknown)
      // The body of a payout's webhook is the payout, so it needs the right to read payouts.
      // guard: payout-in-delivery
      if (found.event_type === 'PAYOUT' && !isAllowed(session.user.role, 'money'))
        throw new Problem(problems.role_refused)
      return found
    },
  }),
  userEndpoint({
    ...deliveries,
    id: 'resendDelivery',
    method: 'POST',
    path: '/api/v1/merchant/deliveries/:id/resend',
    access: users('keys'),
    summary: 'Resend a webhook',
    params: path,
    responses: { 202: resentResponse },
    problems: [problems.delivery_unknown],
    work: async ({ db, clock, wake }: DeliveryNeeds, { session, params: { id } }) => {
      const { merchantId, environment } = session
      const result = isUuid(id) ? await resend({ db, clock }, { merchantId, environment, id }) : 'unknown'
      if (result === 'unknown') throw new Problem(problems.delivery_unknown)
      wake()
      return { id, status: 'PENDING' as const }
    },
  }),
]
