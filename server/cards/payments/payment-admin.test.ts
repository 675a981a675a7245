// Payments as admins see them: search, full detail, allowed actions and the reasons against others.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Admins, adminsOf, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
let admins: Admins
/** Transaction uuids by merchant reference. */
const uuids = new Map<string, string>()

async function paid(reference: string, overrides: Record<string, unknown> = {}, number?: string) {
  const order = await world.createOrder({ merchant_reference: reference, ...overrides })
  if (number !== 'none') await world.payByCalls(order.link, number)
  uuids.set(reference, order.transactionUuid)
  return order.transactionUuid
}

beforeAll(async () => {
  world = await openWorld({ settings: twoAdmins })
  admins = adminsOf(world)
  await paid('A-1', { amount: 10, bill_to_email: 'one@example.com', bill_to_phone: '0991111111' })
  await paid('A-2', { amount: 20.25 }, '4000000000000002')
  await paid('A-3', { amount: 3000, currency: 'CDF' }, 'none')
  await paid('A-4', { amount: 40, bill_to_forename: 'Joël' }, '5555555555554444')
})
afterAll(() => world.close())

const found = async (query: string) =>
  (await admins.read(`payments?${query}`)).items.map(
    ({ merchant_reference }: { merchant_reference: string }) => merchant_reference,
  )
const readAdminDetail = (reference: string) => admins.read(`payments/${uuids.get(reference)}`)

describe('payments of all merchants', () => {
  test('admins list payments newest first, by merchant, status, currency and day', async () => {
    expect(await found('')).toEqual(['A-4', 'A-3', 'A-2', 'A-1'])
    expect(await found('status=SUCCESS')).toEqual(['A-4', 'A-1'])
    expect(await found('status=PENDING')).toEqual(['A-3'])
    expect(await found('status=FAILED&currency=USD')).toEqual(['A-2'])
    expect(await found('currency=CDF')).toEqual(['A-3'])
    expect(await found('environment=production')).toEqual([])
    const other = await world.register()
    expect(await found(`merchant_code=${other.merchant_code}`)).toEqual([])
    expect(await found(`merchant_code=${world.merchant.merchant_code}`)).toHaveLength(4)
    const today = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
    expect(await found(`from=${today}`)).toHaveLength(4)
    expect(await found(`to=${today.subtract({ days: 1 })}`)).toEqual([])
    const { items, pagination } = await admins.read('payments?limit=3&page=2')
    expect(pagination).toEqual({ page: 2, limit: 3, total: 4, pages: 2, capped: false })
    expect(items).toMatchObject([
      {
        merchant_name: 'Boutique Test',
        environment: 'sandbox',
        amount: '10.00',
        cs_payment_id: expect.stringMatching(/./),
      },
    ])
    for (const query of ['status=LOST', 'currency=EUR', 'limit=0'])
      refusedWith(await admins.get(`payments?${query}`), 400, 'RMT-1005')
    refusedWith(await admins.get('payments?from=x'), 400, 'RMT-1006')
  })

  test('admins find payments by id, gateway id, reference, email, phone, amount and card', async () => {
    const { cs_payment_id, operations } = await readAdminDetail('A-1')
    for (const q of [
      uuids.get('A-1'),
      uuids.get('A-1')!.toLowerCase(),
      cs_payment_id,
      operations[0].id,
      'A-1',
      'One@example.com',
      '+243 991 111 111',
      '10.00',
    ])
      expect([q, await found(`q=${encodeURIComponent(q!)}`)]).toEqual([q, ['A-1']])
    expect(await found('q=4444')).toEqual(['A-4'])
    expect(await found('q=4444&status=FAILED')).toEqual([])
    expect(await found(`q=${encodeURIComponent('%')}`)).toEqual([])
  })

  test('admins find payments by names without accents, of one merchant or all', async () => {
    expect(await found('q=JOEL')).toEqual(['A-4'])
    expect(await found(`q=mukendi%20joel&merchant_code=${world.merchant.merchant_code}`)).toEqual(['A-4'])
    expect(await found('q=joel&environment=production')).toEqual([])
    const other = await world.register()
    expect(await found(`q=joel&merchant_code=${other.merchant_code}`)).toEqual([])
  })
})

test.each(['from', 'to'])(
  'a distant day as %s is accepted or refused, and never a server error',
  async (name) => {
    for (const [day, status] of [
      ['0000-01-01', 400],
      ['0001-01-01', 200],
      ['2999-12-31', 200],
      ['9999-12-31', 200],
      ['10000-01-01', 400],
    ] as const) {
      const response = await admins.get(`payments?${name}=${day}`)
      assert.deepEqual([day, response.status], [day, status], response.text)
    }
  },
)

describe('a payment', () => {
  test('the admin detail has payer, state changes, gateway operations and webhook deliveries', async () => {
    await eventually(
      'the webhook is delivered',
      async () => (await readAdminDetail('A-1')).deliveries[0]?.status === 'DELIVERED',
    )
    const detail = await readAdminDetail('A-1')
    expect(detail).toMatchObject({
      merchant_code: world.merchant.merchant_code,
      status: 'SUCCESS',
      bill_to: { email: 'one@example.com' },
      financial: { commission_rate: '3.50', commission_amount: '0.35', merchant_amount: '9.65' },
      moves: [{ event: 'charged', from: 'PENDING', to: 'SUCCESS' }],
      operations: [{ kind: 'charge', state: 'confirmed', upstream_id: detail.cs_payment_id }],
      deliveries: [{ event_type: 'PAYMENT', attempts: [{ http_status: 200 }] }],
      refunds: [],
      voids: [],
    })
    refusedWith(await admins.get('payments/LKT-00000000-00000000'), 404, 'RMT-404')
  })

  test('the admin detail shows until when a payment can be refunded and voided', async () => {
    const { allowed_actions, finalised_at } = await readAdminDetail('A-1')
    const at = Temporal.PlainDateTime.from(finalised_at)
    const until = (hours: number) => at.add({ hours }).toString({ fractionalSecondDigits: 6 })
    expect(allowed_actions).toEqual({
      refund: {
        allowed: true,
        reason: null,
        forcible: false,
        approval_from: null,
        remaining: '10.00',
        until: until(24 * 60),
      },
      void: { allowed: true, reason: null, needs_approval: false, until: until(24) },
    })
  })

  test.each([
    ['A-2', 'FAILED'],
    ['A-3', 'PENDING'],
  ])(
    'the admin detail of payment %s (%s) explains why it has no refund or void',
    async (reference, status) => {
      expect((await readAdminDetail(reference)).allowed_actions).toMatchObject({
        refund: { allowed: false, reason: `Cannot refund a tx in status ${status}`, until: null },
        void: { allowed: false, reason: `Cannot void a tx in status ${status}`, until: null },
      })
    },
  )

  test('the actions of a partly and a fully refunded payment match what the API refuses', async () => {
    const { cs_payment_id } = await readAdminDetail('A-1')
    const refund = (body: object) =>
      admins.post(`payment/refunds/${cs_payment_id}`, { reason: 'Returned', ...body })
    assert.equal((await refund({ amount: 4 })).status, 200)
    const partly = await readAdminDetail('A-1')
    expect(partly.refunds).toMatchObject([{ amount: '4.00', status: 'SUCCESS', refunded_by: 'amina' }])
    expect(partly.allowed_actions).toMatchObject({
      refund: { allowed: true, remaining: '6.00' },
      void: { allowed: false, reason: 'Cannot void a tx in status PARTIALLY_REFUNDED' },
    })
    const voided = await admins.post(`payment/voids/${cs_payment_id}`, { reason: 'Returned' })
    expect([voided.status, voided.body.detail]).toEqual([409, partly.allowed_actions.void.reason])
    assert.equal((await refund({})).status, 200)
    const whole = await readAdminDetail('A-1')
    expect(whole.allowed_actions.refund).toMatchObject({
      allowed: false,
      reason: 'Transaction already fully refunded',
      forcible: false,
    })
    expect((await refund({})).body.detail).toBe(whole.allowed_actions.refund.reason)
  })

  test('a payment with a refund in flight shows that another operation is running', async () => {
    await world.fault({ mode: 'timeout', operations: ['/pts/v2/payments/'] })
    const { cs_payment_id } = await readAdminDetail('A-4')
    const running = admins.post(`payment/refunds/${cs_payment_id}`, { reason: 'Returned' })
    await eventually(
      'the amount is reserved',
      async () => (await readAdminDetail('A-4')).allowed_actions.refund.remaining === '0.00',
    )
    const busy = 'Another operation on this transaction is in progress'
    expect((await readAdminDetail('A-4')).allowed_actions).toMatchObject({
      refund: { allowed: false, reason: busy },
      void: { allowed: false, reason: busy },
    })
    await world.fault({ mode: 'off' })
    assert.equal((await running).status, 502)
  })
})

test('a day-old payment can be refunded but not voided; after 60 days it needs force', async () => {
  await paid('OLD', { amount: 5 })
  const forward = (by: string) =>
    world.admin(
      'POST',
      '/api/v1/admin/sandbox/clock',
      { forward: by },
      { 'x-admin-token': 'token-of-amina-0123456789' },
    )
  await forward('P1DT1S')
  expect((await readAdminDetail('OLD')).allowed_actions).toMatchObject({
    refund: { allowed: true },
    void: { allowed: false, reason: 'Transaction older than 24 hours' },
  })
  await forward('P59D')
  expect((await readAdminDetail('OLD')).allowed_actions.refund).toMatchObject({
    allowed: false,
    reason: 'Transaction older than 60 days',
    forcible: true,
    remaining: '5.00',
  })
})
