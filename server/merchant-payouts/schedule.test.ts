// Scheduled payouts: everything available, once per day, from the minimum on.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusedWith } from '../../test/support/callers/admins.ts'
import {
  addAvailable,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../test/support/callers/payouts.ts'
import { call, stepUpOf, tokenOf } from '../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import type { LocalCurrency } from '../kernel/money.ts'
import type { Credentials } from '../merchants/identity/register.ts'
import { silentLog } from '../platform/process/log.ts'
import { manualClock, systemClock } from '../platform/time/clock.ts'
import { runPayoutSchedules } from './run-schedules.ts'
import { nextRun } from './schedule.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: payoutSettings })
})
afterAll(() => world.close())

const rules = {
  fees: { wallet: { USD: 50n }, bank: {} },
  approvalFrom: {},
  bankAccounts: { sandbox: {}, production: {} },
  destinationDelaySeconds: 0,
}

/** Runs what is due after this time. */
async function runAfter(time: Temporal.DurationLike): Promise<void> {
  const clock = manualClock(systemClock.now().add(time).toString())
  const needs = { db: world.system.db, clock, log: silentLog, rules, wake: () => {} }
  await runPayoutSchedules(needs)
}

async function scheduled(minor: bigint, changes: object = {}, currency: LocalCurrency = 'USD') {
  const as = await world.register()
  await addAvailable(world, as, minor, currency)
  const destination_id = await usableDestination(world, as)
  const set = await setSchedule(as, { interval: 'daily', minimum: 5, currency, destination_id, ...changes })
  expect(set.status).toBe(200)
  return { as, set, payouts: payoutsOf(world, as) }
}

async function setSchedule(as: Credentials, body: object) {
  const token = await tokenOf(world, as)
  return call(world, 'PUT', 'payout-schedule', { token, body, headers: await stepUpOf(world, as, token) })
}

const listed = async (as: Credentials) => {
  const { body } = await world.signed('GET', '/api/v1/payment/payouts', undefined, { as })
  return body.data.items.map(({ amount, fee, reference }: Record<string, string>) => ({
    amount,
    fee,
    reference,
  }))
}
const dayAfter = (days: number) => systemClock.now().toZonedDateTimeISO('UTC').toPlainDate().add({ days })

test('a schedule is changed with a step-up only, and the audit log has who did', async () => {
  const { as, set } = await scheduled(1_000n)
  const [, schedule] = set.body.data.schedules
  const body = { interval: 'manual', minimum: 0, currency: 'USD' }
  const refused = await call(world, 'PUT', 'payout-schedule', { token: await tokenOf(world, as), body })
  refusedWith(refused, 403, 'RMT-1025')
  const { items } = (await world.admin('GET', '/api/v1/admin/audit')).body.data
  const ours = items.filter(({ action }: { action: string }) => action === 'payout_schedule.set')
  const { currency, interval, minimum, destination_id } = schedule
  expect(ours.find(({ subject }: { subject: string }) => subject === as.merchant_code)).toMatchObject({
    actor: `merchant:${as.merchant_code}`,
    detail: { currency, interval, minimum, destination_id },
  })
})

test('a daily schedule pays out all that is available less the fee, once per day', async () => {
  const { as, payouts } = await scheduled(1_234n)
  await runAfter({ hours: 0 })
  expect(await listed(as)).toEqual([])
  await Promise.all([runAfter({ hours: 24 }), runAfter({ hours: 24 }), runAfter({ hours: 24 })])
  const first = { amount: '11.84', fee: '0.50', reference: `auto-${dayAfter(1)}-USD` }
  expect(await listed(as)).toEqual([first])
  expect(await payouts.balance()).toEqual({ available: '0.00', reserved: '12.34' })
  await addAvailable(world, as, 2_000n)
  await runAfter({ hours: 24 })
  expect(await listed(as)).toEqual([first])
  await runAfter({ hours: 48 })
  expect((await listed(as))[0]).toEqual({
    amount: '19.50',
    fee: '0.50',
    reference: `auto-${dayAfter(2)}-USD`,
  })
})

test('less than the minimum waits for a later day', async () => {
  const { as } = await scheduled(549n)
  await runAfter({ hours: 24 })
  expect(await listed(as)).toEqual([])
  await addAvailable(world, as, 1n)
  await runAfter({ hours: 48 })
  expect((await listed(as)).map(({ amount }: { amount: string }) => amount)).toEqual(['5.00'])
})

test('francs are paid out in whole francs', async () => {
  const { as, payouts } = await scheduled(123_456n, {}, 'CDF')
  await runAfter({ hours: 24 })
  expect((await listed(as)).map(({ amount }: { amount: string }) => amount)).toEqual(['1234.00'])
  expect(await payouts.balance('CDF')).toEqual({ available: '0.56', reserved: '1234.00' })
})

test('a manual schedule pays out nothing', async () => {
  const { as, set } = await scheduled(1_000n, { interval: 'manual' })
  expect(set.body.data.schedules[1]).toMatchObject({ interval: 'manual', next_run_on: null })
  await runAfter({ hours: 24 * 8 })
  expect(await listed(as)).toEqual([])
})

test('nothing is paid out for a suspended merchant', async () => {
  const { as } = await scheduled(1_000n)
  await world.db.rows(
    { name: '', text: `update merchant set status = 'suspended' where merchant_code = $1` },
    [as.merchant_code],
  )
  await runAfter({ hours: 24 })
  const made = await world.db.rows({
    name: '',
    text: `select p.id from merchant_payout p join merchant m on m.id = p.merchant_id where m.merchant_code = '${as.merchant_code}'`,
  })
  expect(made).toEqual([])
})

test('schedules that fail hold up no other, however many there are', async () => {
  const { as } = await scheduled(1_000n)
  // Older than the other schedule, so that they come before it.
  await failEverySchedule(60)
  const clock = manualClock(systemClock.now().add({ hours: 24 }).toString())
  const needs = { db: world.system.db, clock, log: silentLog, rules, wake: () => {} }
  await runAllSchedules(needs)
  expect((await listed(as)).map(({ amount }: { amount: string }) => amount)).toEqual(['9.50'])
  const waiting = await failing()
  expect(waiting.length).toBe(60)
  expect(new Set(waiting.map(({ retry_at }) => retry_at?.toString()))).toEqual(
    new Set([clock.now().add({ minutes: 10 }).toString()]),
  )
  await world.db.rows({ name: '', text: 'drop trigger test_failing_schedule on payout_schedule' })
  clock.forward({ minutes: 11 })
  await runAllSchedules(needs)
  expect(await failing()).toEqual([])
})

/** One that stays due although it fails would run without an end. */
async function runAllSchedules(needs: Parameters<typeof runPayoutSchedules>[0]): Promise<void> {
  for (let round = 1; await runPayoutSchedules(needs); round++) expect(round).toBeLessThan(10)
}

/** Schedules whose run is refused by the database. */
async function failEverySchedule(count: number): Promise<void> {
  const { as } = await scheduled(0n)
  await world.db.rows({
    name: '',
    text: `create function test_refuse_schedule() returns trigger language plpgsql as
      $$ begin raise exception 'refused for a test'; end $$`,
  })
  await world.db.rows({
    name: '',
    text: `create trigger test_failing_schedule before update of next_run_on on payout_schedule
      for each row when (old.next_run_on = '2020-01-01') execute function test_refuse_schedule()`,
  })
  for (let n = 0; n < count; n++) {
    const { merchant_code } = await world.register()
    await world.db.rows({
      name: '',
      text: `insert into payout_schedule (merchant_id, environment, currency, interval, minimum_minor, destination_id, next_run_on)
        select m.id, s.environment, s.currency, s.interval, 0, s.destination_id, '2020-01-01'
          from merchant m, payout_schedule s
         where m.merchant_code = '${merchant_code}'
           and s.merchant_id = (select id from merchant where merchant_code = '${as.merchant_code}')`,
    })
  }
}

const failing = () =>
  world.db.rows<{ retry_at: Temporal.Instant | null }>({
    name: '',
    text: `select retry_at from payout_schedule where next_run_on = '2020-01-01'`,
  })

test.each([
  ['2026-11-23', 'daily', '2026-11-24'],
  ['2026-11-23', 'weekly', '2026-11-30'],
  ['2026-11-29', 'weekly', '2026-11-30'],
] as const)('after %s a %s schedule runs on %s', (day, interval, then) => {
  expect(nextRun(interval, Temporal.PlainDate.from(day))?.toString()).toBe(then)
})

test('a schedule needs a destination of the merchant', async () => {
  const as = await world.register()
  const other = await usableDestination(world, await world.register())
  const body = { interval: 'daily', minimum: 0, currency: 'USD' }
  expect((await setSchedule(as, body)).status).toBe(404)
  expect((await setSchedule(as, { ...body, destination_id: other })).status).toBe(404)
})
