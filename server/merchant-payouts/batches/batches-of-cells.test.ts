// Batches of payouts to banks in a deployment with three cells.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import { bankMerchant, batchesOf } from '../../../test/support/callers/bank.ts'
import { payoutSettings } from '../../../test/support/callers/payouts.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { hashPassword } from '../../accounts/password.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'

let world: World
const cells: Database[] = []
beforeAll(async () => {
  const database = await openTestDatabase({ cells: 3 })
  const settings = { ...payoutSettings, ...twoAdmins, CELLS: '3' }
  world = await openWorld({ database, role: 'api', settings })
  for (const cell of [1, 2, 3]) cells.push(openDatabase(database.url, { connections: 1, name: 'test', cell }))
})
afterAll(async () => {
  await Promise.all(cells.map((db) => db.close()))
  await world.close()
})

/** A merchant of a cell, with card money and a bank account. */
function merchantIn(cell: number) {
  const db = cells[cell - 1]!
  const register = () =>
    registerMerchant(
      {
        ...{ db, secrets: world.system.secrets, clock: world.clock, merchantPrefix: 'LKT' },
        hash: (password) => hashPassword(password, { memory: 8, passes: 1, parallelism: 1 }),
      },
      {
        name: `Boutique ${cell}`,
        email: `boutique-${cell}@example.com`,
        environment: 'sandbox',
        password: 'correct horse battery',
      },
    )
  return bankMerchant({ ...world, db, register })
}

test('batches take the payouts of one cell after the other, first where the oldest waits', async () => {
  const [second, third] = [await merchantIn(2), await merchantIn(3)]
  const { payout_id } = await third.pay(30)
  await second.pay(20)
  await third.pay(31)
  const batches = batchesOf(world)
  const { items } = await adminsOf(world).read('payout-batches/waiting')
  expect(items).toMatchObject([{ currency: 'USD', payouts: 3, total: '81.00' }])
  const first = await batches.create()
  expect(first).toMatchObject({ payouts: 2, total: '61.00' })
  expect(await batches.create()).toMatchObject({ payouts: 1, total: '20.00' })
  refusedWith(await batches.tryCreate(), 409, 'RMT-409')
  expect((await batches.decide(first.batch_id, 'approve', 'benoit')).status).toBe(200)
  expect((await third.payouts.read(payout_id)).state).toBe('SENT')
})
