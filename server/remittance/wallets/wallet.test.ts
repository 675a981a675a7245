// Concurrent transfers on one wallet: exactly those the balance covers are accepted.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cellOfTests } from '../../../test/support/database/database.setup.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { inboundBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { openDatabase } from '../../platform/database/database.ts'

const transfers = 1_000
const affordable = 300
/** More than the wallet can pay, so that those refused for the balance run beside those accepted. */
const atOnce = 400

let world: World
beforeAll(async () => {
  world = await openWorld()
  // Payouts fail while the operators are down, so the reservations stay.
  await world.fault({ target: 'operator', mode: 'down' })
})
afterAll(() => world.close())

const rows = <Row>(text: string) => world.db.rows<Row>({ name: text.slice(-60), text })

async function walletAndLedger() {
  const [found] = await rows<Record<string, bigint>>(
    `select (select available_minor from wallet) as available, (select reserved_minor from wallet) as reserved,
            (select count(*) from transfer) as transfers, (select count(*) from operation where kind = 'payout') as payouts,
            (select -sum(e.amount_minor)::bigint from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = 'wallet_available') as ledger_available,
            (select -sum(e.amount_minor)::bigint from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = 'wallet_reserved') as ledger_reserved,
            (select coalesce(sum(amount_minor), 0)::bigint from ledger_entry) as imbalance`,
  )
  return found
}

describe('a wallet with money for 300', () => {
  test(`exactly ${affordable} of ${transfers} concurrent transfers are accepted and books balance [R3]`, async () => {
    await world.topUp('300.00')
    const responses: ApiResponse[] = []
    let sent = 0
    async function partner(): Promise<void> {
      while (sent++ < transfers)
        responses.push(
          await world.basic('POST', '/api/v1/remittance/inbound', inboundBody(), {
            headers: { 'x-skip-name-check': 'true' },
          }),
        )
    }
    await Promise.all(Array.from({ length: atOnce }, partner))
    assert.equal(responses.length, transfers)
    const count = (status: number) => responses.filter((response) => response.status === status).length
    assert.equal(count(200), affordable)
    assert.equal(count(402), transfers - affordable)
    expect(await walletAndLedger()).toEqual({
      available: 0n,
      reserved: 30_000n,
      transfers: BigInt(affordable),
      payouts: BigInt(affordable),
      ledger_available: 0n,
      ledger_reserved: 30_000n,
      imbalance: 0n,
    })
  })

  test('every balance of the wallet history is the previous one plus the amount', async () => {
    const lines = await rows<{ amount_minor: bigint; balance_after_minor: bigint }>(
      'select amount_minor, balance_after_minor from wallet_entry order by id',
    )
    let balance = 0n
    for (const line of lines) {
      balance += line.amount_minor
      assert.equal(line.balance_after_minor, balance)
    }
  })

  test('a naive read-then-write wallet would be overdrawn (control experiment)', async () => {
    const db = openDatabase(world.system.settings.DATABASE_URL, {
      connections: 2,
      name: 'naive',
      cell: cellOfTests,
    })
    await db.rows({ name: 'make', text: 'create table naive_wallet as select 100::bigint as available' })
    const read = { name: 'read', text: 'select available from naive_wallet' }
    const write = { name: 'write', text: 'update naive_wallet set available = $1' }
    const bothHaveRead = Promise.withResolvers<void>()
    let reads = 0
    const send = () =>
      db.transaction(async (sql) => {
        const [wallet] = await sql.rows<{ available: bigint }>(read)
        if (++reads === 2) bothHaveRead.resolve()
        await bothHaveRead.promise
        if (!wallet || wallet.available < 100n) return false
        await sql.rows(write, [wallet.available - 100n])
        return true
      })
    const accepted = await Promise.all([send(), send()])
    await db.close()
    assert.deepEqual(
      accepted,
      [true, true],
      'the naive implementation must fail, or this test proves nothing',
    )
  })
})
