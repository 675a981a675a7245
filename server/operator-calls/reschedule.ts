// Reschedules calls to operators: a call that certainly did not arrive is sent again under the same reference, a call
// with an unknown outcome gets an inquiry.

import type { ClaimedOperation } from '../ledger/claim.ts'
import { loseContact, rescheduleOperation } from '../ledger/operation.ts'
import type { Database } from '../platform/database/database.ts'
import type { Clock } from '../platform/time/clock.ts'

export type RescheduleNeeds = {
  db: Database
  clock: Clock
  /** Delay of the first inquiry after a missing reply. Each later delay doubles, up to a limit. */
  inquiryAfterSeconds: number
  /** The age from which a call unknown to the operator is sent again. */
  inquiryHorizonSeconds: number
}

const longestPauseSeconds = 600

/** Whether the call is so old that it cannot arrive any more if the operator does not know it. */
export function isPastHorizon(
  { clock, inquiryHorizonSeconds }: RescheduleNeeds,
  { dispatched_at, created_at }: ClaimedOperation,
): boolean {
  const horizon = (dispatched_at ?? created_at).add({ seconds: inquiryHorizonSeconds })
  return Temporal.Instant.compare(clock.now(), horizon) >= 0
}

/**
 * Schedules the same call again, since the operator certainly does not have it.
 * @param at the time of the call; now if an inquiry has just confirmed it.
 */
export async function resend(
  needs: RescheduleNeeds,
  operation: ClaimedOperation,
  cause: string,
  at: Temporal.Instant = nextCheck(needs, operation),
): Promise<void> {
  await rescheduleOperation(needs.db, operation.id, {
    nextCheckAt: at,
    cause,
    leaseToken: operation.lease_token,
  })
}

/** What a non-final reply has shown about the call. */
type Learned = { upstreamId?: string | undefined; acknowledged?: boolean; uncertain?: boolean }

/** Records that the outcome is unknown and schedules an inquiry. */
export async function inquireLater(
  needs: RescheduleNeeds,
  operation: ClaimedOperation,
  cause: string,
  learned: Learned = {},
): Promise<void> {
  const nextCheckAt = nextCheck(needs, operation)
  await loseContact(needs.db, operation.id, {
    nextCheckAt,
    cause,
    leaseToken: operation.lease_token,
    ...learned,
  })
}

function nextCheck(
  { clock, inquiryAfterSeconds }: RescheduleNeeds,
  operation: ClaimedOperation,
): Temporal.Instant {
  const seconds = Math.min(
    inquiryAfterSeconds * 2 ** Math.min(operation.attempts - 1, 10),
    longestPauseSeconds,
  )
  return clock.now().add({ seconds: Math.ceil(seconds) })
}
