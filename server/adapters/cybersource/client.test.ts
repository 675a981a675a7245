import { expect, test } from 'vitest'
import type { UpstreamReply, UpstreamRequest } from '../../platform/network/upstream.ts'
import type { Log, LogFields } from '../../platform/process/log.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { openClient } from './client.ts'

const settings = {
  baseUrl: 'https://api.example/gateway/',
  merchantId: 'shop',
  keyId: 'key',
  sharedSecret: 'c2VjcmV0',
}

function world(outcome: UpstreamReply) {
  const lines: [string, LogFields | undefined][] = []
  const messages: string[] = []
  const write = (level: string) => (message: string, fields?: LogFields) => {
    messages.push(message)
    lines.push([level, { ...fields, duration_ms: 0 }])
  }
  const log: Log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
  const requests: UpstreamRequest[] = []
  async function call(request: UpstreamRequest): Promise<UpstreamReply> {
    requests.push(request)
    return outcome
  }
  const upstream = { call, close: async () => {} }
  return { client: openClient(settings, { log, clock: manualClock(), upstream }), lines, messages, requests }
}

function reply(status: number, body: string, correlationId: string): UpstreamReply {
  const headers = { 'v-c-correlation-id': correlationId }
  return { kind: 'reply', status, headers, body: Buffer.from(body) }
}

const sale = {
  operation: 'charge',
  method: 'POST' as const,
  path: '/pts/v2/payments',
  body: { a: 'é' },
}

test('the signed request is exactly the one sent, and the base URL may have a path', async () => {
  const { client, requests } = world(reply(201, '{}', 'c-1'))
  await client.call(sale)
  expect(requests).toMatchObject([
    { method: 'POST', timeoutMs: 12_000, body: new TextEncoder().encode('{"a":"é"}') },
  ])
  expect(requests[0]?.url.href).toBe('https://api.example/gateway/pts/v2/payments')
  expect(requests[0]?.headers).toMatchObject({ host: 'api.example', 'content-type': 'application/json' })
})

test('every gateway call is logged with its correlation id but without its content [S-57]', async () => {
  const debugged = world(reply(201, '{"secret":"1"}', 'c-1'))
  await debugged.client.call(sale)
  const requested = { operation: 'charge', method: 'POST', duration_ms: 0 }
  expect(debugged.lines).toEqual([['debug', { ...requested, http_status: 201, correlation_id: 'c-1' }]])
  const warned = world(reply(502, 'secret', 'two\nlines'))
  await warned.client.call(sale)
  expect(warned.lines).toEqual([['warn', { ...requested, http_status: 502 }]])
  const lost = world({ kind: 'no_reply', cause: 'DEADLINE', sent: true })
  await lost.client.call(sale)
  expect(lost.lines).toEqual([['warn', { ...requested, reason: 'DEADLINE' }]])
})

test.each([
  [400, 'card gateway refused'],
  [429, 'card gateway refused'],
  [500, 'card gateway failed'],
  [502, 'card gateway failed'],
])('a gateway reply with status %d is logged as "%s"', async (status, message) => {
  const { client, messages } = world(reply(status, '{}', 'c-1'))
  await client.call(sale)
  expect(messages).toEqual([message])
})

test('numbers in a gateway reply keep their digits', async () => {
  const { client } = world(reply(200, '{"amount":10.10,"count":2}', 'c-1'))
  expect(await client.call(sale)).toMatchObject({ json: { amount: '10.10', count: '2' } })
})

test('URLs from the gateway must be as secure as the gateway URL itself', () => {
  const { client } = world(reply(200, '', ''))
  expect(client.accepts('https://acs.example/x')).toBe(true)
  for (const url of ['http://acs.example/x', 'javascript:alert(1)', '//acs.example', '']) {
    expect(client.accepts(url)).toBe(false)
  }
})
