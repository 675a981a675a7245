import { expect, test } from 'vitest'
import type { Overview } from '../api-types.ts'
import { yesterdayOf } from './yesterday.ts'

type Day = Overview['days'][number]
const day = (number: number, facts: Partial<Day> = {}): Day => ({
  day: `2026-11-${String(number).padStart(2, '0')}`,
  payments: 0,
  succeeded: 0,
  amounts: [],
  returned: [],
  transfers: 0,
  successful: 0,
  transfer_amount: 0,
  ...facts,
})
/** From the 16th to the 29th, which is today. */
const days = (facts: Record<number, Partial<Day>>) =>
  Array.from({ length: 14 }, (_, i) => day(16 + i, facts[16 + i]))

test('yesterday is compared with the same day of the week before', () => {
  const sold = {
    28: { payments: 20, succeeded: 14, amounts: [{ currency: 'USD', amount: '212.00' }] as Day['amounts'] },
    29: { succeeded: 5 },
    21: { succeeded: 11 },
  }
  expect(yesterdayOf(days(sold), 'sales')).toEqual({
    of: 'sales',
    day: '2026-11-28',
    count: 14,
    sums: [{ currency: 'USD', amount: '212.00' }],
    before: { day: '2026-11-21', count: 11 },
  })
})

test('a day without sales has no sums, and transfers are counted by themselves', () => {
  const facts = { 28: { successful: 3, transfer_amount: 41.5 }, 21: { succeeded: 2, successful: 1 } }
  expect(yesterdayOf(days(facts), 'sales')).toMatchObject({ count: 0, sums: [], before: { count: 2 } })
  expect(yesterdayOf(days(facts), 'transfers')).toMatchObject({
    count: 3,
    sums: [{ currency: 'USD', amount: '41.50' }],
    before: { count: 1 },
  })
})
