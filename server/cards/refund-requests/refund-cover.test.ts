// Refunds without an admin: they may not take a balance below zero, unless the merchant's limit covers them.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { twoAdmins } from '../../../test/support/callers/admins.ts'
import { addAvailable } from '../../../test/support/callers/payouts.ts'
import { paid } from '../../../test/support/callers/portal.ts'
import { call, joined, signedIn, stepUpOf } from '../../../test/support/callers/self-service.ts'
import { raceRounds } from '../../../test/support/race-rounds.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { releaseDueMovements } from '../../balances/release-movements.ts'
import type { Credentials } from '../../merchants/identity/register.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: twoAdmins })
})
afterAll(() => world.close())

const admin = (method: string, path: string, body?: object) =>
  world.admin(method, `/api/v1/admin/${path}`, body, { 'x-admin-token': 'token-of-amina-0123456789' })
const setRight = async (as: Credentials, limits: object = {}) => {
  const body = { may_refund: true, reason: 'For a test', ...limits }
  const set = await admin('PUT', `merchants/${as.merchant_code}/refund-right`, body)
  assert.equal(set.status, 200, set.text)
  return set.body.data
}
const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)

/** A merchant that may refund by itself, with payments of 30.00 whose money has become available and was taken out. */
async function merchantWith(payments: number) {
  const as = await world.register()
  await setRight(as)
  const owner = await signedIn(world, as)
  const { token } = owner
  const uuids: string[] = []
  for (let n = 0; n < payments; n++) uuids.push(await paid(world, as, { amount: 30 }))
  const ask = async (uuid: string, amount?: number) => {
    const body = { reason: 'Came back', ...(amount && { amount }) }
    const asked = await call(world, 'POST', `payments/${uuid}/refund-requests`, { token, body })
    return asked.status === 200 ? asked.body.data.state : asked.body.message
  }
  /** From now on each refund needs another user. Returns how that user approves all that wait, at the same time. */
  const withSecondUser = async () => {
    const accountant = await joined(world, owner, 'accountant')
    const headers = await stepUpOf(world, owner, token)
    const body = { payout: null, refund: { USD: 0.01 } }
    assert.equal((await call(world, 'PUT', 'approval-rules', { token, body, headers })).status, 200)
    const as = { token: accountant.token, body: { reason: 'Checked the parcel' } }
    return async () => {
      const { items } = (await call(world, 'GET', 'approvals?state=WAITING', { token })).body.data
      const approve = (id: string) => call(world, 'POST', `approvals/${id}/approve`, as)
      const decided = await Promise.all(
        items.map(({ approval_id }: { approval_id: string }) => approve(approval_id)),
      )
      expect(decided.map(({ status }) => status)).toEqual(uuids.map(() => 200))
    }
  }
  const requests = async () => {
    const read = (uuid: string) => call(world, 'GET', `payments/${uuid}/refund-requests`, { token })
    return (await Promise.all(uuids.map(read))).map(({ body }) => body.data.items[0])
  }
  const available = async () => {
    const [row] = await rows<{ minor: bigint }>(
      `select available_minor as minor from merchant_balance b join merchant m on m.id = b.merchant_id
        where m.merchant_code = $1 and b.currency = 'USD'`,
      [as.merchant_code],
    )
    return row!.minor
  }
  const upTo = async (uuid: string) =>
    (await call(world, 'GET', `payments/${uuid}`, { token })).body.data.refundable.at_once_up_to
  return { as, uuids, ask, available, withSecondUser, requests, upTo }
}
/** Makes all that is pending available, as its day does. */
const release = async () => {
  const clock = { now: () => world.clock.now().add({ hours: 24 * 60 }) }
  await releaseDueMovements({ db: world.db, clock, log: world.system.cards.log })
}

test('a refund of money that was paid out already waits for an admin, and of money that is there does not', async () => {
  const { as, uuids, ask, available, upTo } = await merchantWith(2)
  await release()
  await addAvailable(world, as, -(await available()) + 3_000n)
  assert.equal(await ask(uuids[0]!), 'REFUNDED')
  assert.equal(await available(), 0n)
  assert.equal(await upTo(uuids[1]!), '0.00')
  assert.equal(await ask(uuids[1]!, 0.01), 'WAITING')
  assert.equal(await available(), 0n)
})

test("a refund below zero is made at once within the merchant's limit, and not beyond it", async () => {
  const { as, uuids, ask, available, upTo } = await merchantWith(2)
  expect(await setRight(as)).toMatchObject({ negative_balance_limit: '0.00' })
  await release()
  await addAvailable(world, as, -(await available()) + 1_000n)
  // The page says before the refund what the balance covers.
  assert.equal(await upTo(uuids[0]!), '10.00')
  await addAvailable(world, as, -1_000n)
  expect(await setRight(as, { negative_balance_limit: '30.00' })).toMatchObject({
    negative_balance_limit: '30.00',
    negative_balance_limit_cdf: '0.00',
  })
  assert.equal(await upTo(uuids[0]!), '30.00')
  assert.equal(await ask(uuids[0]!), 'REFUNDED')
  assert.equal(await available(), -3_000n)
  assert.equal(await ask(uuids[1]!, 0.01), 'WAITING')
  expect(await setRight(as)).toMatchObject({ negative_balance_limit: '30.00' })
  for (const negative_balance_limit of ['-1', '1.001', 'all'])
    assert.equal(
      (
        await admin('PUT', `merchants/${as.merchant_code}/refund-right`, {
          may_refund: true,
          reason: 'For a test',
          negative_balance_limit,
        })
      ).status,
      400,
    )
})

test('a charge whose money is still pending can be refunded whole, although its commission stays taken', async () => {
  const { uuids, ask, upTo } = await merchantWith(1)
  assert.equal(await upTo(uuids[0]!), '30.00')
  assert.equal(await ask(uuids[0]!), 'REFUNDED')
})

test('refunds at the same time never take more from the balance than it has', async () => {
  const { as, uuids, ask, available } = await merchantWith(4)
  await release()
  await addAvailable(world, as, -(await available()) + 6_000n)
  const states = await Promise.all(uuids.map((uuid) => ask(uuid)))
  expect(states.toSorted()).toEqual(['REFUNDED', 'REFUNDED', 'WAITING', 'WAITING'])
  assert.equal(await available(), 0n)
})

test('of ten equal refund requests at the same time exactly one states that it was refunded', async () => {
  const { as, uuids, ask } = await merchantWith(1)
  await addAvailable(world, as, 10_000n)
  const states = await Promise.all(Array.from({ length: 10 }, () => ask(uuids[0]!)))
  expect(states.filter((state) => state === 'REFUNDED')).toHaveLength(1)
  const [made] = await rows<{ made: bigint }>(
    `select count(*) as made from card_refund r join card_transaction t on t.id = r.transaction_id where t.transaction_uuid = $1`,
    [uuids[0]],
  )
  assert.equal(made!.made, 1n)
})

test('the admin API of the specification refunds below zero', async () => {
  const { as, uuids, available } = await merchantWith(1)
  await release()
  await addAvailable(world, as, -(await available()))
  const [payment] = await rows<{ id: string }>(
    'select cs_payment_id as id from card_transaction where transaction_uuid = $1',
    [uuids[0]],
  )
  const refunded = await admin('POST', `payment/refunds/${payment!.id}`, { reason: 'customer asked' })
  assert.equal(refunded.status, 200, refunded.text)
  assert.equal(await available(), -3_000n)
})

const rounds = Array.from({ length: raceRounds(3) }, (_, round) => round + 1)

test.each(rounds)(
  'refunds that a second user approves at the same time wait for an admin below zero (round %i)',
  async () => {
    const { as, uuids, ask, available, withSecondUser, requests } = await merchantWith(4)
    const approveAll = await withSecondUser()
    await release()
    await addAvailable(world, as, -(await available()) + 6_000n)
    expect(await Promise.all(uuids.map((uuid) => ask(uuid)))).toEqual(uuids.map(() => 'WAITING'))
    await approveAll()
    expect(await available()).toBe(0n)
    const made = await requests()
    expect(made.map(({ state }) => state).toSorted()).toEqual(['REFUNDED', 'REFUNDED', 'WAITING', 'WAITING'])
    // An admin decides about the others, as where no second user was needed.
    const { id, approval_id } = made.find(({ state }) => state === 'WAITING')
    expect(approval_id).toBe(id)
    const approved = await admin('POST', `refund-requests/${id}/approve`, { reason: 'The parcel is here' })
    expect(approved.body.data?.state, approved.text).toBe('REFUNDED')
    expect(await available()).toBe(-3_000n)
  },
  60_000,
)
