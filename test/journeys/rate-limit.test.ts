// Rate limits as merchants and customers experience them.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiResponse } from '../support/http/response.ts'
import { send } from '../support/http/send.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    role: 'api',
    settings: {
      RATE_LIMIT_PER_SECOND: '1',
      RATE_LIMIT_BURST: '5',
      RATE_LIMIT_PAGES_PER_SECOND: '20',
      RATE_LIMIT_TEST_CALLBACKS_PER_SECOND: '10',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
})
afterAll(() => world.close())

const quotaOf = ({ headers }: ApiResponse) =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map((name) => headers[name])
const statusPath = '/api/v1/payment/status'
const unknown = { transaction_uuid: 'LKT-20260101-000000-AAAAAAAA-CD' }

describe('the rate limit of a merchant [C8]', () => {
  test('a merchant has a burst, then 429 with Retry-After; other merchants are not affected [S-28]', async () => {
    const [busy, calm] = await Promise.all([world.register(), world.register()])
    const responses: ApiResponse[] = []
    for (let i = 0; i < 8; i++) responses.push(await world.signed('POST', statusPath, unknown, { as: busy }))
    expect(responses.slice(0, 5).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const refused = responses.find(({ status }) => status === 429)!
    assert.equal(refused.text, '{"detail":"Rate limit exceeded"}')
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-limit': '5',
      'ratelimit-remaining': '0',
    })
    assert.match(refused.headers['x-request-id'] ?? '', /./)
    assert.equal((await world.signed('POST', statusPath, unknown, { as: calm })).status, 404)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    assert.equal((await world.signed('POST', statusPath, unknown, { as: busy })).status, 404)
  })

  test('every response carries the rate limit headers, whatever its status and endpoint', async () => {
    const as = await world.register()
    const order = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as })
    const invalid = await world.signed('POST', '/api/v1/payment/orders', {}, { as })
    const absent = await world.signed('POST', statusPath, unknown, { as })
    const malformed = await world.signed('POST', statusPath, undefined, { as, rawBody: '{' })
    const responses = [order, invalid, absent, malformed]
    expect(responses.map(({ status }) => status)).toEqual([200, 422, 404, 400])
    for (const response of responses) {
      const [limit, remaining, reset] = quotaOf(response).map(Number) as [number, number, number]
      assert.equal(limit, 5)
      assert.ok(remaining >= 1 && remaining <= 4 && reset === 5 - remaining, `${remaining} ${reset}`)
    }
  })

  test("requests wrongly signed in a merchant's name do not use up its rate limit [S-28]", async () => {
    const as = await world.register()
    const stranger = { ...as, api_secret: 'sk_test_wrong' }
    for (let i = 0; i < 10; i++) {
      const forged = await world.signed('POST', statusPath, unknown, { as: stranger })
      assert.equal(forged.status, 403)
      expect(quotaOf(forged)).toEqual([undefined, undefined, undefined])
    }
    expect(quotaOf(await world.signed('POST', statusPath, unknown, { as }))).toEqual(['5', '4', '1'])
  })
})

describe('the rate limit of callers without a key [C8]', () => {
  const from = (address: string, method: string, path: string, body = '') =>
    send(world.url, method, path, Buffer.from(body), {
      'x-forwarded-for': address,
      accept: 'text/html',
      ...(body && { 'content-type': 'application/json' }),
    })
  const statuses = async (count: number, work: () => Promise<ApiResponse>) => {
    const responses = await Promise.all(Array.from({ length: count }, work))
    return Map.groupBy(responses, ({ status }) => status)
  }

  test('customer pages are rate limited by address [S-28]', async () => {
    const page = '/api/v1/payment/LKT-20260101-000000-AAAAAAAA-CD?sig=x'
    const seen = await statuses(50, async () => {
      await from('198.51.100.1', 'POST', page.replace('?', '/cancel?'))
      return from('198.51.100.1', 'GET', page)
    })
    const page429 = seen.get(429)?.[0]
    assert.match(page429?.text ?? '', /^<!doctype html>/)
    assert.equal(page429?.headers['retry-after'], '1')
    const acts = await statuses(30, () => from('198.51.100.1', 'POST', page.replace('?', '/cancel?')))
    assert.equal(acts.get(429)?.[0]?.text, '{"detail":"Rate limit exceeded"}')
    assert.equal((await from('198.51.100.2', 'GET', page)).status, 404)
  })

  test.each(['/emails/x', '/papers/x', '/pl/x'])(
    '%s is rate limited by address, too [S-28]',
    async (path) => {
      const seen = await statuses(50, () => from('198.51.100.3', path === '/emails/x' ? 'POST' : 'GET', path))
      assert.ok(seen.has(429))
    },
  )

  test.each([
    ...['/', '/verify', '/docs', '/guides', '/portal'],
    ...['/privacy', '/terms', '/status', '/status.json', '/status.xml', '/robots.txt', '/sitemap.xml'],
  ])('the page %s is rate limited by address, and the files of pages are not [S-28]', async (path) => {
    const seen = await statuses(50, () => from('198.51.100.4', 'GET', path))
    assert.ok(seen.has(429))
    const files = await statuses(50, () => from('198.51.100.4', 'GET', '/verify/assets/none.js'))
    expect([...files.keys()]).toEqual([404])
  })

  test.each(['/openapi.json', '/openapi.merchant.json'])(
    'the API document at %s counts for the rate limit of its address, as pages do [S-28]',
    async (path) => {
      expect(quotaOf(await from('198.51.100.5', 'GET', path))[0]).toBe('20')
    },
  )

  test('the test receiver has a rate limit separate from the pages', async () => {
    const post = () => from('198.51.100.3', 'POST', '/api/v1/test/test-callback?channel=flood', '{}')
    const seen = await statuses(60, post)
    assert.ok(seen.get(200)!.length >= 10 && seen.get(429)!.length > 0)
    assert.equal((await from('198.51.100.3', 'GET', '/api/v1/payment/LKT-X?sig=x')).status, 404)
  })

  test('health endpoints are never rate limited', async () => {
    const seen = await statuses(60, () => from('198.51.100.4', 'GET', '/livez'))
    assert.deepEqual([...seen.keys()], [200])
  })
})
