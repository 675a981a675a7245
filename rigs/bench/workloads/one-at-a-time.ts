// A stock of items that can be used once, refilled before each measurement.
import type { Outgoing, Stock } from './workload.ts'

/**
 * @param make creates the given number of requests, each with its own item.
 * @param options.size how many are ready when a measurement starts.
 */
export function stockOf(
  make: (count: number) => Promise<Outgoing[]>,
  { name, size }: { name: string; size: number },
): Pick<Stock, 'request' | 'refill'> {
  let ready: Outgoing[] = []
  return {
    request() {
      const next = ready.pop()
      if (!next) throw new Error(`${name}: more requests were sent than the ${size} there are subjects for`)
      return next
    },
    async refill() {
      ready = [...ready, ...(await make(size - ready.length))]
    },
  }
}

/** Enough for a warm-up and a measurement at this rate, which no server under test reaches. */
export function stockSize(maxPerSecond: number, { seconds }: { seconds: number }): number {
  return Math.ceil(maxPerSecond * (seconds + longestWarmUp(seconds)))
}

/** A server that was just started is warmed up for longer. */
export const longestWarmUp = (seconds: number) => Math.max(1, seconds / 2)

/** Runs some at a time. */
export async function oneAtATime<Made>(
  count: number,
  make: (n: number) => Promise<Made>,
  atOnce = 16,
): Promise<Made[]> {
  const made: Made[] = []
  let next = 0
  const queue = async () => {
    while (next < count) {
      const n = next++
      made[n] = await make(n)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, queue))
  return made
}
