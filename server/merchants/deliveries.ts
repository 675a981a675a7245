// Routes that let a merchant list, read and resend its webhooks. `server/webhooks` does the work and is passed in.
import { z } from 'zod'
import { isUuid } from '../kernel/id.ts'
import { isAllowed } from '../kernel/merchant-roles.ts'
import { Problem } from '../kernel/problem.ts'
import type { DayFilter, ListOwner } from '../platform/database/day-list.ts'
import { users } from '../platform/http/access.ts'
import { named, pageOf, success } from '../platform/http/api.ts'
import {
  deliveryDetailSchema,
  deliverySchema,
  exampleAttempt,
  exampleDelivery,
  exampleDeliveryId,
} from '../platform/http/delivery-record.ts'
import { type Choices, listQuery, paged, rangeOf, readPageOf } from '../platform/http/list-query.ts'
import { selfServiceProblems as problems } from './problems.ts'
import type { Session } from './sign-in/bearer.ts'
import { userEndpoint } from './sign-in/user-endpoint.ts'

/** The filters that the list accepts. */
export const deliveryChoices: Choices = {
  status: ['PENDING', 'DELIVERED', 'FAILED', 'DEAD'],
  isZoned: true,
}

export type Deliveries = {
  /** Lists deliveries, newest first. */
  list(
    owner: ListOwner,
    range: { limit: number; offset: number },
    filter: DayFilter,
  ): Promise<{ items: z.input<typeof deliverySchema>[]; total: number }>
  /** Returns one delivery with its body and responses; undefined if it does not exist or belongs to another merchant. */
  find(owner: ListOwner, id: string): Promise<z.input<typeof deliveryDetailSchema> | undefined>
  /** Returns `unknown` if the delivery does not exist or belongs to another merchant. */
  resend(owner: ListOwner, id: string): Promise<'resent' | 'under_way' | 'unknown'>
}

/** @throws InvalidBody */
export async function deliveriesPage(deliveries: Deliveries, session: Session, query: unknown) {
  const { page, limit, ...filter } = readPageOf(deliveryChoices, query)
  return paged({ page, limit }, await deliveries.list(session, rangeOf({ page, limit }), filter))
}

/** The body of a payout's webhook is the payout, so it needs the right to read payouts. @throws Problem 403, 404 */
export async function deliveryOf({ deliveries }: { deliveries: Deliveries }, session: Session, id: string) {
  const found = isUuid(id) ? await deliveries.find(session, id) : undefined
  if (!found) throw new Problem(problems.delivery_unknown)
  // guard: payout-in-delivery
  if (found.event_type === 'PAYOUT' && !isAllowed(session.user.role, 'money'))
    throw new Problem(problems.role_refused)
  return found
}

/** @throws Problem 404 */
export async function resendDelivery(deliveries: Deliveries, session: Session, id: string) {
  const known = isUuid(id) && (await deliveries.resend(session, id)) !== 'unknown'
  if (!known) throw new Problem(problems.delivery_unknown)
  return { id, status: 'PENDING' as const }
}

const deliveries = { tag: 'Deliveries', priority: 'list' } as const
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
    access: users('keys'),
    summary: 'Resend a webhook',
    params: path,
    responses: { 202: resentResponse },
    problems: [problems.delivery_unknown],
    work: async (needs: { deliveries: Deliveries }, { session, params }) =>
      resendDelivery(needs.deliveries, session, params.id),
  }),
]
