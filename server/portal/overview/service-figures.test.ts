// The console's overview shows the figures of all merchants together.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Admins, adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { paid } from '../../../test/support/callers/portal.ts'
import { transfersOf } from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
let admins: Admins
beforeAll(async () => {
  world = await openWorld({ settings: twoAdmins })
  admins = adminsOf(world)
  await world.topUp('100.00')
})
afterAll(() => world.close())

const none = { count: 0, succeeded: 0, failed: 0, success_rate: null, amounts: [], returned: [] }

test('the figures of a service without payments are zeros for 14 days', async () => {
  const data = await admins.read('figures')
  expect(data).toMatchObject({ environment: 'sandbox', week: { payments: none }, failures: [] })
  expect(data.days).toHaveLength(14)
})

test('the figures add up the payments and transfers of all merchants, by currency', async () => {
  const other = await world.register()
  await paid(world, world.merchant, { amount: 40 })
  await paid(world, other, { amount: 10.5 })
  await paid(world, other, { amount: 5000, currency: 'CDF' })
  const transfers = transfersOf(world)
  await transfers.accepted({ reference: 'arrives' })
  await transfers.reaches('arrives', 'Successful')
  const data = await admins.read('figures?environment=sandbox')
  const payments = {
    count: 3,
    succeeded: 3,
    failed: 0,
    success_rate: 1,
    amounts: [
      { currency: 'USD', amount: '50.50' },
      { currency: 'CDF', amount: '5000.00' },
    ],
  }
  expect(data.today).toMatchObject({ payments, transfers: { count: 1, successful: 1, amount: 1 } })
  expect(data.week).toEqual(data.today)
  expect(data.previous_week.payments).toEqual(none)
  expect(data.days.at(-1)).toMatchObject({ payments: 3, transfers: 1, amounts: payments.amounts })
})

test('what was refunded of a payment is part of what went back, in full or in part', async () => {
  const refund = async (uuid: string, body: object) => {
    const [row] = await world.db.rows<{ paid: string }>(
      { name: '', text: 'select cs_payment_id as paid from card_transaction where transaction_uuid = $1' },
      [uuid],
    )
    const done = await admins.post(`payment/refunds/${row!.paid}`, { reason: 'One came back', ...body })
    expect(done.status).toBe(200)
  }
  const other = await world.register()
  await refund(await paid(world, world.merchant, { amount: 40 }), { amount: 15.25 })
  await refund(await paid(world, other, { amount: 30 }), { amount: 5 })
  await refund(await paid(world, other, { amount: 20 }), {})
  await refund(await paid(world, other, { amount: 5000, currency: 'CDF' }), { amount: 1200 })
  const data = await admins.read('figures?environment=sandbox')
  const returned = [
    { currency: 'USD', amount: '40.25' },
    { currency: 'CDF', amount: '1200.00' },
  ]
  expect(data.today.payments.returned).toEqual(returned)
  expect(data.days.at(-1).returned).toEqual(returned)
})

test('the figures are the same before and after the counters are added up', async () => {
  const before = await admins.read('figures')
  const pending = { name: 'count_changes', text: 'select 1 from day_count_change' }
  await eventually('the changes are added up', async () => (await world.db.rows(pending)).length === 0)
  expect(await admins.read('figures')).toEqual(before)
})

test('the figures of the sandbox and of production are separate, and no other environment exists', async () => {
  expect((await admins.read('figures?environment=production')).week.payments).toEqual(none)
  const response = await admins.get('figures?environment=staging')
  expect([response.status, response.body.errors[0].field]).toEqual([400, 'environment'])
})
