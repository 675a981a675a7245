// Runs a bounded number of jobs that wait for other systems. Due jobs are claimed as slots become free, so that one slow
// reply occupies one slot and does not delay the rest.
import type { Log } from '../observability/log.ts'
import { type Loop, type LoopOptions, startLoop } from './worker-loop.ts'

/**
 * @param options.places maximum number of concurrent jobs.
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
