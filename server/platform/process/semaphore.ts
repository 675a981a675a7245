// Work that costs much is done a few at a time; who comes waits in a short line, and who comes when it is full is told.
import { Problem } from '../../kernel/problem.ts'
import { requestProblems } from '../http/problems.ts'

export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>

/** @returns runs work in the order it came. It throws Problem 503 at once where too many wait already. */
export function openTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
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
