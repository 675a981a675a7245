// When a delivery is retried and when it ends. Pure functions; the caller passes time and jitter.
import { type AttemptTime, nextAttempt } from '../../platform/time/retry-schedule.ts'

/** After this many workers in a row died while sending it, an event is dead. */
export const maxCrashes = 8
const longestRetryAfterSeconds = 6 * 3600

/** The outcome of an attempt: the status of the response, or why there was none. */
export type Outcome =
  | { kind: 'responded'; status: number; retryAfter: string | undefined }
  | { kind: 'failed'; refusedAddress: boolean }

export type Verdict =
  | { kind: 'delivered' }
  | { kind: 'failed' }
  | { kind: 'dead' }
  | { kind: 'retry'; at: Temporal.Instant }

/** Decides what follows an attempt. */
export function decideNext(outcome: Outcome, when: AttemptTime): Verdict {
  if (outcome.kind === 'responded') {
    const { status } = outcome
    // guard: webhook-redirect
    if (status >= 200 && status < 300) return { kind: 'delivered' }
    if (status >= 400 && status < 500 && status !== 429) return { kind: 'failed' }
  } else if (outcome.refusedAddress) return { kind: 'failed' }
  const at = nextAttempt(when, retryAfterSeconds(outcome, when.now))
  return at === undefined ? { kind: 'dead' } : { kind: 'retry', at }
}

/** `Retry-After` of a 429 or 503 in seconds, sent as seconds or as a date, at most six hours; 0 if absent. */
function retryAfterSeconds(outcome: Outcome, now: Temporal.Instant): number {
  if (outcome.kind !== 'responded' || outcome.retryAfter === undefined) return 0
  if (outcome.status !== 429 && outcome.status !== 503) return 0
  const text = outcome.retryAfter.trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.epochMilliseconds) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestRetryAfterSeconds) : 0
}
