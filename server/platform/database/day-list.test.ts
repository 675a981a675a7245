// Tests that the pages of a filtered list hold each of its rows once, in order, with an exact total.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recount } from '../../../test/support/database/day-counts.ts'
import { fillPayments, fillTransfers } from '../../../test/support/database/many-rows.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { paymentsOfAll } from '../../cards/payments/api.ts'
import { paymentList } from '../../cards/payments/list.ts'
import { transfersOfAll } from '../../remittance/transfer-views/admin-api.ts'
import { transferList } from '../../remittance/transfer-views/search.ts'
import type { DayFilter, ListOwner } from './day-list.ts'

const many = 2_345
const span = { from: 1, to: many, of: many, days: 17, until: '2026-11-20T12:34:56Z' }
let world: World
let owner: ListOwner
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  const { merchant_code: merchantCode } = world.merchant
  await fillPayments(world.db, { ...span, merchantCode })
  await fillTransfers(world.db, { ...span, merchantCode })
  // Rows with equal times, and at the first and last moments of a day, beside rows of another merchant and environment.
  for (const table of ['card_transaction', 'transfer'])
    for (const [at, which] of [
      ['2026-11-10T09:00:00Z', 'id % 11 = 0'],
      ['2026-11-11T00:00:00Z', 'id % 97 = 1'],
      ['2026-11-10T23:59:59.999999Z', 'id % 97 = 2'],
    ])
      await run(`update ${table} set created_at = '${at}' where ${which}`)
  const { merchant_code: other } = await world.register()
  await fillPayments(world.db, { ...span, to: 50, merchantCode: other })
  const [row] = await run<{ id: bigint }>('select id from merchant where merchant_code = $1', [merchantCode])
  owner = { merchantId: row!.id, environment: 'sandbox' }
  await recount(world.db)
  // Some rows whose counts are still pending.
  for (let i = 0; i < 3; i++) await world.createOrder()
})
afterAll(() => world.close())

const run = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)

const lists = {
  payments: { list: paymentList, ofAll: paymentsOfAll, table: 'card_transaction', kind: 'currency' },
  transfers: { list: transferList, ofAll: transfersOfAll, table: 'transfer', kind: 'operator' },
} as const

/** The expected ids, from a plain query without counters or paging. */
async function wanted(
  name: keyof typeof lists,
  { status, kind, from, to, zone = 'UTC' }: DayFilter,
  merchantId: bigint | null = owner.merchantId,
): Promise<bigint[]> {
  const { table, kind: column } = lists[name]
  const rows = await run<{ id: bigint }>(
    `select id from ${table} where ($1::bigint is null or merchant_id = $1) and environment = 'sandbox' and ($2::text is null or status = $2)
        and ($3::text is null or ${column} = $3)
        and ($4::date is null or (created_at at time zone $6)::date >= $4)
        and ($5::date is null or (created_at at time zone $6)::date <= $5)
      order by created_at desc, id desc`,
    [merchantId, status ?? null, kind ?? null, from ?? null, to ?? null, zone],
  )
  return rows.map(({ id }) => id)
}

const cases: [keyof typeof lists, DayFilter, number][] = [
  ['payments', {}, 100],
  ['payments', {}, 7],
  ['payments', { status: 'SUCCESS' }, 100],
  ['payments', { status: 'REFUNDED' }, 3],
  ['payments', { status: 'PENDING' }, 9],
  ['payments', { kind: 'CDF' }, 50],
  ['payments', { kind: 'CDF', status: 'VOIDED' }, 1],
  ['payments', { from: '2026-11-10', to: '2026-11-11' }, 20],
  ['payments', { from: '2026-11-11', status: 'FAILED', kind: 'USD' }, 10],
  ['payments', { to: '2020-01-01' }, 10],
  ['transfers', {}, 100],
  ['transfers', { status: 'Successful' }, 100],
  ['transfers', { status: 'Submitted' }, 30],
  ['transfers', { status: 'Hold' }, 5],
  ['transfers', { kind: 'orange' }, 60],
  ['transfers', { kind: 'airtel', status: 'Failed', from: '2026-11-05', to: '2026-11-15' }, 4],
]

describe.each(cases)('%s filtered by %j in pages of %d', (name, filter, limit) => {
  const { list } = lists[name]

  test('each row of a filtered list is on one page, in order, and the total is exact', async () => {
    const all = await wanted(name, filter)
    const seen: (bigint | null)[] = []
    for (let offset = 0; ; offset += limit) {
      const page = await list.page(world.db, owner, filter, { offset, limit })
      expect(page.total).toBe(all.length)
      seen.push(...page.rows.map(({ id }) => id))
      if (page.rows.length < limit) break
    }
    expect(seen).toEqual(all)
  })

  test('each row of a filtered list over all merchants is on one page, in order', async () => {
    const all = await wanted(name, filter, null)
    const seen: (bigint | null)[] = []
    for (let offset = 0; ; offset += limit) {
      const page = await lists[name].ofAll.page(world.db, {}, filter, { offset, limit })
      expect(page.total).toBe(all.length)
      seen.push(...page.rows.map(({ id }) => id))
      if (page.rows.length < limit) break
    }
    expect(seen).toEqual(all)
  })

  test('a list over all merchants can be limited to one merchant and environment', async () => {
    const { merchant_code: merchantCode } = world.merchant
    const page = (environment: string) =>
      lists[name].ofAll.page(world.db, { merchantCode, environment }, filter, { offset: 0, limit })
    const own = await wanted(name, filter)
    const { rows, total } = await page('sandbox')
    expect([total, rows.map(({ id }) => id)]).toEqual([own.length, own.slice(0, limit)])
    expect(await page('production')).toEqual({ total: 0, rows: [] })
  })

  test('reading a filtered list in pieces returns the same rows', async () => {
    const seen: (bigint | null)[] = []
    for await (const piece of list.pieces(world.db, owner, filter)) seen.push(...piece.map(({ id }) => id))
    expect(seen).toEqual(await wanted(name, filter))
  })
})

const zonedCases: [keyof typeof lists, DayFilter, number][] = [
  ['payments', { from: '2026-11-10', to: '2026-11-11', zone: 'Africa/Kinshasa' }, 7],
  ['payments', { from: '2026-11-11', to: '2026-11-11', zone: 'Africa/Lubumbashi' }, 20],
  ['payments', { from: '2026-11-10', status: 'SUCCESS', kind: 'USD', zone: 'Africa/Lubumbashi' }, 30],
  ['payments', { to: '2026-11-10', zone: 'America/Bogota' }, 100],
  ['payments', { from: '0001-01-01', to: '9999-12-31', zone: 'America/Bogota' }, 100],
  ['transfers', { from: '2026-11-10', to: '2026-11-10', zone: 'Africa/Kinshasa' }, 20],
  ['transfers', { from: '2026-11-11', status: 'Successful', zone: 'Africa/Lubumbashi' }, 50],
]

test.each(zonedCases)(
  '%s of the days of a shop in %j have an exact total and order in pages of %d',
  async (name, filter, limit) => {
    const all = await wanted(name, filter)
    expect(all.length).toBeGreaterThan(0)
    const { list } = lists[name]
    const paged: (bigint | null)[] = []
    for (let offset = 0; offset <= all.length; offset += limit) {
      const page = await list.page(world.db, owner, filter, { offset, limit })
      expect(page.total).toBe(all.length)
      paged.push(...page.rows.map(({ id }) => id))
    }
    expect(paged).toEqual(all)
    const inPieces: (bigint | null)[] = []
    for await (const piece of list.pieces(world.db, owner, filter))
      inPieces.push(...piece.map(({ id }) => id))
    expect(inPieces).toEqual(all)
  },
)

test('a page far beyond the end is empty and still reports the total', async () => {
  const page = await paymentList.page(world.db, owner, {}, { offset: 99_999_900, limit: 100 })
  expect(page).toEqual({ rows: [], total: many + 3 })
})

test('rows created while a client pages through a list push others back but hide none', async () => {
  const before = await wanted('payments', {})
  const seen = new Set<bigint | null>()
  for (let offset = 0; offset < before.length + 20; offset += 100) {
    const page = await paymentList.page(world.db, owner, {}, { offset, limit: 100 })
    for (const { id } of page.rows) seen.add(id)
    await world.createOrder()
  }
  expect(before.filter((id) => !seen.has(id))).toEqual([])
})
