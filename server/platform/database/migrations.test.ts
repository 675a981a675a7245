// Tests what docs/operations.md says about migrations that cannot run in a transaction.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { afterAll, beforeAll, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/world/database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
const dir = mkdtempSync(join(tmpdir(), 'likuta-migrations-'))
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

test('a .ts migration can create an index concurrently with the usual runner', async () => {
  const text = `import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql('create index concurrently if not exists merchant_by_name on merchant (name)')
}
export const down = false
`
  writeFileSync(join(dir, '0001-index.ts'), text)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const options = { dir, direction: 'up', migrationsTable: 'other_migration', log: () => {} }
  await runner({ dbClient: client, ...options } as unknown as Parameters<typeof runner>[0])
  const { rows } = await client.query(
    "select indisvalid from pg_index where indexrelid = 'merchant_by_name'::regclass",
  )
  await client.end()
  assert.deepEqual(rows, [{ indisvalid: true }])
})
