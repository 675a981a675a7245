// Bodies that are larger, or hold more values, than their endpoint allows are refused before they cost anything.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxUpload } from '../../server/bank/schemas.ts'
import { tokenOf } from '../support/callers/self-service.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'
import { type Call, type Caller, callWith, everyCall } from './every-call.ts'
import { raw } from './raw.ts'

let world: World
let caller: Caller
let calls: Call[]
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  caller = { as: world.merchant, token: await tokenOf(world, world.merchant) }
  calls = everyCall(world, {
    merchant_code: world.merchant.merchant_code,
    environment: 'sandbox',
    operator: 'airtel',
  })
})
afterAll(() => world.close())

describe('a body without credentials [S-22]', () => {
  const filled = (bytes: number) => '{"email":"a@example.com"}'.padEnd(bytes, ' ')
  const without = (call: Call, bytes: number, headers = {}) =>
    callWith(world, caller, { ...call, proof: 'none' }, filled(bytes), headers)
  const isTooLarge = ({ status, text }: ApiResponse) =>
    status === 413 && text.includes('Request body without credentials is larger than 4 KiB')

  test('a body over 4,096 bytes without credentials is refused before authentication', async () => {
    for (const call of calls.filter(({ path }) => !path.includes('test-callback'))) {
      assert.ok(isTooLarge(await without(call, 4_097)), call.name)
      const { status, text } = await without(call, 4_096)
      assert.ok(status < 500 && status !== 413, `${call.name}: ${status} ${text}`)
    }
  })

  test('credentials that an endpoint does not use do not raise its size limit', async () => {
    const login = calls.find(({ path }) => path.endsWith('/login'))!
    assert.ok(isTooLarge(await without(login, 4_097, { authorization: 'Bearer anything' })))
  })

  test('the size limit without credentials also counts chunked bodies', async () => {
    const send = (bytes: number) =>
      raw(
        Number(new URL(world.url).port),
        [
          'POST /api/v1/merchant/login HTTP/1.1',
          `Host: ${new URL(world.url).host}`,
          'Content-Type: application/json',
          'Connection: close',
          'Transfer-Encoding: chunked',
          '',
          `${bytes.toString(16)}\r\n${filled(bytes)}`,
          '0\r\n\r\n',
        ].join('\r\n'),
      )
    expect([(await send(4_096)).status, (await send(4_097)).status]).toEqual([400, 413])
  })

  test('the test receiver, operators and a signed checkout may send 64 KiB', async () => {
    const receiver = calls.find(({ path }) => path.endsWith('/test-callback'))!
    assert.equal((await without(receiver, 65_536)).status, 200)
    const { link } = await world.createOrder(orderBody(world.url))
    for (const path of [
      '/api/v1/operator-callbacks/sandbox/airtel/wrong',
      `${new URL(link).pathname}/setup${new URL(link).search}`,
    ]) {
      const response = await without({ name: path, method: 'POST', path, proof: 'none', example: {} }, 60_000)
      assert.notEqual(response.status, 413, path)
    }
  })
})

test('a route for files refuses a larger body with its own limit, not that of other routes', async () => {
  const content = 'x'.repeat(8 * 1024 * 1024)
  const refused = await world.admin('POST', '/api/v1/admin/bank/files', { name: 'statement.txt', content })
  const limit = Math.floor(maxUpload / 1024 / 1024)
  expect([refused.status, JSON.parse(refused.text).message]).toEqual([
    413,
    `Request body is larger than ${limit} MiB`,
  ])
})

describe('a body of more than 2,000 values [S-22]', () => {
  test('a body of more than 2,000 values is refused as malformed at every endpoint but the test receiver', async () => {
    const values = `[${Array(2_000).fill(1).join(',')}]`
    for (const call of calls) {
      const body = `{"a":${values}}`.length > 4_096 ? values : `{"a":${values}}`
      const { status, body: response } = await callWith(world, caller, call, body)
      // The test receiver stores any JSON without looking into it.
      assert.equal(status, call.path.endsWith('/test-callback') ? 200 : 400, call.name)
      if (status === 200) continue
      if (response.code === undefined) assert.equal(response.detail, 'Malformed JSON body', call.name)
      else expect([response.code, response.message], call.name).toEqual(['RMT-1005', 'Malformed JSON body'])
    }
  })
})
