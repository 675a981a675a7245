// When a delivery is tried again, and when it is over. Pure: the caller gives the time and the chance.

const second = 1
const minute = 60
const hour = 3600

/** Wait after the first, second, … failed attempt. */
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

export const mostAttempts = waitSeconds.length + 1
/** So many workers in a row may die over one event before it is set aside. */
export const mostCrashes = 8
const longestRetryAfterSeconds = 6 * hour

/** What an attempt came to: a status the endpoint answered, or why there was none. */
export type Outcome =
  | { kind: 'answered'; status: number; retryAfter: string | undefined }
  | { kind: 'failed'; refusedAddress: boolean }

export type Verdict =
  | { kind: 'delivered' }
  | { kind: 'failed' }
  | { kind: 'dead' }
  | { kind: 'retry'; at: Temporal.Instant }

/**
 * @param attempt the number of the attempt just made, from 1.
 * @param chance a factor around 1 that keeps many retries from falling together.
 * @param speed divides the waits; 1 but in a hurried sandbox.
 */
export function decideNext(
  outcome: Outcome,
  { attempt, now, chance, speed }: { attempt: number; now: Temporal.Instant; chance: number; speed: number },
): Verdict {
  if (outcome.kind === 'answered') {
    const { status } = outcome
    if (status >= 200 && status < 300) return { kind: 'delivered' }
    if (status >= 400 && status < 500 && status !== 429) return { kind: 'failed' }
  } else if (outcome.refusedAddress) return { kind: 'failed' }
  const scheduled = waitSeconds[attempt - 1]
  if (scheduled === undefined) return { kind: 'dead' }
  const seconds = Math.max(scheduled * chance, retryAfterSeconds(outcome, now))
  return { kind: 'retry', at: now.add({ milliseconds: Math.round((seconds / speed) * 1000) }) }
}

/** `Retry-After` of a 429 or 503, as seconds or as a date, held to six hours; 0 when there is none. */
function retryAfterSeconds(outcome: Outcome, now: Temporal.Instant): number {
  if (outcome.kind !== 'answered' || outcome.retryAfter === undefined) return 0
  if (outcome.status !== 429 && outcome.status !== 503) return 0
  const text = outcome.retryAfter.trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.epochMilliseconds) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestRetryAfterSeconds) : 0
}
