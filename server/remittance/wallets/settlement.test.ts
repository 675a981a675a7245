import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  airtelReports,
  allIsQuiet,
  type Transfers,
  transfersOf,
} from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { statement } from '../../platform/database/database.ts'
import { silentLog } from '../../platform/process/log.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { closeSettlements } from './settlement.ts'

const clock = manualClock('2026-11-21T10:00:00Z')
const at = (time: string) => clock.forward(clock.now().until(Temporal.Instant.from(`2026-11-${time}Z`)))

const operatorSecret = 'shared'
let world: World
beforeAll(async () => {
  world = await openWorld({
    clock,
    routes: { airtel: 'airtel' },
    sandbox: { operatorSecret, operators: { outcomeAfterMs: { min: 10, max: 20 } } },
  })
})
afterAll(() => world.close())

const setFee = statement(
  'test_set_settled_fee',
  'update merchant set remittance_fee_fixed_minor = $2 where merchant_code = $1',
)
const setCompleted = statement(
  'test_set_completed_at',
  'update transfer set completed_at = $2 where reference = $1',
)

async function newcomer(): Promise<Transfers> {
  const as = await world.register()
  await world.db.rows(setFee, [as.merchant_code, 5n])
  await world.topUp('50.00', as)
  return transfersOf(world, as)
}
/** A different phone number for each transfer, derived from its reference. */
const numberOf = (reference: string) => `24397${reference.replace(/\D/g, '').padStart(7, '1')}`

async function paid(of: Transfers, reference: string, amount: number): Promise<void> {
  await of.accepted({
    reference,
    amount,
    customer_number: numberOf(reference),
    expected_receiver_name: 'Test Subscriber',
  })
  await of.reaches(reference, 'Successful')
}

/** The operator reports that it reversed the payout. */
async function reversed(of: Transfers, reference: string): Promise<void> {
  const [payout] = (await world.operatorBooks(`msisdn=${numberOf(reference)}`)).payouts
  assert.equal((await airtelReports(world, operatorSecret, payout, 'TR')).status, 200)
  await of.reaches(reference, 'Reversed')
}

async function close(): Promise<void> {
  await allIsQuiet(world)
  while (await closeSettlements({ db: world.db, clock, log: silentLog })) {}
}
const listOf = async (of: Transfers, query = '') =>
  (await of.get(`/settlement/list${query}`)).body.data as { items: any[]; pagination: any }
const sumsOf = async (of: Transfers) =>
  (await listOf(of)).items.map((item) => [
    item.period_start.slice(0, 10),
    item.count,
    item.gross_amount,
    item.fee_amount,
    item.net_amount,
  ])

describe('[R4.12] a daily settlement', () => {
  test('a settlement is closed two minutes after the UTC day has ended', async () => {
    const of = await newcomer()
    await paid(of, 's-101', 1)
    await paid(of, 's-102', 0.5)
    await of.accepted({
      reference: 's-103',
      customer_number: '+243970000002',
      expected_receiver_name: 'Marie Ilunga',
    })
    await of.reaches('s-103', 'Failed')
    await close()
    expect(await listOf(of)).toEqual({ items: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } })
    at('22T00:01:59')
    await close()
    expect((await listOf(of)).items).toEqual([])
    at('22T00:02:00')
    await close()
    const { items, pagination } = await listOf(of)
    expect(items).toEqual([
      {
        settlement_id: expect.stringMatching(/^SET-20261121-[A-Z0-9]{8}$/),
        period_start: '2026-11-21T00:00:00.000000',
        period_end: '2026-11-22T00:00:00.000000',
        currency: 'USD',
        count: 2,
        gross_amount: 1.6,
        fee_amount: 0.1,
        net_amount: 1.5,
        status: 'CLOSED',
        closed_at: '2026-11-22T00:02:00.000000',
      },
    ])
    expect(pagination).toEqual({ page: 1, limit: 20, total: 1, pages: 1 })
    const [last] = (await of.timeline('s-101')).slice(-1)
    expect(last).toMatchObject({ kind: 'settlement.closed', detail: items[0].settlement_id })
    expect(await of.kinds('s-103')).not.toContain('settlement.closed')
  })

  test('a settlement is closed once, even by concurrent workers', async () => {
    const of = await newcomer()
    at('22T23:59:59.999999')
    await paid(of, 's-201', 1)
    at('23T00:00:00')
    await paid(of, 's-202', 0.25)
    at('23T00:05:00')
    await allIsQuiet(world)
    await Promise.all([close(), close(), close()])
    await close()
    expect(await sumsOf(of)).toEqual([['2026-11-22', 1, 1.05, 0.05, 1]])
    expect((await of.kinds('s-201')).filter((kind) => kind === 'settlement.closed')).toHaveLength(1)
  })

  test('a reversal on a later day is deducted on that day, not from the closed one', async () => {
    const of = await newcomer()
    await paid(of, 's-301', 1)
    await paid(of, 's-302', 0.4)
    at('24T09:00:00')
    await close()
    await reversed(of, 's-301')
    await paid(of, 's-303', 0.3)
    at('25T09:00:00')
    await close()
    expect(await sumsOf(of)).toEqual([
      ['2026-11-24', 2, -0.7, 0, -0.7],
      ['2026-11-23', 2, 1.5, 0.1, 1.4],
    ])
    const notifications = (await of.timeline('s-301')).filter(({ kind }) => kind === 'settlement.closed')
    expect(new Set(notifications.map(({ detail }) => detail)).size).toBe(2)
  })

  test('a transfer paid and reversed on one day makes two entries with a net of zero', async () => {
    const of = await newcomer()
    await paid(of, 's-401', 1)
    await reversed(of, 's-401')
    at('26T09:00:00')
    await close()
    expect(await sumsOf(of)).toEqual([['2026-11-25', 2, 0, 0, 0]])
  })

  test('a transfer recorded late for a closed day is counted on the next one', async () => {
    const of = await newcomer()
    await paid(of, 's-501', 1)
    at('27T09:00:00')
    await close()
    await paid(of, 's-502', 0.2)
    // Simulates a transfer that was completed before midnight but written after the day was closed.
    await world.db.rows(setCompleted, ['s-502', '2026-11-26T23:59:59Z'])
    await close()
    expect(await sumsOf(of)).toEqual([['2026-11-26', 1, 1.05, 0.05, 1]])
    at('28T09:00:00')
    await close()
    expect(await sumsOf(of)).toEqual([
      ['2026-11-27', 1, 0.25, 0.05, 0.2],
      ['2026-11-26', 1, 1.05, 0.05, 1],
    ])
  })

  test('settlements are listed by day and in pages, newest first', async () => {
    const of = await newcomer()
    for (const [i, day] of ['28', '29', '30'].entries()) {
      at(`${day}T10:00:00`)
      await paid(of, `s-60${i}`, 0.1)
    }
    clock.forward({ hours: 15 })
    await close()
    const daysOf = async (query: string) =>
      (await listOf(of, query)).items.map((item) => item.period_start.slice(8, 10))
    expect(await daysOf('')).toEqual(['30', '29', '28'])
    expect(await daysOf('?from=2026-11-29&to=2026-11-29')).toEqual(['29'])
    expect(await daysOf('?to=2026-11-29')).toEqual(['29', '28'])
    expect(await daysOf('?limit=2&page=2')).toEqual(['28'])
    for (const [query, code] of [
      ['?limit=0', 'RMT-1005'],
      ['?from=x', 'RMT-1006'],
    ]) {
      const response = await of.get(`/settlement/list${query}`)
      expect([response.status, response.body.code]).toEqual([400, code])
    }
  })

  test('all settlements together equal what left the wallet', async () => {
    const of = await newcomer()
    await paid(of, 's-701', 1)
    await paid(of, 's-702', 0.35)
    clock.forward({ hours: 24 })
    await close()
    await reversed(of, 's-702')
    await paid(of, 's-703', 0.15)
    clock.forward({ hours: 24 })
    await close()
    const gross = (await listOf(of)).items.reduce((sum, item) => sum + Math.round(item.gross_amount * 100), 0)
    const { available } = await of.balance()
    assert.equal(gross, 5_000 - Math.round(available * 100))
  })
})

test('a running service closes settlements by itself [R4.12]', async () => {
  const of = await newcomer()
  await paid(of, 's-801', 1)
  clock.forward({ hours: 24 })
  for (const worker of world.system.workers() ?? []) worker.wake()
  await eventually('the day is closed', async () => (await listOf(of)).items.length === 1)
})
