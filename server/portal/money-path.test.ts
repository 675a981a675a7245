// Where the money of a payment is, from the payment to the payout.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addAvailable,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../test/support/callers/payouts.ts'
import { paid, portalOf } from '../../test/support/callers/portal.ts'
import { call, stepUpOf, tokenOf } from '../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { releaseDueMovements } from '../balances/release-movements.ts'
import type { Credentials } from '../merchants/identity/register.ts'
import { silentLog } from '../platform/process/log.ts'

let world: World
beforeAll(async () => {
  // No worker runs, so that only the test releases.
  world = await openWorld({ role: 'api', settings: payoutSettings })
})
afterAll(() => world.close())

const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
const today = () => world.clock.now().toZonedDateTimeISO('UTC').toPlainDate()

async function merchantWithPayment() {
  const as = await world.register()
  const portal = await portalOf(world, as)
  const uuid = await paid(world, as, { amount: 100, currency: 'USD' })
  return { as, uuid, portal, path: () => portal.data(`payments/${uuid}/money`) }
}

/** Makes everything pending available today. */
async function release(): Promise<void> {
  await world.db.rows(
    {
      name: '',
      text: 'update balance_transaction set available_on = $1::date where released_posting is null',
    },
    [today().toString()],
  )
  await releaseDueMovements({ db: world.system.db, clock: world.clock, log: silentLog })
}

async function schedule(
  as: Credentials,
  interval: 'daily' | 'weekly',
  destination_id: string,
): Promise<void> {
  const token = await tokenOf(world, as)
  const body = { interval, minimum: 1, currency: 'USD', destination_id }
  const set = await call(world, 'PUT', 'payout-schedule', {
    token,
    body,
    headers: await stepUpOf(world, as, token),
  })
  expect(set.status).toBe(200)
}

test('the money of a new payment is pending until its day, and without a schedule no payout is promised', async () => {
  const { path } = await merchantWithPayment()
  expect(await path()).toEqual({
    ...{ currency: 'USD', net: '96.50', paid_at: stamp, available_at: null, payout: null, next_payout: null },
    available_on: today().add({ days: 2 }).toString(),
  })
})

test.each([
  ['daily', 2],
  ['weekly', undefined],
] as const)('a %s schedule pays out from the day on which the money is available', async (interval, days) => {
  const { as, path } = await merchantWithPayment()
  await schedule(as, interval, await usableDestination(world, as))
  const { available_on, next_payout } = await path()
  expect(next_payout.on >= available_on).toBe(true)
  const day = Temporal.PlainDate.from(next_payout.on)
  if (days) expect(next_payout.on).toBe(today().add({ days }).toString())
  else expect([day.dayOfWeek, Temporal.PlainDate.from(available_on).until(day).days < 7]).toEqual([1, true])
  expect(next_payout.destination).toMatchObject({ operator: 'vodacom', number: '243810000001' })
})

test('available money leads to the first payout since then, not to an earlier, cancelled or foreign one', async () => {
  const { as, path } = await merchantWithPayment()
  const destination_id = await usableDestination(world, as)
  const payouts = payoutsOf(world, as)
  await addAvailable(world, as, 1_000n)
  await payouts.requested({ amount: 5, destination_id })
  await release()
  expect(await path()).toMatchObject({ available_at: stamp, available_on: today().toString(), payout: null })
  const cancelled = await payouts.requested({ amount: 6, destination_id })
  await payouts.cancel(cancelled.payout_id)
  const second = await payouts.requested({ amount: 90, destination_id })
  await payouts.requested({ amount: 1, destination_id })
  const { payout, next_payout } = await path()
  expect(payout).toMatchObject({ payout_id: second.payout_id, amount: '90.00', state: 'APPROVED' })
  expect(next_payout).toBeNull()
})

test('a payment that was not made has no path', async () => {
  const as = await world.register()
  const portal = await portalOf(world, as)
  const uuid = await paid(world, as, {}, null)
  expect(await portal.data(`payments/${uuid}/money`)).toMatchObject({
    net: null,
    paid_at: null,
    available_on: null,
  })
})

test("the path of another merchant's payment is refused like that of one that does not exist", async () => {
  const { uuid } = await merchantWithPayment()
  const { portal } = await merchantWithPayment()
  for (const id of [uuid, 'LKT-20260101-000000-AAAAAAAA-CD'])
    expect((await portal.get(`payments/${id}/money`)).status).toBe(404)
})
