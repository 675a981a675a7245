import { expect, test } from 'vitest'
import { money } from '../kernel/money.ts'
import { type CollectionTerms, isDebitOf, isWithinTerms } from './collector.ts'

test('only a debit of the same amount and currency is the one that we asked for', () => {
  const asked = money(2550n, 'USD')
  expect(isDebitOf(asked, money(2550n, 'USD'))).toBe(true)
  expect(isDebitOf(asked, money(2549n, 'USD'))).toBe(false)
  expect(isDebitOf(asked, money(2550n, 'CDF'))).toBe(false)
})

test('a protocol that reports no amount can only mean the one that we asked for', () => {
  expect(isDebitOf(money(2550n, 'USD'), undefined)).toBe(true)
})

test('an operator without decimals takes whole francs only, within its bounds', () => {
  const francs = (minor: bigint) => money(minor, 'CDF')
  const whole: CollectionTerms = {
    min: francs(500_00n),
    max: francs(1_000_000_00n),
    decimals: 0,
    isOpen: true,
    approvalHint: null,
  }
  expect(isWithinTerms(whole, francs(2_500_00n))).toBe(true)
  expect(isWithinTerms(whole, francs(2_500_50n))).toBe(false)
  expect(isWithinTerms({ ...whole, decimals: 2 }, francs(2_500_50n))).toBe(true)
  expect(isWithinTerms(whole, francs(499_00n))).toBe(false)
  expect(isWithinTerms(whole, francs(1_000_001_00n))).toBe(false)
})
