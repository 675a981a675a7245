// The log in which a merchant reads its latest requests.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  forgetMerchantRequests,
  type HandledRequest,
  openRequestLog,
  pageOfRequests,
} from '../../server/merchants/request-log.ts'
import type { Sql } from '../../server/platform/database/database.ts'
import { silentLog } from '../../server/platform/process/log.ts'
import { manualClock } from '../../server/platform/time/clock.ts'
import { eventually } from '../support/http/eventually.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)
async function newMerchant() {
  const as = await world.register()
  const [row] = await rows<{ id: bigint }>('select id from merchant where merchant_code = $1', [
    as.merchant_code,
  ])
  return { as, id: row!.id }
}
const listRequests = async (
  needs: Parameters<typeof pageOfRequests>[0],
  merchantId: bigint,
  {
    failed = null,
    limit = 100,
    offset = 0,
  }: { failed?: boolean | null; limit?: number; offset?: number } = {},
) => (await pageOfRequests(needs, { merchantId, environment: 'sandbox' }, { failed, limit, offset })).rows
const listed = (id: bigint, count: number) =>
  eventually(`${count} requests of ${id}`, async () => {
    const list = await listRequests(world.system, id)
    return list.length >= count && list
  })
const statusPath = '/api/v1/payment/status'

describe('the request log of a merchant [C5] [C7]', () => {
  test('the request log shows each request and its refusal reason, newest first', async () => {
    const { as, id } = await newMerchant()
    const order = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as })
    await world.signed(
      'POST',
      '/api/v1/payment/orders',
      orderBody(world.url, { amount: 0.5, bill_to_forename: '' }),
      { as },
    )
    await world.signed('POST', statusPath, { transaction_uuid: 'LKT-X' }, { as })
    const list = await listed(id, 3)
    expect(list.map(({ method, path, status, reason }) => [method, path, status, reason])).toEqual([
      ['POST', statusPath, 404, 'Transaction not found'],
      [
        'POST',
        '/api/v1/payment/orders',
        422,
        expect.stringContaining('body.bill_to_forename: String should have at least 1 character'),
      ],
      ['POST', '/api/v1/payment/orders', 200, ''],
    ])
    const [, , first] = list
    expect(first).toMatchObject({ request_id: order.headers['x-request-id'], address: '127.0.0.1' })
    assert.ok(first!.duration_ms >= 0 && first!.duration_ms < 60_000)
    assert.ok(Math.abs(first!.at.epochMilliseconds - world.clock.now().epochMilliseconds) < 60_000)
    expect((await listRequests(world.system, id, { failed: true })).map(({ status }) => status)).toEqual([
      404, 422,
    ])
    expect(await listRequests(world.system, id, { offset: 1, limit: 1 })).toEqual([list[1]])
  })

  test('the request log shows refusals of requests that only named the key: signature, timestamp', async () => {
    const { as, id } = await newMerchant()
    await world.signed('POST', statusPath, {}, { as: { ...as, api_secret: 'sk_test_other' } })
    await world.signed('POST', statusPath, {}, { as, at: 1_700_000_000 })
    expect((await listed(id, 2)).map(({ status, reason }) => [status, reason])).toEqual([
      [408, 'Request timestamp expired'],
      [403, 'Invalid request signature'],
    ])
  })

  test("requests of others who name the key cannot push out the merchant's own", async () => {
    const { as, id } = await newMerchant()
    const stranger = { ...as, api_secret: 'sk_test_other' }
    await Promise.all(
      Array.from({ length: 100 }, () => world.signed('POST', statusPath, {}, { as: stranger })),
    )
    await world.signed('POST', statusPath, { transaction_uuid: 'LKT-X' }, { as })
    const list = await eventually('the call', async () => {
      const found = await listRequests(world.system, id)
      return found.some(({ status }) => status === 404) && found
    })
    assert.ok(list.length < 60, `${list.length} were kept`)
  })

  test('the request log holds no secret, body, header or query (S-57) [S-57]', async () => {
    const { as, id } = await newMerchant()
    const canaries = [
      'CANARY-query',
      'CANARY-body',
      'CANARY-header',
      'CANARY-key',
      '4242424242424242',
      '4242 4242 4242 4242',
    ]
    const call = (path: string, body: unknown) =>
      world.signed('POST', path, body, {
        as,
        headers: { cookie: canaries[2]!, 'idempotency-key': canaries[3]! },
      })
    await call(`${statusPath}?token=${canaries[0]}`, { transaction_uuid: canaries[1] })
    await call('/api/v1/payment/orders', orderBody(world.url, { currency: canaries[4] }))
    await call(
      '/api/v1/payment/orders',
      orderBody(world.url, { currency: canaries[5], merchant_reference: canaries[1] }),
    )
    await call('/api/v1/payment/orders', { bill_to_email: canaries[1], amount: 'x' })
    const list = await listed(id, 4)
    const everything = JSON.stringify(list, (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    for (const secret of [...canaries, as.api_key, as.api_secret, as.callback_secret])
      assert.ok(!everything.includes(secret), secret)
  })

  test("the request log shows only the merchant's own requests", async () => {
    const [one, other] = [await newMerchant(), await newMerchant()]
    await world.signed('POST', statusPath, { transaction_uuid: 'LKT-X' }, { as: one.as })
    await listed(one.id, 1)
    expect(await listRequests(world.system, other.id)).toEqual([])
  })
})

function responseWith(merchantId: bigint, i: number, at: Temporal.Instant): HandledRequest {
  return {
    merchantId,
    at: at.add({ milliseconds: i }),
    method: 'POST',
    path: `/call/${i}`,
    status: 200,
    reason: '',
    requestId: String(i),
    durationMs: 1,
    address: '127.0.0.1',
  }
}

describe('[C8] the request log is bounded', () => {
  test('the request log keeps the last thousand requests and seven days', async () => {
    const { id } = await newMerchant()
    const clock = manualClock()
    for (let i = 0; i < 3; i++) {
      const log = openRequestLog({ cells: [world.db], log: silentLog })
      for (let j = 0; j < 500; j++) log.record(responseWith(id, i * 500 + j, clock.now()))
      await log.stop()
    }
    const needs = { db: world.db, wallClock: clock }
    const readStored = async () =>
      Number(
        (
          await rows<{ count: bigint }>('select count(*) from merchant_request where merchant_id = $1', [id])
        )[0]?.count,
      )
    assert.equal((await listRequests(needs, id, { limit: 5_000 })).length, 1_000)
    await forgetMerchantRequests(needs)
    assert.equal(await readStored(), 1_000)
    assert.equal((await listRequests(needs, id))[0]?.path, '/call/1499')
    clock.forward({ hours: 7 * 24, minutes: 1 })
    expect(await listRequests(needs, id)).toEqual([])
    await forgetMerchantRequests(needs)
    assert.equal(await readStored(), 0)
  })

  test('a graceful shutdown writes all pending request log entries', async () => {
    const { id } = await newMerchant()
    const log = openRequestLog({ cells: [world.db], log: silentLog })
    const at = world.clock.now()
    for (let i = 0; i < 700; i++) log.record(responseWith(id, i, at))
    await log.stop()
    const paths = (await listRequests(world.system, id, { limit: 1_000 })).map(({ path }) => path)
    assert.equal(new Set(paths).size, 700)
  })

  test('the request log drops entries under pressure: a hanging database does not delay responses', async () => {
    let release = () => {}
    const hanging = new Promise<void>((resolve) => {
      release = resolve
    })
    const written: number[] = []
    const warned: unknown[] = []
    const db: Sql = {
      cell: 1,
      async rows(_statement, values = []) {
        await hanging
        written.push(JSON.parse(values[0] as string).length)
        return []
      },
    }
    const log = openRequestLog({
      cells: [db],
      log: { ...silentLog, warn: (_message, fields) => warned.push(fields) },
    })
    const at = world.clock.now()
    log.record(responseWith(1n, 0, at))
    await eventually('the first write began', async () => true)
    for (let i = 0; i < 5_000; i++) log.record(responseWith(1n, i, at))
    release()
    await log.stop()
    assert.equal(written.reduce((sum, count) => sum + count, 0) <= 1_001, true)
    expect(warned).toEqual([{ count: expect.any(Number) }])
  })

  test('a merchant over its rate limit does not fill its request log with 429', async () => {
    const { id } = await newMerchant()
    const log = openRequestLog({ cells: [world.db], log: silentLog })
    const at = world.clock.now()
    for (let i = 0; i < 900; i++)
      log.record({ ...responseWith(id, i, at), status: 429, reason: 'Rate limit exceeded' })
    log.record(responseWith(id, 900, at))
    await log.stop()
    const list = await listRequests(world.system, id, { limit: 1_000 })
    assert.ok(list.length <= 30 && list[0]?.status === 200)
  })

  test('whoever only names a merchant does not fill its request log', async () => {
    const { id } = await newMerchant()
    const log = openRequestLog({ cells: [world.db], log: silentLog })
    const at = world.clock.now()
    const explanation = { cause: 'x', detail: 'x', timestamp: null, body_bytes: null, body_sha256: null }
    const named = { merchantId: id, explain: () => explanation }
    const { merchantId: _, ...anybody } = responseWith(id, 0, at)
    for (let i = 0; i < 900; i++) log.record({ ...anybody, named, status: 401 })
    log.record(responseWith(id, 900, at))
    await log.stop()
    const list = await listRequests(world.system, id, { limit: 1_000 })
    assert.ok(list.length > 1 && list.length <= 30 && list[0]?.status === 200)
  })
})
