// Routes that let a merchant list, read and resend its webhooks.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { audit } from '../admin/audit.ts'
import { isUuid } from '../kernel/id.ts'
import { isAllowed } from '../kernel/merchant-roles.ts'
import { Problem } from '../kernel/problem.ts'
import type { Database, Sql, Tx } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { dataResponse, named, pageResponse } from '../platform/http/api.ts'
import { check, instant, optional, refused, text, wholeNumber } from '../platform/http/body/body.ts'
import {
  deliveryDetailSchema,
  deliverySchema,
  exampleAttempt,
  exampleDelivery,
  exampleDeliveryId,
} from '../platform/http/delivery-record.ts'
import { jsonBody } from '../platform/http/http.ts'
import {
  type Choices,
  listQuery,
  maxCounted,
  paged,
  rangeOf,
  readPageOf,
  readQuery,
} from '../platform/http/list-query.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { deliveryDetail, listDeliveries, listDeliveriesTo, resend } from '../webhooks/delivery/deliveries.ts'
import { maxRate, maxResent, resendRange, usualRate } from '../webhooks/delivery/resend-range.ts'
import { endpointsOf } from '../webhooks/endpoints.ts'
import { eventTypes } from '../webhooks/feed.ts'
import { merchantActor } from './identity/merchant.ts'
import { selfServiceProblems as problems } from './problems.ts'
import type { Session } from './sign-in/bearer.ts'
import { userEndpoint } from './sign-in/user-endpoint.ts'

/** The filters that the list accepts, beside the endpoint. */
const deliveryChoices: Choices = {
  status: ['PENDING', 'DELIVERED', 'FAILED', 'DEAD'],
  kind: ['type', eventTypes],
  isZoned: true,
}
const endpointFault = refused('value_error', 'Value error, not an id of an endpoint')
const endpointSchema = z.object({
  endpoint_id: text()
    .refine(isUuid, endpointFault)
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

const rangeSchema = z
  .object({
    from: instant().meta({ description: 'The first time of creation.' }),
    to: instant().meta({ description: 'The time before which they were created.' }),
    state: optional(z.enum(['DELIVERED', 'FAILED', 'DEAD'])).meta({
      description: 'Only deliveries that ended so; absent: all that ended.',
    }),
    types: optional(z.array(z.enum(eventTypes))).meta({
      description: 'Only events of these types; absent: of all.',
    }),
    endpoint_id: optional(text().refine(isUuid, endpointFault)).meta({
      description:
        'A further webhook endpoint; absent: deliveries to the webhook URL and to the URLs of orders.',
    }),
    rate: optional(wholeNumber({ min: 1, max: maxRate })).meta({
      description: `How many a second at most; ${usualRate} by default.`,
    }),
  })
  .refine(
    ({ from, to }) => Temporal.Instant.compare(from, to) < 0,
    refused('value_error', 'Value error, from is before to'),
  )

const rangeResponse = dataResponse(
  'DeliveriesOfTimeResent',
  z.object({
    resend_id: z.string(),
    count: z.int().meta({ description: 'How many deliveries will be sent.' }),
  }),
  { resend_id: '019f3c2e-9c55-7d02-a1b4-0c9e8d7f6a00', count: 212 },
)

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
    problems: [problems.delivery_unknown, problems.endpoint_disabled],
    work: async ({ db, clock, wake }: DeliveryNeeds, { session, params: { id } }) => {
      const { merchantId, environment } = session
      const result = isUuid(id) ? await resend({ db, clock }, { merchantId, environment, id }) : 'unknown'
      if (result === 'unknown') throw new Problem(problems.delivery_unknown)
      if (result === 'endpoint_disabled') throw new Problem(problems.endpoint_disabled)
      wake()
      return { id, status: 'PENDING' as const }
    },
  }),
  userEndpoint({
    ...deliveries,
    id: 'resendDeliveriesOfTime',
    method: 'POST',
    path: '/api/v1/merchant/deliveries/resend',
    access: users('keys'),
    repeatable: true,
    isAtomic: true,
    summary: 'Resend the webhooks of a time',
    description: `Sends them again in the order in which they were created, one after another and at most \`rate\` a second, with the same
ids and bytes and the header \`X-Service-Replay: true\`. New webhooks do not wait for them. At most ${maxResent.toLocaleString('en')} at once.`,
    body: named('ResendOfTimeRequest', rangeSchema, {
      from: '2026-11-21T09:00:00Z',
      to: '2026-11-21T12:00:00Z',
      state: 'FAILED',
    }),
    responses: { 202: rangeResponse },
    problems: [problems.resend_too_large, problems.endpoint_disabled],
    work: async (needs: RangeNeeds, { session, request, sql }) => {
      const resent = sql
        ? await resendOfTime(sql, needs, session, request)
        : await needs.db.transaction((tx) => resendOfTime(tx, needs, session, request))
      needs.wake()
      return resent
    },
  }),
]

type RangeNeeds = { db: Database; clock: Clock; secrets: Secrets; wake: () => void }

/** @throws InvalidBody, Problem 409 if there are too many, or their endpoint is disabled or unknown */
async function resendOfTime(
  sql: Tx,
  { clock, secrets }: RangeNeeds,
  session: Session,
  request: FastifyRequest,
) {
  const given = check(rangeSchema, jsonBody(request), 'body')
  const { from, to, state, types, endpoint_id: endpointId, rate = usualRate } = given
  if (endpointId !== undefined) await wantsCopies(sql, session, endpointId)
  const made = await resendRange(sql, { clock }, session, { from, to, state, types, endpointId, rate })
  if (!made) throw new Problem(problems.resend_too_large)
  const { resendId: resend_id, count } = made
  const admin = merchantActor(session, { address: request.ip, requestId: request.id })
  const detail = { ...given, from: String(from), to: String(to), resend_id, count }
  // guard: resend-audit
  audit(sql, secrets, {
    admin,
    action: 'deliveries.resent',
    subject: session.merchantCode,
    detail,
    now: clock.now(),
  })
  return { resend_id, count }
}

/** @throws Problem 409 */
async function wantsCopies(sql: Tx, { merchantId }: Session, endpointId: string): Promise<void> {
  const known = await endpointsOf(sql, merchantId)
  // guard: resend-to-disabled
  if (!known.some(({ id, is_enabled }) => is_enabled && id === endpointId.toLowerCase()))
    throw new Problem(problems.endpoint_disabled)
}
