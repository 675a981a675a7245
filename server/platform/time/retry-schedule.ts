// The waits between attempts to deliver something, for webhooks and messages. Pure; the caller passes time and chance.

const second = 1
const minute = 60
const hour = 3600

/** The wait after the first, second, … failed attempt. */
const waitSeconds = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
]

export const maxAttempts = waitSeconds.length + 1

export type AttemptTime = {
  /** The number of the attempt just made, from 1. */
  attempt: number
  now: Temporal.Instant
  /** A factor around 1 that spreads retries. */
  chance: number
  /** Divides the waits; other than 1 only in a sandbox that is sped up. */
  speed: number
}

/**
 * When to try again after a failed attempt; undefined after the last one.
 * @param minSeconds the receiver's own wish.
 */
export function nextAttempt(
  { attempt, now, chance, speed }: AttemptTime,
  minSeconds = 0,
): Temporal.Instant | undefined {
  const scheduled = waitSeconds[attempt - 1]
  if (scheduled === undefined) return undefined
  const seconds = Math.max(scheduled * chance, minSeconds)
  return now.add({ milliseconds: Math.round((seconds / speed) * 1000) })
}
