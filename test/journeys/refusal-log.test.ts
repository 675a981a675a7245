// Every response of 400 and above is one log line, found by its X-Request-Id, without anything that a caller wrote.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../../server/platform/process/log.ts'
import { call } from '../support/callers/self-service.ts'
import { eventually } from '../support/http/eventually.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { send } from '../support/http/send.ts'
import { orderBody } from '../support/world/bodies.ts'
import { adminToken } from '../support/world/settings.ts'
import { openWorld, type World } from '../support/world/world.ts'

type Line = { level: string; msg: string; request_id?: string; error?: unknown } & Record<string, unknown>

const lines: Line[] = []
let text = ''
let world: World
beforeAll(async () => {
  const to = {
    write(line: string) {
      text += line
      lines.push(JSON.parse(line))
    },
  }
  world = await openWorld({ log: openLog('debug', to) })
})
afterAll(() => world.close())

/** The only log line of a response, without its time. */
async function lineOf({ headers }: Pick<ApiResponse, 'headers'>): Promise<Line> {
  const id = headers['x-request-id']
  assert.ok(id)
  const of = () => lines.filter(({ request_id, msg }) => request_id === id && msg.startsWith('request '))
  await eventually('it is logged', async () => of().length > 0)
  expect(of()).toHaveLength(1)
  const { time: _, request_id: __, ...line } = of()[0]!
  return line as Line
}

test('a refusal is one log line with route, status, class and merchant, wherever it was refused', async () => {
  const { merchant_code } = world.merchant
  const orders = '/api/v1/payment/orders'
  const secretive = { ...orderBody(world.url), currency: 'hidden-word', amount: 'hidden-amount' }
  expect(await lineOf(await world.signed('POST', orders, secretive))).toEqual({
    level: 'info',
    msg: 'request refused',
    method: 'POST',
    route: orders,
    http_status: 422,
    merchant_code,
    reason: expect.stringMatching(/^Invalid body: .*float_type/),
  })
  const unsigned = await send(world.url, 'POST', `${orders}?token=hidden-query`, Buffer.from('{}'), {})
  expect(await lineOf(unsigned)).toMatchObject({ http_status: 401, reason: 'Missing authentication headers' })
  const unknown = await world.basic('GET', '/api/v1/remittance/transactions?limit=hidden-limit')
  expect(await lineOf(unknown)).toMatchObject({
    level: 'info',
    merchant_code,
    route: expect.stringMatching(/^\/api\/v1\/remittance\/|^none$/),
  })
  const login = await call(world, 'POST', 'login', {
    body: { email: 'hidden@example.com', password: 'hidden password' },
  })
  expect(await lineOf(login)).toMatchObject({
    http_status: 401,
    code: 'RMT-401',
    reason: 'Wrong email or password',
  })
  const nowhere = await send(world.url, 'GET', '/hidden-path?q=hidden-query', Buffer.alloc(0), {})
  expect(await lineOf(nowhere)).toMatchObject({ route: 'none', http_status: 404, reason: 'Not Found' })
  const page = await send(world.url, 'GET', '/pl/HIDDENCODE', Buffer.alloc(0), { accept: 'text/html' })
  expect(await lineOf(page)).toMatchObject({ route: '/pl/:code', http_status: 404 })
  const admin = await send(world.url, 'GET', '/api/v1/admin/payments', Buffer.alloc(0), {
    'x-admin-token': `${adminToken}-hidden`,
  })
  expect(await lineOf(admin)).toMatchObject({ http_status: 403, route: '/api/v1/admin/payments' })
  assert.ok(!/hidden/i.test(text), text.match(/.*hidden.*/i)?.[0] ?? '')
})

test('the log has the message with our values filled in, and an ellipsis for what the caller wrote', async () => {
  const order = (fields: object) =>
    world.signed('POST', '/api/v1/payment/orders', { ...orderBody(world.url), ...fields })
  const reasonOf = async (refused: Promise<ApiResponse>) => (await lineOf(await refused)).reason
  expect(await reasonOf(order({ currency: 'CDF', amount: 1 }))).toBe('Minimum amount for CDF is 500.00')
  expect(await reasonOf(order({ currency: 'HIDDEN' }))).toBe(
    "Currency '…' is not supported. Allowed: CDF, USD",
  )
  expect(lines.filter(({ reason }) => /\{\w+\}/.test(String(reason)))).toEqual([])
})

test('only the log lines of services with error codes have a code', async () => {
  const order = { ...orderBody(world.url), currency: 'EUR' }
  expect(await lineOf(await world.signed('POST', '/api/v1/payment/orders', order))).not.toHaveProperty('code')
})

test('a successful request is not logged', async () => {
  const served = await send(world.url, 'GET', '/livez', Buffer.alloc(0), {})
  const refused = await send(world.url, 'GET', '/nowhere', Buffer.alloc(0), {})
  await lineOf(refused)
  expect(lines.filter(({ request_id }) => request_id === served.headers['x-request-id'])).toEqual([])
})

test('an unreadable request is refused with an id and logged under it', async () => {
  const { hostname, port } = new URL(world.url)
  const socket = connect(Number(port), hostname, () => socket.write('NO HTTP AT ALL\r\n\r\n'))
  const [response] = await once(socket, 'data')
  const [, id] = /^x-request-id: (\S+)$/im.exec(String(response)) ?? []
  assert.ok(id)
  expect(await lineOf({ headers: { 'x-request-id': id } })).toMatchObject({
    msg: 'request refused',
    http_status: 400,
  })
})

test('a server error is one log line at level error, with its location in the code', async () => {
  await world.db.rows({ name: '', text: 'alter table merchant rename to hidden_merchant' })
  const failed = await call(world, 'POST', 'login', {
    body: { email: 'x@example.com', password: 'some password' },
  })
  await world.db.rows({ name: '', text: 'alter table hidden_merchant rename to merchant' })
  assert.equal(failed.status, 500)
  expect(await lineOf(failed)).toMatchObject({
    level: 'error',
    msg: 'request failed',
    http_status: 500,
    error: { code: '42P01', at: expect.any(Array) },
  })
})
