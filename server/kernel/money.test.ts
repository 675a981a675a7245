import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import {
  add,
  formatBasisPoints,
  formatMoney,
  minorDigits,
  money,
  parseMoney,
  parseWrittenMoney,
  share,
  subtract,
} from './money.ts'

const currency = fc.constantFrom(...(Object.keys(minorDigits) as (keyof typeof minorDigits)[]))
const minor = fc.bigInt({ min: 0n, max: 10n ** 15n })

describe('money', () => {
  test('formatted money parses back to the same money', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        assert.deepEqual(parseMoney(formatMoney(money(amount, code)), code), money(amount, code))
      }),
    )
  })

  test('padding money to more places never changes its value', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        assert.deepEqual(parseMoney(formatMoney(money(amount, code), 4), code), money(amount, code))
      }),
    )
  })

  test.each([
    ['12.5', 1250n],
    ['0.01', 1n],
    ['10.10', 1010n],
    ['7', 700n],
    ['1.000', 100n],
  ])('%s USD is %s cents', (text, cents) => {
    assert.equal(parseMoney(text, 'USD')?.minor, cents)
  })

  test.each(['1.005', '-1', '+1', '01', '1.', '.5', '1e2', '1,00', ' 1', '١', '', 'NaN', '0x10'])(
    '%j is not a valid amount of dollars',
    (text) => {
      assert.equal(parseMoney(text, 'USD'), undefined)
    },
  )

  test.each(['850.000', '1.500', '2.5000', '0.100'])('%s is not an amount that a person wrote', (text) => {
    assert.equal(parseWrittenMoney(text, 'CDF'), undefined)
    assert.notEqual(parseWrittenMoney(text.slice(0, text.indexOf('.') + 3), 'CDF'), undefined)
  })

  test('a currency without minor units accepts no decimals', () => {
    assert.equal(parseMoney('10.5', 'UGX'), undefined)
    assert.equal(formatMoney(money(10n, 'UGX')), '10')
  })

  test('a negative amount is formatted with its sign', () => {
    assert.equal(formatMoney(money(-5n, 'USD')), '-0.05')
  })

  test('a share of an amount is the exact product rounded half up', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        const exact = amount * BigInt(basisPoints)
        const rounded = share(money(amount, 'USD'), basisPoints).minor
        const twice = 2n * (exact - rounded * 10_000n)
        assert.ok(twice >= -10_000n && twice < 10_000n)
      }),
    )
    assert.equal(share(money(10n, 'USD'), 500).minor, 1n)
  })

  test('adding and subtracting an amount restores the original', () => {
    fc.assert(
      fc.property(minor, minor, (a, b) => {
        assert.equal(subtract(add(money(a, 'CDF'), money(b, 'CDF')), money(b, 'CDF')).minor, a)
      }),
    )
  })

  test('amounts of different currencies cannot be added, even if the types were widened', () => {
    const dollars = money(1n, 'USD') as ReturnType<typeof money>
    assert.throws(() => add(dollars, money(1n, 'CDF') as typeof dollars))
  })

  test('basis points are formatted as a percentage', () => {
    assert.equal(formatBasisPoints(350), '3.50')
    assert.equal(formatBasisPoints(5), '0.05')
  })
})
