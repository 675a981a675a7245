// How a run affected the process under test.

export type Sample = { requests: number; mebibytes: number }

/**
 * Memory over a run, without its first fifth, in which a process fills its caches. `slope` is MiB per 1,000
 * requests.
 */
export function slopeOf(samples: readonly Sample[]) {
  const late = samples.slice(Math.floor(samples.length / 5))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(late.map(({ requests }) => requests)), mean(late.map(({ mebibytes }) => mebibytes))]
  const covariance = late.reduce((sum, { requests, mebibytes }) => sum + (requests - x) * (mebibytes - y), 0)
  const under = late.reduce((sum, { requests }) => sum + (requests - x) ** 2, 0)
  const [first, last] = [late[0]?.mebibytes ?? 0, late.at(-1)?.mebibytes ?? 0]
  return {
    first: Math.round(first),
    last: Math.round(last),
    slope: under === 0 ? 0 : Math.round((covariance / under) * 100_000) / 100,
  }
}

/** In MiB per 1,000 requests: a steeper slope is a leak. */
const maxSlope = 1
/** A shorter run gives no reliable slope, because initial allocations are still going on. */
const fewestRequests = 5_000

/** What is wrong with the run as a whole. @param live the memory in use after a garbage collection. */
export function faultsOfRun({ requests, live }: { requests: number; live: readonly Sample[] }): string[] {
  const { slope } = slopeOf(live)
  return [
    ...(requests === 0 ? ['no request was made'] : []),
    ...(requests >= fewestRequests && !(slope <= maxSlope)
      ? [`memory in use grew by ${slope} MiB per 1,000 requests, more than ${maxSlope}`]
      : []),
  ]
}

/** The delay of the event loop in milliseconds, from the process's own metrics. */
export function lagOf(metrics: string): Record<string, number> {
  const found = metrics.matchAll(/^nodejs_eventloop_lag_(\w+?)_seconds ([\d.e+-]+)$/gm)
  return Object.fromEntries(
    [...found].map(([, name, value]) => [name, Math.round(Number(value) * 10_000) / 10]),
  )
}
