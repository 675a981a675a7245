// An admin advances the clock of a sandbox: business time moves, real time for request signatures does not.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { simulatorsOf } from '../../server/composition/card-gateways.ts'
import { openSystem, type System } from '../../server/composition/system.ts'
import { readSettings } from '../../server/config/settings.ts'
import { openSimulators } from '../../server/platform/network/upstream.ts'
import { silentLog } from '../../server/platform/process/log.ts'
import { unixSeconds } from '../../server/platform/time/clock.ts'
import { openSandboxClock } from '../../server/platform/time/sandbox-clock.ts'
import { call, signedIn } from '../support/callers/self-service.ts'
import { rowsOfPlaces } from '../support/database/places.ts'
import { codeOf, withApp } from '../support/factors/factors.ts'
import { eventually } from '../support/http/eventually.ts'
import { send } from '../support/http/send.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const clock = (method: 'GET' | 'POST', body?: unknown) =>
  world.admin(method, '/api/v1/admin/sandbox/clock', body)
const forward = async (by: string | number) => {
  const response = await clock('POST', { forward: by })
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body
}
const simulatorsAhead = async () =>
  ((await (await fetch(`${world.sandboxUrl}/sandbox/clock`)).json()) as { offset_seconds: number })
    .offset_seconds
const day = 86_400

describe('business time of the sandbox [C3] [C8]', () => {
  test('business time advances by durations and seconds, for service and simulators', async () => {
    expect((await clock('GET')).body).toMatchObject({ offset_seconds: 0 })
    expect(await forward('P1D')).toMatchObject({ offset_seconds: day })
    const moved = await forward(90)
    expect(moved).toEqual({
      offset_seconds: day + 90,
      now: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      wall_now: expect.any(String),
    })
    const ahead = (Date.parse(moved.now) - Date.parse(moved.wall_now)) / 1000
    assert.ok(Math.abs(ahead - day - 90) <= 1, String(ahead))
    expect((await clock('GET')).body).toMatchObject({ offset_seconds: day + 90 })
    assert.equal(await simulatorsAhead(), day + 90)
  })

  test('advancing the clock expires a checkout link: 410 and EXPIRED (20 minutes)', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const { pathname, search } = new URL(link)
    const visit = () =>
      send(world.url, 'GET', pathname + search, Buffer.alloc(0), { accept: 'application/json' })
    await forward('PT19M')
    assert.equal((await visit()).status, 200)
    await forward('PT2M')
    assert.equal((await visit()).status, 410)
    await eventually(
      'EXPIRED',
      async () => (await world.status(transactionUuid)).transaction_status === 'EXPIRED',
    )
  })

  test('an idempotency key replays for 24 h of business time and makes a new order after that', async () => {
    const body = orderBody(world.url)
    const order = () =>
      world.signed('POST', '/api/v1/payment/orders', body, { headers: { 'idempotency-key': 'once' } })
    const first = await order()
    await forward('PT23H')
    const second = await order()
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal(second.text, first.text)
    await forward('PT2H')
    const third = await order()
    assert.equal(third.headers['idempotency-replayed'], undefined)
    assert.notEqual(third.body.data.transaction_uuid, first.body.data.transaction_uuid)
  })

  test('orders are dated and payable in business time: contexts, tokens and the gateway agree', async () => {
    await forward('P59D')
    const { transactionUuid, link } = await world.createOrder()
    const date = world.system.clock
      .now()
      .toZonedDateTimeISO('UTC')
      .toPlainDate()
      .toString()
      .replaceAll('-', '')
    assert.match(transactionUuid, new RegExp(`^LKT-${date}-`))
    expect((await world.payByCalls(link)).body).toEqual({ state: 'DONE' })
    expect(await world.status(transactionUuid)).toMatchObject({ transaction_status: 'SUCCESS' })
    const gateway = world.system.cards.gatewayFor('sandbox')
    const report = await gateway.reportDay(world.system.clock.now().toString().slice(0, 10))
    assert.deepEqual(report.kind === 'report' && report.lines.map(({ code }) => code), [transactionUuid])
  })
})

describe('real time in a sandbox [C5] [C6]', () => {
  test('requests (30 s) and webhook signatures still use real time', async () => {
    await forward('P3D')
    const real = unixSeconds(world.system.wallClock.now())
    const path = '/api/v1/payment/status'
    assert.equal((await world.signed('POST', path, { transaction_uuid: 'LKT-X' }, { at: real })).status, 404)
    assert.equal((await world.signed('POST', path, {}, { at: real + 3 * day })).status, 408)
    const { link } = await world.createOrder({
      callback_url: `${world.url}/api/v1/test/test-callback?channel=wall`,
    })
    await world.payByCalls(link)
    const received = await eventually('a webhook', async () => {
      const response = await fetch(`${world.url}/api/v1/test/test-callback/last?channel=wall`)
      return response.ok && ((await response.json()) as any).data
    })
    assert.ok(Math.abs(Number(received.headers['x-service-timestamp']) - real) < 60)
    assert.ok(Date.parse(received.received_at) / 1000 - real > 2 * day)
  })
})

describe('advancing the sandbox clock [C8]', () => {
  test.each([
    [{}, 'missing'],
    [{ forward: 0 }, 'value_error'],
    [{ forward: -60 }, 'value_error'],
    [{ forward: '-P1D' }, 'value_error'],
    [{ forward: 1.5 }, 'value_error'],
    [{ forward: 'P2Y' }, 'value_error'],
    [{ forward: 'tomorrow' }, 'value_error'],
    [{ forward: null }, 'value_error'],
  ])('advancing by %j is refused: only forward, and by a valid duration', async (body, type) => {
    const response = await clock('POST', body)
    assert.equal(response.status, 422)
    expect(response.body.detail).toEqual([expect.objectContaining({ type, loc: ['body', 'forward'] })])
    expect((await clock('GET')).body.offset_seconds).toBe(0)
  })

  test('months are calendar months', async () => {
    const { now, wall_now } = await forward('P1M')
    const [date, wall] = [now, wall_now].map((text: string) =>
      Temporal.Instant.from(text).toZonedDateTimeISO('UTC').toPlainDate(),
    )
    assert.equal(date!.toString(), wall!.add({ months: 1 }).toString())
  })

  test('an advance reaches every process within a second', async () => {
    const other = openSystem(world.system.settings, { role: 'worker', log: silentLog })
    try {
      await forward('P2D')
      await eventually(
        'the other process',
        async () => other.sandboxClock?.offsetSeconds() === 2 * day,
        1_000,
      )
      const ahead = other.clock.now().since(other.wallClock.now()).total('seconds')
      assert.ok(Math.abs(ahead - 2 * day) < 1)
    } finally {
      await other.close()
    }
  })

  test('concurrent advances by two admins add up', async () => {
    await Promise.all([forward(100), forward(20), forward(3)])
    expect((await clock('GET')).body.offset_seconds).toBe(123)
    assert.equal(await simulatorsAhead(), 123)
  })

  test('the clock does not advance when the simulators cannot follow', async () => {
    const { db, wallClock } = world.system
    const elsewhere = openSimulators('http://127.0.0.1:9')
    const lonely = openSandboxClock({ db, wallClock, log: silentLog, follow: elsewhere.setClock })
    assert.equal(await lonely.forward(60, async () => {}), 'not_followed')
    assert.equal(lonely.offsetSeconds(), 0)
    await lonely.stop()
    await elsewhere.close()
    expect((await clock('GET')).body.offset_seconds).toBe(0)
  })

  test('the clock can be at most ten years ahead', async () => {
    await world.db.rows({ name: 'far', text: 'update sandbox_clock set offset_seconds = 315576000' })
    const response = await clock('POST', { forward: 1 })
    assert.deepEqual(
      [response.status, response.body],
      [409, { detail: 'The clock would be more than ten years ahead' }],
    )
  })

  test('simulators that restarted are given the offset again', async () => {
    await forward('P1D')
    await fetch(`${world.sandboxUrl}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"offset_seconds":0}',
    })
    await eventually('the simulators are ahead again', async () => (await simulatorsAhead()) === day)
  })

  test('a clock that moved does not lock out an authenticator app, which shows real time', async () => {
    const real = { url: world.url, clock: world.system.wallClock }
    const app = await withApp(real, await signedIn(world, await world.register()))
    const signIn = () => {
      const body = { email: app.email, password: app.password, totp: codeOf(real, app.secret) }
      return call(world, 'POST', 'login', { body })
    }
    await forward('P3D')
    assert.equal((await signIn()).status, 200)
    // As if a code had been used while codes followed the moved clock.
    await world.db.rows({ name: '', text: 'update totp_secret set last_step = last_step + 8640' })
    assert.equal((await signIn()).status, 200)
    assert.equal((await signIn()).status, 401)
  })

  test('the simulators have the time of a moved clock once a system is ready', async () => {
    await forward('P1D')
    await fetch(`${world.sandboxUrl}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"offset_seconds":0}',
    })
    const system = openSystem(world.system.settings, { role: 'api', log: silentLog })
    try {
      await system.app.ready()
      assert.equal(await simulatorsAhead(), day)
    } finally {
      await system.close()
    }
  })

  test('advancing requires an admin token, and the audit log records the admin', async () => {
    assert.equal((await fetch(`${world.url}/api/v1/admin/sandbox/clock`)).status, 403)
    await forward(60)
    const text = `select actor, action, detail from audit_log where action = 'clock.forward'`
    expect(await rowsOfPlaces(world, { name: 'audited', text })).toEqual([
      { actor: 'amina', action: 'clock.forward', detail: '{"forward_seconds":60,"offset_seconds":60}' },
    ])
  })
})

describe('where time cannot be advanced [C8]', () => {
  const key = {
    CARD_GATEWAY_PRODUCTION_URL: 'https://api.cybersource.com',
    CARD_GATEWAY_PRODUCTION_MERCHANT_ID: 'm',
    CARD_GATEWAY_PRODUCTION_KEY_ID: 'k',
    CARD_GATEWAY_PRODUCTION_SHARED_SECRET: 'c2VjcmV0',
  }
  const production = () => ({
    ...key,
    LIKUTA_ENV: 'production',
    DATABASE_URL: world.system.settings.DATABASE_URL,
    MASTER_KEY: world.system.settings.MASTER_KEY,
    ADMIN_TOKENS: 'ann:0123456789abcdef0123456789abcdef',
    BASE_URL: 'https://pay.example',
    CARD_GATEWAY_SANDBOX_URL: world.system.settings.gateways.sandbox!.url,
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: 'm',
    CARD_GATEWAY_SANDBOX_KEY_ID: 'k',
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: 'c2VjcmV0',
  })

  test('production has no clock endpoint and ignores an offset that a sandbox stored [S-12]', async () => {
    await forward('P5D')
    const system = openSystem(readSettings(production()) as System['settings'], {
      role: 'api',
      log: silentLog,
    })
    try {
      assert.equal(system.sandboxClock, undefined)
      assert.equal(system.clock, system.wallClock)
      const url = await system.app.listen({ host: '127.0.0.1', port: 0 })
      for (const method of ['GET', 'POST'])
        assert.equal((await fetch(`${url}/api/v1/admin/sandbox/clock`, { method })).status, 404)
      // Nor does it have samples.
      for (const method of ['GET', 'POST', 'DELETE'])
        assert.equal((await fetch(`${url}/api/v1/merchant/sandbox/sample`, { method })).status, 404)
    } finally {
      await system.close()
    }
  })

  test('a sandbox beside a real gateway has no clock endpoint', () => {
    const gateway = { url: 'https://apitest.cybersource.com', merchantId: 'm', keyId: 'k', sharedSecret: 's' }
    assert.equal(simulatorsOf({ ...world.system.settings, gateways: { sandbox: gateway } }), undefined)
  })
})
