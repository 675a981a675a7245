// One PostgreSQL for the whole run, with a migrated template that every test database is copied from.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../../server/platform/database/embedded-postgres.ts'
import { migrate } from '../../../server/platform/database/migrations.ts'
import { cell } from '../../../server/platform/database/schemas.ts'
import { newDatabaseFolder, removeAbandoned } from './database-folder.ts'
import { citusUrl } from './on-citus.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export const templateDatabase = 'likuta_template'
/** Into how many cells test databases are divided. With several, the merchants of tests are in the second. */
export const testCells = Number(process.env.LIKUTA_TEST_CELLS ?? 1)
/** The cell of the merchants of tests. */
export const cellOfTests = Math.min(testCells, 2)
const prefix = 'likuta-test-'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (citusUrl !== undefined) {
    project.provide('postgresUrl', citusUrl)
    return async () => {}
  }
  const cells = Number(envOf(project).LIKUTA_TEST_CELLS ?? testCells)
  const postgres = await startTestPostgres(templateDatabase, cells)
  project.provide('postgresUrl', postgres.serverUrl)
  return postgres.stop
}

/** The variables of a group of tests; its type lacks that most have none. */
const envOf = ({ config }: TestProject): Record<string, string | undefined> => config.env ?? {}

/** Starts a PostgreSQL with one migrated database. `stop` removes its files. */
export async function startTestPostgres(
  database: string,
  cells = 1,
): Promise<{ serverUrl: string; url: string; stop(): Promise<void> }> {
  removeAbandoned(prefix)
  const directory = newDatabaseFolder(prefix)
  chmodSync(directory, 0o755)
  const postgres = await startEmbeddedPostgres(join(directory, 'postgres'), {
    password: 'test',
    durable: false,
  })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${database}`)
  // The kernel copies the files of each test's database itself, which takes half the time.
  await client.query('alter role current_user set file_copy_method = clone')
  await client.query(`alter role current_user set search_path = ${cell(Math.min(cells, 2)).path.join(', ')}`)
  // Thousands of connections are opened, and proving a password takes longer than the rest of opening one.
  writeFileSync(join(directory, 'postgres', 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
  await client.query('select pg_reload_conf()')
  await client.end()
  const url = databaseUrl(postgres.url, database)
  await migrate(url, { cells })
  return {
    ...{ serverUrl: postgres.url, url },
    async stop() {
      await postgres.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
