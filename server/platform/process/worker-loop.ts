// Worker loop: does due work, sleeps when there is none, and is woken early when work appears. Errors never end it.
import { jitter } from '../../kernel/id.ts'
import type { Log } from './log.ts'

export type Loop = {
  readonly name: string
  /** Whether a commit of this process may give it something to do at once. Otherwise what it does becomes due with time only. */
  readonly isPrompt: boolean
  wake(): void
  stop(): Promise<void>
  /** When the last round began, on the clock of `performance`. */
  readonly lastRunAt: number
  /** Milliseconds without a new round after which the worker counts as stuck. */
  readonly stuckAfterMs: number
}

/** A round may wait for a hanging upstream, and the slowest workers sleep up to 72 seconds between two rounds. */
const minStuckAfterMs = 60_000

/** At least three times the worker's own interval, so that a worker that sleeps as intended never looks stuck. */
// guard: stuck-worker-threshold
export const stuckAfterMs = (intervalMs: number): number => Math.max(minStuckAfterMs, 3 * intervalMs)

/** Workers that have not started a round for too long. @param now on the clock of `performance`. */
export const stuckLoops = (loops: readonly Loop[], now = performance.now()): Loop[] =>
  loops.filter((loop) => now - loop.lastRunAt >= loop.stuckAfterMs)

/**
 * A worker with at least this interval first runs after a pause, not when the process starts: many such workers expire and delete
 * what is old, and a process that has just started has more urgent work.
 */
const unhurriedMs = 20_000
const longestFirstPauseMs = 30_000

export type LoopOptions = { name: string; idleMs: number; isPrompt?: boolean }

/**
 * @param work does what is due and returns whether there was anything; if so, it is called again at once.
 * @param options.idleMs how long to sleep when nothing was due, varied by up to a fifth.
 */
export function startLoop(log: Log, options: LoopOptions, work: () => Promise<boolean>): Loop {
  let stopping = false
  let wakeUp = () => {}
  let woken = false
  let failures = 0
  let lastRunAt = performance.now()

  async function pause(ms: number): Promise<void> {
    if (woken || stopping) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms * jitter(0.2))
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function run(): Promise<void> {
    if (options.idleMs >= unhurriedMs) await pause(Math.min(options.idleMs, longestFirstPauseMs))
    while (!stopping) {
      let found = false
      woken = false
      try {
        found = await work()
        failures = 0
      } catch (error) {
        failures += 1
        log.error(`${options.name} failed`, { error, count: failures })
      }
      lastRunAt = performance.now()
      if (!found)
        await pause(Math.min(options.idleMs * 2 ** Math.min(failures, 6), Math.max(options.idleMs, 10_000)))
    }
  }

  const running = run()
  return {
    name: options.name,
    isPrompt: options.isPrompt ?? false,
    stuckAfterMs: stuckAfterMs(options.idleMs),
    wake() {
      woken = true
      wakeUp()
    },
    async stop() {
      stopping = true
      wakeUp()
      await running
    },
    get lastRunAt() {
      return lastRunAt
    },
  }
}
