// Incidents: people are notified when one begins, then at most once a day, and when it is over.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/world/database.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { recordIncident, resolveIncident } from './incident.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 2, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const start = Temporal.Instant.from('2026-11-24T09:00:00.123456Z')
const after = (hours: number) => start.add({ minutes: Math.round(hours * 60) })
const note = (key: string, at: Temporal.Instant) => db.transaction((sql) => recordIncident(sql, key, at))
const resolve = (key: string, at: Temporal.Instant) => db.transaction((sql) => resolveIncident(sql, key, at))

test('an incident is reported when it begins and once a day while it lasts', async () => {
  const reported: number[] = []
  for (let hours = 0; hours < 60; hours += 0.5) if (await note('lasting', after(hours))) reported.push(hours)
  expect(reported).toEqual([0, 24, 48])
  expect(await note('lasting', after(72))).toEqual({ since: start, fact: `lasting ${after(72)}` })
})

test('the end of an incident is reported once', async () => {
  await note('ending', after(0))
  expect(await resolve('ending', after(1))).toEqual({ since: start, fact: `ending ${start} resolved` })
  assert.equal(await resolve('ending', after(1)), undefined)
  assert.equal(await resolve('never begun', after(1)), undefined)
})

test('an incident that begins again on the same day is reported neither at its beginning nor at its end', async () => {
  await note('flapping', after(0))
  await resolve('flapping', after(1))
  assert.equal(await note('flapping', after(2)), undefined)
  assert.equal(await resolve('flapping', after(3)), undefined)
  expect(await note('flapping', after(25))).toMatchObject({ since: after(25) })
})
