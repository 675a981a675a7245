import { expect, test } from 'vitest'
import { recentDays, shiftsOf } from './figures.ts'

const at = (time: string) => ({ now: () => Temporal.Instant.from(time) })

test('a day of a shop begins at its own midnight', () => {
  const lateEvening = at('2026-11-23T22:30:00Z')
  expect(recentDays(lateEvening).at(-1)).toBe('2026-11-23')
  expect(recentDays(lateEvening, 'Africa/Kinshasa').at(-1)).toBe('2026-11-23')
  const inLubumbashi = recentDays(lateEvening, 'Africa/Lubumbashi')
  expect([inLubumbashi[0], inLubumbashi.at(-1), inLubumbashi.length]).toEqual([
    '2026-11-11',
    '2026-11-24',
    14,
  ])
})

test('east of UTC the last hours of a counter belong to the next day of the shop', () => {
  expect(shiftsOf(['2026-11-23'], 'Africa/Lubumbashi')).toEqual([
    { from: '2026-11-22T22:00:00Z', to: '2026-11-23T00:00:00Z', left: '2026-11-22', joined: '2026-11-23' },
    { from: '2026-11-23T22:00:00Z', to: '2026-11-24T00:00:00Z', left: '2026-11-23', joined: '2026-11-24' },
  ])
})

test('west of UTC the first hours of a counter belong to the day before, and in UTC nothing moves', () => {
  expect(shiftsOf(['2026-11-23'], 'America/Bogota')).toEqual([
    { from: '2026-11-23T00:00:00Z', to: '2026-11-23T05:00:00Z', left: '2026-11-23', joined: '2026-11-22' },
    { from: '2026-11-24T00:00:00Z', to: '2026-11-24T05:00:00Z', left: '2026-11-24', joined: '2026-11-23' },
  ])
  expect(shiftsOf(['2026-11-23'], 'UTC')).toEqual([])
})
