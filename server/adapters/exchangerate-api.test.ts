// Tests the adapter with the documented replies of ExchangeRate-API, and with replies it must not trust.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openExchangeRateApi } from './rates.ts'

let reply: { status: number; body: object | string }
let requested = ''
const server = createServer((request, response) => {
  requested = request.url ?? ''
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text)
})
let provider: ReturnType<typeof openExchangeRateApi>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = openExchangeRateApi({ provider: 'exchangerate-api', url, key: 'k/y' }, { timeoutMs: 20_000 })
})
afterAll(async () => {
  await provider.close()
  server.close()
})

const received = {
  result: 'success',
  documentation: 'https://www.exchangerate-api.com/docs',
  terms_of_use: 'https://www.exchangerate-api.com/terms',
  time_last_update_unix: 1_795_240_800,
  time_last_update_utc: 'Sat, 21 Nov 2026 06:00:00 +0000',
  time_next_update_unix: 1_795_244_400,
  time_next_update_utc: 'Sat, 21 Nov 2026 07:00:00 +0000',
  base_code: 'USD',
  conversion_rates: { USD: 1, CDF: 2250.1234, UGX: 3600 },
}

const latest = (body: object | string, status = 200) => {
  reply = { status, body }
  return provider.latest(['CDF'])
}

test('ExchangeRate-API is called for the latest USD rates, with the key in the path', async () => {
  await latest(received)
  expect(requested).toBe('/v6/k%2Fy/latest/USD')
})

test('the documented reply gives the requested rates at the time of the provider', async () => {
  expect(await latest(received)).toEqual({
    kind: 'rates',
    asOf: Temporal.Instant.from('2026-11-21T06:00:00Z'),
    rates: new Map([['CDF', 2_250_123_400n]]),
  })
})

const errors: [string, number][] = [
  ['unsupported-code', 404],
  ['malformed-request', 400],
  ['invalid-key', 403],
  ['inactive-account', 403],
  ['quota-reached', 429],
  ['plan-upgrade-required', 403],
  ['no-data-available', 404],
]
test.each(errors.flatMap(([type, status]) => [[type, status] as const, [type, 200] as const]))(
  'the error %s with HTTP %i is reported as unavailable',
  async (type, status) => {
    const body = { result: 'error', documentation: '', 'terms-of-use': '', 'error-type': type }
    expect(await latest(body, status)).toEqual({ kind: 'unavailable', cause: type })
  },
)

test.each<[string, object | string]>([
  ['another base', { ...received, base_code: 'EUR' }],
  ['no time', { ...received, time_last_update_unix: undefined }],
  [
    'rates of the open access endpoint, which has other members',
    { ...received, conversion_rates: undefined, rates: {} },
  ],
  ['a USD rate other than 1', { ...received, conversion_rates: { USD: 0.86, CDF: 2250 } }],
  ['a rate that is not a number', { ...received, conversion_rates: { USD: 1, CDF: null } }],
  ['no success status', { ...received, result: undefined }],
  ['an error status beside rates', { ...received, result: 'error' }],
  ['a list', []],
  ['a page', '<html>'],
])('a reply with %s is not trusted', async (_name, body) => {
  expect(await latest(body)).toMatchObject({ kind: 'unavailable' })
})
