// Semaphore for expensive work: a few jobs run at once, others wait, and further ones are refused when the queue is full.
import { Problem } from '../../kernel/problem.ts'
import { requestProblems } from './problems.ts'

export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

/** @returns a function that runs work in order of arrival. It throws Problem 503 at once when the queue is full. */
export function openSemaphore({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Semaphore {
  const waiting: (() => void)[] = []
  let working = 0

  return async (work) => {
    if (working < atOnce) working += 1
    else if (waiting.length >= maxWaiting)
      throw new Problem(requestProblems.unavailable, {}, { 'retry-after': '2' })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot is passed on directly, so that a new arrival cannot overtake those waiting.
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}
