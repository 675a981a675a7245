// The database becomes unreachable under a running system: nothing happens that could not be recorded, and no
// response is false.
import assert from 'node:assert/strict'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { eventually } from '../support/http/eventually.ts'
import { send } from '../support/http/send.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld } from '../support/world/world.ts'

test('without its database the service responds 503, is not ready, and recovers by itself', async () => {
  const world = await openWorld()
  const { link } = await world.createOrder()
  const token = await world.cardToken(link, '4242424242424242')
  const setup = await world.checkout(link, 'setup', { transient_token: token })
  const name = new URL(world.system.settings.DATABASE_URL).pathname.slice(1)
  const server = new pg.Client({ connectionString: inject('postgresUrl') })
  await server.connect()
  const ready = async () => (await send(world.url, 'GET', '/readyz', Buffer.alloc(0), {})).status
  try {
    await server.query(`alter database ${name} with allow_connections false`)
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])

    const order = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url))
    assert.ok([500, 503].includes(order.status), order.text)
    const pay = await world.checkout(link, 'pay', { reference_id: setup.body.reference_id, browser: {} })
    assert.deepEqual([pay.status, pay.body], [503, { detail: 'Service Unavailable' }])
    assert.equal(await ready(), 503)
    assert.equal((await send(world.url, 'GET', '/livez', Buffer.alloc(0), {})).status, 200)
    expect((await world.books()).payments).toEqual([])

    await server.query(`alter database ${name} with allow_connections true`)
    await eventually('it is ready again', async () => (await ready()) === 200)
    expect(
      (await world.checkout(link, 'pay', { reference_id: setup.body.reference_id, browser: {} })).body,
    ).toEqual({ state: 'DONE' })
  } finally {
    await server.query(`alter database ${name} with allow_connections true`)
    await server.end()
    await world.close()
  }
})

test('connections that die under load fail only their own requests; no order is lost [S-70]', async () => {
  const world = await openWorld()
  const name = new URL(world.system.settings.DATABASE_URL).pathname.slice(1)
  const server = new pg.Client({ connectionString: inject('postgresUrl') })
  await server.connect()
  const kill = () =>
    server.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name <> 'test'",
      [name],
    )
  try {
    const responded: string[] = []
    let killing = true
    const customers = Array.from({ length: 8 }, async () => {
      while (killing) {
        const order = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url))
        assert.ok([200, 500, 503].includes(order.status), order.text)
        if (order.status !== 200) continue
        responded.push(order.body.data.transaction_uuid)
        // Any of these calls may hit a dead connection; what matters is how the payment ends.
        await world.payByCalls(order.body.data.links).catch(() => undefined)
      }
    })
    for (let i = 0; i < 10; i++) {
      await eventually(`some orders before kill ${i}`, async () => responded.length >= i * 5)
      await kill()
    }
    killing = false
    await Promise.all(customers)
    for (const uuid of responded) assert.ok(await world.status(uuid), uuid)
    await eventually('every payment has ended', async () => {
      const [open] = await world.db.rows<{ n: bigint }>({
        name: 'open',
        text: 'select count(*) as n from card_transaction where running_operation is not null',
      })
      return open?.n === 0n
    })
  } finally {
    await server.end()
    await world.close()
  }
})
