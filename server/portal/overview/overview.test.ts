// The portal's home page shows the figures of what happened.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminsOf, tokens, twoAdmins } from '../../../test/support/callers/admins.ts'
import { paid } from '../../../test/support/callers/portal.ts'
import { call, joined, signedIn, tokenOf } from '../../../test/support/callers/self-service.ts'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import { countedRows, counters, recount } from '../../../test/support/database/day-counts.ts'
import { fillPayments, fillTransfers } from '../../../test/support/database/many-rows.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { MerchantRole } from '../../kernel/merchant-roles.ts'

let world: World
let transfers: Transfers
let token: string
beforeAll(async () => {
  world = await openWorld({ settings: { ...twoAdmins, CHECKOUT_TTL_SECONDS: '10' } })
  await world.topUp('100.00')
  transfers = transfersOf(world)
  token = await tokenOf(world, world.merchant)
})
afterAll(() => world.close())

const overview = async (as = token) => (await call(world, 'GET', 'overview', { token: as })).body.data

test('the home page of a new merchant shows zeros, two weeks of days and no success rate', async () => {
  const data = await overview(await tokenOf(world, await world.register()))
  const noPayments = { count: 0, succeeded: 0, failed: 0, success_rate: null, amounts: [], returned: [] }
  const noTransfers = { count: 0, successful: 0, failed: 0, held: 0, amount: 0 }
  expect(data).toEqual({
    environment: 'sandbox',
    today: { payments: noPayments, transfers: noTransfers },
    week: { payments: noPayments, transfers: noTransfers },
    previous_week: { payments: noPayments, transfers: noTransfers },
    days: expect.any(Array),
    failures: [],
    transfer_failures: [],
    balance: { currency: 'USD', available: 0, reserved: 0, total: 0 },
    waiting: {
      holds: 0,
      pending_webhooks: 0,
      failing_webhooks: 0,
      failing_since: null,
      dead_webhooks: 0,
      disputes: { to_respond: 0, respond_by: null, open: 0, deducted: [], deducted_to_respond: [] },
      approvals: { payouts: 0, refunds: 0 },
      refund_requests: [],
    },
  })
  expect(data.days).toHaveLength(14)
  expect(new Set(data.days.map(({ day }: any) => day)).size).toBe(14)
})

test('the home page shows no balance to a developer, and one to an accountant', async () => {
  const owner = await signedIn(world, world.merchant)
  const balanceFor = async (role: MerchantRole) =>
    (await overview((await joined(world, owner, role)).token)).balance
  expect([await balanceFor('developer'), await balanceFor('accountant')]).toEqual([
    null,
    { currency: 'USD', available: expect.any(Number), reserved: 0, total: expect.any(Number) },
  ])
})

test('the home page counts payments and transfers by outcome, as the rows do', async () => {
  const link = async (overrides = {}) => (await world.createOrder(overrides)).link
  await world.payByCalls(await link())
  await world.payByCalls(await link({ amount: 10 }))
  await world.payByCalls(await link({ amount: 5000, currency: 'CDF' }))
  await world.payByCalls(await link(), '4000000000009995')
  await world.checkout(await link(), 'cancel')
  await link()
  await transfers.accepted({ reference: 'arrives' })
  await transfers.accepted({
    reference: 'fails',
    customer_number: '+243970000002',
    expected_receiver_name: 'Marie Ilunga',
  })
  await transfers.accepted({
    reference: 'held',
    sender_first_name: 'Watchlist',
    sender_last_name: 'Person',
  })
  await transfers.reaches('arrives', 'Successful')
  await transfers.reaches('fails', 'Failed')

  const data = await eventually('every webhook was delivered', async () => {
    const received = await overview()
    return received.waiting.pending_webhooks === 0 && received
  })
  const today = {
    payments: {
      count: 6,
      succeeded: 3,
      failed: 1,
      success_rate: 0.75,
      amounts: [
        { currency: 'USD', amount: '35.50' },
        { currency: 'CDF', amount: '5000.00' },
      ],
    },
    transfers: { count: 3, successful: 1, failed: 1, held: 1, amount: 1 },
  }
  expect(data).toMatchObject({ today, week: today })
  expect(data.previous_week.payments).toMatchObject({ count: 0, amounts: [] })
  expect(data.days.at(-1)).toMatchObject({
    payments: 6,
    succeeded: 3,
    amounts: today.payments.amounts,
    transfers: 3,
    successful: 1,
    transfer_amount: 1,
  })
  expect(data.days.at(-2)).toMatchObject({ payments: 0, amounts: [], transfer_amount: 0 })
  expect(data.failures).toEqual([
    { reason_code: 'INSUFFICIENT_FUND', message: 'Insufficient funds', count: 1 },
  ])
  expect(data.transfer_failures).toEqual([{ failure_code: expect.any(String), count: 1 }])
  expect(data.balance).toEqual({ currency: 'USD', available: 99, reserved: 0, total: 99 })
  expect(data.waiting).toMatchObject({ holds: 1, pending_webhooks: 0, dead_webhooks: 0, refund_requests: [] })

  await eventually('the pending payment expires', async () => {
    const page = await call(world, 'GET', 'payments?status=EXPIRED', { token })
    return page.body.data.pagination.total === 1
  })
  expect(await counters(world.db)).toEqual(await countedRows(world.db))
})

test('the home page names what was refunded in part and in full, and counts no refund of another merchant', async () => {
  const shop = await world.register()
  const as = await tokenOf(world, shop)
  const refunded = async (owner: typeof shop, of: number, amount: number) => {
    const uuid = await paid(world, owner, { amount: of })
    const { body } = await call(world, 'GET', `payments/${uuid}`, { token: await tokenOf(world, owner) })
    await adminsOf(world).act(`payment/refunds/${body.data.cs_payment_id}`, { reason: 'not wanted', amount })
  }
  await paid(world, shop, { amount: 100 })
  await refunded(shop, 40, 15.5)
  await refunded(shop, 12, 12)
  await refunded(world.merchant, 30, 7)
  const { today, week, days } = await overview(as)
  const returned = [{ currency: 'USD', amount: '27.50' }]
  expect(today.payments).toMatchObject({ amounts: [{ currency: 'USD', amount: '152.00' }], returned })
  expect([week.payments.returned, days.at(-1).returned]).toEqual([returned, returned])
})

describe.each(['Africa/Kinshasa', 'Africa/Lubumbashi', 'UTC', 'America/Bogota'])('a shop in %s', (zone) => {
  test('counts every payment and transfer on its own day, also within an hour of midnight', async () => {
    const shop = await world.register()
    const as = await tokenOf(world, shop)
    await call(world, 'PUT', 'preferences', { token: as, body: { sells_by: 'link', time_zone: zone } })
    const until = world.clock.now().toString()
    const rows = { merchantCode: shop.merchant_code, from: 1, to: 2_000, of: 2_000, days: 16, until }
    await fillPayments(world.db, rows)
    await fillTransfers(world.db, rows)
    await recount(world.db)
    const data = await overview(as)
    const today = world.clock.now().toZonedDateTimeISO(zone).toPlainDate()
    expect(data.days.at(-1).day).toBe(today.toString())
    expect(data.days.map(({ day, payments, transfers }: any) => ({ day, payments, transfers }))).toEqual(
      await world.db.rows(daysOfRows, [shop.merchant_code, zone, data.days[0].day]),
    )
    const failed = data.failures.reduce((sum: number, { count }: any) => sum + count, 0)
    expect(failed).toBe(data.week.payments.failed)
    const ofWeek = data.days.slice(-7).reduce((sum: number, { payments }: any) => sum + payments, 0)
    expect(ofWeek).toBe(data.week.payments.count)
  })
})

test('a day keeps no amounts when all its payments belong to the next day of the shop', async () => {
  const shop = await world.register()
  const as = await tokenOf(world, shop)
  const today = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  // Half past midnight in Kinshasa.
  const until = `${today.subtract({ days: 1 })}T23:30:00Z`
  const rows = { merchantCode: shop.merchant_code, from: 1, to: 1_000, of: 1_000, days: 0, until }
  await fillPayments(world.db, rows)
  await recount(world.db)
  const { days } = await overview(as)
  const busy = days.filter(({ payments, amounts }: any) => payments > 0 || amounts.length > 0)
  expect(busy).toMatchObject([{ day: today.toString(), payments: 1_000 }])
})

const ofDay = (table: string) =>
  `(select count(*)::integer from ${table} r join merchant m on m.id = r.merchant_id
     where m.merchant_code = $1 and (r.created_at at time zone $2)::date = day)`
const daysOfRows = {
  name: 'test_days_of_rows',
  text: `select day::date::text as day, ${ofDay('card_transaction')} as payments, ${ofDay('transfer')} as transfers
    from generate_series($3::date, $3::date + 13, interval '1 day') day order by 1`,
}

test('the home page lists the refund requests of the merchant that wait for a decision', async () => {
  const merchant = await world.register()
  const path = `/api/v1/admin/merchants/${merchant.merchant_code}/refund-right`
  const right = { may_refund: false, reason: 'Approved by us' }
  expect((await world.admin('PUT', path, right, { 'x-admin-token': tokens.amina })).status).toBe(200)
  const as = await tokenOf(world, merchant)
  const ask = async (reference: string) => {
    const uuid = await paid(world, merchant, { amount: 20, currency: 'USD', merchant_reference: reference })
    const requests = `payments/${uuid}/refund-requests`
    const body = { amount: 5, reason: 'Wrong size' }
    const { id } = (await call(world, 'POST', requests, { token: as, body })).body.data
    return { uuid, path: `${requests}/${id}` }
  }
  const waiting = await ask('WAITS')
  const withdrawn = await ask('WITHDRAWN')
  await call(world, 'POST', `${withdrawn.path}/withdraw`, { token: as })
  expect((await overview(as)).waiting.refund_requests).toEqual([
    { transaction_uuid: waiting.uuid, merchant_reference: 'WAITS', amount: '5.00', currency: 'USD' },
  ])
  expect((await overview()).waiting.refund_requests).toEqual([])
})
