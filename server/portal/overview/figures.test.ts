import { expect, test } from 'vitest'
import { type CountRow, figuresOf } from './figures.ts'

test('payments refunded or voided are collected, and what was given back is named', () => {
  const row = (status: string, amount: bigint, kind = 'USD'): CountRow => ({
    list: 'payment',
    day: '2026-11-21',
    status,
    kind,
    count: 1n,
    amount,
  })
  const { today, days } = figuresOf(
    ['2026-11-21'],
    [
      row('SUCCESS', 1000n),
      row('PARTIALLY_REFUNDED', 2000n),
      { ...row('PARTIALLY_REFUNDED', 75n), list: 'refunded_part' },
      row('REFUNDED', 400n),
      row('VOIDED', 50n),
      row('FAILED', 7n),
      row('PENDING', 8n, 'CDF'),
    ],
  )
  expect(today.payments.amounts).toEqual([{ currency: 'USD', amount: '34.50' }])
  expect(today.payments.returned).toEqual([{ currency: 'USD', amount: '5.25' }])
  expect(days[0]?.returned).toEqual(today.payments.returned)
})
