// The product under overload: requests are held at one statement until the test releases them, while other requests
// are made.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { network, type Outside } from '../../server/composition/upstreams.ts'
import type { Statement } from '../../server/platform/database/database.ts'
import { eventually } from '../support/http/eventually.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { recordRoutes } from '../support/http/routes.ts'
import { send } from '../support/http/send.ts'
import { orderBody } from '../support/world/bodies.ts'
import { adminToken } from '../support/world/settings.ts'
import { openWorld, type World } from '../support/world/world.ts'

const most = 8
const receivedBy = recordRoutes()
let world: World
/** While this gate exists, requests that read a payment wait for it. */
let gate: PromiseWithResolvers<void> | undefined

/** A database with a gate before one statement. */
const openGatedDatabase: Outside['openDatabase'] = (...given) => {
  const database = network.openDatabase(...given)
  return {
    ...database,
    async rows<Row>(statement: Statement<Row>, values?: readonly unknown[]): Promise<Row[]> {
      if (statement.name === 'find_visited_payments') await gate?.promise
      return database.rows(statement, values)
    },
  }
}

beforeAll(async () => {
  world = await openWorld({
    settings: { MAX_REQUESTS_IN_FLIGHT: String(most) },
    // Workers would wait at the gate as well.
    role: 'api',
    outside: { ...network, openDatabase: openGatedDatabase },
  })
})
afterAll(async () => {
  gate?.resolve()
  receivedBy.stop()
  await world.close()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  send(world.url, 'GET', path, Buffer.alloc(0), headers)

/** Payers whose page has not loaded yet. @returns a function that releases them and returns their responses. */
async function hold(link: string, count: number): Promise<() => Promise<ApiResponse[]>> {
  gate = Promise.withResolvers()
  const { pathname, search } = new URL(link)
  const responses: Promise<ApiResponse>[] = []
  for (let i = 0; i < count; i++) {
    responses.push(get(pathname + search, { accept: 'text/html' }))
    await eventually(`request ${i + 1} is held`, async () =>
      (await get('/metrics')).text.includes(`\nlikuta_requests_in_flight ${i + 1}\n`),
    )
  }
  return () => {
    gate?.resolve()
    gate = undefined
    return Promise.all(responses)
  }
}

describe('load shedding', () => {
  test('under overload charges are served, while statuses, lists and test endpoints are refused [S-29]', async () => {
    const { link, transactionUuid } = await world.createOrder()
    const read = { transaction_uuid: transactionUuid }
    const statuses = async () => ({
      list: (await world.basic('GET', '/api/v1/remittance/transactions')).status,
      test: (await get('/api/v1/test/test-callback/last?channel=x')).status,
      console: (await get('/console')).status,
      status: (await world.signed('POST', '/api/v1/payment/status', read)).status,
      health: (await get('/livez')).status,
      ready: (await get('/readyz')).status,
    })
    const release = await hold(link, most / 2)
    const whileHeld = await statuses()
    const order = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url))
    const pages = await release()
    expect(whileHeld).toEqual({ list: 503, test: 503, console: 503, status: 503, health: 200, ready: 200 })
    expect([order.status, ...pages.map(({ status }) => status)]).toEqual([200, 200, 200, 200, 200])
    expect((await world.payByCalls(link)).body).toEqual({ state: 'DONE' })
    expect(await statuses()).toMatchObject({ list: 200, console: 200, status: 200 })
  })

  test('a shed request runs no statement, uses no quota, and gets the error shape of its service [S-29]', async () => {
    const { link } = await world.createOrder()
    const { pathname, search } = new URL(link)
    const release = await hold(link, most)
    const before = [...world.requestStatements]
    const json = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url))
    const coded = await world.basic('GET', '/api/v1/remittance/transactions')
    const admin = await get('/api/v1/admin/payments', { 'x-admin-token': adminToken })
    const page = await get(pathname + search, { accept: 'text/html' })
    const after = [...world.requestStatements]
    await release()
    expect(before).toContain('find_visited_payments')
    expect(after).toEqual(before)
    for (const { status, headers } of [json, coded, admin, page]) {
      expect([status, headers['retry-after'], headers['ratelimit-limit']]).toEqual([503, '2', undefined])
      assert.ok(headers['x-request-id'])
    }
    const code = { status: 'error', code: 'RMT-503', message: 'Service Unavailable' }
    expect([json.body, coded.body, admin.body]).toEqual([{ detail: 'Service Unavailable' }, code, code])
    assert.match(page.headers['content-type'] ?? '', /^text\/html/)
  })

  test('a shed request can be repeated with its key and makes one order [S-29]', async () => {
    const { link } = await world.createOrder()
    const as = await world.register()
    const options = { as, headers: { 'idempotency-key': 'again' } }
    const call = () => world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), options)
    const release = await hold(link, most)
    assert.equal((await call()).status, 503)
    await release()
    const [first, second] = [await call(), await call()]
    assert.equal(first.status, 200)
    assert.equal(second.body.data.transaction_uuid, first.body.data.transaction_uuid)
  })

  test('shed requests are counted by priority, with no label taken from the request [S-29]', async () => {
    const { link } = await world.createOrder()
    const reportOf = async () => {
      const lines = (await get('/metrics')).text.split('\n')
      return lines.filter((line) => /^likuta_requests_(shed_total|in_flight)/.test(line))
    }
    const before = await reportOf()
    const release = await hold(link, most)
    for (let i = 0; i < 3; i++) await get(`/api/v1/remittance/transactions?page=${i}`)
    const after = await reportOf()
    await release()
    const countOf = (lines: string[], name: string) =>
      Number(
        lines
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')
          .at(-1),
      )
    const lists = 'likuta_requests_shed_total{priority="list"}'
    assert.equal(countOf(after, lists) - countOf(before, lists), 3)
    assert.equal(countOf(after, 'likuta_requests_in_flight'), most)
    assert.equal(countOf(before, 'likuta_requests_in_flight'), 0)
    expect(after).toHaveLength(6)
  })
})
