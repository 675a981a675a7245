import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCountdown, spokenTime } from './countdown.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What is announced to screen readers on a page opened with this many seconds left. */
function announcedFrom(seconds: number): number[] {
  const spoken: number[] = []
  runCountdown({ now: () => Date.now() }, Date.now() + seconds * 1_000, {
    show() {},
    speak: (left) => void spoken.push(left),
    ended() {},
  })
  vi.advanceTimersByTime(seconds * 1_000)
  return spoken
}

test('the time left to pay is announced at five, three and one minute', () => {
  expect(announcedFrom(1_200)).toEqual([300, 180, 60])
})

test('a page opened with nine seconds left announces nine seconds, not one minute', () => {
  expect(announcedFrom(9)).toEqual([9])
  expect(announcedFrom(100)).toEqual([100, 60])
})

test.each([
  [300, 'fr', '5 minutes'],
  [60, 'fr', '1 minute'],
  [299, 'fr', '5 minutes'],
  [110, 'fr', '1 minute'],
  [9, 'fr', '9 secondes'],
  [180, 'en', '3 minutes'],
  [9, 'en', '9 seconds'],
])('%d seconds left are announced in words (%s)', (seconds, language, words) => {
  expect(spokenTime(seconds, language).replaceAll(/\s/g, ' ')).toBe(words)
})
