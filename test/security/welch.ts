// Whether two paths through the same code take different times.

export type Measured = { t: number; samples: number; nanoseconds: [number, number] }

/** Slower measurements than this share are treated as pauses of the machine. */
const quantile = 0.9

/** Welch's t of two lists of durations, without the slowest tenth of both combined. */
export function welch(one: readonly number[], other: readonly number[]): Measured {
  const all = [...one, ...other].sort((a, b) => a - b)
  const most = all[Math.floor(all.length * quantile)] ?? 0
  const [a, b] = [one, other].map((times) => spread(times.filter((time) => time <= most))) as [Spread, Spread]
  const t = (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count)
  return { t, samples: a.count + b.count, nanoseconds: [a.mean, b.mean] }
}

type Spread = { count: number; mean: number; variance: number }

function spread(times: readonly number[]): Spread {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1)
  return { count: times.length, mean, variance }
}

/**
 * Runs two classes of work in random order, so that noise from the machine affects both alike.
 * @param works return any value, so that the compiler does not optimise the work away.
 * @param samples how many of each class.
 */
export async function compare(
  works: readonly [() => unknown, () => unknown],
  { samples, warmUp = Math.ceil(samples / 10) }: { samples: number; warmUp?: number },
): Promise<Measured> {
  const times: [number[], number[]] = [[], []]
  for (let i = 0; i < (samples + warmUp) * 2; i += 1) {
    const which = Math.random() < 0.5 ? 0 : 1
    const start = process.hrtime.bigint()
    const response = works[which]()
    if (response instanceof Promise) await response
    const took = Number(process.hrtime.bigint() - start)
    if (i >= warmUp * 2) times[which].push(took)
  }
  return welch(...times)
}
