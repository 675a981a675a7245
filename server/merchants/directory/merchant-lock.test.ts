// Admins change a merchant while it uses the service without a pause.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { fileGoLive, tokenOf } from '../../../test/support/callers/self-service.ts'
import { orderOfLocks } from '../../../test/support/database/lock-queue.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { issueToken } from '../sign-in/bearer.ts'
import { lockedMerchant } from './directory.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: twoAdmins })
})
afterAll(() => world?.close())

/** Does something while a transaction of the merchant is open, which has written a row that refers to it. */
async function besideItsTransaction<Result>(code: string, work: () => Promise<Result>): Promise<Result> {
  const text = `insert into payer_opt_out (merchant_id, environment, address_key, created_at)
    select id, 'sandbox', sha256(gen_random_uuid()::text::bytea), now() from merchant where merchant_code = $1
    returning merchant_id`
  const name = 'test_write_row_of_merchant'
  return world.system.db.transaction(async (sql) => {
    expect(await sql.rows({ name, text }, [code])).toHaveLength(1)
    return work()
  })
}

test('a merchant is suspended beside its own requests, each of which refers to its row', async () => {
  const { merchant_code: code } = await world.register()
  const suspended = await besideItsTransaction(code, () => adminsOf(world).post(`merchants/${code}/suspend`))
  expect([suspended.status, suspended.body.data?.status]).toEqual([200, 'suspended'])
})

test('a merchant files for go-live, and is approved, beside its own requests', async () => {
  const as = await world.register()
  const token = await tokenOf(world, as)
  const body = {
    company_name: 'Kivu Café SARL',
    registration_number: 'CD/KNG/RCCM/26-B-1',
    country: 'CD',
    contact_name: 'Aline Furaha',
    contact_email: 'aline@example.com',
    contact_phone: '+243991234567',
  }
  const filed = await besideItsTransaction(as.merchant_code, () => fileGoLive(world, as, token, { body }))
  expect(filed.status).toBe(200)
  const approved = await besideItsTransaction(as.merchant_code, () =>
    adminsOf(world).post(`merchants/${as.merchant_code}/go-live`, { decision: 'approve', reason: 'checked' }),
  )
  expect(approved.status).toBe(200)
})

test('a suspension waits for the sign-in that is under way, and the next sign-in waits for the suspension', async () => {
  const { merchant_code: code } = await world.register()
  // Sign-ins of one user wait for each other anyway.
  const text = `with m as (select id from merchant where merchant_code = $1)
    insert into merchant_user (merchant_id, email, name, role, password_hash, created_at)
    select m.id, gen_random_uuid() || '@shop.example', 'Cashier', 'viewer', '', now() from m, generate_series(1, 2)
    returning id`
  const users = await world.db.rows<{ id: bigint }>({ name: 'test_add_two_users', text }, [code])
  const device = { name: 'Chrome', address: '198.51.100.1' }
  const order = await orderOfLocks(world, {
    ordinary: (sql) => {
      const { id } = users.pop()!
      return issueToken(sql, { id, passwordHash: null, byFactor: false }, device, world.clock.now())
    },
    change: (sql) => lockedMerchant(sql, code),
  })
  expect(order).toEqual(['first', 'released', 'change', 'second'])
})
