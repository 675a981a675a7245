// Decides when a request is sent again, and after how long. The complete rules:
//
//   1. Only where nothing can be charged, paid or booked twice: reads always; a write with an `Idempotency-Key`; a write
//      whose reference makes it unique (`reference` of a transfer, `transaction_uuid` of a charge). Otherwise never.
//   2. Only after 502, 503, 504, a timeout or a broken connection. Never after a 4xx: not even 408, 409 or 429, whose
//      error tells the caller how long to wait. Rule 4 is the only exception.
//   3. At most `retries` times, with pauses that double from half a second to eight, randomly shortened by up to half, and
//      never shorter than `Retry-After`. A longer `Retry-After` than half a minute is thrown as an error.
//   4. After an attempt of this call with an unknown outcome (rule 2), a 409 with "in progress" or "still running" refers to
//      that attempt and is not a refusal: the client keeps retrying with the same pauses, for at most as long as all its
//      attempts may take and never longer than half a minute. Then it throws the lost attempt's error, preferably a
//      ConnectionError: the outcome is unknown, and the customer should not pay again. Such a 409 on the first attempt is thrown as `retryable`.
import { ConnectionError, isStillRunning, type LikutaError } from '../errors.ts'

/** What makes it safe to send a request twice; `nothing` when it is not safe. */
export type SafeBecause = 'read' | 'idempotency_key' | 'reference' | 'nothing'

const firstPauseMs = 500
const longestPauseMs = 8_000
const longestWaitSeconds = 30
const passingStatuses = [502, 503, 504]

/**
 * Milliseconds to wait before the request is sent again; undefined when it must not be.
 * @param attempt how many times it was sent, from 1.
 * @param chance random number from 0 to 1.
 */
export function pauseBeforeRetry(
  error: LikutaError,
  call: { safeBecause: SafeBecause; attempt: number; retries: number; chance: number },
): number | undefined {
  const { safeBecause, attempt, retries, chance } = call
  if (!isLost(error) || !mayRepeatAfter(error, safeBecause) || attempt > retries) return undefined
  return grownPause(error, attempt, chance)
}

/** Whether nobody knows what became of the request. */
function isLost(error: LikutaError): boolean {
  return error instanceof ConnectionError || passingStatuses.includes(error.status ?? 0)
}

/** Whether a call may be made again: not after an unknown outcome, when nothing keeps it from being done twice. */
export function mayRepeatAfter(error: LikutaError, safeBecause: SafeBecause): boolean {
  return safeBecause !== 'nothing' || !isLost(error)
}

/** Milliseconds, increasing with the number of attempts; undefined when the service asks for too long a wait. */
function grownPause(error: LikutaError, times: number, chance: number): number | undefined {
  const requestCount = error.retryAfterSeconds ?? 0
  if (requestCount > longestWaitSeconds) return undefined
  const pause = Math.min(firstPauseMs * 2 ** (times - 1), longestPauseMs)
  return Math.max(pause * (1 - chance / 2), requestCount * 1000)
}

/** What happened to a call so far. */
export type Past = {
  /** Attempts with an unknown outcome, and the error to throw for them. */
  failures: number
  lost?: LikutaError
  /** How often the service reported such an attempt as still running, and the total pauses for that in milliseconds. */
  stillRunning: number
  waitedMs: number
}

export const noPast: Past = { failures: 0, stillRunning: 0, waitedMs: 0 }

/** Either to send the request again after `pause` milliseconds, or the error that ends the call. */
export function nextStep(
  error: LikutaError,
  past: Past,
  call: { safeBecause: SafeBecause; retries: number; timeoutMs: number; chance: number },
): { pause: number; past: Past } | { error: LikutaError } {
  const { lost } = past
  if (lost && isStillRunning(error)) {
    const stillRunning = past.stillRunning + 1
    const pause = grownPause(error, stillRunning, call.chance) ?? Number.POSITIVE_INFINITY
    const waitedMs = past.waitedMs + pause
    const maxWaitMs = Math.min(call.timeoutMs * (call.retries + 1), longestWaitSeconds * 1000)
    return waitedMs > maxWaitMs ? { error: lost } : { pause, past: { ...past, stillRunning, waitedMs } }
  }
  const failures = past.failures + 1
  const pause = pauseBeforeRetry(error, { ...call, attempt: failures })
  if (pause === undefined) return { error: error }
  return { pause, past: { ...past, failures, lost: lost instanceof ConnectionError ? lost : error } }
}
