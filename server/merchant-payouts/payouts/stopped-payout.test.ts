// Payouts that nobody may request or approve: of a suspended merchant, and to a wallet that was removed meanwhile.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import {
  addAvailable,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../../test/support/callers/payouts.ts'
import { call, confirmedCall, stepUpOf, tokenOf } from '../../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  const settings = { ...payoutSettings, ...twoAdmins, PAYOUT_APPROVAL_FROM: 'USD=100' }
  world = await openWorld({ settings })
})
afterAll(() => world.close())

async function merchantWith() {
  const as = await world.register()
  await addAvailable(world, as, 100_000n)
  const destination_id = await usableDestination(world, as)
  const admins = adminsOf(world)
  const change = (name: 'suspend' | 'resume') =>
    admins.act(`merchants/${as.merchant_code}/${name}`, { reason: 'stolen password' })
  return { as, destination_id, payouts: payoutsOf(world, as), admins, change }
}

test('while a merchant is suspended, admins cannot request its payouts', async () => {
  const { as, destination_id, payouts, admins, change } = await merchantWith()
  const body = { amount: 1, currency: 'USD', destination_id, reference: randomUUID() }
  const request = () => admins.post(`merchants/${as.merchant_code}/payouts`, body)
  await change('suspend')
  refusedWith(await request(), 403, 'RMT-403')
  await change('resume')
  await payouts.reaches((await request()).body.data.payout_id, 'PAID')
})

test('a payout that waits for an admin is cancelled when its wallet is removed, with its schedule', async () => {
  const { as, destination_id, payouts, admins } = await merchantWith()
  const { payout_id } = await payouts.requested({ amount: 100, destination_id })
  const token = await tokenOf(world, as)
  const headers = await stepUpOf(world, as, token)
  const daily = { interval: 'daily', minimum: 1, currency: 'USD', destination_id }
  const set = await call(world, 'PUT', 'payout-schedule', { token, headers, body: daily })
  expect(set.status).toBe(200)
  const removed = await confirmedCall(world, 'DELETE', `payout-destinations/${destination_id}`, {
    ...as,
    token,
  })
  expect(removed.status).toBe(200)
  expect((await payouts.read(payout_id)).state).toBe('CANCELLED')
  expect(await payouts.balance()).toEqual({ available: '1000.00', reserved: '0.00' })
  refusedWith(await admins.post(`payouts/${payout_id}/approve`, { reason: 'checked' }), 409, 'RMT-1008')
  const { schedules } = (await call(world, 'GET', 'payout-schedule', { token })).body.data
  expect(schedules).toContainEqual({
    currency: 'USD',
    interval: 'manual',
    minimum: '1.00',
    destination_id: null,
    next_run_on: null,
  })
  const [entry] = (await admins.read('audit?action=payout_destination.removed')).items
  expect(entry.detail).toMatchObject({ destination_id, cancelled_payouts: payout_id })
})
