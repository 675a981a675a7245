/** The sandbox's own time. Stored data and tokens follow it; signatures are also accepted against real time. */
export type Clock = {
  now(): number
  trueNow(): number
  offsetSeconds(): number
  move(offsetSeconds: number): void
}

export function createClock(trueNow: () => number = Date.now): Clock {
  let offset = 0
  return {
    now: () => trueNow() + offset * 1000,
    trueNow,
    offsetSeconds: () => offset,
    move(offsetSeconds) {
      offset = offsetSeconds
    },
  }
}

/** `2025-10-10T08:29:15Z`, the gateway's only time format. */
export function utcSeconds(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}
