// Payments in the portal: the list, search and detail.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allDelivered, type Portal, paid, portalOf } from '../../test/support/callers/portal.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'

const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
let world: World
let portal: Portal
const uuids: Record<string, string> = {}
beforeAll(async () => {
  world = await openWorld()
  portal = await portalOf(world)
  const make = async (name: string, overrides: Record<string, unknown>, card?: string | null) => {
    uuids[name] = await paid(world, world.merchant, { merchant_reference: name, ...overrides }, card)
  }
  await make('paid', {
    amount: 12.5,
    bill_to_phone: '+243 81 555 0101',
    bill_to_email: 'Paul@Example.com',
    callback_url: `${world.url}/api/v1/test/test-callback?channel=portal`,
  })
  await make('declined', { amount: 40, bill_to_phone: '0970000555' }, '4000000000009995')
  await make('francs', { amount: 12500, currency: 'CDF' }, '5555555555554444')
  await make('open', { bill_to_forename: '=HYPERLINK("x")' }, null)
  await allDelivered(portal)
})
afterAll(() => world.close())

const references = async (query: string, name = 'payments') =>
  (await portal.data(`${name}?${query}`)).items.map((item: any) => item.merchant_reference)

describe("the portal's payment list", () => {
  test('the portal lists payments newest first with what identifies them', async () => {
    const { items, pagination } = await portal.data('payments')
    expect(items.map((item: any) => item.merchant_reference)).toEqual(['open', 'francs', 'declined', 'paid'])
    expect(pagination).toEqual({ page: 1, limit: 20, total: 4, pages: 1 })
    expect(items[3]).toEqual({
      transaction_uuid: uuids.paid,
      merchant_reference: 'paid',
      description: null,
      status: 'SUCCESS',
      amount: '12.50',
      currency: 'USD',
      customer_name: 'Grâce Mukendi',
      card_type: 'VISA',
      card_last4: '4242',
      created_at: stamp,
      finalised_at: stamp,
      origin: 'order',
      disputed: false,
      dispute: null,
      possible_duplicate: false,
      allowed_actions: [],
    })
    expect(items[0]).toMatchObject({ finalised_at: null, card_last4: '', allowed_actions: ['checkout'] })
  })

  test.each([
    ['status=SUCCESS', ['francs', 'paid']],
    ['status=PENDING', ['open']],
    ['status=VOIDED', []],
    ['currency=USD', ['open', 'declined', 'paid']],
    ['currency=CDF&status=SUCCESS', ['francs']],
    ['status=all&currency=&from=2020-01-01&to=2099-12-31', ['open', 'francs', 'declined', 'paid']],
    ['to=2020-01-01', []],
    ['from=2020-01-01&time_zone=Africa/Lubumbashi', ['open', 'francs', 'declined', 'paid']],
    ['from=2099-01-01&time_zone=Africa/Lubumbashi', []],
    ['limit=1&page=2', ['francs']],
    ['q=12.50', ['paid']],
    ['q=4242&status=SUCCESS', ['paid']],
    ['q=nothing', []],
  ])('the payment list is filtered by %s', async (query, wanted) => {
    expect(await references(query)).toEqual(wanted)
  })

  test.each([
    ['status=PAID', 'status'],
    ['currency=EUR', 'currency'],
    ['from=2026-02-30&page=0', 'from,page'],
    ['from=2026-02-30', 'from', 'RMT-1006'],
    ['to=yesterday', 'to', 'RMT-1006'],
    ['from=2026-11-23&time_zone=Katanga', 'time_zone'],
    ['time_zone=%2B02:00', 'time_zone'],
    ['page=0', 'page'],
    ['limit=-1', 'limit'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['status=SUCCESS&status=FAILED', 'status'],
  ])('the payment list refuses %s and names the field [S-63]', async (query, field, code = 'RMT-1005') => {
    const { status, body } = await portal.get(`payments?${query}`)
    expect([
      status,
      body.code,
      body.errors
        .map((error: any) => error.field)
        .toSorted()
        .join(),
    ]).toEqual([400, code, field])
  })
})

describe("a payment's detail", () => {
  test("a payment's detail has money, payer, moves, authentication and exact webhook bodies", async () => {
    const detail = await portal.data(`payments/${uuids.paid}`)
    expect(detail).toMatchObject({
      status: 'SUCCESS',
      message: '',
      reason_code: '',
      decision: 'ACCEPT',
      cs_payment_id: expect.stringMatching(/^\d+$/),
      financial: { commission_rate: '3.50', commission_amount: '0.44', merchant_amount: '12.06' },
      bill_to: {
        forename: 'Grâce',
        surname: 'Mukendi',
        email: 'paul@example.com',
        phone: '+243815550101',
        address_country: 'CD',
        address_state: null,
      },
      checkout_link: null,
      receipt_link: expect.stringContaining(`/api/v1/payment/${uuids.paid}/result?sig=`),
      refunds: [],
      voids: [],
      moves: [{ event: 'charged', from: 'PENDING', to: 'SUCCESS', reason_code: '', at: stamp }],
      authentications: [{ state: 'used', created_at: stamp, authenticated_at: stamp }],
    })
    expect(await (await fetch(detail.receipt_link)).text()).toContain(uuids.paid)
    const [delivery] = detail.deliveries
    expect(detail.deliveries).toHaveLength(1)
    expect(delivery).toMatchObject({
      event_type: 'PAYMENT',
      url: `${world.url}/api/v1/test/test-callback?channel=portal`,
      status: 'DELIVERED',
      attempts: [
        {
          at: stamp,
          http_status: 200,
          error: null,
          response_head: expect.stringContaining('"status":"success"'),
        },
      ],
    })
    expect(JSON.parse(delivery.body)).toMatchObject({ transaction_uuid: uuids.paid, amount: '12.50' })
    expect(await portal.data(`deliveries/${delivery.id}`)).toEqual(delivery)
  })

  test("a pending payment's detail has its checkout link, a failed one's the reason", async () => {
    const { checkout_link } = await portal.data(`payments/${uuids.open}`)
    expect((await world.payByCalls(checkout_link)).status).toBe(200)
    expect(await portal.data(`payments/${uuids.open}`)).toMatchObject({
      status: 'SUCCESS',
      checkout_link: null,
    })
    expect(await portal.data(`payments/${uuids.declined}`)).toMatchObject({
      reason_code: 'INSUFFICIENT_FUND',
      message: 'Insufficient funds',
      decision: 'REJECT',
      receipt_link: null,
    })
  })

  test("a payment's detail has its refunds and voids without the admin's name", async () => {
    const { cs_payment_id: refunded } = await portal.data(`payments/${uuids.paid}`)
    const { cs_payment_id: voided } = await portal.data(`payments/${uuids.francs}`)
    await world.admin('POST', `/api/v1/admin/payment/refunds/${refunded}`, { amount: 2.5, reason: 'broken' })
    await world.admin('POST', `/api/v1/admin/payment/voids/${voided}`, { reason: 'twice' })
    const detail = await portal.data(`payments/${uuids.paid}`)
    expect(detail).toMatchObject({
      status: 'PARTIALLY_REFUNDED',
      refunds: [
        { amount: '2.50', currency: 'USD', status: 'SUCCESS', reason: 'broken', completed_at: stamp },
      ],
    })
    expect((await portal.data(`payments/${uuids.francs}`)).voids).toMatchObject([
      { status: 'SUCCESS', reason: 'twice' },
    ])
    expect(JSON.stringify(detail)).not.toContain('amina')
  })

  test.each(['LKT-20260101-000000-AAAAAAAA-CD', 'x', "'; drop table merchant; --"])(
    'the payment %s that does not exist is 404',
    async (uuid) => {
      const { status, body } = await portal.get(`payments/${encodeURIComponent(uuid)}`)
      expect([status, body.code]).toEqual([404, 'RMT-404'])
    },
  )
})

describe('search in the portal', () => {
  test.each([
    ['reference', 'francs', ['francs']],
    ['transaction_uuid', () => uuids.declined!, ['declined']],
    ['transaction_uuid in lower case', () => uuids.declined!.toLowerCase(), ['declined']],
    ['phone in international format', '+243 81 555 0101', ['paid']],
    ['phone in national format', '081 555 0101', ['paid']],
    ['phone with 00 prefix', '00243815550101', ['paid']],
    ['phone without its leading zero', '815550101', ['paid']],
    ['phone in digits', '243815550101', ['paid']],
    ['another phone with the same last digits', '+32 815 550 101', []],
    ['email', 'PAUL@example.com', ['paid']],
    ['last four digits of the card', '9995', ['declined']],
    ['part of a reference, in any case', 'RANC', ['francs']],
    ['part of the reference of an open payment', 'ope', ['open']],
    ['name without accents and case', 'mukendi GRACE', ['francs', 'declined', 'paid']],
    ['part of a name', 'hyperl', ['open']],
    ['too short a part of a name', 'gr', []],
    ['name of which only one word fits', 'grace kabila', []],
    ['amount', '12.50', ['paid']],
    ['amount with a comma', '12,5', ['paid']],
    ['amount with its currency', '12500 CDF', ['francs']],
    ['a text without matches', 'nothing', []],
    ['SQL', "' or 1=1 --", []],
    ['LIKE', '%', []],
  ] as [string, string | (() => string), string[]][])('payments are found by %s', async (_, q, wanted) => {
    const typed = typeof q === 'function' ? q() : q
    const { payments } = await portal.data(`search?q=${encodeURIComponent(typed)}`)
    expect(payments.map((item: any) => item.merchant_reference)).toEqual(wanted)
  })

  test('search returns the newest ten matches and the payment list returns the others', async () => {
    const many = await world.register()
    const own = await portalOf(world, many)
    for (let i = 1; i <= 12; i++) await paid(world, many, { merchant_reference: `M-${i}`, amount: 77 }, null)
    const newest = Array.from({ length: 12 }, (_, i) => `M-${12 - i}`)
    const { payments } = await own.data('search?q=77')
    expect(payments.map((item: any) => item.merchant_reference)).toEqual(newest.slice(0, 10))
    const page = await own.data('payments?q=77&limit=5&page=3')
    expect(page.items.map((item: any) => item.merchant_reference)).toEqual(newest.slice(10))
    expect(page.pagination).toEqual({ page: 3, limit: 5, total: 12, pages: 3 })
  })

  test.each(['', 'q=', `q=${'x'.repeat(201)}`, 'q=a&q=b'])('search refuses the query %j', async (query) => {
    expect((await portal.get(`search?${query}`)).body).toMatchObject({
      code: 'RMT-1005',
      errors: [{ field: 'q' }],
    })
  })
})
