import { expect, test } from 'vitest'
import { type CountRow, figuresOf } from './figures.ts'

test('payments refunded in full or voided are collected, and named as given back', () => {
  const row = (status: string, amount: bigint, kind = 'USD'): CountRow => ({
    list: 'payment',
    day: '2026-11-21',
    status,
    kind,
    count: 1n,
    amount,
  })
  const { today } = figuresOf(
    ['2026-11-21'],
    [
      row('SUCCESS', 1000n),
      row('PARTIALLY_REFUNDED', 2000n),
      row('REFUNDED', 400n),
      row('VOIDED', 50n),
      row('FAILED', 7n),
      row('PENDING', 8n, 'CDF'),
    ],
  )
  expect(today.payments.amounts).toEqual([{ currency: 'USD', amount: '34.50' }])
  expect(today.payments.returned).toEqual([{ currency: 'USD', amount: '4.50' }])
})
