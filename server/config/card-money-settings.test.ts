// How the settings of card money are written.
import { expect, test } from 'vitest'
import { currencySums, payoutFees } from './card-money-settings.ts'

test('sums per currency are read in minor units', () => {
  expect(currencySums.parse('USD=1000, CDF=2500000')).toEqual({ USD: 100_000n, CDF: 250_000_000n })
})

test('payout fees are read by type of destination and currency', () => {
  expect(payoutFees.parse('wallet:USD=0.50,bank:CDF=1000')).toEqual({
    wallet: { USD: 50n },
    bank: { CDF: 100_000n },
  })
})

test.each(['EUR=1', 'USD', 'USD=1.005', 'USD=-1', 'wallet:USD=1', ''])('%j is no list of sums', (text) => {
  expect(currencySums.safeParse(text).success).toBe(false)
})

test.each(['USD=1', 'cash:USD=1', 'wallet:USD=x', ''])('%j is no list of payout fees', (text) => {
  expect(payoutFees.safeParse(text).success).toBe(false)
})
