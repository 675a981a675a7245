// In which cell a new merchant is created while one is out of reach.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCells, withoutCell } from '../../../test/support/world/cells.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { systemClock as clock } from '../../platform/time/clock.ts'
import { cellForNewMerchant, closeCell } from './cell.ts'
import { registerMerchant } from './register.ts'

let cells: Awaited<ReturnType<typeof openTestCells>>
/** Cell 2 has the fewest merchants, cell 1 one, and cell 3 two. */
beforeAll(async () => {
  cells = await openTestCells(3)
  const secrets = openSecrets(Buffer.alloc(32))
  for (const [n, cell] of [1, 3, 3].entries()) {
    const db = cells.all[cell - 1]!
    await registerMerchant(
      { db, secrets, clock, merchantPrefix: 'LKT' },
      {
        name: `Shop ${n}`,
        email: `shop-${n}@example.com`,
        password: 'correct horse battery',
        environment: 'sandbox',
      },
    )
  }
})
afterAll(() => cells.close())

const cellOfNext = async (among = withoutCell(cells, 0)) => (await cellForNewMerchant(among)).cell

test('a new merchant goes to the cell with the fewest, and to another while that does not respond', async () => {
  expect(await cellOfNext()).toBe(2)
  expect(await cellOfNext(withoutCell(cells, 2))).toBe(1)
  expect(await cellOfNext(withoutCell(cells, 2, 'frozen'))).toBe(1)
})

test('a new merchant goes to no closed cell, also while the only open one does not respond', async () => {
  for (const cell of [1, 3]) await closeCell(cells.control, cell, 3)
  await expect(cellOfNext(withoutCell(cells, 2))).rejects.toThrow('connect')
})

test('the last cell that is open cannot be closed', async () => {
  await expect(closeCell(cells.control, 2, 3)).rejects.toThrow('cell 2 is the last one that is open')
})
