import { describe, expect, test } from 'vitest'
import { snapshotCurrencies } from './rate-table.ts'
import { judge, missingFrom } from './refresh.ts'

const asOf = Temporal.Instant.from('2026-11-21T06:00:00Z')
const usual = new Map([
  ['UGX', 3_600_000_000n],
  ['NGN', 1_450_000_000n],
  ['KES', 129_200_000n],
  ['TZS', 2_490_000_000n],
  ['RWF', 1_455_000_000n],
  ['ZAR', 16_800_000n],
  ['GHS', 11_200_000n],
  ['CDF', 2_250_000_000n],
  ['EUR', 860_000n],
  ['CAD', 1_380_000n],
])
const card = { id: 1n, asOf, source: 'x', rates: usual }
const later = asOf.add({ hours: 6 })
const ratesWith = (changes: Record<string, bigint> = {}, at = later) => ({
  asOf: at,
  rates: new Map([...usual, ...Object.entries(changes)]),
})

describe('compared with the last published rates', () => {
  test.each([3_960_000_000n, 3_240_000_000n])('a move of exactly 10% is published: %s', (UGX) => {
    expect(judge(card, ratesWith({ UGX }))).toEqual({ kind: 'published' })
  })

  test.each(snapshotCurrencies)('a move of slightly more than 10% is quarantined: %s', (currency) => {
    const from = usual.get(currency) as bigint
    for (const to of [from + from / 10n + 1n, from - from / 10n - 1n]) {
      const judgement = judge(card, ratesWith({ [currency]: to }))
      expect(judgement).toEqual({ kind: 'quarantined', movedFrom: new Map([[currency, from]]) })
    }
  })

  test('rates that are not newer than the table are ignored, whatever their values', () => {
    expect(judge(card, ratesWith({ UGX: 1n }, asOf))).toEqual({ kind: 'unchanged' })
    expect(judge(card, ratesWith({}, asOf.subtract({ hours: 1 })))).toEqual({ kind: 'unchanged' })
  })
})

describe('before any rates are published', () => {
  test('the first rates are published when they are within a factor of two of the usual ones', () => {
    expect(judge(undefined, ratesWith({ CDF: 4_000_000_000n, EUR: 500_000n }))).toEqual({ kind: 'published' })
  })

  test('the first rates are quarantined when they are far from the usual ones', () => {
    const judgement = judge(undefined, ratesWith({ EUR: 86_000_000n, UGX: 3_600_000n }))
    expect(judgement).toMatchObject({ kind: 'quarantined' })
    expect(judgement.kind === 'quarantined' && [...judgement.movedFrom.keys()]).toEqual(['UGX', 'EUR'])
  })
})

test('a snapshot needs the eight published currencies, EUR and CAD', () => {
  const { rates } = ratesWith()
  expect(missingFrom(rates)).toEqual([])
  for (const currency of snapshotCurrencies) {
    const without = new Map([...rates].filter(([code]) => code !== currency))
    expect(missingFrom(without)).toEqual([currency])
  }
})
