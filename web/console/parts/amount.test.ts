import { expect, test } from 'vitest'
import { amountOf } from './amount.ts'

test.each([
  ['25,50', 25.5],
  ['1 025.5', 1025.5],
  ['1\u202f025,50', 1025.5],
  ['−12,5', -12.5],
  ['-3', -3],
  ['0', undefined],
  ['', undefined],
  ['1.234', undefined],
  ['1,000.00', undefined],
  ['ten', undefined],
])('an admin who types %j enters the amount %j', (typed, amount) => {
  expect(amountOf(typed)).toBe(amount)
})
