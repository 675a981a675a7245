// Work that waits for others, a bounded number at a time: what is due is claimed as places get free, so that one slow
// answer keeps one place and not the whole round.
import type { Log } from '../observability/log.ts'
import { type Loop, startLoop } from './worker-loop.ts'

/**
 * @param options.places how many may be under way at once.
 * @param claim takes at most `free` of what is due; what it took must be claimable again if the process dies.
 * @param work must not throw for reasons of the outside; what it throws is logged.
 */
export function startPool<Job>(
  log: Log,
  options: { name: string; idleMs: number; slots: number },
  claim: (free: number) => Promise<Job[]>,
  work: (job: Job) => Promise<void>,
): Loop {
  const underWay = new Set<Promise<void>>()
  let loop: Loop | undefined
  const running = startLoop(log, options, async () => {
    const free = options.slots - underWay.size
    // The end of any work wakes the loop.
    if (free <= 0) return false
    const jobs = await claim(free)
    for (const job of jobs) {
      const working: Promise<void> = work(job)
        .catch((error) => log.error(`${options.name}: one failed`, { error }))
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
