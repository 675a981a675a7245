import { expect, test } from 'vitest'
import { keptOf } from './kept.ts'

const usd = (amount: string) => ({ currency: 'USD', amount })
const cdf = (amount: string) => ({ currency: 'CDF', amount })

test('what went back is taken off the collected sum of its currency, to the cent', () => {
  expect(keptOf([usd('11189.95'), cdf('5000.00')], [usd('2655.65')])).toEqual([
    usd('8534.30'),
    cdf('5000.00'),
  ])
  expect(keptOf([usd('0.30'), cdf('5000.00')], [cdf('5000.00'), usd('0.10')])).toEqual([
    usd('0.20'),
    cdf('0.00'),
  ])
})
