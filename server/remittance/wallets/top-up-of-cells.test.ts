// Top-ups in a deployment with three cells.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { registerIn } from '../../../test/support/world/cells.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  const database = await openTestDatabase({ cells: 3 })
  world = await openWorld({ database, role: 'api', settings: { ...twoAdmins, CELLS: '3' } })
})
afterAll(() => world.close())

test('what one person tops up alone in a day is counted over the wallets of all cells', async () => {
  const statuses: number[] = []
  for (const cell of [1, 2, 3]) {
    const path = `wallets/${(await registerIn(world, cell)).merchant_code}/top-ups`
    const { status } = await adminsOf(world).post(path, {
      amount: 9_000,
      reason: 'Transfer',
    })
    statuses.push(status)
  }
  expect(statuses).toEqual([200, 200, 202])
})
