// When a call to an operator is looked at again, and as what: one that surely did not arrive is made again under the
// same reference, one that nobody knows of is asked after.

import type { ClaimedOperation } from '../../operations/claim.ts'
import { loseContact, rescheduleOperation } from '../../operations/operation.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'

export type RescheduleNeeds = {
  db: Database
  clock: Clock
  /** First inquiry after a silence; later ones wait twice as long each, up to a bound. */
  inquiryAfterSeconds: number
  /** From this age on a call that the operator knows nothing of is made again. */
  inquiryHorizonSeconds: number
}

const longestPauseSeconds = 600

/** Whether the call has been out for so long that what the operator does not know of did not arrive. */
export function isPastHorizon(
  { clock, inquiryHorizonSeconds }: RescheduleNeeds,
  { dispatched_at, created_at }: ClaimedOperation,
): boolean {
  const horizon = (dispatched_at ?? created_at).add({ seconds: inquiryHorizonSeconds })
  return Temporal.Instant.compare(clock.now(), horizon) >= 0
}

/** The operator surely has nothing: the same call is made again. @param at where that was only just asked, at once. */
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

/** What is learned beside the fact that there is no final word yet. */
type Learned = { upstreamId?: string | undefined; acknowledged?: boolean; uncertain?: boolean }

/** Nobody knows: the operator is asked, until it tells. */
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
