// The test receiver by HTTP: send to it, read what came, clear it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import * as endpoints from './endpoints.ts'
import { channelSchema, historySchema } from './endpoints.ts'
import {
  clearTestCallbacks,
  keepTestCallback,
  lastTestCallback,
  type TestCallbacks,
  testCallbackHistory,
} from './test-callback.ts'

const base = '/api/v1/test/test-callback'
export function registerTestCallbackRoutes(app: FastifyInstance, needs: TestCallbacks): void {
  const config = { api: endpoints.receiveTestCallback, largeBodies: true } as const
  app.post(base, { config }, async (request, reply) => {
    const channel = channelOf(request)
    jsonBody(request)
    const { headers, rawBody } = request
    const data = await keepTestCallback(needs, { channel, headers, body: rawBody.toString('utf8') })
    return sendJson(reply, { status: 'success', data })
  })

  app.get(`${base}/history`, { config: { api: endpoints.listTestCallbacks } }, async (request, reply) => {
    const { channel, page, limit } = check(historySchema, request.query, 'query')
    const { count, pages, items } = await testCallbackHistory(needs, channel, { page, limit })
    const pagination = JSON.stringify({ page, limit, total: count, pages })
    return sendData(reply, `{"count":${count},"items":${items},"pagination":${pagination}}`)
  })

  app.get(`${base}/last`, { config: { api: endpoints.readLastTestCallback } }, async (request, reply) =>
    sendData(reply, await lastTestCallback(needs, channelOf(request))),
  )

  app.delete(`${base}/clear`, { config: { api: endpoints.clearTestCallbacks } }, async (request, reply) => {
    const cleared = await clearTestCallbacks(needs, channelOf(request))
    return sendJson(reply, { status: 'success', data: { cleared } })
  })
}

function channelOf(request: FastifyRequest): string {
  return check(channelSchema, request.query, 'query').channel
}

/** `data` is JSON text already. */
function sendData(reply: FastifyReply, data: string): FastifyReply {
  const type = 'application/json; charset=utf-8'
  return reply.header('content-type', type).send(`{"status":"success","data":${data}}`)
}
