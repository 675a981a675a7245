// When an operation with an unknown outcome is inquired about again, and for how long.
import type { OperationRow } from '../../ledger/operations/operation.ts'

const longestPauseSeconds = 600

/**
 * Whether the call is old enough for the gateway's search to have caught up with it. The call of an intent may have been
 * made long after the operation was created.
 */
export function isPastHorizon(
  { inquiryHorizonSeconds }: { inquiryHorizonSeconds: number },
  { created_at, dispatched_at }: Pick<OperationRow, 'created_at' | 'dispatched_at'>,
  now: Temporal.Instant,
): boolean {
  // guard: intent-horizon
  const calledAt = dispatched_at ?? created_at
  return Temporal.Instant.compare(now, calledAt.add({ seconds: inquiryHorizonSeconds })) >= 0
}

/** The pause doubles with each attempt, up to ten minutes. */
export function nextInquiryAt(
  { inquiryAfterSeconds }: { inquiryAfterSeconds: number },
  { attempts }: Pick<OperationRow, 'attempts'>,
  now: Temporal.Instant,
): Temporal.Instant {
  const seconds = inquiryAfterSeconds * 2 ** Math.min(attempts - 1, 10)
  return now.add({ seconds: Math.min(seconds, longestPauseSeconds) })
}
