// Bounded and exclusive work in one process: a pool of jobs, a mutex per key, and reads that concurrent callers share.

import type { Log } from './log.ts'
import { type Loop, type LoopOptions, startLoop } from './worker-loop.ts'

/**
 * Runs jobs that wait for other systems, claimed as slots become free, so that one slow reply delays no other job.
 * @param options.slots maximum number of concurrent jobs.
 * @param claim takes at most `free` due jobs; claimed jobs must become claimable again if the process dies.
 * @param work handles upstream failures itself; anything it throws is logged as an error.
 */
export function startPool<Job>(
  log: Log,
  options: LoopOptions & { slots: number },
  claim: (free: number) => Promise<Job[]>,
  work: (job: Job) => Promise<void>,
): Loop {
  const underWay = new Set<Promise<void>>()
  let loop: Loop | undefined
  const running = startLoop(log, options, async () => {
    const free = options.slots - underWay.size
    // Each finished job wakes the loop.
    if (free <= 0) return false
    const jobs = await claim(free)
    for (const job of jobs) {
      const working: Promise<void> = work(job)
        .catch((error) => log.error(`${options.name}: job failed`, { error }))
        .finally(() => {
          underWay.delete(working)
          loop?.wake()
        })
      underWay.add(working)
    }
    return jobs.length > 0
  })
  loop = running
  return {
    name: options.name,
    isPrompt: running.isPrompt,
    stuckAfterMs: running.stuckAfterMs,
    wake: running.wake,
    async stop() {
      await running.stop()
      await Promise.all(underWay)
    },
    get lastRunAt() {
      return running.lastRunAt
    },
  }
}

/**
 * Opens a mutex per key: calls with the same key run one at a time, in order of arrival; different keys do not wait for each other. A key
 * takes no memory once its work is done.
 */
export function openKeyedMutex() {
  const lastOf = new Map<string, Promise<unknown>>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = lastOf.get(key)
    const mine = before ? before.then(work, work) : work()
    lastOf.set(key, mine)
    try {
      return await mine
    } finally {
      if (lastOf.get(key) === mine) lastOf.delete(key)
    }
  }
}

/**
 * Opens a mutex per owner and key. Callers with different databases do not wait for each other, so a cell that hangs holds up no other,
 * and what a simulated process held ends with it.
 */
export function openMutexPerOwner() {
  const mutexOf = new WeakMap<object, ReturnType<typeof openKeyedMutex>>()
  return <Result>(owner: object, key: string, work: () => Promise<Result>): Promise<Result> =>
    mutexOf.getOrInsertComputed(owner, openKeyedMutex)(key, work)
}

// Semaphore for expensive work: a few jobs run at once, others wait, and further ones are refused when the queue is full.

/**
 * @param read a failed read is not cached.
 * @param options.keepMs maximum age of a cached result in milliseconds.
 * @param options.now milliseconds of a monotonic clock.
 */
export function singleFlight<Result>(
  read: () => Promise<Result>,
  { maxAgeMs, now = () => performance.now() }: { maxAgeMs: number; now?: (() => number) | undefined },
): () => Promise<Result> {
  let cached: { result: Promise<Result>; readAt: number } | undefined
  return () => {
    if (cached && now() - cached.readAt < maxAgeMs) return cached.result
    const reading = { result: read(), readAt: now() }
    cached = reading
    reading.result.catch(() => {
      if (cached === reading) cached = undefined
    })
    return reading.result
  }
}
