// What the routes of the test receiver tell of themselves.
import { z } from 'zod'
import { type Endpoint, named, pageOf, success, utcStamp } from '../../platform/http/api.ts'
import { pageFieldsOf } from '../../platform/http/list-query.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { mostKept, testCallbackProblems } from './test-callback.ts'

export const channelSchema = z.object({
  channel: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/)
    .default('default'),
})

/** All that is kept of a channel in one page, unless that would be too large. */
export const historySchema = channelSchema.extend(pageFieldsOf({ usual: mostKept, most: mostKept }))

const receiver = { tag: 'Test receiver', authentication: 'none', query: channelSchema } as const

const kept = z
  .object({
    id: z.int(),
    received_at: utcStamp,
    headers: z.record(z.string(), z.unknown()),
    body: z.unknown(),
  })
  .meta({ id: 'ReceivedCallback' })

const exampleKept = {
  id: 17,
  received_at: '2026-11-21T09:31:12Z',
  headers: { 'x-service-attempt': '1' },
  body: { status: 'SUCCESS', reference: 'INV-2041' },
}

export const receiveTestCallback: Endpoint = {
  ...receiver,
  id: 'receiveTestCallback',
  summary: 'Receive any JSON',
  description: 'Kept for 24 hours, at most 500 a channel.',
  body: named('AnyJson', z.unknown(), { status: 'SUCCESS', reference: 'INV-2041' }),
  answers: {
    200: named('TestCallbackKept', success(z.object({ id: z.int(), received_at: utcStamp })), {
      status: 'success',
      data: { id: 17, received_at: '2026-11-21T09:31:12Z' },
    }),
  },
  problems: [requestProblems.rate_limited],
}

export const listTestCallbacks: Endpoint = {
  ...receiver,
  id: 'listTestCallbacks',
  summary: 'List what was received',
  description:
    'Newest first. A page has at most `limit` items and at most 1 MiB; `count` is that of all pages, `pagination.pages` how many there are.',
  query: historySchema,
  answers: {
    200: named('TestCallbacks', success(pageOf(kept).extend({ count: z.int() })), {
      status: 'success',
      data: { count: 1, items: [exampleKept], pagination: { page: 1, limit: 500, total: 1, pages: 1 } },
    }),
  },
  problems: [requestProblems.rate_limited],
}

export const readLastTestCallback: Endpoint = {
  ...receiver,
  id: 'readLastTestCallback',
  summary: 'Read the last that was received',
  answers: { 200: named('LastTestCallback', success(kept), { status: 'success', data: exampleKept }) },
  problems: [testCallbackProblems.none, requestProblems.rate_limited],
}

export const clearTestCallbacks: Endpoint = {
  ...receiver,
  id: 'clearTestCallbacks',
  summary: 'Forget what was received',
  answers: {
    200: named('TestCallbacksCleared', success(z.object({ cleared: z.int() })), {
      status: 'success',
      data: { cleared: 4 },
    }),
  },
  problems: [requestProblems.rate_limited],
}
