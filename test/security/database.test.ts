// The settings of every connection of the program to its database.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, test } from 'vitest'
import { type Database, openDatabase } from '../../server/platform/database/database.ts'
import { openTestDatabase } from '../support/world/database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 1, name: 'bounds' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test.each([
  ['statement_timeout', '5s'],
  ['lock_timeout', '2s'],
  ['idle_in_transaction_session_timeout', '5s'],
  ['data_checksums', 'on'],
  ['password_encryption', 'scram-sha-256'],
])('the database setting %s is %s [S-70]', async (name, value) => {
  const [row] = await db.rows<{ value: string }>({
    name: `show_${name}`,
    text: `select current_setting('${name}') as value`,
  })
  assert.equal(row!.value, value)
})
