// The portal's sandbox page: a new merchant's first steps without a server of its own.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, portalOf } from '../../test/support/callers/portal.ts'
import { call, fileGoLive } from '../../test/support/callers/self-service.ts'
import { transfersOf } from '../../test/support/callers/transfers.ts'
import { eventually } from '../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import type { Credentials } from '../merchants/identity/register.ts'

let world: World
let merchant: Credentials
let portal: Portal
beforeAll(async () => {
  world = await openWorld()
  merchant = await world.register()
  portal = await portalOf(world, merchant)
})
afterAll(() => world.close())

const steps = async () =>
  Object.fromEntries((await portal.data('checklist')).map(({ step, done }: any) => [step, done]))

test("a new merchant's checklist has no step done", async () => {
  expect(await portal.data('checklist')).toEqual([
    { step: 'first_link', done: false, detail: '0 created in the sandbox' },
    { step: 'test_payment', done: false, detail: '0 paid in the sandbox' },
    { step: 'webhook_received', done: false, detail: '0 delivered' },
    { step: 'callback_url', done: false, detail: '' },
    { step: 'whitelist', done: false, detail: '' },
    { step: 'test_transfer', done: false, detail: '0 arrived in the sandbox' },
    { step: 'go_live', done: false, detail: 'NONE' },
  ])
})

test('a test order can be paid, and its signed webhook appears in the portal', async () => {
  const { status, body } = await portal.post('sandbox/order', {})
  expect([status, body.data]).toEqual([
    200,
    {
      transaction_uuid: expect.stringMatching(/^LKT-/),
      merchant_reference: expect.stringMatching(/^DEMO-[A-Z0-9]{8}$/),
      amount: '25.50',
      currency: 'USD',
      checkout_link: expect.stringContaining(`${world.url}/api/v1/payment/LKT-`),
    },
  ])
  await world.payByCalls(body.data.checkout_link)
  const event = await eventually('the webhook', async () => (await portal.data('events')).items[0])
  expect(JSON.parse(event.body)).toMatchObject({
    status: 'SUCCESS',
    reference: body.data.merchant_reference,
  })
  const checked = await portal.post('signature-check', {
    kind: 'webhook',
    headers: event.headers,
    body: event.body,
  })
  expect(checked.body.data).toMatchObject({ valid: true, cause: null })
})

test('a test transfer after a top-up has all its documents and succeeds', async () => {
  expect((await portal.post('sandbox/topup', { amount: 5 })).body.data).toMatchObject({
    available: 5,
    total: 5,
  })
  const { status, body } = await portal.post('sandbox/transfer', {})
  expect([status, body.data]).toMatchObject([
    200,
    { status: 'Submitted', amount: 1, customer_number: '243810000001', subscriber_name: 'Jean Mukendi' },
  ])
  await transfersOf(world, merchant).reaches(body.data.reference, 'Successful')
  const declined = await portal.post('sandbox/transfer', { amount: 0.25, customer_number: '0970000002' })
  await transfersOf(world, merchant).reaches(declined.body.data.reference, 'Failed')
})

test.each([
  ['sandbox/order', { amount: 0.5 }, 400, 'RMT-1002'],
  ['sandbox/order', { currency: 'EUR' }, 400, 'RMT-1003'],
  ['sandbox/order', { amount: 'ten' }, 400, 'RMT-1005'],
  ['sandbox/topup', {}, 400, 'RMT-1005'],
  ['sandbox/topup', { amount: 10_001 }, 400, 'RMT-1002'],
  ['sandbox/transfer', { amount: 2 }, 400, 'RMT-9003'],
  ['sandbox/transfer', { amount: -1 }, 400, 'RMT-1002'],
  ['sandbox/transfer', { customer_number: '12' }, 400, 'RMT-1004'],
  ['sandbox/transfer', { customer_number: '+243810000005' }, 404, 'RMT-4001'],
  ['sandbox/transfer', { customer_number: '+243810000007' }, 403, 'RMT-3001'],
])('%s refuses %j as the API would: %d %s', async (name, body, status, code) => {
  const response = await portal.post(name, body)
  expect([response.status, response.body.code]).toEqual([status, code])
})

const keyed = (name: string, body: object, key: string) =>
  call(world, 'POST', name, { token: portal.token, body, headers: { 'idempotency-key': key } })

test.each([
  ['sandbox/topup', { amount: 5 }, { amount: 6 }],
  ['sandbox/order', { amount: 5 }, { amount: 6 }],
  ['sandbox/transfer', {}, { amount: 0.25 }],
])('%s runs once per Idempotency-Key and refuses the key for another body', async (name, body, other) => {
  const first = await keyed(name, body, 'key-1')
  const second = await keyed(name, body, 'key-1')
  expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined])
  expect([second.status, second.body, second.headers['idempotency-replayed']]).toEqual([
    200,
    first.body,
    'true',
  ])
  expect((await keyed(name, other, 'key-1')).status).toBe(422)
  expect((await keyed(name, body, 'é')).status).toBe(422)
})

test('a top-up repeated with its key counts once, and a refusal is not stored', async () => {
  const before = (await portal.data('wallet')).available
  expect((await keyed('sandbox/topup', { amount: 10_001 }, 'key-2')).status).toBe(400)
  for (let time = 0; time < 3; time++) await keyed('sandbox/topup', { amount: 2 }, 'key-2')
  expect((await portal.data('wallet')).available).toBe(before + 2)
})

test('a response with a secret is never stored for an Idempotency-Key', async () => {
  const renewed = [await keyed('callback-secret', {}, 'key-3'), await keyed('callback-secret', {}, 'key-3')]
  expect(renewed.map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, undefined])
  expect(new Set(renewed.map(({ body }) => body.data.callback_secret)).size).toBe(2)
})

test('checklist steps become done as the merchant takes them', async () => {
  await call(world, 'PUT', 'callback', {
    token: portal.token,
    body: { callback_url: `${world.url}/api/v1/test/test-callback?channel=own` },
  })
  await call(world, 'PUT', 'whitelist', { token: portal.token, body: { addresses: ['127.0.0.1'] } })
  await portal.post('links', { amount: 25, currency: 'USD', merchant_reference: 'FIRST' })
  expect(await steps()).toEqual({
    first_link: true,
    test_payment: true,
    webhook_received: true,
    callback_url: true,
    whitelist: true,
    test_transfer: true,
    go_live: false,
  })
  const company = {
    company_name: 'Boutique SARL',
    registration_number: 'CD/KNG/RCCM/26-B-00001',
    country: 'CD',
    contact_name: 'Grâce',
    contact_email: 'grace@example.com',
    contact_phone: '+243991234567',
  }
  await fileGoLive(world, portal.as, portal.token, { body: company })
  expect((await portal.data('checklist')).at(-1)).toEqual({ step: 'go_live', done: true, detail: 'PENDING' })
})

test('a merchant with a callback URL receives the webhooks of test orders there', async () => {
  const { body } = await portal.post('sandbox/order', { amount: 500, currency: 'CDF' })
  await world.payByCalls(body.data.checkout_link)
  const { transaction_uuid } = body.data
  const delivery = await eventually('the webhook', async () => {
    const detail = await portal.data(`payments/${transaction_uuid}`)
    return detail.deliveries[0]?.status === 'DELIVERED' && detail.deliveries[0]
  })
  expect(delivery.url).toContain('channel=own')
})

test("the request log has the merchant's API calls but not its staff's portal calls", async () => {
  await world.signed('POST', '/api/v1/payment/status', { transaction_uuid: 'none' }, { as: merchant })
  await world.basic('GET', '/api/v1/remittance/balance', undefined, { as: merchant })
  const failed = await eventually('the request is in the log', async () => {
    const page = await portal.data('requests?status=failed')
    return page.items.length > 0 && page
  })
  expect(failed.items[0]).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}$/),
    method: 'POST',
    path: '/api/v1/payment/status',
    status: 404,
    reason: expect.any(String),
    request_id: expect.any(String),
    duration_ms: expect.any(Number),
    address: expect.any(String),
    // Only a refused signature or key is explained.
    explanation: null,
  })
  const { items, pagination } = await portal.data('requests?limit=1&page=2')
  expect([items.length, pagination.total > 1]).toEqual([1, true])
  const all = (await portal.data('requests?status=all&limit=100')).items
  expect(all.some(({ path }: any) => path.startsWith('/api/v1/merchant'))).toBe(false)
  expect((await portal.data('requests?status=ok')).items.every(({ status }: any) => status < 400)).toBe(true)
})

test('a live merchant is refused on every sandbox route', async () => {
  const live = await portalOf(world, await world.register({ environment: 'production' }))
  for (const name of ['topup', 'order', 'transfer']) {
    const { status, body } = await live.post(`sandbox/${name}`, { amount: 1 })
    expect([name, status, body.code]).toEqual([name, 403, 'RMT-403'])
  }
})

test("payment links are created, listed, read and cancelled in the portal's time format", async () => {
  const portal = await portalOf(world, await world.register())
  const link = {
    amount: 12,
    currency: 'USD',
    merchant_reference: 'L-1',
    callback_url: `${world.url}/api/v1/test/test-callback`,
  }
  const made = (await portal.post('links', link)).body.data
  expect(made).toMatchObject({ status: 'ACTIVE', amount: '12.00', uses: 0 })
  expect(made.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}$/)
  expect(await portal.data('links')).toEqual({
    items: [made],
    pagination: { page: 1, limit: 20, total: 1, pages: 1 },
  })
  expect(await portal.data(`links/${made.code}`)).toEqual(made)
  expect((await portal.post(`links/${made.code}/cancel`)).body.data).toEqual({ ...made, status: 'CANCELLED' })
  const repeated = await portal.post(`links/${made.code}/cancel`)
  expect([repeated.status, repeated.body.code]).toEqual([409, 'RMT-409'])
  expect((await portal.get('links/NOLINKATALL1')).status).toBe(404)
  expect((await portal.post('links', { ...link, currency: 'EUR' })).body.code).toBe('RMT-1003')
  expect((await portal.post('links', {})).body.errors.map(({ field }: any) => field)).toEqual(
    expect.arrayContaining(['amount', 'currency', 'merchant_reference']),
  )
})

test('one Idempotency-Key creates one link, and cancels it once', async () => {
  const link = {
    amount: 12,
    currency: 'USD',
    merchant_reference: 'L-2',
    callback_url: `${world.url}/api/v1/test/test-callback`,
  }
  const [first, second] = [await keyed('links', link, 'key-4'), await keyed('links', link, 'key-4')]
  expect([second.status, second.body, second.headers['idempotency-replayed']]).toEqual([
    200,
    first.body,
    'true',
  ])
  expect((await keyed('links', { ...link, amount: 13 }, 'key-4')).status).toBe(422)
  const { items } = await portal.data('links')
  expect(items.filter(({ merchant_reference }: any) => merchant_reference === 'L-2')).toHaveLength(1)
  const cancel = () => keyed(`links/${first.body.data.code}/cancel`, {}, 'key-4')
  const [cancelled, repeated] = [await cancel(), await cancel()]
  expect([repeated.status, repeated.body]).toEqual([200, cancelled.body])
})
