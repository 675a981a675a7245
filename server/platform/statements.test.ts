// Prepares every statement of the program against the migrated database, so that a wrong column name fails here.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/world/database.ts'
import { statements } from './database/database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
  for (const file of readdirSync('server', { recursive: true, encoding: 'utf8' })) {
    if (
      /^(cards|merchants|ledger|webhooks|platform|admin|commands|remittance|compliance|portal|operations|composition)\/([\w-]+\/)*[\w.-]+\.ts$/.test(
        file,
      ) &&
      !/\.(test|contract|contract\.steps)\.ts$/.test(file)
    )
      await import(/* @vite-ignore */ `../${file}`)
  }
})
afterAll(() => database.drop())

test('every SQL statement prepares against the schema, and statement names are unique [S-64]', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const faults: string[] = []
  for (const { name, text } of statements) {
    await client
      .query(`prepare "${name}" as ${text}`)
      .catch((error: Error) => faults.push(`${name}: ${error.message}`))
  }
  await client.end()
  expect(faults).toEqual([])
  assert.ok(statements.length > 30)
})
