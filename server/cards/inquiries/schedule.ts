// When an operation with an unknown outcome is inquired about again, and for how long.
import type { OperationRow } from '../../operations/operation.ts'

const longestPauseSeconds = 600

/** Whether the operation is old enough for the gateway's search to have caught up with it. */
export function isPastHorizon(
  { inquiryHorizonSeconds }: { inquiryHorizonSeconds: number },
  { created_at }: Pick<OperationRow, 'created_at'>,
  now: Temporal.Instant,
): boolean {
  return Temporal.Instant.compare(now, created_at.add({ seconds: inquiryHorizonSeconds })) >= 0
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
