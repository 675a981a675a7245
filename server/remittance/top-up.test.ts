import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { openTestDatabase } from '../../test/world.ts'
import { verifyAudit } from '../admin/audit.ts'
import { merchantByCode } from '../merchants/directory.ts'
import { registerMerchant } from '../merchants/register.ts'
import { manualClock } from '../platform/clock.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { openSecrets } from '../platform/secrets.ts'
import { bookTopUp } from './top-up.ts'
import { addMoney, walletHistory, walletPair } from './wallet-views.ts'

const secrets = openSecrets(randomBytes(32))
const clock = manualClock()
const page = { page: 1, limit: 20, offset: 0 }
let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
type Merchant = { id: bigint; merchantCode: string; environment: 'production' | 'sandbox' }
let merchant: Merchant

beforeEach(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 8, name: 'test' })
  merchant = await registered('m@example.com')
})

async function registered(email: string): Promise<Merchant> {
  const { merchant_code: merchantCode } = await registerMerchant(
    { db, secrets, clock, merchantPrefix: 'MSL' },
    { name: 'M', email, environment: 'production', password: 'correct horse battery' },
  )
  const found = await merchantByCode(db, merchantCode)
  return { id: BigInt(found!.id), merchantCode, environment: 'production' }
}

afterEach(async () => {
  await db.close()
  await database.drop()
})

describe('money that was booked', () => {
  const book = (amount: bigint, { of = merchant, key }: { of?: Merchant; key?: string } = {}) =>
    bookTopUp({ db, clock, secrets }, of, {
      amount,
      reason: 'transfer 4711',
      admin: { name: 'amina', address: 'command-line', requestId: 'r-1' },
      ...(key && { key }),
    })

  test('is in the wallet, in its history, and in the audit log under the name of who booked it', async () => {
    await book(125_007n)
    assert.deepEqual(await walletPair(db, merchant), { available: 125_007n, reserved: 0n })
    const { items } = await walletHistory(db, merchant, page)
    assert.deepEqual(
      items.map(({ kind, amount }) => [kind, JSON.stringify(amount)]),
      [['TOPUP', '1250.07']],
    )
    const [row] = await db.rows<Record<string, string>>({
      name: 'audit_row_of_test',
      text: 'select actor, action, subject, detail from audit_log',
    })
    assert.deepEqual(row, {
      actor: 'amina',
      action: 'wallet.topped_up',
      subject: merchant.merchantCode,
      detail: '{"amount":"1250.07","currency":"USD","environment":"production","reason":"transfer 4711"}',
    })
    assert.deepEqual(await verifyAudit(db, secrets), { rows: 1 })
  })

  test('under a key is booked once for each merchant and environment, whatever keys others use', async () => {
    const owners = [
      merchant,
      await registered('n@example.com'),
      { ...merchant, environment: 'sandbox' as const },
    ]
    for (const isNew of [true, false])
      for (const of of owners) assert.equal(await book(500n, { of, key: 'key-1' }), isNew)
    for (const of of owners) assert.equal((await walletPair(db, of)).available, 500n)
    assert.deepEqual(await verifyAudit(db, secrets), { rows: 3 })
  })

  test('adds up when it is booked twenty times at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => book(101n)))
    assert.equal((await walletPair(db, merchant)).available, 2_020n)
    assert.deepEqual(await verifyAudit(db, secrets), { rows: 20 })
  })
})

test('money with a key is added once, however many ask at once', async () => {
  const added = await Promise.all(
    Array.from({ length: 8 }, () => addMoney({ db, clock }, merchant, 10_000n, 'demo')),
  )
  assert.deepEqual(added.filter(Boolean), [true])
  assert.equal((await walletPair(db, merchant)).available, 10_000n)
})
