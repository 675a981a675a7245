import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { money } from '../../kernel/money.ts'
import type { ReportLine } from '../gateway/gateway.ts'
import { compareLines, type OurLine } from './reconcile.ts'

const at = Temporal.Instant.from('2026-11-20T12:00:00Z')

const pair = fc.record({
  type: fc.constantFrom('charge' as const, 'refund' as const),
  minor: fc.bigInt({ min: 1n, max: 999_999_999_999n }),
  currency: fc.constantFrom('USD' as const, 'CDF' as const),
  theirStatus: fc.constantFrom('SUCCEEDED', 'PENDING', 'TRANSMITTED'),
  named: fc.boolean(),
})
const plants = [
  'none',
  'missing_here',
  'missing_there',
  'amount_here',
  'amount_there',
  'currency',
  'stands_only_there',
  'stands_only_here',
  'open_here',
  'in_flight_here',
  'reported_twice',
  'type',
] as const
const planted = fc.tuple(pair, fc.constantFrom(...plants))

type Line = typeof pair extends fc.Arbitrary<infer Value> ? Value : never
type Plant = (typeof plants)[number]
type Made = { ours: OurLine[]; theirs: ReportLine[] }

/** Creates one line in both books, then applies the planted difference. */
function make([line, plant]: [Line, Plant], i: number): Made {
  const { type, minor, currency, theirStatus, named } = line
  const theirs: ReportLine = {
    id: `p-${i}`,
    code: `LKT-${i}`,
    type,
    amount: money(minor, currency),
    status: theirStatus,
  }
  const status = type === 'charge' ? 'CHARGED' : 'REFUNDED'
  const ours: OurLine = { ...theirs, id: named ? theirs.id : '', status, at }
  const other = { amount: money(minor + 1n, currency) }
  switch (plant) {
    case 'none':
      return { ours: [ours], theirs: [theirs] }
    case 'missing_here':
      return { ours: [], theirs: [theirs] }
    case 'missing_there':
      return { ours: [ours], theirs: [] }
    case 'amount_here':
      return { ours: [{ ...ours, ...other }], theirs: [theirs] }
    case 'amount_there':
      return { ours: [ours], theirs: [{ ...theirs, ...other }] }
    case 'currency':
      return {
        ours: [{ ...ours, amount: money(minor, currency === 'USD' ? 'CDF' : 'USD') }],
        theirs: [theirs],
      }
    case 'stands_only_there':
      return { ours: [{ ...ours, status: 'UNDONE' }], theirs: [theirs] }
    case 'stands_only_here':
      return { ours: [ours], theirs: [{ ...theirs, status: 'VOIDED' }] }
    case 'open_here':
      return { ours: [{ ...ours, status: 'PENDING' }], theirs: [theirs] }
    case 'in_flight_here':
      return { ours: [{ ...ours, status: 'IN_FLIGHT' }], theirs: [theirs] }
    case 'reported_twice':
      return { ours: [ours], theirs: [theirs, theirs] }
    case 'type':
      return { ours: [{ ...ours, type: type === 'charge' ? 'refund' : 'charge' }], theirs: [theirs] }
  }
}

const expected: Record<(typeof plants)[number], Partial<Record<string, number>>> = {
  none: { matched: 1 },
  missing_here: { missingHere: 1 },
  missing_there: { missingThere: 1 },
  amount_here: { amountDiffers: 1 },
  amount_there: { amountDiffers: 1 },
  currency: { amountDiffers: 1 },
  stands_only_there: { statusDiffers: 1 },
  stands_only_here: { statusDiffers: 1 },
  open_here: { statusDiffers: 1 },
  in_flight_here: {},
  reported_twice: { matched: 1, missingHere: 1 },
  type: { missingHere: 1, missingThere: 1 },
}

function booksOf(made: Made[]) {
  return { ours: made.flatMap(({ ours }) => ours), theirs: made.flatMap(({ theirs }) => theirs) }
}

function counted({ matched, ...lists }: ReturnType<typeof compareLines>) {
  return {
    matched,
    ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length])),
  } as Record<string, number>
}

describe('reconciling a day with the gateway [C7]', () => {
  test('reconciliation finds exactly the planted differences, in any order', () => {
    fc.assert(
      fc.property(fc.array(planted, { maxLength: 60 }), fc.infiniteStream(fc.nat()), (lines, dice) => {
        const { ours, theirs } = booksOf(lines.map(make))
        const shuffled = <Line>(list: Line[]) =>
          list
            .map((line) => [dice.next().value as number, line] as const)
            .sort(([a], [b]) => a - b)
            .map(([, line]) => line)
        const wanted: Record<string, number> = {
          matched: 0,
          missingHere: 0,
          missingThere: 0,
          amountDiffers: 0,
          statusDiffers: 0,
        }
        for (const [, plant] of lines)
          for (const [list, count] of Object.entries(expected[plant])) wanted[list]! += count!
        expect(counted(compareLines(shuffled(ours), shuffled(theirs)))).toEqual(wanted)
      }),
    )
  })

  test('swapping the books swaps what is missing on each side', () => {
    const line = fc.record({ id: fc.nat({ max: 30 }).map(String), type: fc.constant('charge' as const) })
    fc.assert(
      fc.property(
        fc.uniqueArray(line, { selector: ({ id }) => id }),
        fc.uniqueArray(line, { selector: ({ id }) => id }),
        (here, there) => {
          const ourOwn = (lines: typeof here): OurLine[] =>
            lines.map((each) => ({ ...each, code: each.id, amount: money(1n, 'USD'), status: 'CHARGED', at }))
          const reported = (lines: typeof here): ReportLine[] =>
            lines.map((each) => ({ ...each, code: each.id, amount: money(1n, 'USD'), status: 'SUCCEEDED' }))
          const ids = (lines: { id: string }[]) => lines.map(({ id }) => id).sort()
          const forth = compareLines(ourOwn(here), reported(there))
          const back = compareLines(ourOwn(there), reported(here))
          expect(ids(forth.missingHere)).toEqual(ids(back.missingThere))
          expect(ids(forth.missingThere)).toEqual(ids(back.missingHere))
          expect(forth.matched).toBe(back.matched)
        },
      ),
    )
  })

  test.each(['UNDONE', 'VOIDED', 'DECLINED', 'PENDING', 'IN_FLIGHT'] as const)(
    'a charge that is %s here and absent from the report is not a difference',
    (status) => {
      const line: OurLine = { id: 'p-1', code: 'LKT-1', type: 'charge', amount: money(1n, 'USD'), status, at }
      expect(counted(compareLines([line], []))).toEqual(counted(compareLines([], [])))
    },
  )

  test('a charge voided on both sides matches regardless of its remaining amount', () => {
    const line: OurLine = {
      id: 'p-1',
      code: 'LKT-1',
      type: 'charge',
      amount: money(1n, 'USD'),
      status: 'VOIDED',
      at,
    }
    expect(compareLines([line], [{ ...line, amount: money(0n, 'USD'), status: 'VOIDED' }]).matched).toBe(1)
  })

  test('a report line whose id we know is never paired by code with a line without id', () => {
    const line: OurLine = {
      id: 'p-1',
      code: 'LKT-1',
      type: 'charge',
      amount: money(5n, 'USD'),
      status: 'CHARGED',
      at,
    }
    const nameless: OurLine = { ...line, id: '', status: 'DECLINED' }
    const { at: _, ...there } = { ...line, status: 'SUCCEEDED' }
    expect(counted(compareLines([nameless, line], [there]))).toMatchObject({ matched: 1, statusDiffers: 0 })
    const second = { ...there, id: 'p-2' }
    expect(
      compareLines([nameless, line], [second, there]).statusDiffers.map(({ theirs }) => theirs.id),
    ).toEqual(['p-2'])
  })
})
