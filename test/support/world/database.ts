// A separate database for each test.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl, templateDatabase } from '../database/database.setup.ts'

/** An empty database with the current schema; `drop` removes it. */
export async function openTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`create database ${name} template ${templateDatabase} strategy file_copy`)
  return { url: databaseUrl(server, name), drop: () => run(`drop database ${name} with (force)`) }
}
