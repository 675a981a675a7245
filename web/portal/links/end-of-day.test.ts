import { expect, test } from 'vitest'
import { endOfDay } from './end-of-day.ts'

test.each([
  ['Africa/Kinshasa', '2026-11-23T22:59:59Z'],
  ['Africa/Lubumbashi', '2026-11-23T21:59:59Z'],
  ['UTC', '2026-11-23T23:59:59Z'],
  ['America/Bogota', '2026-11-24T04:59:59Z'],
])('a day of a shop in %s ends at its own midnight', (zone, end) => {
  expect(endOfDay('2026-11-23', zone)).toBe(end)
})

test('a day on which clocks change ends at the midnight after the change', () => {
  expect(endOfDay('2026-03-29', 'Europe/Paris')).toBe('2026-03-29T21:59:59Z')
  expect(endOfDay('2026-10-25', 'Europe/Paris')).toBe('2026-10-25T22:59:59Z')
})
