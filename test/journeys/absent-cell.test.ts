// The database server of one cell freezes: its merchants get 503 with Retry-After, and the merchants of other cells are served as before.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { network } from '../../server/composition/upstreams.ts'
import { newIdIn } from '../../server/kernel/id.ts'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { callbackUrl } from '../../server/remittance/payouts/payout.ts'
import { type CuttingProxy, openCuttingProxy } from '../support/http/cutting-proxy.ts'
import { eventually } from '../support/http/eventually.ts'
import { orderBody } from '../support/world/bodies.ts'
import { registerIn } from '../support/world/cells.ts'
import { openTestDatabase } from '../support/world/database.ts'
import { openWorld, type World } from '../support/world/world.ts'

/** The cell whose server is out of reach. */
const absent = 2

let world: World
let proxy: CuttingProxy
/** A merchant in each cell. */
const merchants: Credentials[] = []
beforeAll(async () => {
  const database = await openTestDatabase({ cells: 3 })
  const direct = new URL(database.url)
  proxy = await openCuttingProxy(Number(direct.port))
  const behindProxy = new URL(database.url)
  behindProxy.port = new URL(proxy.url).port
  world = await openWorld({
    database,
    settings: { CELLS: '3' },
    outside: {
      ...network,
      openDatabase: (url, options) =>
        network.openDatabase(options.cell === absent ? behindProxy.href : url, options),
    },
  })
  for (const cell of [1, 2, 3]) merchants.push(await registerIn(world, cell))
})
afterAll(async () => {
  proxy.thaw()
  await world.close()
  await proxy.close()
})

/** Creates an order of the merchant in a cell, and measures how long that takes. */
async function orderIn(cell: number) {
  const began = performance.now()
  const as = merchants[cell - 1]!
  const response = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as })
  return { ...response, ms: performance.now() - began }
}

const statusOf = async (cell: number, uuid: string) =>
  world.signed('POST', '/api/v1/payment/status', { transaction_uuid: uuid }, { as: merchants[cell - 1]! })

/** Sends an operator's callback about a call in a cell, and measures how long that takes. */
async function reportOn(cell: number) {
  const { secrets } = world.system
  const began = performance.now()
  const { status } = await fetch(callbackUrl({ secrets, baseUrl: world.url }, 'sandbox', 'orange'), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-correlationid': newIdIn(cell) },
    body: JSON.stringify({
      transactionReference: 'SIM-1',
      transactionStatus: 'pending',
      amount: '10.00',
      currency: 'USD',
    }),
  })
  return { status, ms: performance.now() - began }
}

describe('a cell whose server is frozen', () => {
  let before: string[] = []
  test('merchants of every cell are served, each in its own', async () => {
    const orders = await Promise.all([1, 2, 3].map(orderIn))
    assert.deepEqual(
      orders.map(({ status }) => status),
      [200, 200, 200],
    )
    before = orders.map(({ body }) => body.data.transaction_uuid)
  })

  test('its merchants get 503 with Retry-After within 2.5 seconds, at the first request and at every other', async () => {
    proxy.freeze()
    for (let n = 0; n < 3; n++) {
      const refused = await orderIn(absent)
      assert.equal(refused.status, 503, refused.text)
      expect(refused.headers['retry-after']).toMatch(/^\d+$/)
      assert.ok(refused.ms < 2_500, `${refused.ms} ms`)
    }
  })

  test("an operator's callback about one of its payouts gets 503 within 2.5 seconds, and is sent again", async () => {
    const refused = await reportOn(absent)
    assert.equal(refused.status, 503)
    assert.ok(refused.ms < 2_500, `${refused.ms} ms`)
    assert.equal((await reportOn(3)).status, 204)
  })

  test('orders of merchants in other cells succeed meanwhile', async () => {
    for (let n = 0; n < 20; n++) {
      const orders = await Promise.all([1, 3, 1, 3, 1, 3].map(orderIn))
      assert.deepEqual([...new Set(orders.map(({ status }) => status))], [200])
    }
    assert.equal((await statusOf(3, before[2]!)).status, 200)
  })

  test('once it responds again, what was acknowledged before is there, and new orders are taken', async () => {
    proxy.thaw()
    await eventually('the cell responds', async () => (await orderIn(absent)).status === 200)
    const known = await statusOf(absent, before[1]!)
    assert.equal(known.status, 200)
    assert.equal(known.body.data.transaction_uuid, before[1])
  })
})
