import { describe, expect, test } from 'vitest'
import { judge, missingFrom } from './judgement.ts'
import { snapshotCurrencies } from './rate-table.ts'

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

describe('beside the last good card', () => {
  test.each([3_960_000_000n, 3_240_000_000n])('a tenth up or down is believed: %s', (UGX) => {
    expect(judge(card, ratesWith({ UGX }))).toEqual({ kind: 'published' })
  })

  test.each(snapshotCurrencies)('a millionth more than a tenth is set aside: %s', (currency) => {
    const from = usual.get(currency) as bigint
    for (const to of [from + from / 10n + 1n, from - from / 10n - 1n]) {
      const judgement = judge(card, ratesWith({ [currency]: to }))
      expect(judgement).toEqual({ kind: 'quarantined', movedFrom: new Map([[currency, from]]) })
    }
  })

  test('rates that are not later are nothing new, whatever they say', () => {
    expect(judge(card, ratesWith({ UGX: 1n }, asOf))).toEqual({ kind: 'unchanged' })
    expect(judge(card, ratesWith({}, asOf.subtract({ hours: 1 })))).toEqual({ kind: 'unchanged' })
  })
})

describe('before there is any card', () => {
  test('rates of about the usual size are believed', () => {
    expect(judge(undefined, ratesWith({ CDF: 4_000_000_000n, EUR: 500_000n }))).toEqual({ kind: 'published' })
  })

  test('rates of another size are set aside', () => {
    const judgement = judge(undefined, ratesWith({ EUR: 86_000_000n, UGX: 3_600_000n }))
    expect(judgement).toMatchObject({ kind: 'quarantined' })
    expect(judgement.kind === 'quarantined' && [...judgement.movedFrom.keys()]).toEqual(['UGX', 'EUR'])
  })
})

test('a snapshot has the eight currencies of the card, euros and Canadian dollars', () => {
  const { rates } = ratesWith()
  expect(missingFrom(rates)).toEqual([])
  for (const currency of snapshotCurrencies) {
    const without = new Map([...rates].filter(([code]) => code !== currency))
    expect(missingFrom(without)).toEqual([currency])
  }
})
