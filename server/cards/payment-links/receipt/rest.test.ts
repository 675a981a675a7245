// What the receipt of a part says of the rest.
import { expect, test } from 'vitest'
import { restOf } from './rest.ts'

const link = {
  ...{ code: 'K7PQ2M4XW9ZB', kind: 'parts', status: 'ACTIVE', currency: 'USD', time_zone: 'Africa/Kinshasa' },
  ...{ expires_at: Temporal.Instant.from('2027-12-31T00:00:00Z'), amount_minor: 30_000n, paid_minor: 5_000n },
  schedule: [
    { due_on: '2026-11-15', amount_minor: 10_000 },
    { due_on: '2026-12-01', amount_minor: 10_000 },
    { due_on: '2027-02-15', amount_minor: 10_000 },
  ],
} as const
type Changes = Partial<Record<keyof typeof link, unknown>>
const rest = (changes: Changes, language: 'fr' | 'en' = 'en') =>
  restOf({ ...link, ...changes } as never, {
    ...{ now: Temporal.Instant.from('2026-12-02T12:00:00Z'), baseUrl: 'https://pay.example', language },
  })

test('the receipt of a part says what is left and all that is overdue, and leads to the link', () => {
  expect(rest({})).toEqual({
    rows: [
      ['Left to pay', '250.00\u00a0USD'],
      ['Payment overdue', '150.00\u00a0USD since 15 November 2026'],
    ],
    ...{ url: 'https://pay.example/pl/K7PQ2M4XW9ZB?lang=en', label: 'Make another payment' },
  })
  expect(rest({ paid_minor: 20_000n }, 'fr')?.rows[1]).toEqual([
    'Prochaine échéance',
    '100,00\u00a0USD au plus tard le 15 février 2027',
  ])
  expect(rest({ schedule: [] })?.rows).toHaveLength(1)
})

test('a receipt leads to no link that takes no payment', () => {
  const closed: Changes[] = [
    { paid_minor: 30_000n },
    { paid_minor: 29_950n },
    { status: 'CANCELLED' },
    { expires_at: Temporal.Instant.from('2026-12-02T12:00:00Z') },
    { kind: 'open', amount_minor: null },
    { kind: 'single' },
  ]
  expect(closed.map((changes) => rest(changes))).toEqual(closed.map(() => undefined))
})
