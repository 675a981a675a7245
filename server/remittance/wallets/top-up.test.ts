import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { verifyAudit } from '../../admin/audit.ts'
import { merchantByCode } from '../../merchants/directory/directory.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { approveAdjustment, rejectAdjustment } from './adjustment.ts'
import { addMoney, walletHistory, walletPair } from './merchant-reads.ts'
import { bookTopUp } from './top-up.ts'

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
    { db, secrets, clock, merchantPrefix: 'LKT' },
    { name: 'M', email, environment: 'production', password: 'correct horse battery' },
  )
  const found = await merchantByCode(db, merchantCode)
  return { id: BigInt(found!.id), merchantCode, environment: 'production' }
}

afterEach(async () => {
  await db.close()
  await database.drop()
})

describe('a booked top-up', () => {
  type By = { of?: Merchant; key?: string; name?: string; owner?: string }
  const book = async (amount: bigint, { of = merchant, key, name = 'amina', owner }: By = {}) => {
    const admin = { name, owner, address: 'command-line', requestId: 'r-1' }
    const booking = {
      amount,
      reason: 'transfer 4711',
      admin,
      ...(key && { key: `h1:${key}` }),
    }
    const { kind, isRepeat } = await bookTopUp(
      { db, clock, secrets, secondAdmin: async () => true },
      of,
      booking,
    )
    return isRepeat ? `${kind} before` : kind
  }

  test('a top-up is in the wallet, its history, and the audit log under the name of the admin', async () => {
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

  test('an idempotency key of a top-up counts per merchant and environment', async () => {
    const owners = [
      merchant,
      await registered('n@example.com'),
      { ...merchant, environment: 'sandbox' as const },
    ]
    for (const kind of ['booked', 'booked before'])
      for (const of of owners) assert.equal(await book(500n, { of, key: 'key-1' }), kind)
    for (const of of owners) assert.equal((await walletPair(db, of)).available, 500n)
    assert.deepEqual(await verifyAudit(db, secrets), { rows: 3 })
  })

  test('concurrent top-ups add up', async () => {
    await Promise.all(Array.from({ length: 8 }, () => book(101n)))
    assert.equal((await walletPair(db, merchant)).available, 808n)
    assert.deepEqual(await verifyAudit(db, secrets), { rows: 8 })
  })
})

describe('a top-up that waits for approval', () => {
  const admin = (name: string) => ({ name, address: '127.0.0.1', requestId: 'r-1' })
  const key = 'h1:waiting'
  const needs = () => ({ db, clock, secrets, secondAdmin: async () => true })
  const send = (name: string, amount = 50_000n) =>
    bookTopUp(needs(), merchant, { amount, reason: 'transfer 4712', admin: admin(name), key })
  const available = async () => (await walletPair(db, merchant)).available

  test.each(['approved', 'rejected', 'left waiting'] as const)(
    'a waiting top-up that was %s is never booked again under its idempotency key',
    async (fate) => {
      await bookTopUp(needs(), merchant, {
        amount: 1_000_000n,
        reason: 'transfer 4711',
        admin: admin('amina'),
      })
      const first = await send('amina')
      assert(first.kind === 'waiting' && !first.isRepeat)
      const { id } = first.adjustment
      const decision = { reason: 'as the bank says', admin: admin('benoit'), store: async () => {} }
      if (fate === 'approved') await approveAdjustment(needs(), id, decision)
      if (fate === 'rejected') await rejectAdjustment(needs(), id, decision)
      const after = fate === 'approved' ? 1_050_000n : 1_000_000n
      clock.forward({ hours: 25 })
      for (const name of ['amina', 'benoit', 'carine']) {
        const repeat = await send(name)
        assert(repeat.kind === 'waiting' && repeat.isRepeat)
        assert.equal(repeat.adjustment.id, first.adjustment.id)
      }
      await assert.rejects(send('carine', 50_001n), {
        message: requestProblems.idempotency_key_reused.detail,
      })
      assert.equal(await available(), after)
    },
  )
})

describe('the top-up limit of one person within 24 hours', () => {
  const both = [{ name: 'amina' }, { name: 'phone', owner: 'amina' }] as const
  const add = async (amount: bigint, by: object = both[0], of = merchant) => {
    const admin = { name: 'amina', ...by, address: '127.0.0.1', requestId: 'r-1' }
    const needs = { db, clock, secrets, secondAdmin: async () => true }
    return bookTopUp(needs, of, { amount, reason: 'transfer 4711', admin })
  }
  const kinds = async (...added: Promise<{ kind: string }>[]) =>
    (await Promise.all(added)).map(({ kind }) => kind)

  test('one person can top up at most 10,000.00 over all tokens; more waits for approval', async () => {
    assert.deepEqual(await kinds(add(600_000n)), ['booked'])
    assert.deepEqual(await kinds(add(400_000n, both[1])), ['booked'])
    assert.deepEqual(await kinds(add(1n)), ['waiting'])
    assert.deepEqual(await kinds(add(1n, both[1])), ['waiting'])
    assert.equal((await walletPair(db, merchant)).available, 1_000_000n)
    assert.deepEqual(await verifyAudit(db, secrets), { rows: 4 })
  })

  test('the top-up limit counts per person, wallet and environment', async () => {
    await add(1_000_000n)
    assert.deepEqual(await kinds(add(1_000_000n, { name: 'benoit' })), ['booked'])
    assert.deepEqual(await kinds(add(1_000_000n, both[0], await registered('o@example.com'))), ['booked'])
    const sandbox = { ...merchant, environment: 'sandbox' as const }
    assert.deepEqual(await kinds(add(1_000_000n, both[0], sandbox)), ['booked'])
  })

  test('one person can top up at most 20,000.00 over all wallets, one after another or at once', async () => {
    const [second, third] = [await registered('p2@example.com'), await registered('p3@example.com')]
    const wallets = [merchant, second, third]
    const all = await kinds(
      ...Array.from({ length: 15 }, (_, n) => add(200_000n, both[n % 2], wallets[n % 3]!)),
    )
    assert.equal(all.filter((kind) => kind === 'booked').length, 10)
    assert.deepEqual(await kinds(add(1n, both[0], third)), ['waiting'])
    assert.deepEqual(await kinds(add(1n, { name: 'benoit' }, third)), ['booked'])
    clock.forward({ hours: 24 })
    assert.deepEqual(await kinds(add(1_000_000n, both[0], third)), ['booked'])
  })

  test('the top-up limit is free again after exactly 24 hours', async () => {
    await add(1_000_000n)
    clock.forward({ hours: 23, minutes: 59, seconds: 59 })
    assert.deepEqual(await kinds(add(1n)), ['waiting'])
    clock.forward({ seconds: 1 })
    assert.deepEqual(await kinds(add(1_000_000n)), ['booked'])
  })

  test('concurrent top-ups of one person stay within the limit', async () => {
    const all = await kinds(...Array.from({ length: 20 }, (_, caller) => add(100_000n, both[caller % 2])))
    assert.equal(all.filter((kind) => kind === 'booked').length, 10)
    assert.equal((await walletPair(db, merchant)).available, 1_000_000n)
  })

  test('a top-up beyond the limit is refused if no second person could approve it', async () => {
    await add(1_000_000n)
    const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }
    const alone = bookTopUp({ db, clock, secrets, secondAdmin: async () => false }, merchant, {
      amount: 1n,
      reason: 'more',
      admin,
    })
    await assert.rejects(alone, { spec: remittanceProblems.second_admin_missing })
    assert.equal((await walletPair(db, merchant)).available, 1_000_000n)
  })
})

test('concurrent calls with one key add money once', async () => {
  const added = await Promise.all(
    Array.from({ length: 8 }, () => addMoney({ db, clock }, merchant, 10_000n, 'demo')),
  )
  assert.deepEqual(added.filter(Boolean), [true])
  assert.equal((await walletPair(db, merchant)).available, 10_000n)
})
