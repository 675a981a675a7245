import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { spawnTied } from '../process/child-process.ts'
import { freePort } from '../process/ports.ts'
import {
  asUnprivilegedUser,
  findPostgres,
  runningServer,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'

const directory = mkdtempSync(join(tmpdir(), 'likuta-leftover-'))
chmodSync(directory, 0o755)
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const data = join(directory, 'postgres')
const options = { password: 'leftover', durable: false }

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a PostgreSQL left behind by a killed process is stopped and its data stays available', async () => {
  const first = await startEmbeddedPostgres(data, options)
  await query(first.url, 'create table seen as select 1 as n')
  await first.stop()
  const { postgres } = await findPostgres()
  const texts = ['-D', data, '-c', `port=${await freePort()}`, '-c', 'unix_socket_directories=']
  const leftover = spawnTied(
    postgres,
    texts,
    { stdio: 'ignore' },
    process.getuid?.() === 0 ? asUnprivilegedUser : [],
  )
  const removed = once(leftover, 'exit')
  while (!(await isServed())) assert.equal(leftover.exitCode, null, 'the leftover server has already exited')

  const next = await startEmbeddedPostgres(data, options)
  expect(await removed).toEqual([0, null])
  expect(await query(next.url, 'select n from seen')).toEqual([{ n: 1 }])
  await next.stop()
})

const isServed = async () => {
  const running = runningServer(data, options.password)
  return (
    running !== undefined &&
    (await query(running.url, 'select 1').then(
      () => true,
      () => false,
    ))
  )
}

test('text sorts and changes case the same on every machine, whatever its locales', async () => {
  const server = await startEmbeddedPostgres(data, options)
  const [row] = await query(
    server.url,
    `select datlocprovider as provider, datlocale as locale, datcollate as system, lower('É') as small from pg_database where datname = 'postgres'`,
  )
  expect(row).toEqual({ provider: 'b', locale: 'C.UTF-8', system: 'C', small: 'é' })
  await server.stop()
})
