// The rules for voiding a payment, shared by the call itself and by the list of allowed actions.
import { Problem } from '../../kernel/problem.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { TransactionRow } from '../transaction/queries.ts'

// guard: void-window
export const voidWindow = { hours: 24 }

/** Payments completed at or after this time may still be voided. */
export function oldestVoidable(now: Temporal.Instant): Temporal.Instant {
  return now.subtract(voidWindow)
}

/** Returns why a payment may not be voided; undefined when it may. */
export function voidFault(
  {
    status,
    finalised_at,
    open_disputes,
    disputed_minor,
  }: Pick<TransactionRow, 'status' | 'finalised_at' | 'open_disputes' | 'disputed_minor'>,
  oldest: Temporal.Instant,
): Problem | undefined {
  if (status !== 'SUCCESS') return new Problem(cardProblems.void_status, { status })
  // guard: void-of-disputed
  if (open_disputes > 0 || disputed_minor > 0n) return new Problem(cardProblems.payment_disputed)
  const isTooOld = finalised_at !== null && Temporal.Instant.compare(finalised_at, oldest) < 0
  return isTooOld ? new Problem(cardProblems.void_too_late) : undefined
}
