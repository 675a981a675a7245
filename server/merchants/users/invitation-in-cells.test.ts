// An invitation in a deployment with three cells: whoever accepts it has no session yet, and the link names no merchant.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { joined, signedIn } from '../../../test/support/callers/self-service.ts'
import { passwordInCells, registerIn } from '../../../test/support/world/cells.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  const database = await openTestDatabase({ cells: 3 })
  world = await openWorld({ database, role: 'api', settings: { ...twoAdmins, CELLS: '3' } })
})
afterAll(() => world.close())

test('an invitation is accepted in the cell of its merchant, whose audit log says so', async () => {
  const { merchant_code, email } = await registerIn(world, 3)
  const owner = await signedIn(world, { email, password: passwordInCells })
  await joined(world, owner, 'viewer')
  const { items } = await adminsOf(world).read(`audit?action=merchant_user.joined&subject=${merchant_code}`)
  expect(items).toMatchObject([{ cell: 3 }])
})
