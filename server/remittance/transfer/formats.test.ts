import { expect, test } from 'vitest'
import { stamp, stampSecond } from './formats.ts'

const at = (text: string) => Temporal.Instant.from(text)

test.each([
  ['2026-11-21T10:00:00.123456789Z', '2026-11-21T10:00:00.123456'],
  ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000000'],
  ['2026-11-21T01:30:00.5+02:00', '2026-11-20T23:30:00.500000'],
])('a time is rendered in UTC without a zone, to the microsecond: %s [R4]', (text, written) => {
  expect(stamp(at(text))).toBe(written)
})

test('a time of the rate table is rendered in UTC without a zone, in whole seconds [R4]', () => {
  expect(stampSecond(at('2026-11-21T06:00:00.999Z'))).toBe('2026-11-21T06:00:00')
})
