// An approval that waits for a lock while its approver loses the account, the session or the role decides nothing.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { cellOfTests } from '../../../test/support/database/database.setup.ts'
import { orderOfLocks } from '../../../test/support/database/lock-queue.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { as, asProven, joinedStaff, type StaffMember } from '../../../test/support/staff/members.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { type Database, openDatabase, type Tx } from '../../platform/database/database.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'
import { lockById } from '../users/change-user.ts'
import { lockApprover } from './queries.ts'

let world: World
let other: Database
/** Calls with the token of an owner, where a call has none. */
let served: World
beforeAll(async () => {
  // Codes of authenticator apps change with the time, which stands still here.
  const clock = manualClock(systemClock.now().toString())
  world = await openWorld({ role: 'api', clock, settings: { ...twoAdmins, APPROVALS: 'refund' } })
  served = {
    ...world,
    admin: (method, path, body, headers = {}) =>
      world.admin(method, path, body, {
        ...(!('authorization' in headers) && { 'x-admin-token': 'token-of-benoit-0123456789' }),
        ...headers,
      }),
  }
  other = openDatabase(world.system.settings.DATABASE_URL, {
    connections: 3,
    name: 'other process',
    cell: cellOfTests,
  })
})
afterAll(async () => {
  await other?.close()
  await world?.close()
})

const rows = (text: string, values: unknown[] = []) => other.rows<any>({ name: '', text }, values)
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** A paid payment whose refund waits for a second admin. */
async function requestedRefund() {
  const { transactionUuid: uuid, link } = await world.createOrder({ amount: 200 })
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  const [row] = await rows('select cs_payment_id as id from card_transaction where transaction_uuid = $1', [
    uuid,
  ])
  const wanted = { reason: 'The order was cancelled' }
  const made = await adminsOf(world).post(`payment/refunds/${row.id}`, wanted)
  assert.equal(made.status, 202, made.text)
  return { uuid, approval: made.body.approval_id as string }
}

/** What `staff` gets for an approval that waits until `lock` has ended, once `meanwhile` has happened. */
async function approvedBeside(
  staff: StaffMember,
  approval: string,
  lock: (sql: Tx) => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
) {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = other.transaction(async (sql) => {
    await lock(sql)
    held.resolve()
    await released.promise
  })
  await held.promise
  const deciding = asProven(world, staff.token, 'POST', `approvals/${approval}/approve`, {
    reason: 'checked',
  })
  try {
    const isDone = deciding.then(() => true)
    const waits = async () => (await rows(waiting)).length > 0
    // One that does not wait has its response at once, which the test then judges.
    await eventually('the approval waits', async () => (await Promise.race([isDone, waits()])) || undefined)
    await meanwhile()
  } finally {
    released.resolve()
  }
  await holding
  return deciding
}

const lockPayment = (uuid: string) => (sql: Tx) =>
  sql.rows({ name: '', text: 'select from card_transaction where transaction_uuid = $1 for update' }, [uuid])
const remainsWaiting = async (approval: string, uuid: string) => {
  const { state } = await adminsOf(world).read(`approvals/${approval}`)
  const [payment] = await rows('select status from card_transaction where transaction_uuid = $1', [uuid])
  return [state, payment.status]
}
const ended = [401, 'RMT-401']

test('an approver who is removed while the approval waits for the payment decides nothing [S-19]', async () => {
  const staff = await joinedStaff(served, 'finance')
  const { uuid, approval } = await requestedRefund()
  const late = await approvedBeside(staff, approval, lockPayment(uuid), async () => {
    const removed = await as(served, undefined, 'DELETE', `users/${staff.id}`)
    assert.equal(removed.status, 200, removed.text)
  })
  expect([late.status, late.body.code]).toEqual(ended)
  expect(await remainsWaiting(approval, uuid)).toEqual(['WAITING', 'SUCCESS'])
})

test('an approver who gets another role while the approval waits decides nothing', async () => {
  const staff = await joinedStaff(served, 'finance')
  const { uuid, approval } = await requestedRefund()
  const late = await approvedBeside(staff, approval, lockPayment(uuid), async () => {
    const changed = await as(served, undefined, 'POST', `users/${staff.id}`, {
      role: 'support',
      reason: 'Moves on',
    })
    assert.equal(changed.status, 200, changed.text)
  })
  expect([late.status, late.body.code]).toEqual(ended)
  expect(await remainsWaiting(approval, uuid)).toEqual(['WAITING', 'SUCCESS'])
})

test('an approval waits for a removal of its approver that has begun, and decides nothing', async () => {
  const staff = await joinedStaff(served, 'finance')
  const { uuid, approval } = await requestedRefund()
  const remove = async (sql: Tx) => {
    const text = `update admin_user set state = 'REMOVED', password_hash = null, removed_at = now() where user_id = $1`
    await sql.rows({ name: '', text }, [staff.id])
  }
  const late = await approvedBeside(staff, approval, remove, async () => {})
  expect([late.status, late.body.code]).toEqual(ended)
  expect(await remainsWaiting(approval, uuid)).toEqual(['WAITING', 'SUCCESS'])
})

test('an approver who is still there approves after the wait', async () => {
  const staff = await joinedStaff(served, 'finance')
  const { uuid, approval } = await requestedRefund()
  const done = await approvedBeside(staff, approval, lockPayment(uuid), async () => {})
  assert.equal(done.status, 200, done.text)
  expect(await remainsWaiting(approval, uuid)).toEqual(['APPROVED', 'REFUNDED'])
})

test('a removal waits for the decision that its approver is making, and the next decision waits for the removal', async () => {
  const { id: userId } = await joinedStaff(served, 'finance')
  const [user] = await rows('select id from admin_user where user_id = $1', [userId])
  const order = await orderOfLocks(world, {
    ordinary: (sql) => sql.rows(lockApprover, [user.id]),
    change: (sql) => sql.rows(lockById, [userId]),
  })
  expect(order).toEqual(['first', 'released', 'change', 'second'])
})
