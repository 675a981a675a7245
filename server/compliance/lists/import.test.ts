import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testCells } from '../../../test/support/database/database.setup.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { runLikuta } from '../../../test/support/http/process.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { verifyAudit } from '../../admin/audit.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { silentLog } from '../../platform/process/log.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { openListScreeners } from '../screening/list-screener.ts'
import { importList } from './import.ts'
import { currentLists } from './states.ts'

const masterKey = randomBytes(32)
const secrets = openSecrets(masterKey)
const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }
const sample = 'server/compliance/samples/targets.simple.csv'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let directory: string
beforeEach(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 4, name: 'test' })
  directory = mkdtempSync(join(tmpdir(), 'likuta-import-'))
})
afterEach(async () => {
  await db.close()
  await database.drop()
  rmSync(directory, { recursive: true })
})

const take = (path: string, more: object = {}) =>
  importList({ db, secrets, clock: systemClock }, { path, admin, ...more })

/** Writes an OpenSanctions file with these names and returns its path. */
function listOf(names: string[], name = 'targets.simple.csv'): string {
  const lines = names.map((each, i) => `"p-${i}","Person","${each}","","1970-01-0${(i % 9) + 1}","cd",""`)
  const path = join(directory, name)
  writeFileSync(
    path,
    ['"id","schema","name","aliases","birth_date","countries","identifiers"', ...lines].join('\n'),
  )
  return path
}

const ids = async () =>
  (
    await db.rows<{ entry_id: string }>({
      name: 'ids',
      text: 'select entry_id from screening_entry order by id',
    })
  ).map(({ entry_id }) => entry_id)

describe('an import', () => {
  test('an import replaces the entries of its list and leaves other lists unchanged', async () => {
    await take(listOf(['A One', 'B Two', 'C Three']), { list: 'first' })
    await take(sample)
    const result = await take(listOf(['A One', 'B Other', 'D Four', 'E Five']), { list: 'first' })
    expect(result).toMatchObject({ list: 'first', entries: 4, added: 1, changed: 2, removed: 0 })
    expect((await currentLists(db)).map(({ list, entry_count }) => [list, entry_count])).toEqual([
      ['first', 4],
      ['opensanctions', 6],
      ['sandbox-watchlist', 1],
    ])
    expect(await ids()).toHaveLength(11)
  })

  test('an import records who imported which file, in the audit log too', async () => {
    const { version, file_hash } = await take(sample)
    const list = (await currentLists(db)).find((each) => each.list === 'opensanctions')
    expect(list).toMatchObject({
      imported_by: 'amina',
      file_name: 'targets.simple.csv',
      format: 'opensanctions',
      file_hash,
    })
    expect(file_hash).toMatch(/^[0-9a-f]{64}$/)
    const [row] = await db.rows<Record<string, string>>({ name: 'log', text: 'select * from audit_log' })
    expect(row).toMatchObject({ actor: 'amina', action: 'screening.imported', subject: 'opensanctions' })
    expect(JSON.parse(row!.detail!)).toMatchObject({ version, entries: 6, added: 6, file_hash })
    expect(await verifyAudit(db, secrets)).toEqual({ rows: 1 })
  })

  test('importing the same file again changes nothing', async () => {
    const first = await take(sample)
    const repeated = await take(sample)
    expect(repeated).toMatchObject({ format: 'unchanged', version: first.version, entries: 6 })
    expect(await currentLists(db)).toHaveLength(2)
  })

  test('importing a broken file changes nothing', async () => {
    await take(listOf(['A One', 'B Two']))
    const before = [await currentLists(db), await ids()]
    const broken = listOf(['A One', 'B Two', 'C Three', ''])
    await expect(take(broken)).rejects.toThrow('line 5: has no name')
    expect([await currentLists(db), await ids()]).toEqual(before)
  })

  test('a file with less than half the entries of the last one needs allowShrinking', async () => {
    await take(listOf(['A One', 'B Two', 'C Three']))
    const path = listOf(['A One'])
    await expect(take(path)).rejects.toThrow('the file has 1 entries where the last one had 3')
    expect(await ids()).toHaveLength(4)
    expect(await take(path, { allowShrinking: true })).toMatchObject({ entries: 1, removed: 2 })
  })

  test('of two concurrent imports one fails at once and the lists stay complete', async () => {
    const many = Array.from({ length: 5_000 }, (_, i) => `Person Number${i}`)
    const results = await Promise.allSettled([
      take(listOf(many, 'a.csv'), { list: 'a' }),
      take(listOf(many, 'b.csv'), { list: 'b' }),
    ])
    const refused = results.filter(({ status }) => status === 'rejected')
    for (const each of refused)
      expect(String((each as PromiseRejectedResult).reason)).toMatch(/another import is running/)
    for (const { list, entry_count } of await currentLists(db))
      if (list !== 'sandbox-watchlist') expect(entry_count).toBe(5_000)
    expect(await ids()).toHaveLength(1 + 5_000 * (2 - refused.length))
  })

  test.each(['Upper', 'has space', '', '-x'])('an import into a list named %j is refused', async (list) => {
    await expect(take(sample, { list })).rejects.toThrow(/is not a valid list name/)
  })
})

test('a running process picks up a new import by itself', async () => {
  const screener = openListScreeners({ db, log: silentLog, checkAfterMs: 0 }).screenerFor('production')
  const party = { role: 'sender', name: 'Kambulu Ntirere Sostène' } as const
  expect(await screener.screen([party])).toMatchObject({ kind: 'unavailable' })
  const { version } = await take(sample)
  const reply = await eventually('the import is seen', async () => {
    const now = await screener.screen([party])
    return now.kind === 'screened' && now
  })
  expect(reply.listVersion).toBe(version)
  expect(reply.matches[0]).toMatchObject({ entryId: 'smp-p-001', score: 1, list: 'opensanctions' })
})

test('when a new import cannot be read, screening keeps using the lists loaded before', async () => {
  let broken = false
  const screener = openListScreeners({
    db: { cell: 1, rows: (...call) => (broken ? Promise.reject(new Error('gone')) : db.rows(...call)) },
    log: silentLog,
    checkAfterMs: 0,
  }).screenerFor('production')
  const { version } = await take(sample)
  await screener.screen([])
  broken = true
  for (let i = 0; i < 3; i++) expect(await screener.listVersion()).toBe(version)
  expect(await screener.screen([{ role: 'sender', name: 'Sostene Kambulu Ntirere' }])).toMatchObject({
    matches: [{ entryId: 'smp-p-001' }],
  })
})

test('the import command prints one JSON value, or fails with the line number', async () => {
  const environment = {
    DATABASE_URL: database.url,
    MASTER_KEY: masterKey.toString('base64'),
    LIKUTA_DATA_DIR: join(directory, 'data'),
    CARD_GATEWAY_SANDBOX_URL: 'http://localhost:1',
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: 'm',
    CARD_GATEWAY_SANDBOX_KEY_ID: 'k',
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: 's',
  }
  const good = runLikuta(['screening', 'import', sample, '--list', 'un', '--json'], environment)
  expect([await good.exited, good.stderr()]).toEqual([0, ''])
  expect(JSON.parse(good.stdout())).toMatchObject({ list: 'un', entries: 6, format: 'opensanctions' })
  const bad = runLikuta(['screening', 'import', listOf([''])], environment)
  expect(await bad.exited).toBe(1)
  expect(bad.stderr().trim()).toBe('line 2: has no name')
  // A command about no merchant is recorded in control, which with one cell is that cell.
  const log = testCells === 1 ? 'audit_log' : 'control.audit_log'
  const [row] = await db.rows<{ actor: string }>({ name: '', text: `select actor from ${log}` })
  expect(row?.actor).toMatch(/^shell: /)
})
