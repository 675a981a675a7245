import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/world/database.ts'
import { money } from '../kernel/money.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { type AccountCode, type Entry, post, postAll } from './post.ts'

const now = Temporal.Instant.from('2026-11-21T10:00:00Z')
let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 4, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const rows = <Row>(text: string) => db.rows<Row>({ name: text.slice(0, 60), text })
const codes: AccountCode[] = [
  'gateway_receivable',
  'merchant_payable',
  'bank_commission',
  'service_commission',
]
const write = (key: string, entries: Entry[]) =>
  db.transaction((sql) => post(sql, { key, environment: 'sandbox', entries, now }))

test('the ledger balances in every currency after any sequence of postings', async () => {
  const leg = fc.record({
    code: fc.constantFrom(...codes),
    minor: fc.bigInt({ min: 0n, max: 10n ** 10n }),
    currency: fc.constantFrom('USD' as const, 'CDF' as const),
  })
  let key = 0
  await fc.assert(
    fc.asyncProperty(fc.array(leg, { minLength: 1, maxLength: 5 }), async (legs) => {
      const credits: Entry[] = legs.map(({ code, minor, currency }) => ({
        account: code,
        side: 'credit',
        amount: money(minor, currency),
      }))
      const debits: Entry[] = legs.map(({ minor, currency }) => ({
        account: 'gateway_receivable',
        side: 'debit',
        amount: money(minor, currency),
      }))
      await write(`property:${key++}`, [...credits, ...debits])
    }),
    { numRuns: 60 },
  )
  expect(
    await rows('select currency from ledger_entry group by currency having sum(amount_minor) <> 0'),
  ).toEqual([])
})

test('a posting that does not balance is rejected entirely', async () => {
  const debit: Entry = { account: 'gateway_receivable', side: 'debit', amount: money(100n, 'USD') }
  await assert.rejects(write('unbalanced', [debit]), /does not balance/)
  await assert.rejects(
    write('mixed', [debit, { account: 'merchant_payable', side: 'credit', amount: money(100n, 'CDF') }]),
    /does not balance/,
  )
  expect(await rows("select key from ledger_posting where key in ('unbalanced', 'mixed')")).toEqual([])
})

test('one call that posts the same key twice is rejected', async () => {
  const entries: Entry[] = [
    { account: 'gateway_receivable', side: 'debit', amount: money(100n, 'USD') },
    { account: 'merchant_payable', side: 'credit', amount: money(100n, 'USD') },
  ]
  const posting = { key: 'twice', environment: 'sandbox', entries, now } as const
  await assert.rejects(
    db.transaction((sql) => postAll(sql, [posting, posting])),
    /only once/,
  )
  expect(await rows("select key from ledger_posting where key = 'twice'")).toEqual([])
})

test('a key is posted once when eight callers post it at the same time', async () => {
  const entries: Entry[] = [
    { account: 'gateway_receivable', side: 'debit', amount: money(100n, 'USD') },
    { account: 'merchant_payable', side: 'credit', amount: money(100n, 'USD') },
  ]
  const posted = await Promise.all(Array.from({ length: 8 }, () => write('once', entries)))
  assert.equal(posted.filter(Boolean).length, 1)
})

test.each([
  'update ledger_entry set amount_minor = 1',
  'delete from ledger_entry',
  'truncate ledger_entry',
  'update ledger_posting set key = key',
  'delete from ledger_posting',
])('the append-only ledger rejects: %s', async (text) => {
  await assert.rejects(rows(text), /append-only/)
})
