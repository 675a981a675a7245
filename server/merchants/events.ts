// The feed of events, which merchants' servers read with either of their credentials.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database } from '../platform/database/database.ts'
import { keysOrSecret, sendsSecret } from '../platform/http/access.ts'
import { named, zonelessStamp } from '../platform/http/api.ts'
import { check, queryNumber, refused, text } from '../platform/http/body/body.ts'
import { exampleDeliveryId } from '../platform/http/delivery-record.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { readQuery } from '../platform/http/list-query.ts'
import { type Clock, zonelessMicrosecond } from '../platform/time/clock.ts'
import { eventTypes, type FeedEvent, readFeed } from '../webhooks/feed.ts'
import { cursorOf, positionOf } from '../webhooks/feed-cursor.ts'
import type { BasicAuthentication } from './identity/basic-auth.ts'
import type { SignedRequests } from './identity/signed-request.ts'

type EventNeeds = {
  db: Database
  clock: Clock
  signedRequests: SignedRequests
  basic: BasicAuthentication
  /** Of which of these events the payments may have been made twice. */
  duplicatesAmong: (db: Database, subjects: readonly string[]) => Promise<ReadonlySet<string>>
}

const maxEvents = 500

const typeNames = text({ max: 200 })
  .transform((names) => names.split(',').map((name) => name.trim()))
  .refine(
    (names) => names.every((name) => (eventTypes as readonly string[]).includes(name)),
    refused('enum', `Input should be names of ${eventTypes.join(', ')}, separated by commas`),
  )

const querySchema = z.object({
  after: text({ max: 100 }).optional().meta({
    description: 'The `next_after` of the page before; without it, the feed begins with its oldest event.',
  }),
  limit: queryNumber({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .prefault('100')
    .transform((limit) => Math.min(limit, maxEvents))
    .meta({ maximum: maxEvents, description: `Larger values are treated as ${maxEvents}.` }),
  types: typeNames.optional().meta({ description: 'Only events of these types, separated by commas.' }),
})

const item = z
  .object({
    event_id: z.string().meta({ description: 'The `X-Service-Event-Id` of its webhooks.' }),
    type: z.enum(eventTypes),
    created_at: zonelessStamp,
    body: z.looseObject({}).meta({ description: 'The body of its webhooks.' }),
    possible_duplicate: z.literal(true).optional().meta({
      description: 'Another payment of the same payer, reference and amount was made within twenty minutes.',
    }),
  })
  .meta({ id: 'FeedEvent' })

const feedResponse = named(
  'EventFeed',
  z.object({
    items: z.array(item),
    next_after: z.string().meta({ description: 'Send it as `after` to go on, now or later.' }),
    has_more: z.boolean().meta({ description: 'Whether the next page can be read at once.' }),
  }),
  {
    items: [
      {
        event_id: exampleDeliveryId,
        type: 'PAYMENT',
        created_at: '2026-11-21T09:31:12.482913',
        body: { status: 'SUCCESS', reference: 'INV-2041' },
      },
    ],
    next_after: 'MTc5NTI1MzQ3MjQ4MjkxMy4wYjZmNWQwZTVhNTg',
    has_more: false,
  },
)

const access = keysOrSecret('read')

export const eventRoute = endpoint({
  tag: 'Events',
  id: 'readEventFeed',
  method: 'GET',
  path: '/api/v1/events',
  priority: 'list',
  access,
  summary: 'Read the feed of events',
  description: `Every event of the last 90 days, in the order in which they happened to a payment or transfer, each once, whether its webhooks arrived
or not. Keep \`next_after\` and continue there: no event is missed, even one that was still being written when you read past its time. Signed
requests get errors as \`{detail}\`; requests with the merchant code and the merchant secret as \`{status, code, message}\`.`,
  query: querySchema,
  responses: { 200: feedResponse },
  handle: async (needs: EventNeeds, { request }) => {
    const owner = await callerOf(needs, request)
    const { after, limit, types = null } = readQuery(querySchema, request.query)
    const from = { after: startOf(owner, after), limit, types, now: needs.clock.now() }
    const { events, next, hasMore } = await readFeed(needs.db, owner, from)
    const payments = events.filter(({ event_type }) => event_type === 'PAYMENT')
    const duplicates = await needs.duplicatesAmong(
      needs.db,
      payments.map(({ subject }) => subject),
    )
    return {
      items: events.map((event) => itemOf(event, duplicates)),
      next_after: cursorOf(owner, next),
      has_more: hasMore,
    }
  },
})

async function callerOf({ signedRequests, basic }: EventNeeds, request: FastifyRequest) {
  const caller = sendsSecret(access, request) ? basic : signedRequests
  const { id: merchantId, environment } = await caller.authenticate(request)
  return { merchantId, environment }
}

/** @throws InvalidBody for a text that is no cursor of this feed. */
function startOf(owner: Parameters<typeof positionOf>[0], after: string | undefined): bigint {
  if (after === undefined) return 0n
  const cursor = text().transform((sent, context) => {
    const position = positionOf(owner, sent)
    if (position !== undefined) return position
    context.addIssue({ code: 'custom', ...refused('value_error', 'Value error, not a cursor of this feed') })
    return z.NEVER
  })
  return check(z.object({ after: cursor }), { after }, 'query').after
}

function itemOf(
  { event_id, event_type, created_at, body, subject }: FeedEvent,
  duplicates: ReadonlySet<string>,
) {
  return {
    event_id,
    type: event_type as (typeof eventTypes)[number],
    created_at: zonelessMicrosecond(created_at),
    body: JSON.parse(body) as Record<string, unknown>,
    ...(event_type === 'PAYMENT' && duplicates.has(subject) && { possible_duplicate: true as const }),
  }
}
