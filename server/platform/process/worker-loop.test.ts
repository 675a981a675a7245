// Tests when a worker counts as stuck: soon after it hangs, but never while it sleeps as intended. The clock is manual.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPool } from './concurrency.ts'
import { silentLog } from './log.ts'
import { type Loop, startLoop, stuckLoops } from './worker-loop.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Advances the clock second by second. @returns the seconds at which the worker counted as stuck. */
async function stuckSeconds(loop: Loop, seconds: number): Promise<number[]> {
  const stuck: number[] = []
  for (let second = 1; second <= seconds; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    if (stuckLoops([loop]).length > 0) stuck.push(second)
  }
  return stuck
}

test.each([250, 5_000, 30_000, 45_000, 60_000, 300_000])(
  'a worker that runs every %i ms never counts as stuck while it is idle',
  async (idleMs) => {
    const loop = startLoop(silentLog, { name: 'idle', idleMs }, async () => false)
    expect(await stuckSeconds(loop, 1_800)).toEqual([])
    await loop.stop()
  },
)

test.each([
  [250, 60],
  [20_000, 60],
  [60_000, 180],
])('a worker with an interval of %i ms that hangs counts as stuck after %i s', async (idleMs, seconds) => {
  const hanging = Promise.withResolvers<boolean>()
  const loop = startLoop(silentLog, { name: 'hanging', idleMs }, () => hanging.promise)
  const stuck = await stuckSeconds(loop, 300)
  expect([stuck[0], stuck.length]).toEqual([seconds, 300 - seconds + 1])
  hanging.resolve(false)
  await loop.stop()
})

test('a pool of workers is judged by the interval of its own loop', async () => {
  const options = { name: 'pool', idleMs: 90_000, slots: 1 }
  const pool = startPool(
    silentLog,
    options,
    async () => [],
    async () => {},
  )
  expect(pool.stuckAfterMs).toBe(270_000)
  expect(await stuckSeconds(pool, 600)).toEqual([])
  await pool.stop()
})

test.each([
  [250, 0, 1],
  [5_000, 0, 1],
  [20_000, 10, 0],
  [20_000, 30, 1],
  [600_000, 10, 0],
  [600_000, 60, 1],
])(
  'a worker with an interval of %i ms has run %i s after its start: %i times',
  async (idleMs, seconds, times) => {
    const work = vi.fn(async () => false)
    const loop = startLoop(silentLog, { name: 'first run', idleMs }, work)
    await vi.advanceTimersByTimeAsync(seconds * 1_000)
    expect(work).toHaveBeenCalledTimes(times)
    await loop.stop()
  },
)

test('an unhurried worker that is woken before its first run runs at once', async () => {
  const work = vi.fn(async () => false)
  const loop = startLoop(silentLog, { name: 'woken', idleMs: 45_000 }, work)
  await vi.advanceTimersByTimeAsync(1_000)
  loop.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledOnce()
  await loop.stop()
})
