import { expect, test } from 'vitest'
import { stamp, stampSecond } from './time.ts'

const at = (text: string) => Temporal.Instant.from(text)

test.each([
  ['2026-11-21T10:00:00.123456789Z', '2026-11-21T10:00:00.123456'],
  ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000000'],
  ['2026-11-21T01:30:00.5+02:00', '2026-11-20T23:30:00.500000'],
])('[R4] a time is UTC without a zone, always to the microsecond: %s', (text, written) => {
  expect(stamp(at(text))).toBe(written)
})

test('[R4] a time of the rate card is UTC without a zone, in whole seconds', () => {
  expect(stampSecond(at('2026-11-21T06:00:00.999Z'))).toBe('2026-11-21T06:00:00')
})
