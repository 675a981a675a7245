// Merchant self-service: reading and changing the merchant's own settings.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, tokenOf } from '../../test/support/callers/self-service.ts'
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
        test_profile: null,
        live_profile: null,
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
    const secret = expect.stringMatching(/^whsec_/)
    expect(body.data).toEqual({ callback_secret: secret, rotated_at: stamp, previous_valid_until: null })
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
    expect((await get('checkout')).body.data).toEqual({
      checkout_attempts: null,
      payment_methods: ['card'],
      methods: expect.any(Array),
      brand: noBrand,
    })
    assert.equal(await attempts(), 1)
    expect((await put('checkout', { checkout_attempts: 3 })).body.data).toMatchObject({
      checkout_attempts: 3,
    })
    expect((await get('checkout')).body.data).toEqual({
      checkout_attempts: 3,
      payment_methods: ['card'],
      methods: expect.any(Array),
      brand: noBrand,
    })
    assert.equal(await attempts(), 3)
    await put('checkout', { checkout_attempts: null })
    assert.equal(await attempts(), 1)
  })

  test('the checkout settings name what each method costs, when it pays and what operators accept', async () => {
    await fresh()
    const read = async () => (await get('checkout')).body.data.methods
    const limits = (currency: string, minimum: string, maximum: string) => ({ currency, minimum, maximum })
    expect(await read()).toMatchObject([
      { method: 'card', commission_rate: '3.50', available_after_days: 2, operators: [] },
      {
        ...{ method: 'mobile_money', commission_rate: '3.50', available_after_days: 1 },
        operators: [
          {
            operator: 'vodacom',
            is_open: true,
            limits: [limits('USD', '0.50', '2500.00'), limits('CDF', '500.00', '1000000.00')],
          },
          { operator: 'airtel' },
          { operator: 'orange' },
          { operator: 'africell' },
        ],
      },
    ])
    await run('update merchant set mobile_money_rate_bp = 225 where merchant_code = $1', [
      merchant.merchant_code,
    ])
    expect((await read()).map(({ commission_rate }: { commission_rate: string }) => commission_rate)).toEqual(
      ['3.50', '2.25'],
    )
  })

  test('the last payment method cannot be turned off', async () => {
    await fresh()
    const { status, body } = await put('checkout', { checkout_attempts: null, payment_methods: [] })
    expect([status, body.code]).toEqual([400, 'RMT-1005'])
    expect((await get('checkout')).body.data.payment_methods).toEqual(['card'])
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
