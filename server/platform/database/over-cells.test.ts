// Lists over several cells hold what a plain sort of the rows of all cells holds.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recount } from '../../../test/support/database/day-counts.ts'
import { fillPayments } from '../../../test/support/database/many-rows.ts'
import { openTestCells } from '../../../test/support/world/cells.ts'
import { paymentsOfAll, searchAllPayments } from '../../cards/payments/api.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { openSecrets } from '../secrets.ts'
import { systemClock } from '../time/clock.ts'
import { type Sql, statement } from './database.ts'
import type { DayFilter } from './day-list.ts'
import { cellsListed, type Listed, mergedPage, mergedPieces, sumsOfCells } from './over-cells.ts'

let cells: Awaited<ReturnType<typeof openTestCells>>
const codes: string[] = []
const run = <Row>(sql: Sql, text: string, values: unknown[] = []) => sql.rows<Row>({ name: '', text }, values)

/** How many rows each cell has, over how many days: the second day of the second cell has more than are read to be left out. */
const fills = [
  { rows: 300, days: 40 },
  { rows: 1_500, days: 2 },
  { rows: 7, days: 90 },
]

beforeAll(async () => {
  cells = await openTestCells(3)
  const [first] = cells.all
  const needs = {
    db: first!,
    secrets: openSecrets(Buffer.alloc(32)),
    clock: systemClock,
    merchantPrefix: 'LKT',
  }
  for (const [i, db] of cells.all.entries()) {
    const wanted = { name: `shop ${i}`, email: `${i}@example.com`, password: 'correct horse battery' }
    const { merchant_code } = await registerMerchant(needs, { ...wanted, environment: 'sandbox' })
    codes.push(merchant_code)
    await run(first!, 'update merchant set cell = $1 where merchant_code = $2', [db.cell, merchant_code])
    const { rows, days } = fills[i]!
    const span = {
      merchantCode: merchant_code,
      from: 1,
      to: rows,
      of: rows,
      days,
      until: '2026-11-20T12:34:56Z',
    }
    await fillPayments(db, span)
    for (const [at, which] of [
      ['2026-11-20T09:00:00Z', 'id % 3 = 0'],
      ['2026-11-20T00:00:00Z', 'id % 31 = 1'],
      ['2026-11-19T23:59:59.999999Z', 'id % 31 = 2'],
    ])
      await run(db, `update card_transaction set created_at = '${at}' where ${which}`)
    await recount(db)
  }
})
afterAll(() => cells.close())

type Row = { id: bigint; created_at: string; status: string; currency: string; day: string }

/** The ids of the payments of all cells that fit a filter, newest first. */
async function sorted({ status, kind, from = '', to = '9999' }: DayFilter): Promise<bigint[]> {
  const found = await Promise.all(
    cells.all.map((db) =>
      run<Row>(
        db,
        `select id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as created_at, status, currency,
                to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day from card_transaction`,
      ),
    ),
  )
  return found
    .flat()
    .filter((row) => (status ?? row.status) === row.status && (kind ?? row.currency) === row.currency)
    .filter(({ day }) => day >= from && day <= to)
    .sort((a, b) =>
      a.created_at === b.created_at ? Number(b.id - a.id) : a.created_at < b.created_at ? 1 : -1,
    )
    .map(({ id }) => id)
}

const filters: DayFilter[] = [
  {},
  { status: 'SUCCESS' },
  { status: 'PENDING', kind: 'CDF' },
  { kind: 'USD', from: '2026-11-19', to: '2026-11-20' },
  { status: 'FAILED', to: '2026-11-19' },
  { to: '2020-01-01' },
]

describe.each(filters)('payments of three cells filtered by %j', (filter) => {
  test('any page of a list over several cells is that of all rows sorted, with an exact total', async () => {
    const all = await sorted(filter)
    const page = fc.record({ offset: fc.nat(all.length + 20), limit: fc.integer({ min: 1, max: 100 }) })
    await fc.assert(
      fc.asyncProperty(page, async ({ offset, limit }) => {
        const { rows, total } = await paymentsOfAll.page(cells, {}, filter, { offset, limit })
        expect({ total, ids: rows.map(({ id }) => id) }).toEqual({
          total: all.length,
          ids: all.slice(offset, offset + limit),
        })
      }),
      { numRuns: 40 },
    )
  })
})

test('no cell reads many rows before those of a deep page over several cells', async () => {
  const asked: unknown[] = []
  const counting = {
    ...cells,
    all: cells.all.map((db) => ({
      ...db,
      rows: ((statement, values = []) => {
        if (statement.name.endsWith('_keys')) asked.push(values.at(-1))
        return db.rows(statement, values)
      }) as typeof db.rows,
    })),
  }
  const { rows } = await paymentsOfAll.page(counting, {}, {}, { offset: 1_300, limit: 20 })
  expect(rows).toHaveLength(20)
  expect(Math.max(...asked.map(Number))).toBeLessThanOrEqual(220)
})

test('a list that is limited to one merchant reads the cell of that merchant alone', async () => {
  const [first, , third] = cells.all
  const statements = () => cells.all.map(({ counted }) => counted.named.get('all_payment_list_all_page') ?? 0)
  const before = statements()
  const page = await searchAllPayments(cells, { merchant_code: codes[2]! }, systemClock.now())
  expect(page.pagination.total).toBe(7)
  expect(statements().map((count, i) => count - before[i]!)).toEqual([0, 0, 1])
  expect(await cellsListed(cells, codes[2]!)).toEqual([third])
  expect(await cellsListed(cells, 'LKT-NONE-NONE')).toEqual([first])
})

test('a search over several cells finds the rows of each, newest first', async () => {
  const found = await searchAllPayments(cells, { q: 'INV-5' }, systemClock.now())
  const all = await Promise.all(
    cells.all.map((db) =>
      run<{ transaction_uuid: string; at: string }>(
        db,
        `select transaction_uuid, created_at::text as at from card_transaction where merchant_reference like '%INV-5%'
          order by created_at desc limit 200`,
      ),
    ),
  )
  const wanted = all.flat().sort((a, b) => (a.at < b.at ? 1 : -1))
  expect(wanted.length).toBeGreaterThan(20)
  expect(found.pagination.total).toBe(wanted.length)
  const exact = await searchAllPayments(cells, { q: wanted[0]!.transaction_uuid }, systemClock.now())
  expect(exact.items.map(({ transaction_uuid }) => transaction_uuid)).toEqual([wanted[0]!.transaction_uuid])
})

/** Cells that list numbers, from the greatest. */
const numbered = (lists: number[][]) => {
  let read = 0
  const sqls = lists.map((_, cell) => ({ cell }) as Sql)
  const page = (range: { offset: number; limit: number }) =>
    mergedPage(sqls, range, {
      read: async ({ cell }, { offset, limit }) => {
        const piece = lists[cell]!.slice(offset, offset + limit)
        read += piece.length
        return piece
      },
      order: (a, b) => b - a,
    })
  return { page, read: () => read }
}

test('any merged page is that of all rows sorted, and reads hardly more rows than come before its end', async () => {
  const list = fc.array(fc.nat(50), { maxLength: 60 }).map((numbers) => numbers.sort((a, b) => b - a))
  const lists = fc.array(list, { minLength: 1, maxLength: 5 })
  const range = fc.record({ offset: fc.nat(200), limit: fc.integer({ min: 1, max: 30 }) })
  await fc.assert(
    fc.asyncProperty(lists, range, async (numbers, { offset, limit }) => {
      const { page, read } = numbered(numbers)
      const all = numbers.flat().sort((a, b) => b - a)
      expect(await page({ offset, limit })).toEqual(all.slice(offset, offset + limit))
      expect(read()).toBeLessThanOrEqual(2 * (offset + limit) + 2 * numbers.length * limit)
    }),
  )
})

test('counts of several cells become one row for each kind that is counted', async () => {
  const perStatus = statement<{ status: string; count: bigint; paid: bigint }>(
    'test_count_over_cells',
    `select status, count(*) as count, sum(amount_minor)::bigint as paid from card_transaction group by 1 order by 1`,
  )
  const sums = await sumsOfCells(cells, perStatus)
  const found = (await Promise.all(cells.all.map((db) => db.rows(perStatus)))).flat()
  const statuses = new Set(found.map(({ status }) => status))
  expect(sums.map(({ status }) => status).sort()).toEqual([...statuses].sort())
  for (const { status, count, paid } of sums) {
    const same = found.filter((row) => row.status === status)
    expect(count).toBe(same.reduce((sum, row) => sum + row.count, 0n))
    expect(paid).toBe(same.reduce((sum, row) => sum + row.paid, 0n))
  }
  expect(sums.reduce((sum, { count }) => sum + count, 0n)).toBe(1_807n)
})

test('a list that is read in pieces holds the rows of all cells in order, whatever the size of the pieces', async () => {
  const times = fc.array(fc.nat(40), { maxLength: 30 })
  const sizes = fc.integer({ min: 1, max: 7 })
  await fc.assert(
    fc.asyncProperty(fc.array(times, { minLength: 1, maxLength: 4 }), sizes, async (lists, size) => {
      const all = lists.map((list) => list.toSorted((a, b) => a - b))
      const sqls = all.map((_, cell) => ({ cell }) as Sql)
      async function* read({ cell }: Sql) {
        const list = all[cell]!
        for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
      }
      const pieces = mergedPieces({ control: sqls[0], all: sqls } as unknown as Listed, {
        read,
        order: (a, b) => a - b,
      })
      const found = (await Array.fromAsync(pieces)).flat()
      expect(found).toEqual(all.flat().sort((a, b) => a - b))
    }),
  )
})
