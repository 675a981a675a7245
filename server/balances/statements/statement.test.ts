// Statements of any movements, read from the database: opening + lines = closing, and periods follow each other.

import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrongCounts } from '../../../test/support/database/day-counts.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { newId } from '../../kernel/id.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { type Currency, money } from '../../kernel/money.ts'
import { type Entry, type Posting, postAll } from '../../ledger/post.ts'
import { addUpCounts } from '../../platform/database/day-count.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { statementMonths } from './api.ts'
import { monthOf, type Period, periodOf } from './period.ts'
import { type Line, linesOf, readStatement } from './statement.ts'

let world: World
beforeAll(async () => {
  // No worker runs: the counters are added up by the test.
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

const start = Temporal.Instant.from('2026-01-30T00:00:00Z')
const days = 40
const later = start.add({ hours: 24 * (days + 40) })

type Moved = { at: number; gross: number; fee: number; currency: LocalCurrency }
/** Seconds at the edges of days are as likely as any. */
const second = fc.oneof(
  fc.integer({ min: 0, max: days * 86_400 - 1 }),
  fc
    .tuple(fc.integer({ min: 1, max: days - 1 }), fc.constantFrom(-1, 0))
    .map(([day, off]) => day * 86_400 + off),
)
const movement = fc.record<Moved>({
  at: second,
  gross: fc.integer({ min: -5_000, max: 5_000 }).filter((gross) => gross !== 0),
  fee: fc.integer({ min: 0, max: 300 }),
  currency: fc.constantFrom('USD', 'CDF'),
})

async function newOwner(): Promise<ListOwner> {
  const { merchant_code } = await world.register()
  const [row] = await world.db.rows<{ id: bigint }>(
    { name: '', text: 'select id from merchant where merchant_code = $1' },
    [merchant_code],
  )
  return { merchantId: row!.id, environment: 'sandbox' }
}

/** A posting that changes the pending balance by the gross less the fee. */
function posting(merchantId: bigint, { at, gross, fee, currency }: Moved): Posting {
  const entry = (account: Entry['account'], minor: number): Entry[] => {
    const amount = money(BigInt(Math.abs(minor)), currency)
    const owner = account === 'merchant_payable' ? { merchantId } : {}
    return minor === 0 ? [] : [{ account, ...owner, side: minor > 0 ? 'credit' : 'debit', amount }]
  }
  return {
    key: `adjustment:${newId()}`,
    environment: 'sandbox',
    now: start.add({ seconds: at }),
    entries: [
      ...entry('gateway_receivable', -gross),
      ...entry('service_commission', fee),
      ...entry('merchant_payable', gross - fee),
    ],
  }
}

async function post(owner: ListOwner, moved: readonly Moved[]): Promise<void> {
  const postings = moved.map((each) => posting(owner.merchantId, each))
  await world.system.db.transaction((sql) => postAll(sql, postings))
}

async function read(owner: ListOwner, currency: Currency, period: Period, now = later) {
  const statement = await readStatement(world.db, owner, { currency, period, now })
  const lines: Line[] = []
  for await (const piece of linesOf(world.db, statement)) lines.push(...piece)
  return { ...statement, lines }
}

const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n)
const lastDay = start
  .toZonedDateTimeISO('UTC')
  .toPlainDate()
  .add({ days: days - 1 })

test('statements of consecutive days chain, months are the sum of their days, for any movements', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement, { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      async (moved, added) => {
        const owner = await newOwner()
        await post(owner, moved)
        if (added) await addUpCounts(world.db)
        for (const currency of ['USD', 'CDF'] as const) {
          const wanted = moved.filter((each) => each.currency === currency && each.gross !== each.fee)
          const ofMonth = new Map<string, Awaited<ReturnType<typeof read>>[]>()
          let closing = 0n
          const seen: Line[] = []
          for (
            let day = periodOf('2026-01-30') as Period;
            Temporal.PlainDate.compare(day.first, lastDay) <= 0;
          ) {
            const statement = await read(owner, currency, day)
            expect(statement.isFinal).toBe(true)
            expect(statement.opening).toBe(closing)
            expect(sum(statement.lines.map(({ net_minor }) => net_minor))).toBe(
              statement.closing - statement.opening,
            )
            closing = statement.closing
            seen.push(...statement.lines)
            const month = monthOf(day.first).name
            ofMonth.set(month, [...(ofMonth.get(month) ?? []), statement])
            day = periodOf(day.next.toString()) as Period
          }
          expect(seen.map(({ net_minor }) => net_minor).length).toBe(wanted.length)
          expect(closing).toBe(sum(wanted.map(({ gross, fee }) => BigInt(gross - fee))))
          for (const [name, each] of ofMonth) {
            const month = await read(owner, currency, periodOf(name) as Period)
            expect(month.opening).toBe(each[0]!.opening)
            expect(month.closing).toBe(each.at(-1)!.closing)
            expect(month.lines).toEqual(each.flatMap(({ lines }) => lines))
            for (const field of ['amount', 'fee', 'net', 'count'] as const)
              expect(sum(month.totals.map((total) => total[field]))).toBe(
                sum(each.flatMap(({ totals }) => totals.map((total) => total[field]))),
              )
          }
        }
      },
    ),
    { numRuns: 12 },
  )
  assert.deepEqual(await wrongCounts(world.db), [])
})

test('the months of a merchant chain and have the sums of their movements by type', async () => {
  const owner = await newOwner()
  const other = await newOwner()
  const usd = { currency: 'USD' as const }
  await post(other, [{ at: 5, gross: 900, fee: 90, ...usd }])
  await post(owner, [
    { at: 5, gross: 1_000, fee: 35, ...usd },
    // March; nothing moved in February.
    { at: 31 * 86_400, gross: 2_000, fee: 70, ...usd },
    { at: 31 * 86_400, gross: -500, fee: 0, ...usd },
  ])
  const now = Temporal.Instant.from('2026-03-20T00:00:00Z')
  const usual = { currency: 'USD', final: true }
  const total = { type: 'adjustment', transactions: 1 }
  expect(await statementMonths(world.db, owner, now)).toEqual({
    months: [
      {
        ...usual,
        period: '2026-03',
        final: false,
        transactions: 2,
        opening: '9.65',
        totals: [{ ...total, transactions: 2, amount: '15.00', fee: '0.70', net: '14.30' }],
        fees: '0.70',
        closing: '23.95',
      },
      {
        ...usual,
        period: '2026-02',
        transactions: 0,
        opening: '9.65',
        totals: [],
        fees: '0.00',
        closing: '9.65',
      },
      {
        ...usual,
        period: '2026-01',
        transactions: 1,
        opening: '0.00',
        totals: [{ ...total, amount: '10.00', fee: '0.35', net: '9.65' }],
        fees: '0.35',
        closing: '9.65',
      },
    ],
  })
})

test('a statement of a running day contains what happened until seconds ago, and is provisional', async () => {
  const owner = await newOwner()
  const usd = { gross: 1_000, fee: 35, currency: 'USD' as const }
  // What another merchant is paid later on that day changes nothing.
  await post(await newOwner(), [{ at: 3_600, ...usd }])
  await post(owner, [
    { at: 60, ...usd },
    { at: 120, ...usd },
    { at: 180, ...usd },
  ])
  const day = periodOf('2026-01-30') as Period
  const at = (seconds: number) => read(owner, 'USD', day, start.add({ seconds }))
  const counts = async (seconds: number) => {
    const { lines, count, closing, isFinal } = await at(seconds)
    return [lines.length, count, closing, isFinal]
  }
  expect(await counts(61)).toEqual([0, 0n, 0n, false])
  expect(await counts(66)).toEqual([1, 1n, 965n, false])
  expect(await counts(180)).toEqual([2, 2n, 1_930n, false])
  expect(await counts(86_400 + 14 * 60)).toEqual([3, 3n, 2_895n, false])
  expect(await counts(86_400 + 15 * 60)).toEqual([3, 3n, 2_895n, true])
})

test('a statement whose lines do not lead to its closing balance is never completed', async () => {
  const owner = await newOwner()
  await post(owner, [{ at: 60, gross: 1_000, fee: 35, currency: 'USD' }])
  const statement = await readStatement(world.db, owner, {
    currency: 'USD',
    period: periodOf('2026-01-30') as Period,
    now: later,
  })
  const drain = async (wrong: Partial<typeof statement>) => {
    for await (const _ of linesOf(world.db, { ...statement, ...wrong }));
  }
  await drain({})
  await assert.rejects(drain({ closing: 964n }), /does not add up/)
  await assert.rejects(drain({ count: 2n }), /does not add up/)
})

test.each(['2026-13', '2026-00', '2026-02-30', '2026-1', '2026', '', '2026-11-22T00', '1999-01', '9999-12'])(
  'a period written as "%s" is not one',
  (name) => {
    expect(periodOf(name)).toBeUndefined()
  },
)
