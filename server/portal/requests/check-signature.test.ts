// The signature check names each common mistake in a signature.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allDelivered, type Portal, paid, portalOf } from '../../../test/support/callers/portal.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { unixSeconds } from '../../platform/time/clock.ts'

let world: World
let merchant: Credentials
let portal: Portal
let event: { headers: Record<string, string>; body: string }
beforeAll(async () => {
  world = await openWorld()
  merchant = await world.register()
  portal = await portalOf(world, merchant)
  const callback_url = `${world.url}/api/v1/test/test-callback?channel=merchant-${merchant.merchant_code}`
  await paid(world, merchant, { callback_url })
  await allDelivered(portal)
  event = (await portal.data('events')).items[0]
})
afterAll(() => world.close())

const check = async (body: object) => {
  const response = await portal.post('signature-check', body)
  expect([response.status, response.text]).toEqual([200, expect.any(String)])
  return response.body.data
}
const hmac = (secret: string, text: string, digest: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', secret).update(text).digest(digest)
const now = () => String(unixSeconds(world.clock.now()))

describe('the check of a webhook signature', () => {
  const webhook = (headers: Record<string, string | undefined> = {}, body = event.body) => {
    const all = Object.entries({ ...event.headers, ...headers }).filter(([, value]) => value !== undefined)
    return check({ kind: 'webhook', headers: Object.fromEntries(all), body })
  }
  const signed = (body: string, { secret = merchant.callback_secret, at = now() } = {}) => ({
    'x-service-signature': `t=${at},v1=${hmac(secret, at + body)}`,
    'x-service-timestamp': at,
    'x-service-event-id': undefined,
  })

  test('a webhook exactly as received checks as valid', async () => {
    const verdict = await webhook()
    expect(verdict).toMatchObject({ valid: true, cause: null, signature_matches: true })
    const [, t] = /^t=(\d+)/.exec(event.headers['x-service-signature'] ?? '') ?? []
    expect(verdict.expected_signed_text).toBe(t + event.body)
  })

  test('a webhook with header names in any case checks as valid', async () => {
    const headers = Object.fromEntries(
      Object.entries(event.headers).map(([name, value]) => [name.toUpperCase(), value]),
    )
    expect(await check({ kind: 'webhook', headers, body: event.body })).toMatchObject({ valid: true })
  })

  test.each([
    ['whose header is missing', { 'x-service-signature': undefined }, 'header_missing', false],
    [
      'whose header has another format',
      { 'x-service-signature': 'sha256=abc' },
      'signature_malformed',
      false,
    ],
    [
      'whose timestamp was changed in transit',
      { 'x-service-timestamp': '1700000000' },
      'timestamp_mismatch',
      true,
    ],
  ])('the check names the cause for a webhook %s', async (_, headers, cause, signature_matches) => {
    expect(await webhook(headers)).toMatchObject({ valid: false, cause, signature_matches })
  })

  test.each([
    ['indented', (body: string) => JSON.stringify(JSON.parse(body), null, 2), 'it was indented'],
    ['with spaces', (body: string) => body.replaceAll(',"', ', "'), ''],
    ['with a line feed', (body: string) => `${body}\n`, 'it was extended by a line feed'],
    [
      'with letters escaped',
      (body: string) => body.replaceAll('â', '\\u00e2'),
      'it was serialized with escaped letters',
    ],
    ['with another amount', (body: string) => body.replace('25.50', '2.50'), ''],
    ['omitted', () => '', 'it was omitted'],
  ])("the check finds how a webhook's body was changed: %s", async (_, change, texts) => {
    const verdict = await webhook({}, change(event.body))
    expect(verdict).toMatchObject({ valid: false, cause: 'body_changed', signature_matches: false })
    expect(verdict.detail).toContain(texts)
    expect(verdict.expected_signed_text).toMatch(/^\d{10}\{/)
    expect(verdict.expected_signed_text.slice(10)).toBe(event.body)
  })

  test('a changed body without its event id is found by reserializing it', async () => {
    const body = '{"a":"b c","n":1}'
    expect(await webhook(signed(body), '{ "a": "b c", "n": 1 }')).toMatchObject({ cause: 'body_changed' })
  })

  test('the check recognizes a webhook signed with the API secret', async () => {
    const verdict = await webhook(signed(event.body, { secret: merchant.api_secret }))
    expect(verdict).toMatchObject({ cause: 'wrong_secret', detail: expect.stringContaining('API secret') })
  })

  test('the check recognizes a webhook signed with a replaced callback secret', async () => {
    const { callback_secret: fresh } = (await portal.post('callback-secret')).body.data
    expect(await webhook()).toMatchObject({
      cause: 'wrong_secret',
      detail: expect.stringContaining('another callback secret'),
    })
    merchant = { ...merchant, callback_secret: fresh }
  })

  test('the check knows the secrets of further endpoints', async () => {
    const asked = { url: 'https://erp.shop.example/hook?key=hidden', events: ['PAYMENT'] }
    const { secret } = (await portal.post('webhook-endpoints', asked)).body.data
    const verdict = await webhook(signed('{}', { secret }), '{}')
    expect(verdict).toMatchObject({
      valid: true,
      detail: expect.stringContaining('https://erp.shop.example'),
    })
    expect(verdict.detail).not.toContain('hidden')
    expect(await webhook(signed('{"a":1}', { secret }), '{"a": 1}')).toMatchObject({ cause: 'body_changed' })
  })

  test('a webhook signature of unknown origin is only reported as a mismatch', async () => {
    expect(await webhook(signed('{}', { secret: 'x' }), '{}')).toMatchObject({ cause: 'signature_mismatch' })
  })

  test.each([
    [-301, 'timestamp_too_old'],
    [301, 'timestamp_in_future'],
  ])('a valid webhook signature with a timestamp %d s off is refused', async (offset, cause) => {
    const at = String(Number(now()) + offset * 1 + Math.sign(offset) * 60)
    expect(await webhook(signed('{}', { at }), '{}')).toMatchObject({
      valid: false,
      cause,
      signature_matches: true,
    })
  })
})

describe('the check of a request signature', () => {
  const path = '/api/v1/payment-links?limit=5&page=1'
  const body = '{"amount": 25.50, "name": "Grâce"}'
  const request = (
    text: string,
    options: { secret?: string; at?: string; digest?: 'hex' | 'base64' } = {},
  ) => ({
    'X-API-Key': merchant.api_key,
    'X-Timestamp': options.at ?? now(),
    'X-Signature': hmac(options.secret ?? merchant.api_secret, text, options.digest),
  })
  const textOf = (
    parts: { at?: string; method?: string; path?: string; body?: string } = {},
    separator = '\n',
  ) => [parts.at ?? now(), parts.method ?? 'POST', parts.path ?? path, parts.body ?? body].join(separator)
  const requestsOf = (headers: Record<string, string>, more: object = {}) =>
    check({ kind: 'request', headers, body, method: 'POST', path, ...more })

  test('a correctly signed request is valid, also when its full URL is given', async () => {
    expect(await requestsOf(request(textOf()))).toMatchObject({ valid: true, cause: null })
    expect(await requestsOf(request(textOf()), { path: world.url + path })).toMatchObject({ valid: true })
  })

  test.each([
    ['with the path without its query', { path: '/api/v1/payment-links' }, 'path_differs'],
    ['with the full URL', { path: 'URL' }, 'path_differs'],
    ['with the path without its slash', { path: path.slice(1) }, 'path_differs'],
    ['with the method in lower case', { method: 'post' }, 'method_differs'],
    ['with another method', { method: 'GET' }, 'method_differs'],
    ['with the body serialized again', { body: '{"amount":25.5,"name":"Grâce"}' }, 'body_changed'],
    ['with the body as Python serializes it', { body: '{"amount": 25.5, "name": "Grâce"}' }, 'body_changed'],
    ['with its letters escaped', { body: '{"amount": 25.50, "name": "Gr\\u00e2ce"}' }, 'body_changed'],
    ['without the body', { body: '' }, 'body_changed'],
  ])(
    'the check names the cause for a request signed %s',
    async (_, parts: { path?: string; method?: string; body?: string }, cause) => {
      const signedPath = parts.path === 'URL' ? world.url + path : parts.path
      const verdict = await requestsOf(request(textOf({ ...parts, ...(signedPath && { path: signedPath }) })))
      expect(verdict).toMatchObject({ valid: false, cause, signature_matches: false })
      expect(verdict.expected_signed_text).toBe(textOf({ at: verdict.expected_signed_text.slice(0, 10) }))
    },
  )

  test.each(['', '.', ':', '\\n', '\r\n'])(
    'the check recognizes a request whose parts are joined by %j',
    async (separator) => {
      expect(await requestsOf(request(textOf({}, separator)))).toMatchObject({ cause: 'separator_differs' })
    },
  )

  test('the check recognizes missing parts, base64 and upper case', async () => {
    expect(await requestsOf(request(now() + body))).toMatchObject({ cause: 'parts_missing' })
    expect(await requestsOf(request(body))).toMatchObject({ cause: 'parts_missing' })
    expect(await requestsOf(request(textOf(), { digest: 'base64' }))).toMatchObject({
      cause: 'signature_not_hexadecimal',
    })
    const right = request(textOf())
    expect(await requestsOf({ ...right, 'X-Signature': right['X-Signature'].toUpperCase() })).toMatchObject({
      cause: 'signature_upper_case',
    })
  })

  test('the check distinguishes another secret of the merchant from an unknown one', async () => {
    expect(await requestsOf(request(textOf(), { secret: merchant.callback_secret }))).toMatchObject({
      cause: 'wrong_secret',
      detail: expect.stringContaining('callback secret'),
    })
    expect(await requestsOf(request(textOf(), { secret: merchant.api_key }))).toMatchObject({
      cause: 'wrong_secret',
    })
    expect(await requestsOf(request(textOf(), { secret: 'x' }))).toMatchObject({
      cause: 'signature_mismatch',
    })
  })

  test.each([
    ['X-API-Key', '', 'header_missing'],
    ['X-Signature', '', 'header_missing'],
    ['X-Timestamp', '1700000000000', 'timestamp_malformed'],
    ['X-Timestamp', '2026-11-21T10:00:00Z', 'timestamp_malformed'],
    ['X-API-Key', 'pk_test_unknown', 'unknown_key'],
    ['X-API-Key', 'sk_test_secret', 'unknown_key'],
  ])('the check recognizes a request whose %s is %j', async (name, value, cause) => {
    expect(await requestsOf({ ...request(textOf()), [name]: value })).toMatchObject({ cause })
  })

  test("another merchant's key is reported as unknown and nothing else", async () => {
    const other = await world.register()
    const headers = { ...request(textOf(), { secret: other.api_secret }), 'X-API-Key': other.api_key }
    expect(await requestsOf(headers)).toMatchObject({ cause: 'unknown_key', signature_matches: false })
  })

  test('the check recognizes a valid signature that is late or of a replaced key', async () => {
    const at = String(Number(now()) - 90)
    expect(await requestsOf(request(textOf({ at }), { at }))).toMatchObject({
      cause: 'timestamp_too_old',
      signature_matches: true,
    })
    await portal.post('api-keys')
    expect(await requestsOf(request(textOf()))).toMatchObject({
      cause: 'key_revoked',
      signature_matches: true,
    })
  })
})

test.each([
  [{}, 'kind'],
  [{ kind: 'letter', headers: {} }, 'kind'],
  [{ kind: 'webhook' }, 'headers'],
  [{ kind: 'webhook', headers: {}, body: 'x'.repeat(16_385) }, 'body'],
])('a signature check with an invalid body is refused: %#', async (body, field) => {
  const response = await portal.post('signature-check', body)
  expect([response.status, response.body.errors?.[0].field]).toEqual([400, field])
})
