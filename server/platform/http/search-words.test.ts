import { expect, test } from 'vitest'
import { searchWords } from './admin-search.ts'

const amountOf = (text: string) => searchWords(text).amount

test.each([
  ['12.50', 1250n],
  ['12,5', 1250n],
  ['12.50 USD', 1250n],
  ['usd 12', 1200n],
  ['007', 700n],
  ['999999999999.99', 99999999999999n],
])('an amount as people type it is recognized: %s', (text, minor) => {
  expect(amountOf(text)).toBe(minor)
})

test.each([
  ['5 000,00', 500000n],
  ['5\u202f000,00\u00a0CDF', 500000n],
  ['5\u00a0000,00', 500000n],
  ['5,000.00 CDF', 500000n],
  ['5,000.00\u00a0CDF', 500000n],
  ['5.000,00', 500000n],
  ["5'000.00", 500000n],
  ['1 234 567', 123456700n],
  ['1,234,567.5', 123456750n],
  ['5,000', 500000n],
])('an amount as pages display it is recognized: %j', (text, minor) => {
  expect(amountOf(text)).toBe(minor)
})

test.each(['5 00', '1,2,3', '12 345 6', '1 234,567.00', '1.2345', 'USD', '', '12 USD 5', '1234567890123'])(
  'text that is not written like an amount is not read as one: %j',
  (text) => {
    expect(amountOf(text)).toBeNull()
  },
)

test('a phone number is not read as an amount, nor an amount as a phone number', () => {
  expect(searchWords('+243 81 000 0001')).toMatchObject({ amount: null, phone: { lastEight: '10000001' } })
  expect(searchWords('5,000.00')).toMatchObject({ phone: null, amount: 500000n })
})
