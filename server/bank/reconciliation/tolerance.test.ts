// Small differences between a payout and what the bank booked: matched without an admin, and posted, so that our account in the
// ledger stays what the bank says.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { bankMerchant, batchesOf } from '../../../test/support/callers/bank.ts'
import { payoutSettings } from '../../../test/support/callers/payouts.ts'
import { camtStatement } from '../../../test/support/callers/statements.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  const settings = { ...payoutSettings, ...twoAdmins, BANK_MATCH_TOLERANCE: 'USD=0.05' }
  world = await openWorld({ role: 'api', settings })
})
afterAll(() => world.close())

/** What an account of ours has in the ledger, in minor units; above zero for what we have or have paid. */
async function inLedger(account: string): Promise<bigint> {
  const text = `select coalesce(sum(e.amount_minor), 0)::bigint as sum
    from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = $1`
  return (await world.db.rows<{ sum: bigint }>({ name: '', text }, [account]))[0]!.sum
}

test.each([
  ['more', '-90.05', 5n],
  ['less', '-89.96', -4n],
  ['just that', '-90.00', 0n],
])('a payout of which the bank took %s is paid, and the difference is our cost', async (_, booked, cost) => {
  const { payouts, pay } = await bankMerchant(world)
  const [account, costs] = [await inLedger('bank_account'), await inLedger('bank_cost')]
  const { payout_id: id } = await pay(90)
  await batchesOf(world).sendAll()
  const statement = { id: `T${booked}`, day: world.clock.now().toString().slice(0, 10) }
  const content = Buffer.from(camtStatement(statement, [{ amount: booked, id, reference: booked }]))
  await adminsOf(world).post('bank/files', { name: 'statement.xml', content: content.toString('base64') })
  expect((await payouts.read(id)).state).toBe('PAID')
  expect((await inLedger('bank_cost')) - costs).toBe(cost)
  expect((await inLedger('bank_account')) - account).toBe(BigInt(booked.replace('.', '')))
})
