// Comparison of wallets with the ledger, their history and the transfers in progress: each difference is reported once.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import { cellOfTests } from '../../../test/support/database/database.setup.ts'
import { openTestCells } from '../../../test/support/world/cells.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { lowBalanceKey } from '../../merchants/alerts/incident-alerts.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { inEachCell } from '../../platform/database/cells.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { type Log, silentLog } from '../../platform/process/log.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { type Clock, manualClock } from '../../platform/time/clock.ts'
import { checkWallets, compareAllWallets, watchBalances } from './check.ts'

let world: World
let transfers: Transfers
let clock: Clock & ReturnType<typeof manualClock>
const alarms: (string | undefined)[] = []
const log: Log = { ...silentLog, error: (_message, fields) => void alarms.push(fields?.reason) }

beforeAll(async () => {
  world = await openWorld({ settings: twoAdmins })
  await world.topUp('100.00')
  transfers = transfersOf(world)
  clock = manualClock(world.clock.now().add({ hours: 1 }).toString())
})
afterAll(() => world.close())

let changes = 0
/** Runs SQL with the triggers disabled, as an attacker with access to the database could. */
const run = (text: string) =>
  world.db.transaction(async (sql) => {
    changes += 1
    await sql.rows({ name: 'triggers off', text: "set local session_replication_role = 'replica'" })
    await sql.rows({ name: `change ${changes}`, text })
  })
/** Compares the wallets that were not checked in the last ten minutes. */
async function check(): Promise<void> {
  clock.forward({ minutes: 11 })
  while (await checkWallets({ db: world.db, clock, log }));
}
const open = async () =>
  (await adminsOf(world).read('remittance/exceptions?state=open')).items.filter(
    ({ kind }: { kind: string }) => kind === 'wallet_differs',
  )
const wallet = `(select w.id from wallet w join merchant m on m.id = w.merchant_id where m.merchant_code = '`

describe('wallets that agree with the ledger', () => {
  test('a wallet check finds nothing while transfers of every kind are processed', async () => {
    const sent = await Promise.all([
      ...Array.from({ length: 20 }, () => transfers.accepted()),
      transfers.accepted({ customer_number: '+243810000002', expected_receiver_name: 'Marie Ilunga' }),
      transfers.accepted({ customer_number: '+243810000004', expected_receiver_name: 'Chantal Mwamba' }),
    ])
    for (let i = 0; i < 10; i++) await check()
    for (const { reference } of sent.slice(0, 20)) await transfers.reaches(reference, 'Successful')
    await transfers.reaches(sent[20].reference, 'Failed')
    await transfers.reaches(sent[21].reference, 'Reversed')
    await check()
    expect(await open()).toEqual([])
    expect(alarms).toEqual([])
    expect((await adminsOf(world).read('wallets')).items[0].checked_at).toEqual(expect.any(String))
  })

  test('a wallet is checked once in ten minutes by only one process', async () => {
    await check()
    const db = openDatabase(world.system.settings.DATABASE_URL, {
      connections: 2,
      name: 'counting',
      cell: cellOfTests,
    })
    assert.equal(await checkWallets({ db, clock, log }), false)
    assert.equal(db.counted.transactions, 0)
    await db.close()
  })
})

describe('a wallet that was changed directly in the database', () => {
  const owner = () => `${wallet}${world.merchant.merchant_code}')`

  test.each([
    [
      'the available balance',
      'update wallet set available_minor = available_minor + 1 where id =',
      'available',
      -1,
    ],
    [
      'the reserved balance',
      'update wallet set reserved_minor = reserved_minor + 100 where id =',
      'reserved',
      -100,
    ],
  ])('a manual change of %s is reported once until it is corrected', async (_what, change, text) => {
    alarms.length = 0
    await run(`${change} ${owner()}`)
    await check()
    await check()
    const [exception, ...others] = await open()
    expect(others).toEqual([])
    expect(exception).toMatchObject({ merchant_code: world.merchant.merchant_code, transaction_id: null })
    expect(exception.detail).toMatch(new RegExp(`^${text} .* USD, but the ledger says `))
    expect(alarms).toEqual([exception.detail])
    expect((await compareAllWallets(world.db, 'sandbox')).differs).toEqual([
      { merchant_code: world.merchant.merchant_code, environment: 'sandbox', detail: exception.detail },
    ])
    await run(`${change.replace('+', '-')} ${owner()}`)
    await adminsOf(world).act(`remittance/exceptions/${exception.id}/close`, { reason: 'Put right' })
    await check()
    expect(await open()).toEqual([])
  })

  test('a manual change of the wallet history is found', async () => {
    const change = (sign: '+' | '-') =>
      run(`update wallet_entry set balance_after_minor = balance_after_minor ${sign} 5
            where id = (select max(id) from wallet_entry where wallet_id = ${owner()})`)
    await change('+')
    const { differs } = await compareAllWallets(world.db, 'sandbox')
    expect(differs.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^available .* but the last line of its history says /),
    ])
    await change('-')
    expect((await compareAllWallets(world.db, 'sandbox')).differs).toEqual([])
  })

  test('a manual change of an old ledger entry is found by the full comparison', async () => {
    const change = (amount: number) =>
      run(`update ledger_entry set amount_minor = amount_minor + ${amount} where id = (
             select min(e.id) from ledger_entry e join ledger_account a on a.id = e.account_id
              where a.code = 'wallet_available')`)
    await change(3)
    expect((await compareAllWallets(world.db, 'sandbox')).differs).toHaveLength(1)
    await change(-3)
    expect((await compareAllWallets(world.db, 'sandbox')).differs).toEqual([])
  })
})

test('a low wallet is reported in the cell of its merchant only', async () => {
  const cells = await openTestCells(3)
  const needs = { secrets: openSecrets(Buffer.alloc(32)), clock, merchantPrefix: 'LKT' }
  await inEachCell(cells, (db) => {
    const wanted = { name: 'Shop', email: `${db.cell}@example.com`, environment: 'sandbox' } as const
    return registerMerchant({ ...needs, db }, wanted)
  })
  await cells.control.rows({ name: '', text: 'update merchant set low_balance_minor = 5000' })
  for (const db of cells.all) await watchBalances({ db, clock })
  const text = `select m.cell from message_incident i join merchant m on i.key = ${lowBalanceKey}`
  const reported = await inEachCell(cells, (db) => db.rows<{ cell: number }>({ name: '', text }))
  expect(reported).toEqual([[{ cell: 1 }], [{ cell: 2 }], [{ cell: 3 }]])
  await cells.close()
})
