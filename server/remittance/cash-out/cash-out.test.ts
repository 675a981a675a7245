// What a beneficiary holds as cash: by the tables of operators, and by nothing else.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Admins, adminsOf, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import { quoted } from '../../../test/support/quotes.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { type CashOutTable, cashOf } from './table.ts'

const table: CashOutTable = {
  ...{ environment: 'sandbox', operator: 'airtel', source: 'airtel.cd', first_day: '2026-01-01' },
  ...{ last_day: '2099-12-31', created_by: 'amina', created_at: Temporal.Now.instant() },
  tiers: [
    { up_to_minor: 1_000, fee_minor: 30, basis_points: 0 },
    { up_to_minor: 100_000, fee_minor: 0, basis_points: 333 },
  ],
  cdf_low_micros: 2_250_000_000n,
  cdf_high_micros: 2_300_000_000n,
}

describe('cash after the fee of the operator', () => {
  test.each([
    [31n, { fee_minor: 30, cdf_low: 22, cdf_high: 23 }],
    [1_000n, { fee_minor: 30, cdf_low: 21_825, cdf_high: 22_310 }],
    [1_001n, { fee_minor: 34, cdf_low: 21_757, cdf_high: 22_241 }],
  ])('%i cents are cash after the fee of their tier', (cents, cash) => {
    expect(cashOf(table, cents)).toEqual({ operator: 'airtel', as_of: '2026-01-01', ...cash })
  })

  test.each([30n, 100_001n])('%i cents have no cash: the fee takes all, or no tier is so high', (cents) => {
    expect(cashOf(table, cents)).toBeUndefined()
  })

  test('the fee is never below its tier, and the francs are never above what is left', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 31n, max: 100_000n }), (cents) => {
        const { fee_minor: fee, cdf_low: low, cdf_high: high } = cashOf(table, cents)!
        const tier = table.tiers.find(({ up_to_minor }) => cents <= BigInt(up_to_minor))!
        assert.ok((BigInt(fee) - BigInt(tier.fee_minor)) * 10_000n >= cents * BigInt(tier.basis_points))
        assert.ok(BigInt(low) * 100_000_000n <= (cents - BigInt(fee)) * table.cdf_low_micros)
        assert.ok(low <= high)
      }),
    )
  })
})

describe('the tables of operators', () => {
  let world: World
  let admins: Admins
  beforeAll(async () => {
    world = await openWorld({ role: 'api', settings: { ...twoAdmins } })
    admins = adminsOf(world)
  })
  afterAll(() => world?.close())

  const path = 'operators/cash-out-tables'
  const day = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()
  const wanted = (changes: object = {}) => ({
    ...{
      source: 'airtel.cd/tarifs',
      first_day: day(0),
      last_day: day(30),
      cdf_low: '2200',
      cdf_high: '2240.5',
    },
    ...{ tiers: [{ up_to: '500.00', fee: '0.10', percent: '1.5' }], reason: 'New tariff', ...changes },
  })
  const add = (operator: string, changes: object = {}) =>
    admins.post(`operators/sandbox/${operator}/cash-out-table`, wanted(changes))
  const cashFor = async (operator: string | undefined) => {
    // The table in use is read again after a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    return (await quoted(world, { source_amount: 1, currency: 'USD', ...(operator && { operator }) })).cash
  }

  test('a quote shows the cash by the table of its operator, and none without an operator', async () => {
    expect(await cashFor(undefined)).toBeNull()
    const seeded = {
      fee: 0.07,
      usd: 0.93,
      cdf_low: 2_092,
      cdf_high: 2_139,
      as_of: '2026-11-21T00:00:00.000000',
    }
    expect(await cashFor('vodacom')).toEqual({ operator: 'vodacom', ...seeded })
    const response = await add('airtel')
    assert.equal(response.status, 200, response.text)
    expect(response.body.data).toMatchObject({ operator: 'airtel', state: 'IN_USE' })
    const cash = {
      operator: 'airtel',
      fee: 0.12,
      usd: 0.88,
      cdf_low: 1_936,
      cdf_high: 1_971,
      as_of: `${day(0)}T00:00:00.000000`,
    }
    expect(await cashFor('airtel')).toEqual(cash)
    const entry = (await admins.read('audit?action=operator.cash_out_changed')).items[0]
    expect(entry).toMatchObject({
      subject: 'sandbox:airtel',
      detail: { reason: 'New tariff', source: 'airtel.cd/tarifs' },
    })
  })

  test('a table that has expired or has not begun shows no cash: nothing is guessed', async () => {
    await add('orange', { first_day: day(-3), last_day: day(-1) })
    expect(await cashFor('orange')).toBeNull()
    await add('orange', { first_day: day(1) })
    expect(await cashFor('orange')).toBeNull()
    const { items } = await admins.read(path)
    const stateOf = (environment: string, operator: string) =>
      items.find((each: any) => each.environment === environment && each.operator === operator).state
    expect(stateOf('sandbox', 'orange')).toBe('EXPIRED')
    expect(stateOf('production', 'orange')).toBe('MISSING')
    expect(items).toHaveLength(8)
  })

  test('a table for an unknown operator is refused', async () => {
    refusedWith(await add('tigo'), 404, 'RMT-404')
    refusedWith(await add('africell', { first_day: '2027-02-30' }), 400, 'RMT-1006')
  })

  test.each([
    ['rising tiers', { tiers: Array(2).fill({ up_to: '5.00', fee: '0', percent: '1' }) }],
    ['rates in order', { cdf_low: '2300', cdf_high: '2200' }],
    ['a last day after the first', { last_day: day(-1) }],
    ['tiers', { tiers: [] }],
    ['plain amounts', { tiers: [{ up_to: '05', fee: '0', percent: '1' }] }],
    ['a source', { source: '' }],
  ])('a table without %s is refused', async (_, changes) => {
    refusedWith(await add('africell', changes), 400, 'RMT-1005')
  })
})
