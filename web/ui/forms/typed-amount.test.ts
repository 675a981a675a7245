import assert from 'node:assert/strict'
import { test } from 'vitest'
import { amountOf } from './typed-amount.ts'

test('an amount is read with a comma or a point, and with spaces between thousands', () => {
  for (const [typed, amount] of [
    ['25', 25],
    ['25,50', 25.5],
    ['1 025.5', 1025.5],
    ['1\u202f025,05', 1025.05],
  ])
    assert.equal(amountOf(String(typed)), amount, String(typed))
})

test('a text that is not a positive amount of two decimals is not read as an amount', () => {
  for (const typed of ['', '0', '0,00', '-1', '1.234', '1,2,3', '1e3', 'abc', '12345678901'])
    assert.equal(amountOf(typed), undefined, typed)
})
