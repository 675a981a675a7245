// The cell of a request that names something which only a search finds, while a cell is out of reach.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCells } from '../../../test/support/world/cells.ts'
import type { Sql } from '../database/database.ts'
import { bySearch } from './place.ts'

let cells: Awaited<ReturnType<typeof openTestCells>>
const run = (sql: Sql, text: string, values: unknown[] = []) => sql.rows({ name: '', text }, values)
beforeAll(async () => {
  cells = await openTestCells(3)
  for (const db of cells.all) {
    await run(db, 'create table known (value text)')
    await run(db, 'insert into known values ($1)', [`of ${db.cell}`])
  }
})
afterAll(() => cells.close())

const isKnown = async (sql: Sql, value: string) =>
  (await run(sql, 'select from known where value = $1', [value])).length > 0
const placeOf = async (value: string) =>
  bySearch('value', isKnown)({ params: { value } } as never, { cells } as never)

test('a value is served in the cell where it is known, also while another cell is out of reach', async () => {
  expect(await Promise.all(['of 1', 'of 2', 'of 3', 'none'].map(placeOf))).toEqual([1, 2, 3, undefined])
  await run(cells.all[2]!, 'drop table cell_3.known')
  expect(await placeOf('of 2')).toBe(2)
})

test('a value that no cell in reach knows is not said to be unknown', async () => {
  await run(cells.all[1]!, 'drop table cell_2.known')
  await expect(placeOf('of 3')).rejects.toThrow('does not exist')
})
