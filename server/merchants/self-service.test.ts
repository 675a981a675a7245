// Merchant self-service: reading and changing the merchant's own settings.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, tokenOf } from '../../test/support/callers/self-service.ts'
import { recount } from '../../test/support/database/day-counts.ts'
import { eventually } from '../../test/support/http/eventually.ts'
import { orderBody } from '../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { manualClock } from '../platform/time/clock.ts'
import type { Credentials } from './identity/register.ts'

const clock = manualClock()
const stamp = '2026-11-21T10:00:00.000000'
let world: World
let merchant: Credentials
let token: string
beforeAll(async () => {
  world = await openWorld({ clock })
  await fresh()
})
afterAll(() => world.close())

/** A freshly registered merchant. */
async function fresh(): Promise<void> {
  merchant = await world.register()
  token = await tokenOf(world, merchant)
}

const get = (name: string) => call(world, 'GET', name, { token })
const post = (name: string, body?: unknown) => call(world, 'POST', name, { token, body })
const put = (name: string, body?: unknown) => call(world, 'PUT', name, { token, body })
const order = (as: Credentials) =>
  world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as })
const run = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)

describe('[R4.13] GET me', () => {
  test('a merchant reads its profile without secrets', async () => {
    await fresh()
    const { status, body, text } = await get('me')
    assert.equal(status, 200)
    expect(body).toEqual({
      status: 'success',
      data: {
        merchant_code: merchant.merchant_code,
        name: 'Boutique Test',
        email: merchant.email,
        environment: 'sandbox',
        is_test: true,
        api_key: merchant.api_key,
        api_key_scopes: ['charge', 'refund', 'read', 'payouts', 'disputes'],
        user: { name: 'Boutique Test', email: merchant.email, role: 'owner' },
        microform: { microform_enabled: false, microform_allowed_origins: [] },
        rates: {
          commission_rate: '3.50',
          bank_commission_rate: '1.50',
          remittance_fee_rate: '0.00',
          remittance_fee_fixed: '0.00',
        },
      },
    })
    for (const secret of [merchant.merchant_secret, merchant.api_secret, merchant.callback_secret])
      assert.ok(!text.includes(secret))
  })
})

describe('[R4.13] rotation of credentials', () => {
  const storedSecret = async () =>
    (await run('select merchant_secret_hash as hash from merchant where email = $1', [merchant.email]))[0]
      .hash
  const hashOf = (secret: string) => world.system.secrets.mac('merchant-secret', secret)

  test('a new merchant secret is not cacheable and the old one is refused at once', async () => {
    await fresh()
    assert.ok((await storedSecret()).equals(hashOf(merchant.merchant_secret)))
    const { status, headers, body } = await post('secret')
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'no-store')
    expect(body.data).toEqual({
      merchant_code: merchant.merchant_code,
      merchant_secret: expect.stringMatching(/^msk_test_[\w-]{43}$/),
      rotated_at: stamp,
    })
    assert.ok((await storedSecret()).equals(hashOf(body.data.merchant_secret)))
  })

  test('a rotated API key is 404 at once, even if it was used a moment before', async () => {
    await fresh()
    assert.equal((await order(merchant)).status, 200)
    const { body } = await post('api-keys')
    expect(body.data).toEqual({
      api_key: expect.stringMatching(/^pk_test_/),
      api_secret: expect.stringMatching(/^sk_test_/),
      scopes: ['charge', 'refund', 'read', 'payouts', 'disputes'],
      rotated_at: stamp,
    })
    const old = await order(merchant)
    expect([old.status, old.body.detail]).toEqual([404, 'Merchant not found'])
    assert.equal((await order({ ...merchant, ...body.data })).status, 200)
    assert.equal((await get('me')).body.data.api_key, body.data.api_key)
  })

  test.each(['secret', 'api-keys', 'callback-secret'])(
    'rotating %s with a malformed body is refused and changes nothing',
    async (name) => {
      await fresh()
      const stored = async () =>
        JSON.stringify(
          await run(
            'select m, k from merchant m join api_key k on k.merchant_id = m.id where email = $1 order by k',
            [merchant.email],
          ),
        )
      const before = await stored()
      for (const raw of ['{', '{"a":1,"a":2}', '[', ' ']) {
        const { status, body } = await call(world, 'POST', name, { token, raw })
        expect([status, body.code]).toEqual([400, 'RMT-1001'])
      }
      const form = await call(world, 'POST', name, {
        token,
        raw: 'a=b',
        headers: { 'content-type': 'text/plain' },
      })
      expect(form.status).toBe(415)
      assert.equal(await stored(), before)
      expect((await call(world, 'POST', name, { token, raw: '{}' })).status).toBe(200)
      assert.notEqual(await stored(), before)
    },
  )

  test('after a callback secret rotation the next event is signed with the new secret', async () => {
    await fresh()
    await put('callback', { callback_url: `${world.url}/api/v1/test/test-callback?channel=rotated` })
    const { body } = await post('callback-secret')
    expect(body.data).toEqual({ callback_secret: expect.stringMatching(/^whsec_/), rotated_at: stamp })
    await post('callback/test')
    const [event] = await received('rotated')
    const [, at, signature] = /^t=(\d{10}),v1=(\w{64})$/.exec(event!.headers['x-service-signature']) ?? []
    const sign = (secret: string) => createHmac('sha256', secret).update(`${at}${event!.body}`).digest('hex')
    expect([
      signature === sign(body.data.callback_secret),
      signature === sign(merchant.callback_secret),
    ]).toEqual([true, false])
  })
})

async function received(channel: string): Promise<{ headers: any; body: string }[]> {
  const response = await fetch(`${world.url}/api/v1/test/test-callback/history?channel=${channel}`)
  const { data } = (await response.json()) as any
  return data.items.map(({ headers, body }: any) => ({
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }))
}

describe('[R4.13] whitelist', () => {
  test('the allowlist starts empty, is replaced as a whole and does not restrict access tokens', async () => {
    await fresh()
    expect((await get('whitelist')).body.data).toEqual({ addresses: [] })
    assert.equal((await order(merchant)).status, 200)
    const addresses = ['10.0.0.0/8', '2001:db8::/32', '198.51.100.7']
    expect((await put('whitelist', { addresses })).body.data).toEqual({ addresses })
    const refused = await order(merchant)
    expect([refused.status, refused.body.detail]).toEqual([403, 'IP address not allowed'])
    expect((await get('whitelist')).body.data).toEqual({ addresses })
    await put('whitelist', { addresses: ['127.0.0.1/32'] })
    assert.equal((await order(merchant)).status, 200)
    await put('whitelist', { addresses: [] })
    assert.equal((await order(merchant)).status, 200)
  })

  test.each([
    '10.0.0.0/33',
    '10.0.0',
    '0x7f.1',
    '2130706433',
    'example.com',
    '',
    '10.0.0.0/8/8',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/104',
    '2001:db8::/129',
    '10.0.0.0/-1',
    '10.0.0.1/',
  ])('the allowlist refuses %j and stays unchanged', async (bad) => {
    await put('whitelist', { addresses: ['127.0.0.0/8'] })
    const { status, body } = await put('whitelist', { addresses: ['10.0.0.0/8', bad] })
    expect([status, body]).toEqual([
      400,
      {
        status: 'error',
        code: 'RMT-1011',
        message: 'An address is not an IP address or a CIDR network',
        errors: [{ field: 'addresses.1', message: 'Input should be an IP address or a CIDR network' }],
      },
    ])
    expect((await get('whitelist')).body.data).toEqual({ addresses: ['127.0.0.0/8'] })
  })

  test.each([
    [{}],
    [{ addresses: '10.0.0.0/8' }],
    [{ addresses: [7] }],
    [{ addresses: Array(101).fill('10.0.0.0/8') }],
  ])('the allowlist refuses a body like %j', async (body) => {
    const response = await put('whitelist', body)
    expect([response.status, response.body.code]).toEqual([400, 'RMT-1005'])
  })
})

describe('[R4.13] callback', () => {
  test('the callback URL starts as null, can be set, and is removed with null', async () => {
    await fresh()
    const callback_url = 'http://localhost:3000/hook'
    expect((await get('callback')).body.data).toEqual({ callback_url: null, events: [], credentials: null })
    expect((await put('callback', { callback_url })).body.data).toEqual({
      callback_url,
      events: [],
      credentials: null,
    })
    expect((await get('callback')).body.data).toEqual({ callback_url, events: [], credentials: null })
    expect((await put('callback', { callback_url: null })).body.data).toEqual({
      callback_url: null,
      events: [],
      credentials: null,
    })
  })

  test.each([
    'javascript:alert(1)',
    'ftp://shop.example/',
    '/hook',
    'https://user:pass@shop.example/',
    'https:/shop.example',
    '',
    7,
    'http://169.254.169.254/',
    'http://2852039166/latest',
    'https://[fe80::1]/',
    'http://[::ffff:169.254.169.254]/',
  ])('the callback URL %j is refused', async (callback_url) => {
    const { status, body } = await put('callback', { callback_url })
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'RMT-1005', 'callback_url'])
  })

  test('a production callback URL must be public and use https', async () => {
    const live = await world.register({ environment: 'production' })
    const own = await tokenOf(world, live)
    const responses: number[] = []
    for (const callback_url of [
      'http://shop.example/',
      'https://127.0.0.1/',
      'https://intranet.local/',
      'https://shop.example/hook',
    ])
      responses.push((await call(world, 'PUT', 'callback', { token: own, body: { callback_url } })).status)
    expect(responses).toEqual([400, 400, 400, 200])
  })

  test('a test event is sent at once, signed, and its response is returned', async () => {
    await fresh()
    const none = await post('callback/test')
    expect([none.status, none.body]).toEqual([
      409,
      { status: 'error', code: 'RMT-409', message: 'No callback_url is set' },
    ])
    await put('callback', { callback_url: `${world.url}/api/v1/test/test-callback?channel=tried` })
    const tried = await post('callback/test')
    expect([tried.status, tried.body.data]).toEqual([
      200,
      { delivered: true, http_status: 200, duration_ms: expect.any(Number), error: null },
    ])
    const [event] = await received('tried')
    expect(JSON.parse(event!.body)).toEqual({
      event_type: 'TEST',
      merchant_code: merchant.merchant_code,
      timestamp: stamp,
    })
    expect(event!.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Likuta-Webhooks/1',
      'x-service-event-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'x-service-attempt': '1',
      'x-service-timestamp': expect.stringMatching(/^\d{10}$/),
    })
    const [, at = '', signature] =
      /^t=(\d{10}),v1=(\w{64})$/.exec(event!.headers['x-service-signature']) ?? []
    assert.equal(
      signature,
      createHmac('sha256', merchant.callback_secret).update(`${at}${event!.body}`).digest('hex'),
    )
  })

  test('a failed test event returns the error, and ten test events exhaust the limit', async () => {
    await fresh()
    await put('callback', { callback_url: `${world.url}/api/v1/nothing` })
    expect((await post('callback/test')).body.data).toMatchObject({
      delivered: false,
      http_status: 404,
      error: null,
    })
    await put('callback', { callback_url: 'http://127.0.0.1:1/' })
    expect((await post('callback/test')).body.data).toMatchObject({
      delivered: false,
      http_status: null,
      error: 'connect',
    })
    for (let i = 0; i < 8; i++) await post('callback/test')
    const limited = await post('callback/test')
    expect([limited.status, limited.body.code, Number(limited.headers['retry-after']) > 0]).toEqual([
      429,
      'RMT-429',
      true,
    ])
  })
})

const noBrand = { logo: null, accent: null, support: null }

describe('checkout settings', () => {
  test('the number of attempts is unset at first, can be set and unset, and applies to new orders', async () => {
    await fresh()
    const attempts = async () => {
      const { body } = await order(merchant)
      const [made] = await run(
        'select checkout_attempts as n from card_transaction where transaction_uuid = $1',
        [body.data.transaction_uuid],
      )
      return made.n
    }
    expect((await get('checkout')).body.data).toEqual({ checkout_attempts: null, brand: noBrand })
    assert.equal(await attempts(), 1)
    expect((await put('checkout', { checkout_attempts: 3 })).body.data).toMatchObject({
      checkout_attempts: 3,
    })
    expect((await get('checkout')).body.data).toEqual({ checkout_attempts: 3, brand: noBrand })
    assert.equal(await attempts(), 3)
    await put('checkout', { checkout_attempts: null })
    assert.equal(await attempts(), 1)
  })

  test('an order made in the portal has three attempts', async () => {
    await fresh()
    const { body } = await post('sandbox/order', {})
    const [made] = await run(
      'select checkout_attempts as n from card_transaction where transaction_uuid = $1',
      [body.data.transaction_uuid],
    )
    assert.equal(made.n, 3)
  })

  test.each([0, 6, 1.5, '3', undefined])('checkout_attempts %j is refused', async (checkout_attempts) => {
    const { status, body } = await put('checkout', { checkout_attempts })
    expect([status, body.code]).toEqual([400, 'RMT-1005'])
  })
})

describe('[R4.13] microform', () => {
  const context = () =>
    world.signed(
      'POST',
      '/api/v1/microform/capture-context',
      { target_origin: 'https://shop.example', merchant_reference: 'INV-1' },
      { as: merchant },
    )

  test('custom checkout starts disabled without origins, and new settings apply at once', async () => {
    await fresh()
    expect((await get('microform')).body.data).toEqual({
      microform_enabled: false,
      microform_allowed_origins: [],
    })
    assert.equal((await context()).body.detail, 'Microform is not enabled for this merchant')
    const wanted = {
      microform_enabled: true,
      microform_allowed_origins: ['https://shop.example', 'http://localhost:3000'],
    }
    expect((await put('microform', wanted)).body.data).toEqual(wanted)
    expect((await get('microform')).body.data).toEqual(wanted)
    // The simulated gateway has another clock than ours here; the test only needs to know which requests reach it.
    assert.notEqual((await context()).status, 403)
    await put('microform', { ...wanted, microform_allowed_origins: [] })
    assert.equal((await context()).body.detail, 'Origin not allowed')
  })

  test.each([
    'https://shop.example/',
    'https://shop.example/pay',
    'https://*.example',
    'http://shop.example',
    'shop.example',
    'https://SHOP.example',
    'https://u@shop.example',
    'null',
    '',
  ])('the custom checkout origin %j is refused', async (origin) => {
    const body = { microform_enabled: true, microform_allowed_origins: ['https://ok.example', origin] }
    const response = await put('microform', body)
    expect([response.status, response.body.code, response.body.errors[0].field]).toEqual([
      400,
      'RMT-1005',
      'microform_allowed_origins.1',
    ])
    expect((await get('microform')).body.data.microform_allowed_origins).not.toContain('https://ok.example')
  })

  test('custom checkout settings require both fields', async () => {
    const { body } = await put('microform', {})
    expect(body.errors.map(({ field }: any) => field)).toEqual([
      'microform_enabled',
      'microform_allowed_origins',
    ])
  })
})

describe('[R4.13] deliveries', () => {
  test('deliveries are listed newest first with their attempts, and can be resent', async () => {
    await fresh()
    for (const i of [1, 2, 3])
      await run(
        `with event as (
           insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint,
                                      signed, body, state, attempts, created_at)
           select gen_random_uuid(), id, environment, $2, 'PAYMENT', $2, $3, $2, true, $5, 'DEAD', 1, $4 from merchant
            where merchant_code = $1 returning id)
         insert into webhook_attempt (event_id, number, at, http_status, error, duration_ms)
         select id, 1, $4, 500, null, 12 from event`,
        [
          merchant.merchant_code,
          `listed-${merchant.merchant_code}-${i}`,
          `${world.url}/api/v1/test/test-callback?channel=again${i}`,
          clock.now(),
          JSON.stringify({
            status: 'FAILED',
            reference: `INV-${i}`,
            transaction_uuid: `LKT-${i}`,
            amount: '9.00',
          }),
        ],
      )
    await recount(world.db)
    const first = await get('deliveries?limit=2')
    expect(first.body.data.pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 })
    expect(first.body.data.items[0]).toEqual({
      id: first.body.data.items[0].event_id,
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event_type: 'PAYMENT',
      about: {
        type: 'payment',
        id: 'LKT-3',
        reference: 'INV-3',
        outcome: 'FAILED',
        amount: '9.00',
        currency: null,
      },
      url: expect.stringContaining('again3'),
      status: 'DEAD',
      attempts: [{ at: stamp, http_status: 500, error: null, duration_ms: 12 }],
      next_attempt_at: null,
      created_at: stamp,
    })
    const second = await get('deliveries?limit=2&page=2')
    expect(second.body.data.items.map(({ url }: any) => url.slice(-1))).toEqual(['1'])
    expect((await get('deliveries?limit=1000')).body.data.pagination.limit).toBe(100)

    const { id } = second.body.data.items[0]
    const resent = await post(`deliveries/${id}/resend`)
    expect([resent.status, resent.body.data]).toEqual([202, { id, status: 'PENDING' }])
    await eventually('the resent event', async () => (await received('again1')).length === 1)
  })

  test.each(['page=0', 'page=x', 'limit=0', 'limit=-1', 'page=1e9', 'limit=1;drop', 'page=1&page=2'])(
    'the delivery list refuses %s [S-63]',
    async (query) => {
      const { status, body } = await get(`deliveries?${query}`)
      expect([status, body.code]).toEqual([400, 'RMT-1005'])
    },
  )
})
