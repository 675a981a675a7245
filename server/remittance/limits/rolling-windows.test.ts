// What the database counts in rolling windows, transfer after transfer, is what a plain model counts that remembers everything.

import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { type Database, openDatabase, statement } from '../../platform/database/database.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { openBatchJudge, saveJudged } from './judge-batch.ts'
import { type LimitRule, type RollingWindow, rollingWindows, windowHours } from './rule.ts'
import type { SubjectKeys } from './subjects.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let merchant: bigint
const findMerchant = statement<{ id: bigint }>('test_any_merchant', 'select id from merchant limit 1')
// Not registered as a statement of the service, each of which can be prepared: this one cannot.
const forgetAll = {
  name: '',
  text: 'truncate limit_subject, limit_share, limit_hour, limit_counterparty, limit_name',
}
const giveBack = statement(
  'test_give_back_share',
  `with returned as (delete from limit_share where transfer_id = $1 returning key, at, amount_minor)
   update limit_hour h set count = h.count - 1, amount_minor = h.amount_minor - r.amount_minor
     from returned r where h.key = r.key and h.hour = floor(extract(epoch from r.at) / 3600)::integer`,
)

beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 2, name: 'test' })
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

type Sent = { document: number; number: number; name: number; fails: boolean }
type Accepted = Sent & { at: bigint; hasFailed: boolean }

const hour = 3_600_000
/** To each boundary of each window, a millisecond before and after it, and within an hour. */
const pause = fc.constantFrom(
  ...[0, 1, hour / 2, hour - 1, hour, hour + 1],
  ...rollingWindows.flatMap((window) => [-1, 0, 1].map((by) => windowHours[window] * hour + by)),
)
const sent = fc.record({
  document: fc.integer({ min: 1, max: 3 }),
  number: fc.integer({ min: 11, max: 12 }),
  // 0: the operator confirms no name.
  name: fc.integer({ min: 0, max: 2 }),
  fails: fc.boolean(),
})
const steps = fc.array(
  fc.record({ milliseconds: pause, sent: fc.array(sent, { minLength: 1, maxLength: 3 }) }),
  {
    minLength: 2,
    maxLength: 8,
  },
)
const rule = fc.record({
  kind: fc.constantFrom(
    ...([
      ['number', 'counterparties'],
      ['document', 'counterparties'],
      ['number', 'name_changes'],
      ['number', 'count'],
    ] as const),
  ),
  window: fc.constantFrom(...rollingWindows),
  most: fc.bigInt({ min: 0n, max: 2n }),
})

const keysOf = ({ document, number }: Sent): SubjectKeys => ({
  ...{ sender: BigInt(1_000 + document), beneficiary: BigInt(2_000 + number), number: BigInt(number) },
  ...{ document: BigInt(document), pair: BigInt(document * 100 + number) },
})

/** Remembers all transfers and changes, and counts them anew for each transfer. */
function plainModel(rules: readonly LimitRule[]) {
  const accepted: Accepted[] = []
  const names = new Map<number, number>()
  const changes: { number: number; at: bigint }[] = []
  const ms = (window: RollingWindow) => BigInt(windowHours[window] * hour)
  const reached = (each: LimitRule, sent: Sent, at: bigint): number => {
    if (each.measure === 'amount') return 0
    const isWithin = (one: { at: bigint }) => one.at > at - ms(each.window)
    const counted = accepted.filter((one) => !one.hasFailed && isWithin(one))
    if (each.measure === 'name_changes')
      return changes.filter((one) => one.number === sent.number && isWithin(one)).length
    if (each.measure === 'count') return counted.filter(({ number }) => number === sent.number).length + 1
    return each.subject === 'number'
      ? new Set([sent, ...counted].flatMap((one) => (one.number === sent.number ? [one.document] : []))).size
      : new Set([sent, ...counted].flatMap((one) => (one.document === sent.document ? [one.number] : [])))
          .size
  }
  return {
    accepted,
    isAccepted(sent: Sent, at: bigint): boolean {
      const last = names.get(sent.number)
      if (sent.name && last && last !== sent.name) changes.push({ number: sent.number, at })
      if (sent.name) names.set(sent.number, sent.name)
      if (rules.some((each) => reached(each, sent, at) > Number(each.most))) return false
      accepted.push({ ...sent, at, hasFailed: false })
      return true
    },
  }
}

test('counterparties and changes of names in each window are those of a plain model, at every boundary', async () => {
  const rules = fc.array(rule, { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(rules, steps, async (drawn, played) => {
      await db.rows(forgetAll)
      const applied = drawn.map(({ kind: [subject, measure], window, most }, n): LimitRule => {
        return { id: `rule-${n}`, subject, measure, window, most, outcome: 'refuse' }
      })
      const model = plainModel(applied)
      let now = Temporal.Instant.from('2026-11-02T09:17:00.123Z')
      for (const { milliseconds, sent: batch } of played) {
        now = now.add({ milliseconds })
        const at = BigInt(now.epochMilliseconds)
        const before = BigInt(model.accepted.length)
        const expected = batch.map((each) => model.isAccepted(each, at))
        expect(await judged(applied, batch, now, before)).toEqual(expected)
        for (const [id, each] of model.accepted.entries())
          if (each.fails && !each.hasFailed) {
            each.hasFailed = true
            await db.rows(giveBack, [id])
          }
      }
    }),
    { numRuns: 120 },
  )
})

/** What becomes of the transfers of a batch. @param firstId of the accepted ones. */
async function judged(
  rules: readonly LimitRule[],
  batch: readonly Sent[],
  now: Temporal.Instant,
  firstId: bigint,
): Promise<boolean[]> {
  const candidates = batch.map((each) => ({
    merchant: { id: merchant, environment: 'sandbox' as const },
    measured: {
      keys: keysOf(each),
      amount: 1n,
      name: each.name ? { key: BigInt(each.name), source: 'test', confirmedAt: now } : undefined,
    },
    request: { fields: { reference: 'R' } },
  }))
  return db.transaction(async (sql) => {
    const judge = await openBatchJudge(
      sql,
      candidates,
      { sandbox: { version: 1, rules }, production: undefined },
      now,
    )
    let id = firstId
    const rows = candidates.map((candidate) => {
      const judgement = judge.judge(candidate)
      const isAccepted = judgement.outcome !== 'refuse'
      judge.count(candidate, isAccepted)
      return { ...candidate, judgement, ...(isAccepted && { id: id++ }) }
    })
    await saveJudged(sql, rows, now)
    await judge.saveNames(sql)
    return rows.map((row) => row.id !== undefined)
  })
}
