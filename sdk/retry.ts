// When a request is sent again, and after how long. This file is the whole rule:
//
//   1. Only where nobody can be charged, paid or booked twice by it: reads always; a write with an `Idempotency-Key`;
//      a write whose reference makes it one (`reference` of a transfer, `transaction_uuid` of a charge). Else never.
//   2. Only after 502, 503, 504, a timeout or a broken connection. Never after a 4xx: not even 408, 409 or 429, whose
//      error tells the caller how long to wait.
//   3. At most `retries` times, with pauses that double from half a second to eight, by chance up to half shorter, and
//      never shorter than `Retry-After`. Who is asked to wait longer than half a minute gets the error.
import { ConnectionError, type MosoloError } from './errors.ts'

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
  error: MosoloError,
  call: { safeBecause: SafeBecause; attempt: number; retries: number; chance: number },
): number | undefined {
  const { safeBecause, attempt, retries, chance } = call
  const mayPass = error instanceof ConnectionError || passingStatuses.includes(error.status ?? 0)
  if (safeBecause === 'nothing' || !mayPass || attempt > retries) return undefined
  const asked = error.retryAfterSeconds ?? 0
  if (asked > longestWaitSeconds) return undefined
  const pause = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs)
  return Math.max(pause * (1 - chance / 2), asked * 1000)
}
