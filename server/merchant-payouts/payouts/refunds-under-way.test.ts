// Payouts beside refunds and voids whose outcome is not known yet: what they will take from the balance is not paid out.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import {
  addAvailable,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../../test/support/callers/payouts.ts'
import { paid } from '../../../test/support/callers/portal.ts'
import { call, type Member, signedIn, stepUpOf } from '../../../test/support/callers/self-service.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { raceRounds } from '../../../test/support/race-rounds.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { releaseDueMovements } from '../../balances/release-movements.ts'
import { silentLog } from '../../platform/process/log.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { runPayoutSchedules } from '../run-schedules.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: { ...twoAdmins, ...payoutSettings } })
})
afterAll(() => world?.close())

/** A merchant that may refund by itself, with these payments, whose money was released, and exactly this sum available. */
async function merchantWith(minor: bigint, payments: readonly number[]) {
  const as = await world.register()
  const right = { may_refund: true, reason: 'For a test' }
  assert.equal((await adminsOf(world).put(`merchants/${as.merchant_code}/refund-right`, right)).status, 200)
  const destination_id = await usableDestination(world, as)
  const uuids: string[] = []
  for (const amount of payments) uuids.push(await paid(world, as, { amount }))
  const clock = { now: () => world.clock.now().add({ hours: 24 * 60 }) }
  await releaseDueMovements({ db: world.db, clock, log: silentLog })
  const payouts = payoutsOf(world, as)
  const { available } = await payouts.balance()
  await addAvailable(world, as, minor - BigInt(available.replace('.', '')))
  const owner = await signedIn(world, as)
  const refund = (uuid: string, amount: number) =>
    call(world, 'POST', `payments/${uuid}/refund-requests`, {
      token: owner.token,
      body: { amount, reason: 'Came back' },
    })
  let references = 0
  const payOut = (amount: number) =>
    payouts.request({ amount, currency: 'USD', destination_id, reference: `P-${++references}` })
  return { as, owner, destination_id, uuids, refund, payOut, payouts }
}

/** Runs it while the gateway executes refunds and voids, and its replies are lost: nobody inquires about them in this test. */
async function withLostReplies<Result>(work: () => Promise<Result>): Promise<Result> {
  await world.fault({ mode: 'lost-reply', operations: ['/pts/v2/payments'] })
  try {
    return await work()
  } finally {
    await world.fault({ mode: 'off' })
  }
}

const maxOf = async ({ token }: Member) => {
  const { terms } = (await call(world, 'GET', 'payout-terms', { token })).body.data
  return terms.find((one: { currency: string }) => one.currency === 'USD').wallet.most
}

test('a payout takes nothing that a refund under way will take', async () => {
  const { owner, uuids, refund, payOut, payouts } = await merchantWith(10_000n, [95])
  await withLostReplies(() => refund(uuids[0]!, 90))
  expect((await payouts.balance()).available).toBe('100.00')
  expect(await maxOf(owner)).toBe('10.00')
  const over = await payOut(10.01)
  expect([over.status, over.body.detail]).toEqual([422, 'Insufficient available balance'])
  expect((await payOut(10)).status).toBe(200)
  expect((await payOut(0.01)).status).toBe(422)
})

test("a payout takes nothing that a void under way will take: the merchant's share of the payment", async () => {
  const { uuids, payOut } = await merchantWith(10_000n, [20])
  const [payment] = await world.db.rows<{ id: string }>(
    { name: '', text: 'select cs_payment_id as id from card_transaction where transaction_uuid = $1' },
    [uuids[0]],
  )
  await withLostReplies(() => adminsOf(world).post(`payment/voids/${payment!.id}`))
  expect((await payOut(80.71)).status).toBe(422)
  expect((await payOut(80.7)).status).toBe(200)
})

test('a refund of a charge that is still pending leaves what is available for payouts', async () => {
  const { as, refund, payOut } = await merchantWith(10_000n, [])
  const uuid = await paid(world, as, { amount: 50 })
  await withLostReplies(() => refund(uuid, 50))
  expect((await payOut(100)).status).toBe(200)
})

test('a scheduled payout leaves what a refund under way will take', async () => {
  const { owner, destination_id, uuids, refund, payouts } = await merchantWith(10_000n, [95])
  const body = { interval: 'daily', minimum: 1, currency: 'USD', destination_id }
  const headers = await stepUpOf(world, owner, owner.token)
  const set = await call(world, 'PUT', 'payout-schedule', { token: owner.token, body, headers })
  assert.equal(set.status, 200, set.text)
  await withLostReplies(() => refund(uuids[0]!, 90))
  const clock = manualClock(world.clock.now().add({ hours: 24 }).toString())
  const rules = {
    fees: { wallet: {}, bank: {} },
    approvalFrom: {},
    bankAccounts: { sandbox: {}, production: {} },
    destinationDelaySeconds: 0,
  }
  await runPayoutSchedules({ db: world.db, clock, log: silentLog, rules, wake: () => {} })
  expect(await payouts.balance()).toEqual({ available: '90.00', reserved: '10.00' })
})

/** How many refunds of these payments were claimed. */
async function claimed(uuids: readonly string[]): Promise<number> {
  const text = `select count(*)::int as n from card_refund r join card_transaction t on t.id = r.transaction_id
    where t.transaction_uuid = any($1)`
  return (await world.db.rows<{ n: number }>({ name: '', text }, [uuids]))[0]!.n
}

const rounds = Array.from({ length: raceRounds(6) }, (_, round) => round + 1)

test.each(rounds)(
  'refunds and a payout of everything at once never take a balance below zero (round %i)',
  async () => {
    const { uuids, refund, payOut, payouts } = await merchantWith(38_600n, [100, 100, 100])
    // The payout is requested once a refund was claimed, whose call to the gateway then takes its time.
    const refunds = uuids.map((uuid) => refund(uuid, 95))
    await eventually('a refund is under way', async () => (await claimed(uuids)) > 0)
    const [payout, ...made] = await Promise.all([payOut(386), ...refunds])
    expect(payout.status).toBe(422)
    expect(made.map(({ body }) => body.data.state)).toEqual(['REFUNDED', 'REFUNDED', 'REFUNDED'])
    expect((await payouts.balance()).available).toBe('101.00')
  },
  60_000,
)
