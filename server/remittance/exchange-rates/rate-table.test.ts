import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Sql } from '../../platform/database/database.ts'
import { convert, isFresh, nextSlot, openRateCache, slotOf } from './rate-table.ts'

const at = (text: string) => Temporal.Instant.from(text)

describe('conversion', () => {
  const hundredths = fc.bigInt({ min: 0n, max: 10n ** 14n })
  const rate = fc.bigInt({ min: 1n, max: 10n ** 12n })
  const cents = (amount: bigint, micros: bigint) =>
    convert({ hundredths: amount, currency: 'UGX', rateTable: { rates: new Map([['UGX', micros]]) } })

  test('a conversion gives the whole cents the amount is worth and never one more [R4.1]', () => {
    fc.assert(
      fc.property(hundredths, rate, (amount, micros) => {
        const worth = cents(amount, micros)
        // In millionths of a hundredth of the currency: the cost of these cents, and of one more.
        assert.ok(worth * micros <= amount * 1_000_000n)
        assert.ok((worth + 1n) * micros > amount * 1_000_000n)
      }),
    )
  })

  test('converting two parts gives at most a cent less than the whole and never more', () => {
    fc.assert(
      fc.property(hundredths, hundredths, rate, (one, other, micros) => {
        const lost = cents(one + other, micros) - cents(one, micros) - cents(other, micros)
        assert.ok(lost === 0n || lost === 1n)
      }),
    )
  })

  test('a larger amount never converts to less, and a higher rate never to more', () => {
    fc.assert(
      fc.property(hundredths, hundredths, rate, rate, (a, b, r, s) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        const [low, high] = r < s ? [r, s] : [s, r]
        assert.ok(cents(less, r) <= cents(more, r))
        assert.ok(cents(a, high) <= cents(a, low))
      }),
    )
  })

  test('dollars are not converted and need no rate table', () => {
    fc.assert(
      fc.property(hundredths, (amount) =>
        assert.equal(convert({ hundredths: amount, currency: 'USD' }), amount),
      ),
    )
  })

  test.each([
    ['3600.00 UGX at 3600 is 1.00 USD', 360_000n, 3_600_000_000n, 100n],
    ['3599.99 UGX at 3600 is 0.99 USD', 359_999n, 3_600_000_000n, 99n],
    ['0.01 UGX at 3600 is nothing', 1n, 3_600_000_000n, 0n],
    ['100.00 EUR at 0.86 is 116.27 USD', 10_000n, 860_000n, 11_627n],
    ['1.00 at 0.000001 is a million USD', 100n, 1n, 100_000_000n],
  ])('conversion example: %s', (_name, amount, micros, worth) => expect(cents(amount, micros)).toBe(worth))

  test('a conversion without a rate or of a negative amount throws', () => {
    const rateTable = { rates: new Map([['UGX', 1n]]) }
    expect(() => convert({ hundredths: 1n, currency: 'NGN', rateTable })).toThrow('no rate for NGN')
    expect(() => convert({ hundredths: 1n, currency: 'UGX' })).toThrow('no rate for UGX')
    expect(() => convert({ hundredths: -1n, currency: 'USD' })).toThrow()
  })
})

describe('slots', () => {
  test.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T06:00:00Z', '2026-11-21T12:00:00Z'],
    ['2026-11-21T06:00:00Z', '2026-11-21T06:00:00Z', '2026-11-21T12:00:00Z'],
    ['2026-11-21T05:59:59.999Z', '2026-11-21T00:00:00Z', '2026-11-21T06:00:00Z'],
    ['2026-12-31T23:59:59Z', '2026-12-31T18:00:00Z', '2027-01-01T00:00:00Z'],
  ])(
    'rates are due at 00:00, 06:00, 12:00 and 18:00 UTC: at %s since %s, next %s [R4.8]',
    (now, last, next) => {
      expect(String(slotOf(at(now)))).toBe(last)
      expect(String(nextSlot(at(now)))).toBe(next)
    },
  )
})

describe('the rate table', () => {
  const rateTable = { id: 1n, asOf: at('2026-11-21T00:00:00Z'), source: 'x', rates: new Map() }

  test('a rate table is fresh for exactly twelve hours from the time of its provider', () => {
    expect(isFresh(rateTable, at('2026-11-21T12:00:00Z'))).toBe(true)
    expect(isFresh(rateTable, at('2026-11-21T12:00:00.000000001Z'))).toBe(false)
  })
})

describe('the rate table cache', () => {
  const row = (id: bigint) => ({
    id,
    source: 'x',
    as_of: at('2026-11-21T06:00:00Z'),
    rates: { UGX: '3600.5' },
  })
  function cacheOn(responses: (() => unknown[])[]) {
    let [reads, now] = [0, 0]
    const sql = { rows: async () => (responses[reads++] as () => unknown[])() } as unknown as Sql
    const rateTable = openRateCache(sql, () => now)
    return { rateTable, reads: () => reads, pass: (ms: number) => (now += ms) }
  }

  test('the rate cache reads once for all calls within a second, then again', async () => {
    const { rateTable, reads, pass } = cacheOn([() => [row(1n)], () => [row(2n)]])
    const [one, other] = await Promise.all([rateTable(), rateTable()])
    expect([one?.id, other?.id]).toEqual([1n, 1n])
    expect(one?.rates.get('UGX')).toBe(3_600_500_000n)
    pass(999)
    expect((await rateTable())?.id).toBe(1n)
    pass(1)
    expect((await rateTable())?.id).toBe(2n)
    expect(reads()).toBe(2)
  })

  test('the rate cache does not cache a failed read', async () => {
    const fail = () => {
      throw new Error('gone')
    }
    const { rateTable } = cacheOn([fail, () => [row(1n)]])
    await expect(rateTable()).rejects.toThrow('gone')
    expect((await rateTable())?.id).toBe(1n)
  })
})
