// The pages of the list of movements, compared with a plain query.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recount } from '../../test/support/database/day-counts.ts'
import { fillMovements, fillPayments } from '../../test/support/database/many-rows.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import type { DayFilter, ListOwner } from '../platform/database/day-list.ts'
import { movementList, readBalances, readNextReleases } from './movements.ts'

const many = 1_234
const span = { from: 1, to: many, of: many, days: 17, until: '2026-11-20T12:34:56Z' }
let world: World
let owner: ListOwner

const run = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)

beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  const { merchant_code: other } = await world.register()
  for (const merchantCode of [world.merchant.merchant_code, other]) {
    await fillPayments(world.db, { ...span, merchantCode })
    await fillMovements(world.db, { ...span, merchantCode })
  }
  const [row] = await run<{ id: bigint }>('select id from merchant where merchant_code = $1', [
    world.merchant.merchant_code,
  ])
  owner = { merchantId: row!.id, environment: 'sandbox' }
  await recount(world.db)
})
afterAll(() => world.close())

/** The expected ids, without counters or paging. */
async function wanted({ status, kind, from, to }: DayFilter): Promise<bigint[]> {
  const rows = await run<{ id: bigint }>(
    `select id from balance_transaction where merchant_id = $1 and environment = 'sandbox'
        and ($2::text is null or type = $2) and ($3::text is null or currency = $3)
        and ($4::date is null or (created_at at time zone 'UTC')::date >= $4)
        and ($5::date is null or (created_at at time zone 'UTC')::date <= $5)
      order by created_at desc, id desc`,
    [owner.merchantId, status ?? null, kind ?? null, from ?? null, to ?? null],
  )
  return rows.map(({ id }) => id)
}

const filters: [DayFilter, number][] = [
  [{}, 100],
  [{ status: 'refund' }, 7],
  [{ status: 'void' }, 1],
  [{ kind: 'CDF' }, 50],
  [{ kind: 'CDF', status: 'charge', from: '2026-11-10', to: '2026-11-12' }, 9],
  [{ status: 'payout' }, 10],
]

test.each(filters)(
  'each movement filtered by %j is on one page, in order, in pages of %d',
  async (filter, limit) => {
    const all = await wanted(filter)
    const seen: (bigint | null)[] = []
    for (let offset = 0; ; offset += limit) {
      const page = await movementList.page(world.db, owner, filter, { offset, limit })
      expect(page.total).toBe(all.length)
      seen.push(...page.rows.map(({ id }) => id))
      if (page.rows.length < limit) break
    }
    expect(seen).toEqual(all)
  },
)

test('movements read in pieces are those of one merchant', async () => {
  const seen: (bigint | null)[] = []
  for await (const piece of movementList.pieces(world.db, owner, {})) seen.push(...piece.map(({ id }) => id))
  expect(seen).toEqual(await wanted({}))
})

test('the next sums are those of the first day with pending movements, in each currency', async () => {
  const rows = await run<{ currency: string; available_on: string; net: bigint }>(
    `select currency, available_on::text as available_on, sum(net_minor)::bigint as net from balance_transaction t
      where merchant_id = $1 and released_posting is null
        and available_on = (select min(available_on) from balance_transaction o
                             where o.merchant_id = t.merchant_id and o.currency = t.currency and o.released_posting is null)
      group by 1, 2 order by 1`,
    [owner.merchantId],
  )
  expect(rows.length).toBe(2)
  const { releases } = await readNextReleases(world.db, owner)
  expect(releases.map(({ currency, available_on, net }) => [currency, available_on, net])).toEqual(
    rows.map(({ currency, available_on, net }) => [currency, available_on, (Number(net) / 100).toFixed(2)]),
  )
})

test('the balances are those of the merchant alone', async () => {
  const [sum] = await run<{ net: bigint }>(
    'select sum(net_minor)::bigint as net from balance_transaction where merchant_id = $1',
    [owner.merchantId],
  )
  const { balances } = await readBalances(world.db, owner)
  const total = balances.reduce(
    (all, { pending, available }) => all + Math.round(100 * (Number(pending) + Number(available))),
    0,
  )
  expect(BigInt(total)).toBe(sum!.net)
})
