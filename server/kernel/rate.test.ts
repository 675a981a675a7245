import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { formatRate, parseRate } from './money.ts'

const rate = fc.bigInt({ min: 0n, max: 10n ** 15n })

describe('exchange rates', () => {
  test('a formatted rate parses back to the same rate', () => {
    fc.assert(fc.property(rate, (micros) => assert.equal(parseRate(formatRate(micros)), micros)))
  })

  test('a parsed rate is rounded half up to a millionth', () => {
    const digits = fc.stringMatching(/^[0-9]{1,9}$/)
    fc.assert(
      fc.property(digits, digits, (whole, fraction) => {
        const scale = 10n ** BigInt(fraction.length)
        const exact = BigInt(whole) * scale + BigInt(fraction)
        // Twice the distance, in units of the last place of the digits times a million.
        const twiceOff = 2n * ((parseRate(`${whole}.${fraction}`) as bigint) * scale - exact * 1_000_000n)
        assert.ok(twiceOff > -scale && twiceOff <= scale)
      }),
    )
  })

  test.each([
    ['3600', 3_600_000_000n],
    ['0.86', 860_000n],
    ['129.200000', 129_200_000n],
    ['0.0000005', 1n],
    ['0.00000049', 0n],
    ['1.9999995', 2_000_000n],
    ['0.1234564999999', 123_456n],
  ])('a rate is parsed digit by digit: %s', (text, micros) => assert.equal(parseRate(text), micros))

  test.each(['', '-1', '1,5', '1e3', '.5', '5.', ' 1', 'NaN', '9'.repeat(30)])(
    '%j is not a valid rate',
    (text) => assert.equal(parseRate(text), undefined),
  )

  test.each([
    [3_600_000_000n, '3600'],
    [860_000n, '0.86'],
    [1n, '0.000001'],
    [0n, '0'],
  ])('a rate is formatted without trailing zeros: %s', (micros, text) =>
    assert.equal(formatRate(micros), text),
  )
})
