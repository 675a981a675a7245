// Every effect in order, with its virtual time in microseconds, folded into one hash: equal hashes mean equal runs
// of a seed.
import { createHash } from 'node:crypto'

export type Trace = {
  note(at: number, line: string): void
  /** The hash of all lines so far. */
  hash(): string
  readonly length: number
  /** The last lines, for debugging. */
  tail(): readonly string[]
}

export function openTrace({ keep: store = 400 }: { keep?: number } = {}): Trace {
  const digest = createHash('sha256')
  const stored: string[] = []
  let length = 0
  return {
    note(at, line) {
      length += 1
      const whole = `${Math.round(at * 1_000)} ${line}`
      digest.update(whole).update('\n')
      stored.push(whole)
      if (stored.length > 2 * store) stored.splice(0, store)
    },
    hash: () => digest.copy().digest('hex').slice(0, 32),
    get length() {
      return length
    },
    tail: () => stored.slice(-store),
  }
}
