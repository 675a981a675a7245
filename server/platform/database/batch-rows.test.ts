import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { sentKeys, toSentKeys } from './coalescing-batch.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
const client = () => new pg.Client({ connectionString: database.url })
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

const text = `with ${sentKeys('bigint')} select m.id from sent join merchant m on m.id = sent.key`

test('a statement that reads rows by their keys is planned once, whatever the number of keys', async () => {
  const session = client()
  await session.connect()
  try {
    for (const count of [1, 1, 2, 1, 3, 1, 2, 40])
      await session.query({ name: 'keys', text, values: [toSentKeys([...Array(count).keys()].map(BigInt))] })
    const { rows } = await session.query(
      `select generic_plans::integer as lasting from pg_prepared_statements where name = 'keys'`,
    )
    // PostgreSQL decides after five calls; from then on it keeps the plan.
    expect(rows).toEqual([{ lasting: 3 }])
  } finally {
    await session.end()
  }
})

test('keys are found through the index of a table that was empty when the statement was planned', async () => {
  const session = client()
  await session.connect()
  try {
    const { rows } = await session.query(`explain (generic_plan) ${text}`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('using merchant_pkey on merchant m')
  } finally {
    await session.end()
  }
})

test('each key is sent once', () => {
  expect(JSON.parse(toSentKeys([7n, 8n, 7n])).map(({ key }: { key: string }) => key)).toEqual(['7', '8'])
})
