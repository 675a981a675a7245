// Tests that a backup taken under traffic is one consistent snapshot and restores byte for byte.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject, test } from 'vitest'
import { transfersOf } from '../../../test/support/callers/transfers.ts'
import { cellOfTests, databaseUrl } from '../../../test/support/database/database.setup.ts'
import { citusUrl, createEmptyOnCitus, dropOnCitus } from '../../../test/support/database/on-citus.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { backUp, restore } from './backup.ts'
import { cell } from './schemas.ts'

let world: World
const directories: string[] = []
const databases: string[] = []
const now = Temporal.Instant.from('2026-11-21T10:00:00Z')

beforeAll(async () => {
  world = await openWorld()
  await world.topUp('500.00')
  // Unusual line separators, quotes, and the text "null", which must not become a JSON or array null.
  const odd = 'a\u2028b\nc\\d"e\',(){}null\t'
  await world.register({ name: odd })
  await world.createOrder({ bill_to_surname: 'M\'buyi "Tshi"' })
  for (let i = 0; i < 3; i++) await transfersOf(world).accepted()
})
afterAll(async () => {
  await world.close()
  for (const name of databases)
    await (citusUrl === undefined
      ? administer(`drop database if exists ${name} with (force)`)
      : dropOnCitus(citusUrl, name))
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

async function emptyDatabase(): Promise<string> {
  const name = `restored_${process.pid}_${databases.length}`
  await (citusUrl === undefined
    ? administer(`create database ${name}`)
    : createEmptyOnCitus(citusUrl, { name, path: cell(1).path }))
  databases.push(name)
  return databaseUrl(inject('postgresUrl'), name)
}

const emptyDirectory = () => {
  directories.push(mkdtempSync(join(tmpdir(), 'likuta-backup-')))
  return directories.at(-1)!
}
const settings = () => ({ version: '0', now })
const source = () => world.system.settings.DATABASE_URL
const rowsIn = (directory: string, table: string) =>
  gunzipSync(readFileSync(join(directory, `${table}.rows.gz`)))
    .toString()
    .split('\n')
    .sort()

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set search_path to ${cell(cellOfTests).path.join(', ')}`)
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}

describe('backup and restore', () => {
  test('a backup restores byte for byte, with its append-only triggers and sequences', async () => {
    const [first, second] = [emptyDirectory(), emptyDirectory()]
    const manifest = await backUp(source(), first, settings())
    const url = await emptyDatabase()
    await restore(url, first)
    const repeated = await backUp(url, second, settings())
    for (const { name } of manifest.tables)
      assert.deepEqual(rowsIn(second, name), rowsIn(first, name), `the rows of ${name}`)
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
    // On Citus, each node draws numbers of its own.
    if (citusUrl === undefined)
      assert.deepEqual(repeated.sequences.sort(byName), manifest.sequences.sort(byName))
    await assert.rejects(query(url, 'delete from ledger_entry'), /append-only/)
    await assert.rejects(query(url, 'truncate audit_log'), /append-only/)
    const constraints = `select conrelid::regclass::text as of, conname, pg_get_constraintdef(k.oid) as definition
                           from pg_constraint k join pg_class on pg_class.oid = conrelid
                          where connamespace::regnamespace::text ~ '^(shared|control|cell_[0-9]+)$' order by 1, 2`
    assert.deepEqual(await query(url, constraints), await query(source(), constraints))
  })

  test.skipIf(citusUrl !== undefined)(
    'a restored database draws numbers after those of all its rows',
    async () => {
      const directory = emptyDirectory()
      const manifest = await backUp(source(), directory, settings())
      writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ ...manifest, sequences: [] }))
      const url = await emptyDatabase()
      await restore(url, directory)
      for (const table of ['control.account', `cell_${cellOfTests}.wallet_entry`]) {
        const sequence = table === 'control.account' ? 'control.account_id_seq' : `${table}_id_seq`
        const [{ highest }] = (await query(url, `select max(id) as highest from ${table}`)) as [
          { highest: string },
        ]
        const [{ next }] = (await query(url, `select nextval('${sequence}') as next`)) as [{ next: string }]
        assert(BigInt(next) > BigInt(highest), `${table} has a row ${highest}, and the next would be ${next}`)
      }
    },
  )

  test('a backup taken while money moves is consistent: every wallet equals its ledger', async () => {
    let isTaken = false
    let booked = 0
    const traffic = Array.from({ length: 4 }, async () => {
      for (; booked < 2_000 && !isTaken; booked++) await world.topUp('1.00')
    })
    const directory = emptyDirectory()
    const taken = backUp(source(), directory, settings()).finally(() => {
      isTaken = true
    })
    await Promise.all([...traffic, taken])
    assert(booked > 0, 'no money moved during the backup')
    const url = await emptyDatabase()
    await restore(url, directory)
    const wallets = await query<{ wallet: string; ledger: string }>(
      url,
      `select w.available_minor as wallet, -coalesce(sum(e.amount_minor), 0) as ledger
         from wallet w join ledger_account a on a.merchant_id = w.merchant_id and a.code = 'wallet_available'
         join ledger_entry e on e.account_id = a.id group by w.id`,
    )
    assert(wallets.length > 0)
    for (const { wallet, ledger } of wallets) assert.equal(wallet, ledger)
  })

  test('a backup or restore into a non-empty directory or database is refused', async () => {
    const directory = emptyDirectory()
    writeFileSync(join(directory, 'letter.txt'), 'dear')
    await assert.rejects(backUp(source(), directory, settings()), /is not empty/)
    const whole = emptyDirectory()
    await backUp(source(), whole, settings())
    await assert.rejects(restore(source(), whole), /the database is not empty/)
  })

  test('a backup that is incomplete, altered or from a newer version restores nothing', async () => {
    await assert.rejects(restore(source(), emptyDirectory()), /holds no backup/)

    const directory = emptyDirectory()
    const manifest = await backUp(source(), directory, settings())
    const newer = { ...manifest, migrations: [...manifest.migrations, '9999-of-tomorrow'] }
    writeFileSync(join(directory, 'manifest.json'), JSON.stringify(newer))
    const url = await emptyDatabase()
    await assert.rejects(restore(url, directory), /does not have/)

    writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest))
    const file = join(directory, `cell_${cellOfTests}.wallet_entry.rows.gz`)
    const whole = readFileSync(file)
    writeFileSync(file, gzipSync(gunzipSync(whole).toString().replace('50000', '60000')))
    await assert.rejects(restore(url, directory), /wallet_entry.*does not match its checksum/)
    writeFileSync(file, whole.subarray(0, -20))
    await assert.rejects(restore(url, directory), /wallet_entry.*cannot be read/)
    writeFileSync(file, whole)
    await restore(url, directory)
    assert.equal(
      (await query(url, 'select 1 from merchant')).length,
      (await query(source(), 'select 1 from merchant')).length,
    )
  })
})
