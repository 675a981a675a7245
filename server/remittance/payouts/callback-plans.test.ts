// Storing and claiming callbacks while thousands of payouts and callbacks are new to the planner: each statement reads the
// rows it needs, through their indexes, although the tables were never analyzed.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, test } from 'vitest'
import { fillTransfers } from '../../../test/support/database/many-rows.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { type Database, openDatabase, statements } from '../../platform/database/database.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { systemClock } from '../../platform/time/clock.ts'
import './apply-callbacks.ts'
import './inbox.ts'

const payouts = 5_000
const atOnce = 64
let db: Database
let drop: () => Promise<void>
const run = (text: string) => db.rows<any>({ name: '', text })
beforeAll(async () => {
  const database = await openTestDatabase()
  drop = database.drop
  db = openDatabase(database.url, { connections: 1, name: 'test' })
  for (const table of ['transfer', 'operation', 'operator_callback'])
    await run(`alter table ${table} set (autovacuum_enabled = false)`)
  const { merchant_code } = await registerMerchant(
    { db, secrets: openSecrets(Buffer.alloc(32)), clock: systemClock, merchantPrefix: 'LKT' },
    { name: 'Many', email: 'many@example.com', environment: 'sandbox', password: 'correct horse battery' },
  )
  const until = '2026-06-01T00:00:00Z'
  await fillTransfers(db, { merchantCode: merchant_code, from: 1, to: payouts, of: payouts, days: 1, until })
  await run(`insert into operation (id, kind, state, transfer_id, queue, upstream_ref, fingerprint, amount_minor, currency,
                                    acknowledged, created_at)
             select uuidv7(), 'payout', 'unknown', id, 'operator:sandbox:airtel', 'payout-' || id, '', 100, 'USD', true, created_at
               from transfer`)
})
afterAll(async () => {
  await db.close()
  await drop()
})

type Plan = { Plans?: Plan[]; 'Actual Rows': number; 'Actual Loops': number }
const within = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(within)]

/** Runs a statement and returns the most rows that any step of it handled. */
async function maxRows(name: string, values: readonly unknown[]): Promise<number> {
  const statement = statements.find((each) => each.name === name)
  const text = `explain (analyze, format json) ${statement?.text}`
  const [row] = await db.rows<any>({ name: '', text }, values)
  const steps = within(row['QUERY PLAN'][0].Plan)
  return Math.max(...steps.map((step) => step['Actual Rows'] * step['Actual Loops']))
}

const callbacks = (references: readonly string[]) =>
  JSON.stringify(
    references.map((reference, i) => ({
      environment: 'sandbox',
      operator: 'airtel',
      reference,
      report: { word: { kind: 'succeeded' } },
      report_key: i.toString(16).padStart(64, '0'),
    })),
  )

test('callbacks about payouts that were just written are stored without reading the other payouts', async () => {
  const rows = await run(`select upstream_ref as reference from operation limit ${atOnce}`)
  const sent = callbacks(rows.map(({ reference }) => reference))
  assert.ok((await maxRows('store_operator_callbacks', [sent, systemClock.now()])) <= atOnce)
  const [{ certain }] = await run(
    'select count(*)::int as certain from operator_callback where not needs_inquiry',
  )
  assert.equal(certain, atOnce)
})

test('callbacks are claimed without reading the other new callbacks for each', async () => {
  await run(`insert into operator_callback (environment, operator, report_key, reference, report, received_at, next_attempt_at, needs_inquiry)
             select 'sandbox', 'airtel', convert_to(upstream_ref, 'UTF8'), upstream_ref, '{"word":{"kind":"succeeded"}}',
                    created_at, created_at, false
               from operation`)
  const now = systemClock.now()
  const most = await maxRows('claim_operator_callbacks', [now, now.add({ seconds: 30 }), atOnce])
  assert.ok(most <= payouts + atOnce, String(most))
})
