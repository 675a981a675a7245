// The check whether an admin decides about their own merchant, among thousands of merchants, payments and transfers: each statement
// reads only the rows that the identifier names, although the tables were never analyzed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillPayments, fillTransfers } from '../../../test/support/database/many-rows.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { toSentKeys } from '../../platform/database/coalescing-batch.ts'
import { type Database, openDatabase, statements } from '../../platform/database/database.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { systemClock } from '../../platform/time/clock.ts'
import './conflict-of-interest.ts'

const rowsOfEach = 3_000
let db: Database
let drop: () => Promise<void>
let code: string
const run = (text: string) => db.rows<any>({ name: '', text })
beforeAll(async () => {
  const database = await openTestDatabase()
  drop = database.drop
  db = openDatabase(database.url, { connections: 1, name: 'test' })
  for (const table of ['merchant', 'merchant_user', 'card_transaction', 'transfer', 'audit_log'])
    await run(`alter table ${table} set (autovacuum_enabled = false)`)
  const { merchant_code } = await registerMerchant(
    { db, secrets: openSecrets(Buffer.alloc(32)), clock: systemClock, merchantPrefix: 'LKT' },
    { name: 'Many', email: 'many@example.com', environment: 'sandbox', password: 'correct horse battery' },
  )
  code = merchant_code
  const span = { merchantCode: code, from: 1, to: rowsOfEach, of: rowsOfEach, days: 1 }
  await fillPayments(db, { ...span, until: '2026-06-01T00:00:00Z' })
  await fillTransfers(db, { ...span, until: '2026-06-01T00:00:00Z' })
  await run(`insert into merchant (merchant_code, name, email, environment, merchant_secret_hash,
                                   callback_secret_sealed, created_at)
             select 'LKT-' || upper(lpad(to_hex(n), 4, '0')) || '-SHOP', 'Shop ' || n, 'shop' || n || '@example.com', 'sandbox', 'x', 'x', now()
               from generate_series(1, ${rowsOfEach}) n`)
})
afterAll(async () => {
  await db?.close()
  await drop?.()
})

type Plan = {
  Plans?: Plan[]
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
}
const within = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(within)]

/** Runs a statement and returns the most rows that any step of it read. */
async function maxRows(name: string, key: string): Promise<number> {
  const text = statements.find((each) => each.name === name)?.text
  const explain = { name: '', text: `explain (analyze, format json) ${text}` }
  const [row] = await db.rows<any>(explain, [toSentKeys([key])])
  const steps = within(row['QUERY PLAN'][0].Plan)
  return Math.max(
    ...steps.map(
      (step) => (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'],
    ),
  )
}

test("the check for an admin's own merchant reads no other merchants, payments or transfers", async () => {
  const [payment] = await run(
    'select cs_payment_id as id from card_transaction where cs_payment_id is not null limit 1',
  )
  const [transfer] = await run('select transaction_id as id from transfer limit 1')
  expect(await maxRows('merchant_of_payment', payment.id)).toBeLessThan(10)
  expect(await maxRows('merchant_of_transfer', transfer.id)).toBeLessThan(10)
  expect(await maxRows('users_of_merchant_of_code', code)).toBeLessThan(10)
})
