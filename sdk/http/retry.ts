// When a request is sent again, and after how long. This file is the whole rule:
//
//   1. Only where nobody can be charged, paid or booked twice by it: reads always; a write with an `Idempotency-Key`;
//      a write whose reference makes it one (`reference` of a transfer, `transaction_uuid` of a charge). Else never.
//   2. Only after 502, 503, 504, a timeout or a broken connection. Never after a 4xx: not even 408, 409 or 429, whose
//      error tells the caller how long to wait. Rule 4 is the one exception.
//   3. At most `retries` times, with pauses that double from half a second to eight, by chance up to half shorter, and
//      never shorter than `Retry-After`. Who is asked to wait longer than half a minute gets the error.
//   4. After an attempt of this call whose outcome nobody knows (rule 2), a 409 that says "in progress" or "still running"
//      speaks of that attempt, and is no refusal: the client goes on asking, with the same pauses, which add up to at most
//      all the time the attempts may take, and half a minute. Then the lost attempt's error is thrown, a ConnectionError
//      before any other: the outcome is unknown, and nobody should pay anew. Such a 409 at first is thrown, `retryable`.
import { ConnectionError, isStillRunning, type LikutaError } from '../errors.ts'

/** What makes it safe to send a request twice; `nothing` where nothing does. */
export type SafeBecause = 'read' | 'idempotency_key' | 'reference' | 'nothing'

const firstPauseMs = 500
const longestPauseMs = 8_000
const longestWaitSeconds = 30
const passingStatuses = [502, 503, 504]

/**
 * Milliseconds to wait before the request is sent again; undefined where it is not.
 * @param attempt how often it was sent, from 1. @param chance 0 to 1.
 */
export function pauseBeforeRetry(
  error: LikutaError,
  call: { safeBecause: SafeBecause; attempt: number; retries: number; chance: number },
): number | undefined {
  const { safeBecause, attempt, retries, chance } = call
  const mayPass = error instanceof ConnectionError || passingStatuses.includes(error.status ?? 0)
  if (safeBecause === 'nothing' || !mayPass || attempt > retries) return undefined
  return grownPause(error, attempt, chance)
}

/** Milliseconds, the longer the more often it was asked; undefined where the service asks for too many. */
function grownPause(error: LikutaError, times: number, chance: number): number | undefined {
  const requestCount = error.retryAfterSeconds ?? 0
  if (requestCount > longestWaitSeconds) return undefined
  const pause = Math.min(firstPauseMs * 2 ** (times - 1), longestPauseMs)
  return Math.max(pause * (1 - chance / 2), requestCount * 1000)
}

/** What a call has met so far. */
export type Past = {
  /** Attempts whose outcome nobody knows, and the error that tells so. */
  failures: number
  lost?: LikutaError
  /** How often it was told that such an attempt still runs, and the milliseconds it paused for that. */
  rateLimited: number
  waitedMs: number
}

export const noPast: Past = { failures: 0, rateLimited: 0, waitedMs: 0 }

/** Whether to send the request again, `pause` milliseconds from now, or which error ends the call. */
export function nextStep(
  error: LikutaError,
  past: Past,
  call: { safeBecause: SafeBecause; retries: number; timeoutMs: number; chance: number },
): { pause: number; past: Past } | { error: LikutaError } {
  const { lost } = past
  if (lost && isStillRunning(error)) {
    const rateLimited = past.rateLimited + 1
    const pause = grownPause(error, rateLimited, call.chance) ?? Number.POSITIVE_INFINITY
    const waitedMs = past.waitedMs + pause
    const patienceMs = Math.min(call.timeoutMs * (call.retries + 1), longestWaitSeconds * 1000)
    return waitedMs > patienceMs ? { error: lost } : { pause, past: { ...past, rateLimited, waitedMs } }
  }
  const failures = past.failures + 1
  const pause = pauseBeforeRetry(error, { ...call, attempt: failures })
  if (pause === undefined) return { error: error }
  return { pause, past: { ...past, failures, lost: lost instanceof ConnectionError ? lost : error } }
}
