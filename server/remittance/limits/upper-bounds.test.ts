// Upper bounds of usage are trusted only where every transfer is in them.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { type Database, openDatabase, statement } from '../../platform/database/database.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { openBatchJudge, saveJudged } from './judge-batch.ts'
import type { LimitRule } from './rule.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let merchant: bigint
let nextId: bigint

const findMerchant = statement<{ id: bigint }>('test_merchant_with_limits', 'select id from merchant limit 1')
// Not registered as statements of the service, each of which can be prepared: these cannot.
const forgetAll = {
  name: '',
  text: 'truncate limit_subject, limit_share, limit_hour, limit_counterparty, limit_name',
}
const readBounds = statement<{
  day: number
  day_count: number
  day_count_before: number
  month_amount: bigint
}>(
  'test_read_limit_bounds',
  'select day, day_count, day_count_before, month_amount from limit_subject where key = $1',
)
const setAmounts = statement(
  'test_set_limit_bounds',
  'update limit_subject set day_amount = $2, month_amount = $2 where key = $1',
)

beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 1, name: 'test' })
  const needs = { db, secrets: openSecrets(randomBytes(32)), clock: systemClock, merchantPrefix: 'LKT' }
  const owner = {
    name: 'A',
    email: 'a@example.com',
    environment: 'sandbox',
    password: 'x'.repeat(12),
  } as const
  await registerMerchant(needs, owner)
  merchant = (await db.rows(findMerchant))[0]!.id
})
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(async () => {
  nextId = 1n
  await db.rows(forgetAll)
})

const keys = { sender: 1n, beneficiary: 2n, number: 3n, document: 4n, pair: 5n }

/** Whether a transfer of one dollar is accepted if the number may receive so many transfers in a day. */
async function send(at: Temporal.Instant, most: bigint): Promise<boolean> {
  const rule: LimitRule = {
    id: 'r',
    subject: 'number',
    measure: 'count',
    window: 'day',
    most,
    outcome: 'refuse',
  }
  const candidate = {
    merchant: { id: merchant, environment: 'sandbox' as const },
    measured: { keys, amount: 100n },
    request: { fields: { reference: 'R' } },
  }
  return db.transaction(async (sql) => {
    const rules = { sandbox: { version: 1, rules: [rule] }, production: undefined }
    const judge = await openBatchJudge(sql, [candidate], rules, at)
    const judgement = judge.judge(candidate)
    const isAccepted = judgement.outcome !== 'refuse'
    await saveJudged(sql, [{ ...candidate, judgement, ...(isAccepted && { id: nextId++ }) }], at)
    return isAccepted
  })
}

const noon = Temporal.Instant.from('2026-11-02T12:00:00Z')

test('a process whose clock is a day ahead resets no limit', async () => {
  expect(await send(noon, 9n)).toBe(true)
  expect(await send(noon.add({ hours: 40 }), 9n)).toBe(true)
  expect(await send(noon.add({ hours: 20 }), 2n)).toBe(false)
})

test('bounds that refused transfers raised very high refuse nothing and stay within their columns', async () => {
  expect(await send(noon, 9n)).toBe(true)
  const highest = 10n ** 18n
  await db.rows(setAmounts, [keys.number, highest])
  expect(await send(noon.add({ minutes: 1 }), 9n)).toBe(true)
  expect(await db.rows(readBounds, [keys.number])).toMatchObject([{ day_count: 2, month_amount: highest }])
})

test('a transfer that was refused counts against no limit', async () => {
  expect(await send(noon, 0n)).toBe(false)
  expect(await send(noon.add({ minutes: 1 }), 1n)).toBe(true)
  expect(await send(noon.add({ minutes: 2 }), 1n)).toBe(false)
})
