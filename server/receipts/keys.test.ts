// Keys that several processes need for the first time at the same moment.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { openTestDatabase } from '../../test/support/world/database.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { openSecrets } from '../platform/secrets.ts'
import { openSigningKeys } from './keys.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 6, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test('the first key signs at once in processes whose clocks differ by seconds', async () => {
  const secrets = openSecrets(randomBytes(32))
  const now = Temporal.Instant.from('2026-11-22T12:00:00Z')
  const keys = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((seconds) => {
      const clock = { now: () => now.subtract({ seconds }) }
      return openSigningKeys({ db, secrets, clock })('sandbox')
    }),
  )
  assert.equal(new Set(keys.map(({ keyId }) => keyId)).size, 1)
})
