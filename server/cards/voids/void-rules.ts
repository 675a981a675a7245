// Whether a payment may be voided now, and if not, why: one set of rules for who asks and for who is shown.
import { Problem } from '../../kernel/problem.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { TransactionRow } from '../transaction/queries.ts'

export const voidWindow = { hours: 24 }

/** What was paid at this time or later may still be voided. */
export function oldestVoidable(now: Temporal.Instant): Temporal.Instant {
  return now.subtract(voidWindow)
}

/** Why it may not be voided; undefined when it may. */
export function voidFault(
  { status, finalised_at }: Pick<TransactionRow, 'status' | 'finalised_at'>,
  oldest: Temporal.Instant,
): Problem | undefined {
  if (status !== 'SUCCESS') return new Problem(cardProblems.void_status, { status })
  const isTooOld = finalised_at !== null && Temporal.Instant.compare(finalised_at, oldest) < 0
  return isTooOld ? new Problem(cardProblems.void_too_late) : undefined
}
