// Payouts requested, cancelled and sent at the same time. RACE_ROUNDS sets how often the races are run.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DisputeBench, openDisputeBench } from '../../../test/support/callers/disputes.ts'
import {
  addAvailable,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../../test/support/callers/payouts.ts'
import { cellOfTests } from '../../../test/support/database/database.setup.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { raceRounds } from '../../../test/support/race-rounds.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { money } from '../../kernel/money.ts'
import { merchantByCode } from '../../merchants/directory/directory.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createPayout } from './create-payout.ts'

const rounds = raceRounds(2)
const eachRound = Array.from({ length: rounds }, (_, round) => round + 1)

let idle: World
let working: World
let bench: DisputeBench
/** A destination of the merchant that all rounds share: each wallet is added once. */
let shared: string
beforeAll(async () => {
  idle = await openWorld({ role: 'api', settings: payoutSettings })
  working = await openWorld({ settings: payoutSettings })
  bench = openDisputeBench(working)
  shared = await usableDestination(working, working.merchant)
})
afterAll(async () => {
  await idle.close()
  await working.close()
})

async function merchantWith(world: World, minor: bigint) {
  const as = await world.register()
  await addAvailable(world, as, minor)
  return { as, destination_id: await usableDestination(world, as), payouts: payoutsOf(world, as) }
}

/** Requests a payout of a dollar as another process of the service does. */
async function requestFrom(db: Database, merchantId: bigint, destination: string): Promise<string> {
  const rules = {
    fees: { wallet: {}, bank: {} },
    approvalFrom: {},
    bankAccounts: { sandbox: {}, production: {} },
    destinationDelaySeconds: 0,
  }
  const needs = { db, clock: idle.clock, rules, wake: () => {} }
  const requester = { merchantId, environment: 'sandbox', name: 'race' } as const
  const wanted = { amount: money(100n, 'USD'), destination, reference: randomUUID() }
  return createPayout(needs, requester, wanted).then(
    ({ state }) => state,
    (error) => (error as Error).message,
  )
}

test.each(eachRound)(
  'a hundred payouts at once never take more than is available (round %i)',
  async () => {
    const { as, destination_id, payouts } = await merchantWith(idle, 3_350n)
    const merchant = await merchantByCode(idle.db, as.merchant_code)
    const url = idle.system.settings.DATABASE_URL
    const processes = Array.from({ length: 5 }, () =>
      openDatabase(url, { connections: 4, name: 'race', cell: cellOfTests }),
    )
    const requests = Array.from({ length: 100 }, (_, i) =>
      requestFrom(processes[i % processes.length] as Database, BigInt(merchant!.id), destination_id),
    )
    const results = await Promise.all(requests)
    const count = (result: string) => results.filter((each) => each === result).length
    expect([count('APPROVED'), count('Insufficient available balance')]).toEqual([33, 67])
    expect(await payouts.balance()).toEqual({ available: '0.50', reserved: '33.00' })
    await Promise.all(processes.map((db) => db.close()))
  },
  60_000,
)

test.each(eachRound)(
  'a reference used twenty times at once is one payout (round %i)',
  async () => {
    const { destination_id, payouts } = await merchantWith(idle, 10_000n)
    const body = { amount: 1, currency: 'USD', destination_id, reference: 'ONCE' }
    const responses = await Promise.all(Array.from({ length: 20 }, () => payouts.request(body)))
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await payouts.balance()).toEqual({ available: '99.00', reserved: '1.00' })
  },
  60_000,
)

test.each(eachRound)(
  'a payout is either cancelled or paid, never both (round %i)',
  async () => {
    const { destination_id, payouts } = await merchantWith(working, 1_000n)
    const made = await Promise.all(
      Array.from({ length: 10 }, () => payouts.requested({ amount: 1, destination_id })),
    )
    const responses = await Promise.all(made.map(({ payout_id }) => payouts.cancel(payout_id)))
    const wanted = responses.map(({ status }) => (status === 200 ? 'CANCELLED' : 'PAID'))
    await Promise.all(made.map(({ payout_id }, i) => payouts.reaches(payout_id, wanted[i] as string)))
    const paid = wanted.filter((state) => state === 'PAID').length
    expect(await payouts.balance()).toEqual({ available: `${10 - paid}.00`, reserved: '0.00' })
    const { payouts: booked } = await working.operatorBooks()
    const ids = made.map(({ payout_id }) => payout_id.replaceAll('-', ''))
    const executed = booked.filter(
      ({ client_reference: of, executions }: { client_reference: string; executions: number }) =>
        executions > 0 && ids.some((id) => id.endsWith(of)),
    )
    expect(executed.length).toBe(paid)
  },
  60_000,
)

/** Makes all pending card money available. */
async function release(): Promise<void> {
  await bench.rows('update balance_transaction set available_on = created_at where released_posting is null')
  await eventually('the release of card money', async () => {
    const pending = await bench.rows('select from balance_transaction where released_posting is null limit 1')
    return pending.length === 0
  })
}

/** Makes the call of a held payout due now. */
const lookAgain = `update operation set next_check_at = now() where state = 'intent'
   and merchant_payout_id = (select id from merchant_payout where public_id = $1)`

const paidOrHeld = (payouts: ReturnType<typeof payoutsOf>, id: string) =>
  eventually('the payout is paid, or held for the debt', async () => {
    const { state, history } = await payouts.read(id)
    return state === 'PAID' || history.some(({ event }: { event: string }) => event === 'held')
  })

test.each(eachRound)(
  'a refund beside or after a payout leaves a debt that the next payout is reduced by (round %i)',
  async (round) => {
    const as = working.merchant
    const payouts = payoutsOf(working, as)
    const { uuid } = await bench.paid(30)
    await release()
    // Every round begins with the same sum, whatever the last one left.
    const wanted = 2_900n
    await addAvailable(working, as, wanted - (await bench.available()))
    const whole = { amount: 29, currency: 'USD', destination_id: shared }
    const request = () => payouts.request({ ...whole, reference: randomUUID() })
    const refund = () => bench.refund(uuid, { amount: 20 })
    const isAtOnce = round % 2 === 0
    const first = isAtOnce ? undefined : await request()
    const [made, refunded] = await Promise.all([first ?? request(), refund()])
    expect(refunded.status).toBe(200)
    expect(isAtOnce ? [200, 422] : [200]).toContain(made.status)
    const left = made.status === 200 ? -2_000n : 900n
    const id = made.status === 200 && made.body.data.payout_id
    if (id) await paidOrHeld(payouts, id)
    expect(await bench.available()).toBe(left)
    // The debt is paid back first. A payout that was not sent before the refund has waited for that.
    await addAvailable(working, as, 2_500n)
    if (id) await working.db.rows({ name: '', text: lookAgain }, [id])
    if (id) await payouts.reaches(id, 'PAID')
    const rest = Number(left + 2_500n) / 100
    const over = await payouts.request({ ...whole, amount: rest + 0.01, reference: randomUUID() })
    expect([over.status, over.body.detail]).toEqual([422, 'Insufficient available balance'])
    const last = await payouts.requested({ amount: rest, destination_id: shared })
    await payouts.reaches(last.payout_id, 'PAID')
    expect(await payouts.balance()).toEqual({ available: '0.00', reserved: '0.00' })
  },
  60_000,
)
