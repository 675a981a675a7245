// Top-ups in a deployment with three cells.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { hashPassword } from '../../accounts/password.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { openDatabase } from '../../platform/database/database.ts'

let world: World
let url: string
beforeAll(async () => {
  const database = await openTestDatabase({ cells: 3 })
  url = database.url
  world = await openWorld({ database, role: 'api', settings: { ...twoAdmins, CELLS: '3' } })
})
afterAll(() => world.close())

/** The code of a new merchant in a cell. */
async function merchantIn(cell: number): Promise<string> {
  const db = openDatabase(url, { connections: 1, name: 'test', cell })
  try {
    const hash = (password: string) => hashPassword(password, { memory: 8, passes: 1, parallelism: 1 })
    const { merchant_code } = await registerMerchant(
      { db, hash, secrets: world.system.secrets, clock: world.clock, merchantPrefix: 'LKT' },
      {
        name: `Boutique ${cell}`,
        email: `boutique-${cell}@example.com`,
        environment: 'sandbox',
        password: 'correct horse battery',
      },
    )
    return merchant_code
  } finally {
    await db.close()
  }
}

test('what one person tops up alone in a day is counted over the wallets of all cells', async () => {
  const statuses: number[] = []
  for (const cell of [1, 2, 3]) {
    const path = `wallets/${await merchantIn(cell)}/top-ups`
    const { status } = await adminsOf(world).post(path, {
      amount: 9_000,
      reason: 'Transfer',
    })
    statuses.push(status)
  }
  expect(statuses).toEqual([200, 200, 202])
})
