import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send } from '../../../test/support/http/send.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import { rotate } from './credentials.ts'
import { isAllowed, requestSignature } from './signed-request.ts'

const path = '/api/v1/payment/orders'
let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

const now = () => unixSeconds(world.clock.now())
const order = (options: Parameters<World['signed']>[3] = {}) =>
  world.signed('POST', path, orderBody(world.url), options)
const refusal = async (response: ReturnType<typeof order>) => {
  const { status, body } = await response
  return [status, body.detail]
}

describe('a signed request', () => {
  test('a request with three valid authentication headers is accepted', async () => {
    assert.equal((await order()).status, 200)
  })

  test.each(['x-api-key', 'x-timestamp', 'x-signature'])(
    'a request without %s is 401 [S-02]',
    async (name) => {
      expect(await refusal(order({ headers: { [name]: null } }))).toEqual([
        401,
        'Missing authentication headers',
      ])
      expect(await refusal(order({ headers: { [name]: '' } }))).toEqual([
        401,
        'Missing authentication headers',
      ])
    },
  )

  test.each(['x-api-key', 'x-timestamp', 'x-signature'])(
    'a request with %s twice is 400 [S-09]',
    async (name) => {
      expect(await refusal(order({ headers: { [name]: ['a', 'b'] } }))).toEqual([
        400,
        'Duplicate authentication header',
      ])
    },
  )

  test.each([
    'abc',
    '1.5e9',
    '+1700000000',
    '170000000',
    '17000000000',
    '1700000000.0',
    '0x65000000',
    '-170000000',
    '１７００００００００',
  ])('a request with the timestamp %j is 400 [S-04]', async (timestamp) => {
    const sent = Buffer.from(timestamp).toString('latin1')
    expect(await refusal(order({ headers: { 'x-timestamp': sent } }))).toEqual([
      400,
      'X-Timestamp must be Unix seconds',
    ])
  })

  test('a request whose timestamp has expired or lies ahead is 408 [S-02] [S-03]', async () => {
    expect(await refusal(order({ at: now() - 32 }))).toEqual([408, 'Request timestamp expired'])
    expect(await refusal(order({ at: now() + 32 }))).toEqual([408, 'Request timestamp is in the future'])
    for (const at of [now() - 32, now() + 32]) {
      const before = now()
      const { headers } = await order({ at })
      const received = String(headers['x-server-time'])
      assert.match(received, /^\d{10}$/)
      assert.ok(Number(received) >= before && Number(received) <= now(), received)
    }
    assert.equal((await order({ at: now() - 28 })).status, 200)
    assert.equal((await order({ at: now() + 28 })).status, 200)
  })

  test('a request with an unknown key is 404, with a wrong signature 403 [S-02] [S-07]', async () => {
    expect(await refusal(order({ headers: { 'x-api-key': 'pk_test_nobody' } }))).toEqual([
      404,
      'Merchant not found',
    ])
    expect(await refusal(order({ headers: { 'x-signature': 'a'.repeat(64) } }))).toEqual([
      403,
      'Invalid request signature',
    ])
    expect(await refusal(order({ headers: { 'x-signature': 'ab' } }))).toEqual([
      403,
      'Invalid request signature',
    ])
    expect(await refusal(order({ headers: { 'x-signature': 'z'.repeat(5000) } }))).toEqual([
      403,
      'Invalid request signature',
    ])
  })

  test('a signature in upper case is 403', async () => {
    const body = Buffer.from(JSON.stringify(orderBody(world.url)))
    const timestamp = String(now())
    const signature = requestSignature(world.merchant.api_secret, {
      timestamp,
      method: 'POST',
      path,
      body,
    }).toUpperCase()
    const headers = {
      'content-type': 'application/json',
      'x-api-key': world.merchant.api_key,
      'x-timestamp': timestamp,
      'x-signature': signature,
    }
    assert.equal((await send(world.url, 'POST', path, body, headers)).status, 403)
  })

  test('a signature holds for the exact bytes: the same JSON written otherwise is 403 [S-06]', async () => {
    const body = orderBody(world.url)
    const timestamp = String(now())
    const signed = Buffer.from(JSON.stringify(body))
    const signature = requestSignature(world.merchant.api_secret, {
      timestamp,
      method: 'POST',
      path,
      body: signed,
    })
    const headers = {
      'content-type': 'application/json',
      'x-api-key': world.merchant.api_key,
      'x-timestamp': timestamp,
      'x-signature': signature,
    }
    for (const other of [
      JSON.stringify(body, null, 1),
      `${signed.toString()} `,
      signed.toString().replace('â', '\\u00e2'),
    ]) {
      assert.equal((await send(world.url, 'POST', path, Buffer.from(other), headers)).status, 403)
    }
    assert.equal((await send(world.url, 'POST', `${path}?x=1`, signed, headers)).status, 403)
    assert.equal((await send(world.url, 'POST', path, signed, headers)).status, 200)
  })

  test('a request with two faults is refused for the one checked first [S-01]', async () => {
    const broken = { rawBody: '{"a":' }
    expect(await refusal(order({ ...broken, headers: { 'x-signature': 'a'.repeat(64) } }))).toEqual([
      403,
      'Invalid request signature',
    ])
    expect(await refusal(order({ ...broken, headers: { 'x-api-key': 'pk_test_nobody' } }))).toEqual([
      404,
      'Merchant not found',
    ])
    expect(
      await refusal(order({ ...broken, at: now() - 40, headers: { 'x-api-key': 'pk_test_nobody' } })),
    ).toEqual([408, 'Request timestamp expired'])
    expect(await refusal(order({ at: now() - 40, headers: { 'x-signature': null } }))).toEqual([
      401,
      'Missing authentication headers',
    ])
    expect(await refusal(order(broken))).toEqual([400, 'Malformed JSON body'])
  })

  test('a rotated API key is refused at once, even if it was used a moment before [S-14]', async () => {
    const merchant = await world.register()
    assert.equal((await order({ as: merchant })).status, 200)
    const { id } = (
      await world.db.rows({ name: 'id_of', text: 'select id from merchant where merchant_code = $1' }, [
        merchant.merchant_code,
      ])
    )[0] as { id: bigint }
    const { secrets } = world.system
    const fresh = await rotate({ db: world.db, secrets, clock: world.clock }, { id }, 'api-keys')
    expect(await refusal(order({ as: merchant }))).toEqual([404, 'Merchant not found'])
    expect(
      await refusal(
        world.signed('POST', '/api/v1/payment/status', { transaction_uuid: 'x' }, { as: merchant }),
      ),
    ).toEqual([404, 'Merchant not found'])
    assert.equal(
      (await order({ as: { ...merchant, api_key: fresh.api_key!, api_secret: fresh.api_secret! } })).status,
      200,
    )
  })

  test.each([
    ['rotated', '', 404],
    ['suspended', `update merchant set status = 'suspended', version = version + 1 where id = $1`, 403],
    [
      'bound to a network',
      `update merchant set ip_allowlist = '{10.9.9.9}', version = version + 1 where id = $1`,
      403,
    ],
    ['live', `update merchant set environment = 'production', version = version + 1 where id = $1`, 403],
  ])(
    'a cached key whose merchant was %s is refused, even for a stored response [S-14]',
    async (what, text, status) => {
      const merchant = await world.register()
      const send = () => order({ as: merchant, headers: { 'idempotency-key': 'kept' } })
      assert.equal((await send()).status, 200)
      assert.equal((await send()).headers['idempotency-replayed'], 'true')
      const { id } = (
        await world.db.rows({ name: 'id_of', text: 'select id from merchant where merchant_code = $1' }, [
          merchant.merchant_code,
        ])
      )[0] as { id: bigint }
      if (what === 'rotated')
        await rotate({ db: world.db, secrets: world.system.secrets, clock: world.clock }, { id }, 'api-keys')
      else await world.db.rows({ name: `to_${what}`, text }, [id])
      assert.equal((await send()).status, status)
    },
  )

  test('live keys on a deployment without a production gateway are 403', async () => {
    const merchant = await world.register({ environment: 'production' })
    expect(await refusal(order({ as: merchant }))).toEqual([403, 'Unauthorized environment'])
  })

  test('a test key of a merchant that went live is 403', async () => {
    const merchant = await world.register()
    assert.equal((await order({ as: merchant })).status, 200)
    await world.db.rows(
      {
        name: 'go_live',
        text: "update merchant set environment = 'production', version = version + 1 where merchant_code = $1",
      },
      [merchant.merchant_code],
    )
    expect(await refusal(order({ as: merchant }))).toEqual([403, 'Unauthorized environment'])
  })

  test('a signed request from outside the allowlist is 403, from inside it passes', async () => {
    const merchant = await world.register()
    const allow = (list: string[]) =>
      world.db.rows(
        {
          name: 'allow',
          text: 'update merchant set ip_allowlist = $2, version = version + 1 where merchant_code = $1',
        },
        [merchant.merchant_code, list],
      )
    await allow(['203.0.113.0/24'])
    expect(await refusal(order({ as: merchant }))).toEqual([403, 'IP address not allowed'])
    expect(await refusal(order({ as: merchant, headers: { 'x-forwarded-for': '203.0.113.7' } }))).toEqual([
      403,
      'IP address not allowed',
    ])
    await allow(['127.0.0.1'])
    assert.equal((await order({ as: merchant })).status, 200)
  })
})

describe('a key of the other environment [S-12]', () => {
  const endpoints: [method: string, path: string][] = [
    ['POST', '/api/v1/payment/orders'],
    ['POST', '/api/v1/payment/status'],
    ['POST', '/api/v1/microform/capture-context'],
    ['POST', '/api/v1/microform/pa-setup'],
    ['POST', '/api/v1/microform/pa-enroll'],
    ['POST', '/api/v1/microform/charge'],
    ['POST', '/api/v1/payment-links'],
    ['GET', '/api/v1/payment-links'],
    ['GET', '/api/v1/payment-links/AAAAAAAA'],
    ['POST', '/api/v1/payment-links/AAAAAAAA/cancel'],
  ]
  const position = {
    'a test key on a production profile':
      "update merchant set environment = 'production', version = version + 1 where merchant_code = $1",
    'a live key on a sandbox profile':
      "update api_key set environment = 'production' where merchant_id = (select id from merchant where merchant_code = $1)",
  }

  test.each(Object.entries(position))('%s cannot act at any endpoint', async (what, text) => {
    const merchant = await world.register()
    assert.equal((await order({ as: merchant })).status, 200)
    await world.db.rows({ name: what, text }, [merchant.merchant_code])
    for (const [method, path] of endpoints) {
      const response = await world.signed(method, path, method === 'POST' ? {} : undefined, { as: merchant })
      assert.deepEqual(
        [path, response.status, response.body],
        [path, 403, { detail: 'Unauthorized environment' }],
      )
    }
  })
})

test('two different requests never have the same signing base [S-05]', () => {
  const part = fc.record({
    timestamp: fc.stringMatching(/^[0-9]{10}$/),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    path: fc.stringMatching(/^\/[a-z0-9/?=&%]{0,12}$/),
    body: fc.string({ maxLength: 12 }),
  })
  fc.assert(
    fc.property(part, part, (a, b) => {
      const sign = (request: typeof a) =>
        requestSignature('secret', { ...request, body: Buffer.from(request.body) })
      assert.equal(sign(a) === sign(b), JSON.stringify(a) === JSON.stringify(b))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
  ['11.1.2.3', ['10.0.0.0/8'], false],
  ['2001:db8::1', ['2001:db8::/32'], true],
  ['2001:db8::1', ['10.0.0.0/8'], false],
  ['192.0.2.1', ['192.0.2.1'], true],
  ['192.0.2.2', ['192.0.2.1'], false],
  ['192.0.2.2', [], true],
])('%s in %j is allowed: %s', (address, networks, allowed) => {
  assert.equal(isAllowed(address, networks), allowed)
})
