import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { silentLog } from '../../platform/process/log.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { type AlertRow, alertPage, closeAlert } from '../alerts.ts'
import { importList } from '../lists/import.ts'
import { recordClearance } from '../screening/clearance.ts'
import { openListScreeners } from '../screening/list-screener.ts'
import type { ScreenedParty } from '../screening/screener.ts'
import { screenParties } from '../screening/screening.ts'
import { recordScreening } from '../screening/screening-record.ts'
import { type RescreenNeeds, rescreen } from './rescreen.ts'
import { leaseRun, runPage } from './runs.ts'

const secrets = openSecrets(randomBytes(32))
const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }
const environment = 'sandbox'
const sender: ScreenedParty = {
  role: 'sender',
  name: 'Kitoko Ndarabu Sese',
  birthDate: '1971-02-11',
  documentNumber: 'OB7654321',
}
const receiver: ScreenedParty = { role: 'receiver', name: 'Jean Mukendi', birthDate: '1990-05-01' }

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let directory: string
let needs: RescreenNeeds
beforeEach(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 4, name: 'test' })
  directory = mkdtempSync(join(tmpdir(), 'likuta-rescreen-'))
  needs = {
    db,
    secrets,
    clock: manualClock(),
    log: silentLog,
    environments: ['sandbox', 'production'],
    relationshipDays: 365,
    ...openListScreeners({ db, log: silentLog, checkAfterMs: 0 }),
  }
})
afterEach(async () => {
  await db.close()
  await database.drop()
  rmSync(directory, { recursive: true })
})

async function screen(subject: string, parties = [sender, receiver]) {
  const screening = await screenParties(needs, environment, parties)
  const now = needs.clock.now()
  await recordScreening(db, secrets, { environment, subject, screening, now })
  return screening
}

type Listed = { id: string; name: string; identifiers?: string; born?: string }

/** Imports a list of these entries and waits until this process has loaded it. */
async function list(...entries: Listed[]) {
  const path = join(directory, 'list.csv')
  const lines = entries.map(
    ({ id, name, identifiers = '', born = '' }) =>
      `"${id}","Person","${name}","","${born}","cd","${identifiers}"`,
  )
  const header = '"id","schema","name","aliases","birth_date","countries","identifiers"'
  writeFileSync(path, [header, ...lines].join('\n'))
  const { version } = await importList(needs, { path, list: 'test', admin, allowShrinking: true })
  await eventually('the import is seen', async () => {
    return (await needs.screenerFor(environment).listVersion()) === version
  })
  return version
}

async function rescreenAll() {
  while (await rescreen(needs));
}

const alerts = async (open = true): Promise<AlertRow[]> =>
  (await alertPage(db, { environment, state: open ? 'open' : 'closed', page: 1, limit: 100 })).items

test('a sender listed after the transfer raises one alert', async () => {
  expect((await screen('transfer:1')).decision).toBe('clear')
  await rescreenAll()
  expect(await alerts()).toEqual([])
  const version = await list({ id: 'e-1', name: 'NDARABU SESE, Kitoko' })
  await rescreenAll()
  await rescreenAll()
  expect(await alerts()).toMatchObject([
    {
      role: 'sender',
      name: 'Kitoko Ndarabu Sese',
      match: { entryId: 'e-1', score: 1 },
      list_version: version,
      subjects: ['transfer:1'],
      closed_at: null,
    },
  ])
})

test('a party listed by document number alone raises an alert', async () => {
  await screen('transfer:1')
  await list({ id: 'e-1', name: 'Somebody Entirely Different', identifiers: 'OB-7654321' })
  await rescreenAll()
  expect(await alerts()).toMatchObject([{ role: 'sender', match: { score: 0.95 } }])
})

test('several transfers of one person raise one alert that names them all', async () => {
  for (let i = 1; i <= 3; i++) await screen(`transfer:${i}`)
  await list({ id: 'e-1', name: 'Kitoko Ndarabu Sese' })
  await rescreenAll()
  expect(await alerts()).toMatchObject([{ subjects: ['transfer:3', 'transfer:2', 'transfer:1'] }])
})

/** Counts how often each name is screened. */
function counting() {
  const names = new Map<string, number>()
  const counted: RescreenNeeds = {
    ...needs,
    screenerFor: (environment) => {
      const screener = needs.screenerFor(environment)
      return {
        ...screener,
        screen: (parties) => {
          for (const { name } of parties) names.set(name, (names.get(name) ?? 0) + 1)
          return screener.screen(parties)
        },
      }
    },
  }
  return { names, counted }
}
const persons = () =>
  db.rows<{ last_version: string | null }>({
    name: 'persons',
    text: 'select last_version from screened_person order by id',
  })

test('a person of many transfers is screened again once per list version', async () => {
  for (let i = 0; i < 5; i++) await screen(`transfer:${i}`)
  await rescreenAll()
  expect(await persons()).toHaveLength(2)
  for (const id of ['e-1', 'e-2']) {
    await list({ id, name: 'Nobody Known' })
    const { names, counted } = counting()
    while (await rescreen(counted));
    expect(Object.fromEntries(names)).toEqual({ [sender.name]: 1, [receiver.name]: 1 })
  }
})

test('everyone is screened again exactly once, although each worker dies after one batch', async () => {
  for (let i = 0; i < 120; i++) await screen(`transfer:${i}`, [{ ...receiver, name: `Jean Mukendi ${i}` }])
  while (await rescreen(needs));
  const version = await list({ id: 'e-1', name: 'Nobody Known' })
  const { names, counted } = counting()
  // A worker that is killed neither ends its lease nor remembers anything.
  const dying: RescreenNeeds = {
    ...counted,
    db: {
      ...db,
      rows: async (statement, values) =>
        statement.name === 'end_screening_lease' ? [] : db.rows(statement, values),
    },
  }
  let died = 0
  for (const clock = manualClock(); await rescreen({ ...dying, clock }); died += 1)
    clock.forward({ seconds: 60 })
  expect(died).toBe(2)
  expect([names.size, Math.max(...names.values())]).toEqual([120, 1])
  expect(await persons()).toEqual(Array.from({ length: 120 }, () => ({ last_version: version })))
  const { items, remaining } = await runPage(db, { environment, page: 1, limit: 5 })
  expect(items[0]).toMatchObject({ list_version: version, screened: 120, alerts: 0 })
  expect(items[0]!.ended_at).not.toBeNull()
  expect(remaining).toBe(0)
})

test('a batch that a slower worker has finished already counts once', async () => {
  await screen('transfer:1')
  await rescreenAll()
  await list({ id: 'e-1', name: 'Kitoko Ndarabu Sese' })
  const { counted } = counting()
  let raced = false
  const overtaken: RescreenNeeds = {
    ...counted,
    db: {
      ...db,
      transaction: async (work, options) => {
        if (!raced) {
          raced = true
          await db.rows({
            name: 'lease_expires',
            text: `update screening_run set leased_until = '-infinity'`,
          })
          await rescreen(needs)
        }
        return db.transaction(work, options)
      },
    },
  }
  await rescreen(overtaken)
  const { items } = await runPage(db, { environment, page: 1, limit: 5 })
  expect(items[0]).toMatchObject({ screened: 2, alerts: 1 })
  expect(await alerts()).toHaveLength(1)
})

test('a person is followed for the days of the setting, and again from the next transfer on', async () => {
  const clock = manualClock()
  const later = { ...needs, clock }
  await screen('transfer:1', [sender])
  await rescreenAll()
  clock.forward({ hours: 24 * 365 })
  await list({ id: 'e-1', name: 'Nobody Known' })
  while (await rescreen(later));
  expect(await persons()).toMatchObject([{ last_version: expect.any(String) }])
  clock.forward({ microseconds: 1 })
  await list({ id: 'e-2', name: 'Kitoko Ndarabu Sese' })
  while (await rescreen(later));
  expect(await alerts()).toEqual([])
  expect(await persons()).toEqual([{ last_version: null }])

  const screening = await screenParties(later, environment, [{ ...sender, birthDate: '1971-02-12' }, sender])
  await recordScreening(db, secrets, { environment, subject: 'transfer:2', screening, now: clock.now() })
  const version = await list({ id: 'e-3', name: 'Sese, Ndarabu Kitoko' })
  while (await rescreen(later));
  expect(await persons()).toEqual([{ last_version: version }, { last_version: version }])
})

test('a match cleared by a release raises no alert until the entry changes', async () => {
  await list({ id: 'e-1', name: 'Kitoko Ndarabu Sese' })
  expect((await screen('transfer:1')).decision).toBe('hold')
  await recordClearance(db, {
    subject: 'transfer:1',
    clearedBy: 'amina',
    reason: 'Another person',
    now: needs.clock.now(),
  })
  await list({ id: 'e-1', name: 'Kitoko Ndarabu Sese' }, { id: 'e-2', name: 'Nobody Known' })
  await rescreenAll()
  expect(await alerts()).toEqual([])
  expect((await screen('transfer:2')).reason).toBe('cleared_before')
  await list({ id: 'e-1', name: 'Kitoko Ndarabu Sese', born: '1971' })
  await rescreenAll()
  expect(await alerts()).toMatchObject([
    { match: { entryId: 'e-1' }, subjects: ['transfer:2', 'transfer:1'] },
  ])
})

test('a match that already held the transfer raises no alert', async () => {
  await list({ id: 'e-1', name: 'Kitoko Ndarabu Sese' })
  expect((await screen('transfer:1')).decision).toBe('hold')
  await list({ id: 'e-1', name: 'Kitoko Ndarabu Sese' }, { id: 'e-2', name: 'Nobody Known' })
  await rescreenAll()
  expect(await alerts()).toEqual([])
})

test('an alert is closed once, with the name of the admin and a reason', async () => {
  await screen('transfer:1')
  await list({ id: 'e-1', name: 'Kitoko Ndarabu Sese' })
  await rescreenAll()
  const [alert] = await alerts()
  const closing = { closedBy: 'amina', reason: 'Reported to the authority', now: needs.clock.now() }
  expect(await closeAlert(db, alert!.id, closing)).toMatchObject({ closed_by: 'amina' })
  await expect(closeAlert(db, alert!.id, closing)).rejects.toThrow(/closed already/)
  await expect(closeAlert(db, 999n, closing)).rejects.toThrow(/not found/)
  expect(await alerts()).toEqual([])
  expect(await alerts(false)).toMatchObject([{ close_reason: 'Reported to the authority' }])
  await list({ id: 'e-1', name: 'Kitoko Ndarabu Sese' }, { id: 'e-2', name: 'Nobody Known' })
  await rescreenAll()
  expect(await alerts()).toEqual([])
})

test('parties are not marked as re-screened while the screener is unavailable', async () => {
  await screen('transfer:1')
  await list({ id: 'e-1', name: 'Kitoko Ndarabu Sese' })
  const away: RescreenNeeds = {
    ...needs,
    screenerFor: (environment) => ({
      threshold: 0.8,
      listVersion: () => needs.screenerFor(environment).listVersion(),
      screen: async () => ({ kind: 'unavailable', cause: 'DEADLINE' }),
    }),
  }
  expect(await rescreen(away)).toBe(false)
  await rescreenAll()
  expect(await alerts()).toHaveLength(1)
})

test('only one process re-screens at a time, and another takes over when its lease expires', async () => {
  await screen('transfer:1')
  const version = await list({ id: 'e-1', name: 'Kitoko Ndarabu Sese' })
  const clock = manualClock()
  assert(await leaseRun(db, { environment, version, now: clock.now() }))
  expect(await rescreen({ ...needs, clock })).toBe(false)
  expect(await alerts()).toEqual([])
  clock.forward({ seconds: 60 })
  await rescreen({ ...needs, clock })
  expect(await alerts()).toHaveLength(1)
})

test('a transfer held for want of screening is re-screened when the screener is back', async () => {
  const screenerFor = () => ({
    threshold: 0.8,
    listVersion: async () => undefined,
    screen: async () => ({ kind: 'unavailable', cause: 'DEADLINE' }) as const,
  })
  const screening = await screenParties({ ...needs, screenerFor }, environment, [sender, receiver])
  await recordScreening(db, secrets, {
    environment,
    subject: 'transfer:1',
    screening,
    now: needs.clock.now(),
  })
  await list({ id: 'e-1', name: 'Kitoko Ndarabu Sese' })
  await rescreenAll()
  expect(await alerts()).toMatchObject([{ subjects: ['transfer:1'] }])
})
