// What was approved to a destination before its owner distrusted it, with a new password, is not paid until it is confirmed again.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import { bankAccount, batchesOf } from '../../../test/support/callers/bank.ts'
import {
  addAvailable,
  addedDestination,
  confirmed,
  payoutsOf,
} from '../../../test/support/callers/payouts.ts'
import { call, confirmedCall, tokenOf } from '../../../test/support/callers/self-service.ts'
import { orderOfLocks } from '../../../test/support/database/lock-queue.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'
import { lockedForBatch } from '../batches/queries.ts'
import { destinationForPayout, lockDestinations } from './queries.ts'

let world: World
let idle: World
const clock = manualClock(systemClock.now().toString())
beforeAll(async () => {
  world = await openWorld({ settings: { ...twoAdmins }, clock })
  idle = await openWorld({ role: 'api', settings: { ...twoAdmins, PAYOUT_APPROVAL_FROM: 'USD=500' }, clock })
})
afterAll(async () => {
  await world.close()
  await idle.close()
})

const pause = 'operators/sandbox/vodacom'

/** A merchant whose destination is usable, and was confirmed less than its delay ago. */
async function merchantIn(at: World, add: (as: { email: string; password: string }) => Promise<string>) {
  const as = await at.register()
  const id = await add(as)
  clock.forward({ hours: 23 })
  await confirmed(at, as, id)
  clock.forward({ hours: 2 })
  await addAvailable(at, as, 100_000n)
  const payouts = payoutsOf(at, as)
  const owner = { ...as, password: 'another horse battery 8' }
  const pay = (amount: number) => payouts.requested({ amount, destination_id: id, reference: randomUUID() })
  const distrust = async () => {
    const body = { current_password: as.password, new_password: owner.password }
    const changed = await call(at, 'POST', 'change-password', { token: await tokenOf(at, as), body })
    expect(changed.status).toBe(200)
  }
  return { as, id, payouts, pay, distrust, owner }
}
const withWallet = (at: World) => merchantIn(at, (as) => addedDestination(at, as))
const withBank = (at: World) =>
  merchantIn(at, async (as) => {
    const token = await tokenOf(at, as)
    const added = await confirmedCall(at, 'POST', 'payout-destinations', { ...as, token, body: bankAccount })
    return added.body.data.destination_id
  })
const alertsOf = async (at: World, payoutId: string) =>
  (
    await at.db.rows<{ id: bigint }>(
      {
        name: 'test_held_alerts',
        text: `select id from message where kind = 'payout_held' and dedupe_key like $1`,
      },
      [`payout:${payoutId}:held:%`],
    )
  ).length

test('an approved payout to a wallet is held after a new password, and paid once, when it was confirmed and approved again', async () => {
  const admins = adminsOf(world)
  const { payouts, pay, distrust, owner, id } = await withWallet(world)
  await admins.act(`${pause}/pause`, { reason: 'For a test' })
  const { payout_id } = await pay(50)
  expect(await payouts.read(payout_id)).toMatchObject({ state: 'APPROVED', held_reason: null })
  await distrust()
  const held = await payouts.read(payout_id)
  expect(held).toMatchObject({ state: 'REQUESTED', held_reason: 'destination_not_active', sent_at: null })
  expect(held.history.at(-1)).toMatchObject({ event: 'held', state: 'REQUESTED' })
  expect(await alertsOf(world, payout_id)).toBe(1)
  await admins.act(`${pause}/resume`, { reason: 'For a test' })
  const refused = await admins.post(`payouts/${payout_id}/approve`, { reason: 'looked at it' })
  refusedWith(refused, 409, 'RMT-409')
  const { allowed_actions } = await admins.read(`payouts/${payout_id}`)
  expect(allowed_actions).toMatchObject({
    approve: { allowed: false, reason: refused.body.message },
    reject: { allowed: true },
  })
  clock.forward({ seconds: 61 })
  await confirmed(world, owner, id)
  expect(await payouts.read(payout_id)).toMatchObject({ state: 'REQUESTED', held_reason: null })
  await admins.act(`payouts/${payout_id}/approve`, { reason: 'looked at it' })
  await payouts.reaches(payout_id, 'PAID')
  expect(await payouts.balance()).toEqual({ available: '950.00', reserved: '0.00' })
})

test('an operator is not called for an approved payout whose destination is not active, however that came about', async () => {
  const admins = adminsOf(world)
  const { payouts, pay, id } = await withWallet(world)
  await admins.act(`${pause}/pause`, { reason: 'For a test' })
  const { payout_id } = await pay(50)
  const text = `update payout_destination set state = 'waiting' where public_id = $1 returning id`
  await world.db.rows({ name: 'test_distrust_destination', text }, [id])
  await admins.act(`${pause}/resume`, { reason: 'For a test' })
  clock.forward({ seconds: 61 })
  const looked = await eventually('the payout is held or sent', async () => {
    const payout = await payouts.read(payout_id)
    return payout.state !== 'APPROVED' && payout
  })
  expect(looked).toMatchObject({
    state: 'REQUESTED',
    held_reason: 'destination_not_active',
    sent_at: null,
  })
})

test('a held payout that is rejected gives the money back and is never sent', async () => {
  const admins = adminsOf(idle)
  const { payouts, pay, distrust } = await withWallet(idle)
  const { payout_id } = await pay(50)
  await distrust()
  await admins.act(`payouts/${payout_id}/reject`, { reason: 'A stranger asked for it' })
  expect((await payouts.read(payout_id)).state).toBe('CANCELLED')
  const calls = await idle.db.rows<{ state: string }>(
    {
      name: 'test_calls_of_payout',
      text: 'select o.state from operation o join merchant_payout p on p.id = o.merchant_payout_id where p.public_id = $1',
    },
    [payout_id],
  )
  expect(calls.map(({ state }) => state)).toEqual(['declined'])
  expect(await payouts.balance()).toEqual({ available: '1000.00', reserved: '0.00' })
})

test('a payout that waits for an admin says that its destination is not active, and cannot be approved', async () => {
  const { payouts, pay, distrust } = await withWallet(idle)
  const { payout_id } = await pay(600)
  await distrust()
  expect(await payouts.read(payout_id)).toMatchObject({
    state: 'REQUESTED',
    held_reason: 'destination_not_active',
  })
  const refused = await adminsOf(idle).post(`payouts/${payout_id}/approve`, { reason: 'looked at it' })
  refusedWith(refused, 409, 'RMT-409')
})

test('a payout to a bank leaves its batch when its destination is distrusted, and the batch pays the others', async () => {
  const batches = batchesOf(idle)
  // The clock moves on for each, and only a fresh destination is distrusted.
  const honest = await withBank(idle)
  const stolen = await withBank(idle)
  const [first, second] = [await stolen.pay(50), await honest.pay(60)]
  const { batch_id, payouts: count } = await batches.create()
  expect(count).toBe(2)
  await stolen.distrust()
  expect(await stolen.payouts.read(first.payout_id)).toMatchObject({
    state: 'REQUESTED',
    held_reason: 'destination_not_active',
  })
  const approved = await batches.decide(batch_id, 'approve', 'benoit')
  expect(approved.body.data).toMatchObject({ state: 'APPROVED', payouts: 1, total: '60.00' })
  expect((await honest.payouts.read(second.payout_id)).state).toBe('SENT')
  expect((await stolen.payouts.read(first.payout_id)).state).toBe('REQUESTED')
})

test('an approved payout whose destination is not active joins no batch, however that came about', async () => {
  const { pay, id } = await withBank(idle)
  await pay(70)
  const set = (state: string) =>
    idle.db.rows(
      {
        name: 'test_set_destination_state',
        text: 'update payout_destination set state = $2 where public_id = $1 returning id',
      },
      [id, state],
    )
  const waiting = () => idle.db.transaction((sql) => lockedForBatch(sql, 'sandbox', 'USD'))
  await set('waiting')
  expect((await waiting()).map(({ destination }) => destination)).not.toContain(id)
  await set('active')
  expect((await waiting()).map(({ destination }) => destination)).toContain(id)
})

test('a destination is removed while payouts to it are requested without a pause', async () => {
  const { as, id, payouts } = await withWallet(idle)
  const token = await tokenOf(idle, as)
  let isRemoved = false
  let requested = 0
  const flood = Array.from({ length: 16 }, async () => {
    while (!isRemoved) {
      await payouts.request({ amount: 0.01, currency: 'USD', destination_id: id, reference: randomUUID() })
      requested++
    }
  })
  const removed = await confirmedCall(idle, 'DELETE', `payout-destinations/${id}`, { ...as, token })
  isRemoved = true
  await Promise.all(flood)
  expect(removed.status).toBe(200)
  expect(requested).toBeGreaterThan(0)
  const refused = await payouts.request({
    ...{ amount: 0.01, currency: 'USD', destination_id: id, reference: randomUUID() },
  })
  expect(refused.status).toBe(404)
})

test('the lock of destinations is granted in the order of requests, so that sharers cannot overtake', async () => {
  const { as, id } = await withWallet(idle)
  const find = { name: 'test_merchant_of_code', text: 'select id from merchant where merchant_code = $1' }
  const [merchant] = await idle.db.rows<{ id: bigint }>(find, [as.merchant_code])
  const owner = { merchantId: merchant!.id, environment: 'sandbox' } as const
  const order = await orderOfLocks(idle, {
    ordinary: (sql) => destinationForPayout(sql, owner, id),
    change: (sql) => sql.rows(lockDestinations, [owner.merchantId]),
  })
  expect(order).toEqual(['first', 'released', 'change', 'second'])
})

test('a wallet and a bank account can be added once, and again after they were removed', async () => {
  const { as, id } = await withWallet(idle)
  const token = await tokenOf(idle, as)
  const add = (body: object) => confirmedCall(idle, 'POST', 'payout-destinations', { ...as, token, body })
  refusedWith(await add({ type: 'wallet', number: '+243 810 000 001' }), 409, 'RMT-409')
  expect((await add(bankAccount)).status).toBe(200)
  refusedWith(await add(bankAccount), 409, 'RMT-409')
  const removed = await confirmedCall(idle, 'DELETE', `payout-destinations/${id}`, { ...as, token })
  expect(removed.status).toBe(200)
  const added = await add({ type: 'wallet', number: '0810000001' })
  expect([added.status, added.body.data.state]).toEqual([200, 'waiting'])
})
