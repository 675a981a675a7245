// Admins change a merchant while it uses the service without a pause.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { fileGoLive, tokenOf } from '../../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

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
