// What merchants set up for their webhooks: the callback URL, test events, and deliveries that are resent.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, tokenOf } from '../../test/support/callers/self-service.ts'
import { recount } from '../../test/support/database/day-counts.ts'
import { eventually } from '../../test/support/http/eventually.ts'
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
const run = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)

async function received(channel: string): Promise<{ headers: any; body: string }[]> {
  const response = await fetch(`${world.url}/api/v1/test/test-callback/history?channel=${channel}`)
  const { data } = (await response.json()) as any
  return data.items.map(({ headers, body }: any) => ({
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }))
}

describe('[R4.13] callback', () => {
  test('the callback URL starts as null, can be set, and is removed with null', async () => {
    await fresh()
    const callback_url = 'http://localhost:3000/hook'
    expect((await get('callback')).body.data).toEqual({ callback_url: null, events: [], credentials: null })
    expect((await put('callback', { callback_url })).body.data).toEqual({
      callback_url,
      events: [],
      credentials: null,
    })
    expect((await get('callback')).body.data).toEqual({ callback_url, events: [], credentials: null })
    expect((await put('callback', { callback_url: null })).body.data).toEqual({
      callback_url: null,
      events: [],
      credentials: null,
    })
  })

  test.each([
    'javascript:alert(1)',
    'ftp://shop.example/',
    '/hook',
    'https://user:pass@shop.example/',
    'https:/shop.example',
    '',
    7,
    'http://169.254.169.254/',
    'http://2852039166/latest',
    'https://[fe80::1]/',
    'http://[::ffff:169.254.169.254]/',
  ])('the callback URL %j is refused', async (callback_url) => {
    const { status, body } = await put('callback', { callback_url })
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'RMT-1005', 'callback_url'])
  })

  test('a production callback URL must be public and use https', async () => {
    const live = await world.register({ environment: 'production' })
    const own = await tokenOf(world, live)
    const responses: number[] = []
    for (const callback_url of [
      'http://shop.example/',
      'https://127.0.0.1/',
      'https://intranet.local/',
      'https://shop.example/hook',
    ])
      responses.push((await call(world, 'PUT', 'callback', { token: own, body: { callback_url } })).status)
    expect(responses).toEqual([400, 400, 400, 200])
  })

  test('a test event is sent at once, signed, and its response is returned', async () => {
    await fresh()
    const none = await post('callback/test')
    expect([none.status, none.body]).toEqual([
      409,
      { status: 'error', code: 'RMT-409', message: 'No callback_url is set' },
    ])
    await put('callback', { callback_url: `${world.url}/api/v1/test/test-callback?channel=tried` })
    const tried = await post('callback/test')
    expect([tried.status, tried.body.data]).toEqual([
      200,
      { delivered: true, http_status: 200, duration_ms: expect.any(Number), error: null },
    ])
    const [event] = await received('tried')
    expect(JSON.parse(event!.body)).toEqual({
      event_type: 'TEST',
      merchant_code: merchant.merchant_code,
      timestamp: stamp,
    })
    expect(event!.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Likuta-Webhooks/1',
      'x-service-event-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'x-service-attempt': '1',
      'x-service-timestamp': expect.stringMatching(/^\d{10}$/),
    })
    const [, at = '', signature] =
      /^t=(\d{10}),v1=(\w{64})$/.exec(event!.headers['x-service-signature']) ?? []
    assert.equal(
      signature,
      createHmac('sha256', merchant.callback_secret).update(`${at}${event!.body}`).digest('hex'),
    )
  })

  test('a failed test event returns the error, and ten test events exhaust the limit', async () => {
    await fresh()
    await put('callback', { callback_url: `${world.url}/api/v1/nothing` })
    expect((await post('callback/test')).body.data).toMatchObject({
      delivered: false,
      http_status: 404,
      error: null,
    })
    await put('callback', { callback_url: 'http://127.0.0.1:1/' })
    expect((await post('callback/test')).body.data).toMatchObject({
      delivered: false,
      http_status: null,
      error: 'connect',
    })
    for (let i = 0; i < 8; i++) await post('callback/test')
    const limited = await post('callback/test')
    expect([limited.status, limited.body.code, Number(limited.headers['retry-after']) > 0]).toEqual([
      429,
      'RMT-429',
      true,
    ])
  })
})

describe('[R4.13] deliveries', () => {
  test('deliveries are listed newest first with their attempts, and can be resent', async () => {
    await fresh()
    for (const i of [1, 2, 3])
      await run(
        `with event as (
           insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint,
                                      signed, body, state, attempts, created_at)
           select gen_random_uuid(), id, environment, $2, 'PAYMENT', $2, $3, $2, true, $5, 'DEAD', 1, $4 from merchant
            where merchant_code = $1 returning id)
         insert into webhook_attempt (event_id, number, at, http_status, error, duration_ms)
         select id, 1, $4, 500, null, 12 from event`,
        [
          merchant.merchant_code,
          `listed-${merchant.merchant_code}-${i}`,
          `${world.url}/api/v1/test/test-callback?channel=again${i}`,
          clock.now(),
          JSON.stringify({
            status: 'FAILED',
            reference: `INV-${i}`,
            transaction_uuid: `LKT-${i}`,
            amount: '9.00',
          }),
        ],
      )
    await recount(world.db)
    const first = await get('deliveries?limit=2')
    expect(first.body.data.pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 })
    expect(first.body.data.items[0]).toEqual({
      id: first.body.data.items[0].event_id,
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      endpoint_id: null,
      event_type: 'PAYMENT',
      about: {
        type: 'payment',
        id: 'LKT-3',
        reference: 'INV-3',
        outcome: 'FAILED',
        amount: '9.00',
        currency: null,
      },
      url: expect.stringContaining('again3'),
      status: 'DEAD',
      attempts: [{ at: stamp, http_status: 500, error: null, duration_ms: 12 }],
      next_attempt_at: null,
      created_at: stamp,
    })
    const second = await get('deliveries?limit=2&page=2')
    expect(second.body.data.items.map(({ url }: any) => url.slice(-1))).toEqual(['1'])
    expect((await get('deliveries?limit=1000')).body.data.pagination.limit).toBe(100)

    const { id } = second.body.data.items[0]
    const resent = await post(`deliveries/${id}/resend`)
    expect([resent.status, resent.body.data]).toEqual([202, { id, status: 'PENDING' }])
    await eventually('the resent event', async () => (await received('again1')).length === 1)
  })

  test.each(['page=0', 'page=x', 'limit=0', 'limit=-1', 'page=1e9', 'limit=1;drop', 'page=1&page=2'])(
    'the delivery list refuses %s [S-63]',
    async (query) => {
      const { status, body } = await get(`deliveries?${query}`)
      expect([status, body.code]).toEqual([400, 'RMT-1005'])
    },
  )
})
