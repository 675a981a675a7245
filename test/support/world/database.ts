// A separate database for each test.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '../../../server/platform/database/migrations.ts'
import { cell } from '../../../server/platform/database/schemas.ts'
import { databaseUrl, templateDatabase, testCells } from '../database/database.setup.ts'
import { citusUrl, createOnCitus, dropOnCitus } from '../database/on-citus.ts'

/** An empty database with the current schema, in one cell or several; `drop` removes it. */
export async function openTestDatabase({
  cells = testCells,
} = {}): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  if (citusUrl !== undefined) {
    await createOnCitus(server, { name, cells, path: cell(Math.min(cells, 2)).path })
    return { url: databaseUrl(server, name), drop: () => dropOnCitus(server, name) }
  }
  const run = async (sql: string) => void (await (await administrator(server)).query(sql))
  await run(`create database ${name} template ${templateDatabase} strategy file_copy`)
  const url = databaseUrl(server, name)
  if (cells > testCells) await migrate(url, { cells })
  return { url, drop: () => run(`drop database ${name} with (force)`) }
}

let connecting: Promise<pg.Client> | undefined

/** The connection that creates and drops databases, kept for all tests of the process. */
function administrator(connectionString: string): Promise<pg.Client> {
  connecting ??= connect(connectionString)
  return connecting
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  const forget = () => {
    connecting = undefined
  }
  client.on('error', forget).on('end', forget)
  await client.connect()
  // Its types lack this method.
  ;(client as pg.Client & { unref(): void }).unref()
  return client
}
