// What admins read of several cells while one of them is out of reach.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestCells } from '../../../test/support/world/cells.ts'
import { adminPaymentRoutes } from '../../cards/payments/api.ts'
import { openDatabase } from '../database/database.ts'
import { systemClock } from '../time/clock.ts'
import { endpointOfCells } from './endpoint.ts'

let cells: Awaited<ReturnType<typeof openTestCells>>
beforeEach(async () => {
  cells = await openTestCells(3)
})
afterEach(() => cells.close())

const list = adminPaymentRoutes.find(({ id }) => id === 'searchPayments')!

async function searched(among: Pick<typeof cells, 'control' | 'all'> = cells, query = {}) {
  const needs = { cells: among, clock: systemClock } as never
  const { data } = (await list.handle(needs, { request: { query }, params: {} } as never)) as any
  return data
}

const run = (text: string) => cells.control.rows({ name: '', text })

test('a list of all cells says nothing of missing cells while all respond', async () => {
  expect(Object.keys(await searched())).toEqual(['items', 'pagination'])
})

test('a list names the cell whose tables are locked after a second, and shows the others', async () => {
  const other = openDatabase(cells.url, { connections: 1, name: 'lock', cell: 2 })
  await other.transaction(async (sql) => {
    await sql.rows({ name: '', text: 'lock table day_total, card_transaction in access exclusive mode' })
    expect((await searched()).cells_missing).toEqual([2])
    // Its merchants' lists depend on it alone.
    await expect(searched({ ...cells, all: cells.all.slice(1, 2) })).rejects.toThrow('lock timeout')
  })
  await other.close()
  expect((await searched()).cells_missing).toBeUndefined()
})

test('a list names the cells whose tables are absent', async () => {
  await run('alter schema cell_3 rename to moved_3')
  await run('alter schema cell_1 rename to moved_1')
  expect((await searched()).cells_missing).toEqual([1, 3])
})

test('a list of which no cell responds fails with the fault of one', async () => {
  for (const cell of [1, 2, 3]) await run(`alter schema cell_${cell} rename to moved_${cell}`)
  await expect(searched()).rejects.toThrow('does not exist')
})

test('a fault of the program is not taken for a missing cell', async () => {
  const failing = endpointOfCells({
    ...{ id: 'readFailing', method: 'GET', path: '/', tag: 'Health', summary: '', priority: 'list' },
    access: { by: 'none' },
    responses: { 200: (list.responses as any)[200] },
    handle: async ({ cells: { all } }: { cells: typeof cells }) =>
      all[1]!.rows({ name: '', text: 'select 1 / 0' }) as never,
  } as never)
  await expect(failing.handle({ cells } as never, {} as never)).rejects.toThrow('division by zero')
})
