// Routes of the test receiver: a sandbox endpoint that stores the webhooks sent to it for inspection.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { anyone } from '../../platform/http/access.ts'
import { dataResponse, named, pageOf, utcStamp } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonText } from '../../platform/http/http.ts'
import { pageFieldsOf } from '../../platform/http/list-query.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import {
  clearTestCallbacks,
  lastTestCallback,
  maxStored,
  storeTestCallback,
  type TestCallbacks,
  testCallbackHistory,
  testCallbackPath,
  testCallbackProblems,
} from './test-callback.ts'

const exampleId = '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa'

const channelSchema = z.object({
  channel: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/)
    .default('default'),
})

/** By default one page has everything that is stored of a channel, unless that exceeds the size limit. */
const historySchema = channelSchema.extend(pageFieldsOf({ usual: maxStored, max: maxStored }))

const receiver = {
  limitedAs: 'test_callback',
  tag: 'Test receiver',
  query: channelSchema,
  priority: 'test',
  access: anyone,
} as const

const kept = z
  .object({
    id: z.string(),
    received_at: utcStamp,
    headers: z.record(z.string(), z.unknown()),
    body: z.unknown(),
  })
  .meta({ id: 'ReceivedCallback' })

const exampleStoredCallback = {
  id: exampleId,
  received_at: '2026-11-21T09:31:12Z',
  headers: { 'x-service-attempt': '1' },
  body: { status: 'SUCCESS', reference: 'INV-2041' },
}

export const testCallbackRoutes = [
  endpoint({
    ...receiver,
    id: 'receiveTestCallback',
    method: 'POST',
    path: testCallbackPath,
    summary: 'Receive a test webhook',
    description: 'Accepts any JSON of up to 64 KiB and stores it for 24 hours, at most 500 per channel.',
    body: named('AnyJson', z.unknown(), { status: 'SUCCESS', reference: 'INV-2041' }),
    responses: {
      200: dataResponse('TestCallbackStored', z.object({ id: z.string(), received_at: utcStamp }), {
        id: exampleId,
        received_at: '2026-11-21T09:31:12Z',
      }),
    },
    problems: [requestProblems.rate_limited],
    largeBodies: true,
    handle: async (needs: TestCallbacks, { request }) => {
      const channel = channelOf(request)
      const { headers } = request
      const data = await storeTestCallback(needs, { channel, headers, body: jsonText(request) })
      return succeeded(data)
    },
  }),
  endpoint({
    ...receiver,
    id: 'listTestCallbacks',
    method: 'GET',
    path: `${testCallbackPath}/history`,
    summary: 'List received webhooks',
    description:
      'Newest first. A page has at most `limit` items and at most 1 MiB; `count` covers all pages and `pagination.pages` is their number.',
    query: historySchema,
    responses: {
      200: dataResponse('TestCallbacks', pageOf(kept).extend({ count: z.int() }), {
        count: 1,
        items: [exampleStoredCallback],
        pagination: { page: 1, limit: 500, total: 1, pages: 1 },
      }),
    },
    problems: [requestProblems.rate_limited],
    handle: async (needs: TestCallbacks, { request, reply }) => {
      const { channel, page, limit } = check(historySchema, request.query, 'query')
      const { count, pages, items } = await testCallbackHistory(needs, channel, { page, limit })
      const pagination = JSON.stringify({ page, limit, total: count, pages })
      return sendData(reply, `{"count":${count},"items":${items},"pagination":${pagination}}`)
    },
  }),
  endpoint({
    ...receiver,
    id: 'readLastTestCallback',
    method: 'GET',
    path: `${testCallbackPath}/last`,
    summary: 'Retrieve the last received webhook',
    responses: {
      200: dataResponse('LastTestCallback', kept, exampleStoredCallback),
    },
    problems: [testCallbackProblems.none, requestProblems.rate_limited],
    handle: async (needs: TestCallbacks, { request, reply }) =>
      sendData(reply, await lastTestCallback(needs, channelOf(request))),
  }),
  endpoint({
    ...receiver,
    id: 'clearTestCallbacks',
    method: 'DELETE',
    path: `${testCallbackPath}/clear`,
    summary: 'Delete received webhooks',
    responses: {
      200: dataResponse('TestCallbacksCleared', z.object({ cleared: z.int() }), { cleared: 4 }),
    },
    problems: [requestProblems.rate_limited],
    handle: async (needs: TestCallbacks, { request }) =>
      succeeded({ cleared: await clearTestCallbacks(needs, channelOf(request)) }),
  }),
]

function channelOf(request: FastifyRequest): string {
  return check(channelSchema, request.query, 'query').channel
}

/** @param data JSON text. */
function sendData(reply: FastifyReply, data: string): FastifyReply {
  const type = 'application/json; charset=utf-8'
  return reply.header('content-type', type).send(`{"status":"success","data":${data}}`)
}
