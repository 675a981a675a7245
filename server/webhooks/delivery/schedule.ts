// The retry schedule: when a delivery is retried and when it ends. Pure functions; the caller passes time and jitter.

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

export const mostAttempts = waitSeconds.length + 1
/** After this many workers in a row died while sending it, an event is dead. */
export const mostCrashes = 8
const longestRetryAfterSeconds = 6 * hour

/** The outcome of an attempt: the status of the response, or why there was none. */
export type Outcome =
  | { kind: 'responded'; status: number; retryAfter: string | undefined }
  | { kind: 'failed'; refusedAddress: boolean }

export type Verdict =
  | { kind: 'delivered' }
  | { kind: 'failed' }
  | { kind: 'dead' }
  | { kind: 'retry'; at: Temporal.Instant }

/**
 * Decides what follows an attempt.
 * @param attempt the number of the attempt just made, from 1.
 * @param chance a factor around 1 that spreads retries.
 * @param speed divides the waits; other than 1 only in a sandbox that is sped up.
 */
export function decideNext(
  outcome: Outcome,
  { attempt, now, chance, speed }: { attempt: number; now: Temporal.Instant; chance: number; speed: number },
): Verdict {
  if (outcome.kind === 'responded') {
    const { status } = outcome
    // guard: webhook-redirect
    if (status >= 200 && status < 300) return { kind: 'delivered' }
    if (status >= 400 && status < 500 && status !== 429) return { kind: 'failed' }
  } else if (outcome.refusedAddress) return { kind: 'failed' }
  const scheduled = waitSeconds[attempt - 1]
  if (scheduled === undefined) return { kind: 'dead' }
  const seconds = Math.max(scheduled * chance, retryAfterSeconds(outcome, now))
  return { kind: 'retry', at: now.add({ milliseconds: Math.round((seconds / speed) * 1000) }) }
}

/** `Retry-After` of a 429 or 503 in seconds, sent as seconds or as a date, at most six hours; 0 if absent. */
function retryAfterSeconds(outcome: Outcome, now: Temporal.Instant): number {
  if (outcome.kind !== 'responded' || outcome.retryAfter === undefined) return 0
  if (outcome.status !== 429 && outcome.status !== 503) return 0
  const text = outcome.retryAfter.trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.epochMilliseconds) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestRetryAfterSeconds) : 0
}
