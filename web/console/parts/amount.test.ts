import { expect, test } from 'vitest'
import { amountOf, limitOf } from './amount.ts'

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

test.each([
  ['0', '0'],
  ['250,5', '250.5'],
  ['1\u202f000,00', '1000.00'],
  ['-1', undefined],
  ['1.500', undefined],
  ['', undefined],
])('an admin who types %j sets the limit %j', (typed, limit) => {
  expect(limitOf(typed)).toBe(limit)
})
