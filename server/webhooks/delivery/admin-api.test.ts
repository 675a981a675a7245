// The admin API for deliveries: search over all merchants, and resends of one or many.

import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Admins,
  adminsOf,
  refusedWith,
  tokens,
  twoAdmins,
} from '../../../test/support/callers/admins.ts'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
let admins: Admins
let transfers: Transfers
let server: Server
let received: string[]
let status: number

beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(String(request.headers['x-service-event-id']))
    request.resume()
    response.statusCode = status
    response.end('what it says')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world = await openWorld({ settings: twoAdmins })
  admins = adminsOf(world)
  transfers = transfersOf(world)
  await world.topUp('100.00')
  received = []
  status = 404
  const callback_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  for (let i = 0; i < 3; i++) await transfers.accepted({ reference: `refused-${i}`, callback_url })
  await eventually('the deliveries have failed', async () => (await failed()).items.length === 3)
})
afterAll(async () => {
  await world.close()
  server.close()
})

const failed = () => admins.read('deliveries?state=FAILED')
const unknown = '00000000-0000-4000-8000-000000000000'
const reason = 'Their server is mended'

describe('deliveries', () => {
  test('deliveries are found by state, merchant and type, with body and responses', async () => {
    const { items, pagination } = await failed()
    expect(pagination).toEqual({ page: 1, limit: 20, total: 3, pages: 1, capped: false })
    expect(items[0]).toMatchObject({
      merchant_code: world.merchant.merchant_code,
      event_type: 'REMITTANCE',
      status: 'FAILED',
      body: expect.stringContaining('"reference":"refused-'),
      attempts: [{ http_status: 404, error: null, response_head: 'what it says' }],
    })
    const other = await world.register()
    expect((await admins.read(`deliveries?merchant_code=${other.merchant_code}`)).items).toEqual([])
    expect((await admins.read('deliveries?event_type=PAYMENT')).items).toEqual([])
    expect((await admins.read('deliveries?event_type=REMITTANCE&limit=2&page=2')).items).toHaveLength(1)
    refusedWith(await admins.get('deliveries?state=lost'), 400, 'RMT-1005')
  })

  test('refused deliveries are resent in bulk, each with its event id', async () => {
    const { items } = await failed()
    status = 200
    received = []
    const ids = items.map(({ id }: { id: string }) => id)
    const sent = await admins.post('deliveries/resend', { ids: [...ids, unknown], reason })
    assert.equal(sent.status, 202, sent.text)
    expect(sent.body.data).toEqual({
      resent: 3,
      items: [...ids.map((id: string) => ({ id, result: 'resent' })), { id: unknown, result: 'unknown' }],
    })
    await eventually(
      'all resent deliveries arrived',
      async () => (await admins.read('deliveries?state=DELIVERED')).items.length === 3,
    )
    expect(received.sort()).toEqual(items.map(({ event_id }: { event_id: string }) => event_id).sort())
    const [entry] = (await admins.read('audit?action=deliveries.resent')).items
    expect(entry).toMatchObject({
      actor: 'amina',
      subject: '3 deliveries',
      detail: { reason, ids },
    })
  })

  test('one delivery is resent and audited with its admin, an unknown one is 404', async () => {
    const [one] = (await admins.read('deliveries?state=DELIVERED')).items
    received = []
    const sent = await admins.post(`deliveries/${one.id}/resend`, { reason }, 'benoit')
    expect([sent.status, sent.body.data]).toEqual([202, { id: one.id, status: 'PENDING' }])
    await eventually('the resent delivery arrived', async () => received.length === 1)
    const [entry] = (await admins.read('audit?action=deliveries.resent')).items
    expect(entry).toMatchObject({ actor: 'benoit', subject: `delivery:${one.id}` })
    for (const id of [unknown, '1', 'x'])
      refusedWith(await admins.post(`deliveries/${id}/resend`, { reason }), 404, 'RMT-404')
    refusedWith(await admins.post('deliveries/resend', { ids: [unknown], reason }), 404, 'RMT-404')
  })

  test('a bulk resend repeated with its key returns the same and is audited once', async () => {
    const ids = (await admins.read('deliveries')).items.map(({ id }: { id: string }) => id)
    const headers = { 'x-admin-token': tokens.amina, 'idempotency-key': 'resend once' }
    const body = { ids, reason: 'sent once' }
    const send = () => world.admin('POST', '/api/v1/admin/deliveries/resend', body, headers)
    const [first, second] = [await send(), await send()]
    assert.equal(first.status, 202, first.text)
    assert.equal(second.text, first.text)
    const entries = (await admins.read('audit?action=deliveries.resent')).items
    expect(entries.filter(({ detail }: any) => detail.reason === 'sent once')).toHaveLength(1)
  })

  test('ten simultaneous resends do not block each other and all are audited', async () => {
    const ids = (await admins.read('deliveries')).items.map(({ id }: { id: string }) => id)
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        admins.post('deliveries/resend', { ids: i % 2 ? ids : ids.toReversed(), reason }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(202))
    expect((await admins.read('audit/verify')).intact).toBe(true)
  })

  test.each([
    ['without a reason', { ids: [unknown] }],
    ['without ids', { reason }],
    ['with an empty list of ids', { ids: [], reason }],
    ['with too many ids', { ids: Array(201).fill(unknown), reason }],
    ['with malformed ids', { ids: ['1', 1], reason }],
  ])('a bulk resend %s is refused', async (_what, body) => {
    refusedWith(await admins.post('deliveries/resend', body), 400, 'RMT-1005')
  })
})
