// Statements that workers run all day with some keys keep their plans: with an array of keys they would be planned in every call.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/world/database.ts'
import { toSentKeys } from './database/coalescing-batch.ts'
import { statements } from './database/database.ts'
import '../cards/charges/charge-store.ts'
import '../cards/collections/collection-store.ts'
import '../cards/collections/report-callback.ts'
import '../remittance/payouts/apply-callbacks.ts'
import '../remittance/transfer/queries.ts'
import '../webhooks/delivery/breaker.ts'
import '../webhooks/delivery/deliveries.ts'
import '../webhooks/delivery/queries.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let session: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  session = new pg.Client({ connectionString: database.url })
  await session.connect()
})
afterAll(async () => {
  await session?.end()
  await database?.drop()
})

test.each([
  'lock_transfers',
  'find_transfers_by_id',
  'find_operator_calls_by_reference',
  'list_webhook_attempts',
  'lock_webhook_breakers',
])('the plan of %s is kept, and finds its rows through an index', async (name) => {
  const text = textOf(name)
  // Keys that are numbers are also texts.
  for (const count of [1, 1, 2, 1, 3, 1, 2, 40])
    await session.query({ name, text, values: [toSentKeys([...Array(count).keys()].map(BigInt))] })
  const { rows } = await session.query(
    'select generic_plans::integer as kept from pg_prepared_statements where name = $1',
    [name],
  )
  // PostgreSQL decides after five calls.
  expect(rows).toEqual([{ kept: 3 }])
  expect(await planOf(text)).not.toMatch(/Seq Scan|Hash Join|Merge Join/)
})

test.each([
  'claim_charges',
  'record_charge_outcomes',
  'claim_collections',
  'await_collections',
  'report_collection_callbacks',
  'record_collection_outcomes',
  'end_card_transaction',
])('the plan of %s looks for payments and calls by their ids, not among all open ones', async (name) => {
  expect(await planOf(textOf(name))).not.toMatch(/ (card_transaction|operation)_(open|due)/)
})

const textOf = (name: string) => statements.find((statement) => statement.name === name)?.text ?? ''

async function planOf(text: string): Promise<string> {
  const { rows } = await session.query(`explain (generic_plan) ${text}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
