// The rules for refunding a payment, shared by the call itself and by the list of allowed actions.
import { Problem } from '../../kernel/problem.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { TransactionRow } from '../transaction/queries.ts'

export const refundWindow = { hours: 60 * 24 }

/** Payments completed at or after this time may still be refunded without force. */
export function oldestRefundable(now: Temporal.Instant): Temporal.Instant {
  return now.subtract(refundWindow)
}

type Money = Pick<
  TransactionRow,
  'amount_minor' | 'refunded_minor' | 'refund_reserved_minor' | 'disputed_minor'
>

/**
 * Returns the amount neither refunded, reserved for a refund, nor taken by a dispute, in minor units; zero for a payment
 * without an amount.
 */
export function remainingOf({
  amount_minor,
  refunded_minor,
  refund_reserved_minor,
  disputed_minor,
}: Money): bigint {
  return (amount_minor ?? 0n) - refunded_minor - refund_reserved_minor - disputed_minor
}

/**
 * Returns why this amount may not be refunded, checking in the order of the contract; undefined when it may.
 * @param oldest undefined means regardless of age.
 */
export function refundFault(
  transaction: Money & Pick<TransactionRow, 'status' | 'finalised_at' | 'open_disputes'>,
  amount: bigint,
  oldest: Temporal.Instant | undefined,
): Problem | undefined {
  const { status, finalised_at } = transaction
  if (status === 'REFUNDED') return new Problem(cardProblems.refund_complete)
  if (status !== 'SUCCESS' && status !== 'PARTIALLY_REFUNDED')
    return new Problem(cardProblems.refund_status, { status })
  // A dispute that was lost has returned its amount to the payer already.
  // guard: refund-of-disputed
  if (transaction.open_disputes > 0 || (amount === 0n && transaction.disputed_minor > 0n))
    return new Problem(cardProblems.payment_disputed)
  // guard: refund-window
  if (oldest && isBefore(finalised_at, oldest)) return new Problem(cardProblems.refund_too_late)
  // All that remains is already reserved by refunds whose outcome is not known yet.
  if (amount === 0n) return new Problem(cardProblems.operation_running)
  if (amount > remainingOf(transaction)) return new Problem(cardProblems.refund_too_much)
  return undefined
}

function isBefore(time: Temporal.Instant | null, oldest: Temporal.Instant): boolean {
  return time !== null && Temporal.Instant.compare(time, oldest) < 0
}
