// Whether a payment may be refunded now, and if not, why: one set of rules for who asks and for who is shown.
import { Problem } from '../../kernel/problem.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { TransactionRow } from '../transaction/queries.ts'

export const refundWindow = { hours: 60 * 24 }

/** What was paid at this time or later may still be refunded without force. */
export function oldestRefundable(now: Temporal.Instant): Temporal.Instant {
  return now.subtract(refundWindow)
}

type Money = Pick<TransactionRow, 'amount_minor' | 'refunded_minor' | 'refund_reserved_minor'>

/** Neither gone back nor on its way back; nothing of a payment that has no amount yet. */
export function remainingOf({ amount_minor, refunded_minor, refund_reserved_minor }: Money): bigint {
  return (amount_minor ?? 0n) - refunded_minor - refund_reserved_minor
}

/**
 * Why so much may not be refunded, in the order the contract gives the reasons; undefined when it may.
 * @param oldest undefined: however old it is.
 */
export function refundFault(
  transaction: Money & Pick<TransactionRow, 'status' | 'finalised_at'>,
  amount: bigint,
  oldest: Temporal.Instant | undefined,
): Problem | undefined {
  const { status, finalised_at } = transaction
  if (status === 'REFUNDED') return new Problem(cardProblems.refund_complete)
  if (status !== 'SUCCESS' && status !== 'PARTIALLY_REFUNDED')
    return new Problem(cardProblems.refund_status, { status })
  if (oldest && isBefore(finalised_at, oldest)) return new Problem(cardProblems.refund_too_late)
  // All that remains is on its way back already: whether it arrives is not known yet.
  if (amount === 0n) return new Problem(cardProblems.operation_running)
  if (amount > remainingOf(transaction)) return new Problem(cardProblems.refund_too_much)
  return undefined
}

function isBefore(time: Temporal.Instant | null, oldest: Temporal.Instant): boolean {
  return time !== null && Temporal.Instant.compare(time, oldest) < 0
}
