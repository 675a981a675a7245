import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import type { Environment } from '../../kernel/environment.ts'
import { type Database, openDatabase, type Sql } from '../../platform/database/database.ts'
import { type Log, silentLog } from '../../platform/process/log.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { recordClearance } from './clearance.ts'
import { openListScreeners } from './list-screener.ts'
import type { ListMatch, ScreenedParty } from './screener.ts'
import { decide, type ScreeningNeeds, screenParties } from './screening.ts'
import { recordScreening, screeningsOf } from './screening-record.ts'

const secrets = openSecrets(randomBytes(32))
const now = Temporal.Instant.from('2026-11-21T10:00:00Z')
const sender: ScreenedParty = {
  role: 'sender',
  name: 'Amina Kalonji',
  birthDate: '1988-02-11',
  countries: ['CA'],
  documentNumber: 'AB123456',
}
const receiver: ScreenedParty = { role: 'receiver', name: 'Jean Mukendi', birthDate: '1990-05-01' }
const listed: ScreenedParty = { ...receiver, name: 'person WATCHLIST', documentNumber: 'zz' }

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let needs: ScreeningNeeds
beforeEach(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 3, name: 'test' })
  needs = { db, secrets, log: silentLog, ...openListScreeners({ db, log: silentLog }) }
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

describe('a transfer', () => {
  test('a transfer whose parties are on no list is cleared', async () => {
    expect(await screenParties(needs, 'sandbox', [sender, receiver])).toMatchObject({
      decision: 'clear',
      reason: 'no_match',
      listVersion: '1',
    })
  })

  test.each([
    ['sender', [{ ...sender, name: 'Watchlist Person' }, receiver]],
    ['receiver', [sender, { ...receiver, name: 'WATCHLIST, Person' }]],
  ] as const)('a transfer whose %s is on the sandbox watchlist is held [R3.2]', async (role, parties) => {
    const screening = await screenParties(needs, 'sandbox', parties)
    expect(screening).toMatchObject({
      decision: 'hold',
      reason: 'list_match',
      detail: `possible list match: ${role}`,
    })
    const [match] = screening.parties.flatMap(({ matches }) => matches)
    expect(match).toMatchObject({
      role,
      list: 'sandbox-watchlist',
      entryName: 'Watchlist Person',
      score: 1,
      programs: ['SANDBOX'],
    })
  })

  test('a production transfer ignores the sandbox watchlist and is held when no list is imported', async () => {
    expect(await screenParties(needs, 'production', [sender, listed])).toMatchObject({
      decision: 'hold',
      reason: 'screening_unavailable',
      listVersion: null,
    })
  })

  test('a transfer is held while the lists cannot be read; screening works again once they can', async () => {
    const lines: string[] = []
    const log: Log = {
      ...silentLog,
      error: (message) => lines.push(message),
      warn: (message) => lines.push(message),
    }
    let broken = true
    const failing: Sql = {
      cell: 1,
      rows: (statement, values) => (broken ? Promise.reject(new Error('gone')) : db.rows(statement, values)),
    }
    const { screenerFor } = openListScreeners({ db: failing, log, checkAfterMs: 0 })
    const screening = await screenParties({ ...needs, log, screenerFor }, 'sandbox', [sender, receiver])
    expect(screening).toMatchObject({ decision: 'hold', reason: 'screening_unavailable' })
    expect(screening.parties.map(({ decision }) => decision)).toEqual(['hold', 'hold'])
    expect(lines).toEqual(['screening lists could not be loaded', 'screening unavailable'])
    broken = false
    expect(await screenerFor('sandbox').screen([receiver])).toMatchObject({ kind: 'screened' })
  })
})

describe('an odd name', () => {
  const stranger = { kind: 'screened', listVersion: '7', matches: [] } as const
  test.each([
    ['the name', { ...receiver, name: 'Je4n Mukendi' }],
    ['another name', { ...receiver, aliases: ['Jean M\u200bukendi'] }],
  ])('a transfer with an odd name is held whatever the screener replies: %s', (_, party) => {
    expect(decide([sender, party], stranger, 0.8)).toMatchObject({
      decision: 'hold',
      reason: 'odd_name',
      detail: 'unusual name: receiver',
      parties: [{ decision: 'clear' }, { decision: 'hold', reason: 'odd_name', matches: [] }],
    })
  })

  test('an odd name cleared for one person passes for that person only', async () => {
    const odd = { ...sender, name: 'Am1na Kalonji' }
    await db.transaction(async (sql) => {
      const screening = await screenParties(needs, 'sandbox', [odd, receiver])
      await recordScreening(sql, secrets, { environment: 'sandbox', subject: 'transfer:9', screening, now })
      const reason = 'Her name in the system of her employer'
      await recordClearance(sql, { subject: 'transfer:9', clearedBy: 'amina', reason, now })
    })
    const decisionOn = async (party: ScreenedParty) => (await screenParties(needs, 'sandbox', [party])).reason
    expect(await decisionOn(odd)).toBe('cleared_before')
    expect(await decisionOn({ ...odd, documentNumber: 'CD999999' })).toBe('odd_name')
  })
})

describe('the threshold', () => {
  const match: ListMatch = {
    role: 'receiver',
    list: 'l',
    entryId: 'e',
    entryVersion: 'v',
    entryName: 'n',
    matchedName: 'n',
    programs: [],
    score: 0.8,
    parts: [],
  }
  test.each([
    [0.8, 'hold'],
    [0.79, 'hold'],
    [0.81, 'clear'],
  ])('with a threshold of %d a match of 0.8 means %s', (threshold, decision) => {
    const reply = { kind: 'screened', listVersion: '7', matches: [match] } as const
    const screening = decide([sender, receiver], reply, threshold)
    expect(screening.decision).toBe(decision)
    expect(screening.parties.map(({ matches }) => matches.length)).toEqual([0, 1])
  })
})

describe('the record', () => {
  const record = (environment: Environment, subject: string, parties: ScreenedParty[]) =>
    db.transaction(async (sql) => {
      const screening = await screenParties(needs, environment, parties)
      await recordScreening(sql, secrets, { environment, subject, screening, now })
      return screening
    })

  test('the record shows for each party the list version, the matches and the reason', async () => {
    await record('sandbox', 'transfer:1', [sender, listed])
    await record('sandbox', 'transfer:2', [sender, receiver])
    const records = await screeningsOf(db, ['transfer:1'])
    expect(records).toMatchObject([
      {
        role: 'sender',
        name: 'Amina Kalonji',
        decision: 'clear',
        list_version: '1',
        countries: ['CA'],
        matches: [],
      },
      {
        subject: 'transfer:1',
        role: 'receiver',
        decision: 'hold',
        reason: 'list_match',
        matches: [
          { entryId: 'sandbox-1', score: 1, parts: [{ part: 'name', points: 1, detail: 'the same words' }] },
        ],
        screened_at: now,
      },
    ])
  })

  test('the record holds document numbers and birth dates only encrypted [S-62]', async () => {
    await record('sandbox', 'transfer:1', [sender])
    const rows = await db.rows({ name: 'all', text: 'select p::text as row from screened_party p' })
    expect(JSON.stringify(rows)).not.toContain('123456')
    expect(JSON.stringify(rows)).not.toContain('1988-02-11')
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('1988-02-11').toString('hex'))
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('AB123456').toString('hex'))
  })

  const clear = (subject: string) =>
    db.transaction((sql) =>
      recordClearance(sql, { subject, clearedBy: 'amina', reason: 'Another person', now }),
    )

  test('a release clears the same person for the same entry and no other person', async () => {
    await record('sandbox', 'transfer:1', [sender, listed])
    expect(await clear('transfer:1')).toBe(1)
    expect(await clear('transfer:1')).toBe(0)
    expect(await record('sandbox', 'transfer:2', [sender, listed])).toMatchObject({
      decision: 'clear',
      reason: 'cleared_before',
    })
    const namesake = { ...listed, birthDate: '1990-05-02' }
    expect((await record('sandbox', 'transfer:3', [sender, namesake])).decision).toBe('hold')
    // Two different document numbers, however short, belong to two people.
    const other = { ...listed, documentNumber: 'zy' }
    expect((await record('sandbox', 'transfer:4', [sender, other])).decision).toBe('hold')
  })

  test('a clearance ends when the list entry changes', async () => {
    await record('sandbox', 'transfer:1', [sender, listed])
    await clear('transfer:1')
    await db.rows({ name: 'change', text: `update screening_entry set content_hash = 'other'` })
    const { screenerFor } = openListScreeners({ db, log: silentLog })
    expect((await screenParties({ ...needs, screenerFor }, 'sandbox', [listed])).decision).toBe('hold')
  })

  test('a release clears no person of whom only the name is known', async () => {
    const nameOnly: ScreenedParty = { role: 'receiver', name: 'Watchlist Person' }
    await record('sandbox', 'transfer:1', [nameOnly])
    expect(await clear('transfer:1')).toBe(0)
    expect((await record('sandbox', 'transfer:2', [nameOnly])).decision).toBe('hold')
  })
})
