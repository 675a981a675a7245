import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts'
import { databaseChecks } from './health.ts'

test('a standby counts as unreachable until it is promoted, then new connections work', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'likuta-standby-'))
  chmodSync(directory, 0o755)
  const data = join(directory, 'postgres')
  const options = { password: 'standby', durable: false }
  const open = (url: string) => openDatabase(url, { connections: 1, name: 'standby' })
  const query = (text: string) => ({ name: text, text })
  try {
    const primary = await startEmbeddedPostgres(data, options)
    const before = open(primary.url)
    await before.rows(query('create schema cell_1'))
    await before.rows(query('create table migration (name text)'))
    expect(await databaseChecks({ db: before })).toMatchObject({ database: 'ok' })
    await before.close()
    await primary.stop()

    writeFileSync(join(data, 'standby.signal'), '')
    const standby = await startEmbeddedPostgres(data, options)
    const db = open(standby.url)
    const operator = open(standby.url)
    expect(await databaseChecks({ db })).toMatchObject({ database: 'unreachable' })
    await operator.rows(query('select pg_promote()'))
    await eventually(
      'the database is ready again',
      async () => (await databaseChecks({ db })).database === 'ok',
    )
    await db.close()
    await operator.close()
    await standby.stop()
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
