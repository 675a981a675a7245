import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inLanes } from './round.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('rows of a round begin evenly spread over time, and their results keep the order of the rows', async () => {
  const begun: number[] = []
  const round = inLanes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 10, async (row) => {
    begun.push(row)
    return row * 2
  })
  await vi.advanceTimersByTimeAsync(99)
  expect(begun).toEqual([1])
  await vi.advanceTimersByTimeAsync(301)
  expect(begun).toEqual([1, 2, 3, 4, 5])
  await vi.advanceTimersByTimeAsync(500)
  expect(await round).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20])
})
