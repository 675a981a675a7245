// Tests the adapter with the documented replies of Open Exchange Rates, and with replies it must not trust.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openOpenExchangeRates } from './rates.ts'

let reply: { status: number; text: string; headers?: Record<string, string> }
let requests: string[] = []
const server = createServer((request, response) => {
  requests.push(request.url ?? '')
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(reply.text)
})
let provider: ReturnType<typeof openOpenExchangeRates>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { provider: 'open-exchange-rates', url, appId: 'k&y' } as const
  provider = openOpenExchangeRates(settings, { timeoutMs: 20_000 })
})
afterAll(async () => {
  await provider.close()
  server.close()
})
beforeEach(() => {
  requests = []
})

const ratesBody = (changes: Record<string, string> = {}) => {
  const members = {
    disclaimer: '"Usage subject to terms"',
    license: '"https://openexchangerates.org/license"',
    timestamp: '1795240800',
    base: '"USD"',
    rates: '{"USD":1,"UGX":3600.1,"EUR":0.8600005}',
    ...changes,
  }
  return `{${Object.entries(members)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`
}

const latest = (text: string, status = 200, currencies: string[] | undefined = ['UGX', 'EUR']) => {
  reply = { status, text }
  return provider.latest(currencies)
}

describe('requests to Open Exchange Rates', () => {
  test('latest.json is requested with base USD, for the given symbols and USD itself', async () => {
    await latest(ratesBody())
    const url = new URL(requests[0] as string, 'http://x')
    expect(url.pathname).toBe('/api/latest.json')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      app_id: 'k&y',
      base: 'USD',
      symbols: 'USD,UGX,EUR',
    })
  })

  test('all rates are requested when no symbols are given', async () => {
    reply = { status: 200, text: ratesBody() }
    await provider.latest()
    expect(requests[0]).not.toContain('symbols')
  })
})

describe('trusted rates', () => {
  test('rates are read by their digits and rounded half up to a millionth', async () => {
    expect(await latest(ratesBody())).toEqual({
      kind: 'rates',
      asOf: Temporal.Instant.from('2026-11-21T06:00:00Z'),
      rates: new Map([
        ['UGX', 3_600_100_000n],
        ['EUR', 860_001n],
      ]),
    })
  })

  test('only the requested rates are read, whatever else the reply contains', async () => {
    const rates = '{"USD":1.000,"UGX":3.6e3,"BTC":0.000011,"odd":"x"}'
    expect(await latest(ratesBody({ rates }), 200, ['UGX'])).toMatchObject({
      rates: new Map([['UGX', 3_600_000_000n]]),
    })
  })

  test('a rate that rounds to zero, such as that of platinum, is left out', async () => {
    const rates = '{"USD":1,"XPT":0.0000004}'
    expect(await latest(ratesBody({ rates }), 200, ['XPT'])).toMatchObject({
      kind: 'rates',
      rates: new Map(),
    })
  })
})

describe('untrusted rates [S-41]', () => {
  const refusals: [number, string][] = [
    [401, 'invalid_app_id'],
    [401, 'missing_app_id'],
    [403, 'access_restricted'],
    [429, 'access_restricted'],
    [403, 'not_allowed'],
    [400, 'invalid_base'],
    [200, 'invalid_app_id'],
  ]
  test.each(refusals)(
    'the error %i %s is reported as unavailable, whatever the HTTP status',
    async (status, message) => {
      const text = JSON.stringify({ error: true, status, message, description: 'Invalid App ID: k&y' })
      expect(await latest(text, status)).toEqual({ kind: 'unavailable', cause: message })
    },
  )

  test.each<[string, Record<string, string>]>([
    ['another base', { base: '"EUR"' }],
    ['no base', { base: 'null' }],
    ['no time', { timestamp: 'null' }],
    ['milliseconds', { timestamp: '1795240800000' }],
    ['a time in text', { timestamp: '"1795240800"' }],
    ['no rates', { rates: 'null' }],
    ['rates in a list', { rates: '[]' }],
    ['a USD rate other than 1', { rates: '{"USD":1.1,"UGX":3600,"EUR":0.86}' }],
    ['no USD rate', { rates: '{"UGX":3600,"EUR":0.86}' }],
    ['a rate of zero', { rates: '{"USD":1,"UGX":0,"EUR":0.86}' }],
    ['a negative rate', { rates: '{"USD":1,"UGX":-3600,"EUR":0.86}' }],
    ['a rate in text', { rates: '{"USD":1,"UGX":"3600","EUR":0.86}' }],
    ['an absurdly high rate', { rates: '{"USD":1,"UGX":1e99,"EUR":0.86}' }],
    ['a duplicate rate', { rates: '{"USD":1,"UGX":3600,"UGX":36,"EUR":0.86}' }],
  ])('rates with %s are not trusted', async (_name, changes) => {
    expect(await latest(ratesBody(changes))).toMatchObject({ kind: 'unavailable' })
  })

  test.each([
    ['an HTML page', '<html>', 200, 'not a JSON object'],
    ['a truncated reply', ratesBody().slice(0, 60), 200, 'not a JSON object'],
    ['an empty reply', '', 204, 'HTTP 204'],
    ['an error page of a proxy', '<h1>Bad gateway</h1>', 502, 'HTTP 502'],
    ['rates with an error status', ratesBody(), 500, 'HTTP 500'],
    ['an error with a free text', '{"error":true,"message":"Oh no: k&y!"}', 403, 'HTTP 403'],
  ])('the rates are unavailable after %s', async (_name, text, status, cause) => {
    expect(await latest(text, status)).toEqual({ kind: 'unavailable', cause })
  })

  test('a redirect of the rate provider is not followed', async () => {
    reply = { status: 302, text: '', headers: { location: '/elsewhere' } }
    expect(await provider.latest(['UGX'])).toEqual({ kind: 'unavailable', cause: 'HTTP 302' })
    expect(requests).toHaveLength(1)
  })

  test('an endless reply of the rate provider is cut off', async () => {
    expect(await latest(' '.repeat(300_000))).toEqual({ kind: 'unavailable', cause: 'REPLY_TOO_LARGE' })
  })
})
