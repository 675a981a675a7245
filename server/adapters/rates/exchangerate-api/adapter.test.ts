// The documented replies of ExchangeRate-API, and replies nobody should believe.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openExchangeRateApi } from './adapter.ts'

let answer: { status: number; body: object | string }
let asked = ''
const server = createServer((request, response) => {
  asked = request.url ?? ''
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
})
let provider: ReturnType<typeof openExchangeRateApi>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = openExchangeRateApi({ provider: 'exchangerate-api', url, key: 'k/y' }, { timeoutMs: 2_000 })
})
afterAll(async () => {
  await provider.close()
  server.close()
})

const told = {
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
  answer = { status, body }
  return provider.latest(['CDF'])
}

test('it asks for the latest rates of the dollar, the key as one part of the path', async () => {
  await latest(told)
  expect(asked).toBe('/v6/k%2Fy/latest/USD')
})

test("it believes the documented reply, at the provider's time, for what was asked", async () => {
  expect(await latest(told)).toEqual({
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
  'the error %s is no rates, with HTTP %i',
  async (type, status) => {
    const body = { result: 'error', documentation: '', 'terms-of-use': '', 'error-type': type }
    expect(await latest(body, status)).toEqual({ kind: 'unavailable', cause: type })
  },
)

test.each<[string, object | string]>([
  ['another base', { ...told, base_code: 'EUR' }],
  ['no time', { ...told, time_last_update_unix: undefined }],
  [
    'the rates of the open access, which has other members',
    { ...told, conversion_rates: undefined, rates: {} },
  ],
  ['a dollar that is not a dollar', { ...told, conversion_rates: { USD: 0.86, CDF: 2250 } }],
  ['a rate that is no number', { ...told, conversion_rates: { USD: 1, CDF: null } }],
  ['no word of success', { ...told, result: undefined }],
  ['an error with rates', { ...told, result: 'error' }],
  ['a list', []],
  ['a page', '<html>'],
])('a reply with %s is not believed', async (_name, body) => {
  expect(await latest(body)).toMatchObject({ kind: 'unavailable' })
})
