// Crowds of callers whose work goes on while a server is killed.
import { eventually } from '../http/eventually.ts'

export type Crowd = {
  /** The share of the work that is done. */
  readonly done: number
  /** The number of callers that are waiting for responses. */
  readonly busy: number
  readonly ended: Promise<unknown>
}

type Work = { total: number; callers: number; act(number: number): Promise<void> }

/** Starts several crowds at once. Each does its work one number after another, and none gets far ahead of the others. */
export function startCrowds(works: readonly Work[], furthestAhead: number): Crowd[] {
  const crowds: Crowd[] = []
  for (const { total, callers, act } of works) {
    let [next, done, busy] = [0, 0, 0]
    const slowest = () => Math.min(...crowds.map((crowd) => crowd.done))
    const caller = async () => {
      while (next < total) {
        const number = next++
        const isInTime = async () => number / total <= slowest() + furthestAhead
        await eventually('the other crowds keep up', isInTime, 300_000)
        busy += 1
        await act(number)
        busy -= 1
        done += 1
      }
    }
    crowds.push({
      get done() {
        return done / total
      },
      get busy() {
        return busy
      },
      // After the crowds that follow have been added.
      ended: Promise.resolve().then(() => Promise.all(Array.from({ length: callers }, caller))),
    })
  }
  return crowds
}
