// The documented replies of Open Exchange Rates, and replies nobody should believe.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openOpenExchangeRates } from './adapter.ts'

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
  provider = openOpenExchangeRates(settings, { timeoutMs: 2_000 })
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

describe('what it asks', () => {
  test('is latest.json against the dollar, for the wanted symbols and the dollar itself', async () => {
    await latest(ratesBody())
    const url = new URL(requests[0] as string, 'http://x')
    expect(url.pathname).toBe('/api/latest.json')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      app_id: 'k&y',
      base: 'USD',
      symbols: 'USD,UGX,EUR',
    })
  })

  test('is everything when nothing is named', async () => {
    reply = { status: 200, text: ratesBody() }
    await provider.latest()
    expect(requests[0]).not.toContain('symbols')
  })
})

describe('what it believes', () => {
  test('is read by its digits, half a millionth counting as one', async () => {
    expect(await latest(ratesBody())).toEqual({
      kind: 'rates',
      asOf: Temporal.Instant.from('2026-11-21T06:00:00Z'),
      rates: new Map([
        ['UGX', 3_600_100_000n],
        ['EUR', 860_001n],
      ]),
    })
  })

  test('is what was asked for, whatever else comes along', async () => {
    const rates = '{"USD":1.000,"UGX":3.6e3,"BTC":0.000011,"odd":"x"}'
    expect(await latest(ratesBody({ rates }), 200, ['UGX'])).toMatchObject({
      rates: new Map([['UGX', 3_600_000_000n]]),
    })
  })

  test('leaves out what is too fine to count in, such as ounces of platinum', async () => {
    const rates = '{"USD":1,"XPT":0.0000004}'
    expect(await latest(ratesBody({ rates }), 200, ['XPT'])).toMatchObject({
      kind: 'rates',
      rates: new Map(),
    })
  })
})

describe('what it does not believe [S-41]', () => {
  const refusals: [number, string][] = [
    [401, 'invalid_app_id'],
    [401, 'missing_app_id'],
    [403, 'access_restricted'],
    [429, 'access_restricted'],
    [403, 'not_allowed'],
    [400, 'invalid_base'],
    [200, 'invalid_app_id'],
  ]
  test.each(refusals)('the error %i %s, whatever the status', async (status, message) => {
    const text = JSON.stringify({ error: true, status, message, description: 'Invalid App ID: k&y' })
    expect(await latest(text, status)).toEqual({ kind: 'unavailable', cause: message })
  })

  test.each<[string, Record<string, string>]>([
    ['another base', { base: '"EUR"' }],
    ['no base', { base: 'null' }],
    ['no time', { timestamp: 'null' }],
    ['milliseconds', { timestamp: '1795240800000' }],
    ['a time in text', { timestamp: '"1795240800"' }],
    ['no rates', { rates: 'null' }],
    ['rates in a list', { rates: '[]' }],
    ['a dollar that is not a dollar', { rates: '{"USD":1.1,"UGX":3600,"EUR":0.86}' }],
    ['no dollar', { rates: '{"UGX":3600,"EUR":0.86}' }],
    ['a rate of nothing', { rates: '{"USD":1,"UGX":0,"EUR":0.86}' }],
    ['a rate below nothing', { rates: '{"USD":1,"UGX":-3600,"EUR":0.86}' }],
    ['a rate in text', { rates: '{"USD":1,"UGX":"3600","EUR":0.86}' }],
    ['a rate beyond all currencies', { rates: '{"USD":1,"UGX":1e99,"EUR":0.86}' }],
    ['a rate told twice', { rates: '{"USD":1,"UGX":3600,"UGX":36,"EUR":0.86}' }],
  ])('rates with %s', async (_name, changes) => {
    expect(await latest(ratesBody(changes))).toMatchObject({ kind: 'unavailable' })
  })

  test.each([
    ['an HTML page', '<html>', 200, 'not a JSON object'],
    ['half a reply', ratesBody().slice(0, 60), 200, 'not a JSON object'],
    ['nothing', '', 204, 'HTTP 204'],
    ['a page of a proxy', '<h1>Bad gateway</h1>', 502, 'HTTP 502'],
    ['rates with a failure status', ratesBody(), 500, 'HTTP 500'],
    ['an error in words of its own', '{"error":true,"message":"Oh no: k&y!"}', 403, 'HTTP 403'],
  ])('%s', async (_name, text, status, cause) => {
    expect(await latest(text, status)).toEqual({ kind: 'unavailable', cause })
  })

  test('a reply that points elsewhere', async () => {
    reply = { status: 302, text: '', headers: { location: '/elsewhere' } }
    expect(await provider.latest(['UGX'])).toEqual({ kind: 'unavailable', cause: 'HTTP 302' })
    expect(requests).toHaveLength(1)
  })

  test('a reply without end', async () => {
    expect(await latest(' '.repeat(300_000))).toEqual({ kind: 'unavailable', cause: 'REPLY_TOO_LARGE' })
  })
})
