import { expect, test } from 'vitest'

// The pages keep their language in the browser, which this test replaces.
Object.assign(globalThis, {
  localStorage: { getItem: () => 'en', setItem() {} },
  document: { documentElement: { lang: '' } },
})
const { timeZone } = await import('../display/time.tsx')
const { lastDays } = await import('./periods.ts')

const lateEvening = new Date('2026-11-30T23:30:00Z')

test('seven days end today and include it, across the end of a month', () => {
  timeZone.value = 'UTC'
  expect(lastDays(7, 'shop', new Date('2026-12-03T12:00:00Z'))).toEqual({
    from: '2026-11-27',
    to: '2026-12-03',
  })
  expect(lastDays(1, 'shop', lateEvening)).toEqual({ from: '2026-11-30', to: '2026-11-30' })
})

test('a shop east of UTC already has its next day when a UTC day still runs', () => {
  timeZone.value = 'Africa/Lubumbashi'
  expect(lastDays(30, 'shop', lateEvening)).toEqual({ from: '2026-11-02', to: '2026-12-01' })
  expect(lastDays(30, 'utc', lateEvening)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
})
