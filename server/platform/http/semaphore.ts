// Work that costs much is done a few at a time: whoever comes then waits, and is refused where too many wait already.
import { Problem } from '../../kernel/problem.ts'
import { requestProblems } from './problems.ts'

export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

/** @returns runs work in the order it came. It throws Problem 503 at once where too many wait already. */
export function openSemaphore({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Semaphore {
  const waiting: (() => void)[] = []
  let working = 0

  return async (work) => {
    if (working < atOnce) working += 1
    else if (waiting.length >= mostWaiting)
      throw new Problem(requestProblems.unavailable, {}, { 'retry-after': '2' })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place is handed on, so that nobody who comes now takes it from who waits.
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}
