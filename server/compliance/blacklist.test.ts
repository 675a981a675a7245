import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/world/database.ts'

import { operators } from '../kernel/operators.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { addToBlacklist, blacklistPage, isBlacklisted, msisdnOf, removeFromBlacklist } from './blacklist.ts'

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

const added_at = Temporal.Instant.from('2026-11-21T10:00:00Z')
const entry = { reason: 'Reported stolen', added_by: 'amina', added_at }

test.each(Object.values(operators).map(({ prefixes: [prefix] }) => `243${prefix}0000007`))(
  'sandbox test number %s is blacklisted in the sandbox only [R2.5]',
  async (msisdn) => {
    expect(await isBlacklisted(db, 'sandbox', msisdn)).toBe(true)
    expect(await isBlacklisted(db, 'production', msisdn)).toBe(false)
  },
)

test('a number is blacklisted from the moment it is added until removed, in its environment only', async () => {
  const msisdn = '243810009999'
  await addToBlacklist(db, { ...entry, environment: 'production', msisdn })
  expect(await isBlacklisted(db, 'production', msisdn)).toBe(true)
  expect(await isBlacklisted(db, 'sandbox', msisdn)).toBe(false)
  expect(await removeFromBlacklist(db, 'production', msisdn)).toMatchObject({
    reason: 'Reported stolen',
    added_by: 'amina',
  })
  expect(await isBlacklisted(db, 'production', msisdn)).toBe(false)
})

test('adding a blacklisted number again, or removing it twice, is refused', async () => {
  const msisdn = '243810008888'
  await addToBlacklist(db, { ...entry, environment: 'production', msisdn })
  await expect(addToBlacklist(db, { ...entry, environment: 'production', msisdn })).rejects.toThrow(/already/)
  await removeFromBlacklist(db, 'production', msisdn)
  await expect(removeFromBlacklist(db, 'production', msisdn)).rejects.toThrow(/not blacklisted/)
})

test('the blacklist is listed newest first with the total count', async () => {
  for (let day = 1; day <= 5; day++)
    await addToBlacklist(db, {
      ...entry,
      environment: 'production',
      msisdn: `24381000000${day}`,
      added_at: added_at.add({ hours: 24 * day }),
    })
  const { items, total } = await blacklistPage(db, 'production', { page: 2, limit: 2 })
  expect(total).toBe(5)
  expect(items.map(({ msisdn }) => msisdn)).toEqual(['243810000003', '243810000002'])
})

test.each([
  ['+243 81 000 0007', '243810000007'],
  ['0810000007', '243810000007'],
  ['810000007', '243810000007'],
  ['243810000007', '243810000007'],
  ['+27 82 123 4567', '27821234567'],
  ['27821234567', '27821234567'],
])('phone number %s is normalised to %s', (number, msisdn) => {
  expect(msisdnOf(number)).toBe(msisdn)
})

test.each(['', 'abc', '12', '+', '99999999999999999999'])(
  '%j is refused as an invalid phone number',
  (number) => {
    expect(() => msisdnOf(number)).toThrow('Invalid phone number')
  },
)
