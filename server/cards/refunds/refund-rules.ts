// Whether a payment may be refunded or voided now, and if not, why: one set of rules for who asks and for who is shown.
import { Problem } from '../../kernel/problem.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { amountOf } from '../payments/list.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { TransactionRow } from '../transaction/queries.ts'

const refundWindow = { hours: 60 * 24 }
const voidWindow = { hours: 24 }

/** What was paid at this time or later may still be refunded without force. */
export function oldestRefundable(now: Temporal.Instant): Temporal.Instant {
  return now.subtract(refundWindow)
}

/** What was paid at this time or later may still be voided. */
export function oldestVoidable(now: Temporal.Instant): Temporal.Instant {
  return now.subtract(voidWindow)
}

type Money = Pick<TransactionRow, 'amount_minor' | 'refunded_minor' | 'refund_reserved_minor'>

/** Neither gone back nor on its way back. */
export function remainingOf({ amount_minor, refunded_minor, refund_reserved_minor }: Money): bigint {
  return amount_minor - refunded_minor - refund_reserved_minor
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

/** Why it may not be voided; undefined when it may. */
export function voidFault(
  { status, finalised_at }: Pick<TransactionRow, 'status' | 'finalised_at'>,
  oldest: Temporal.Instant,
): Problem | undefined {
  if (status !== 'SUCCESS') return new Problem(cardProblems.void_status, { status })
  return isBefore(finalised_at, oldest) ? new Problem(cardProblems.void_too_late) : undefined
}

function isBefore(time: Temporal.Instant | null, oldest: Temporal.Instant): boolean {
  return time !== null && Temporal.Instant.compare(time, oldest) < 0
}

/** What may be done now, how much of it and until when, and if it may not, why. */
export function allowedUndoing(transaction: TransactionRow, now: Temporal.Instant) {
  const { finalised_at, running_operation, refund_reserved_minor, currency } = transaction
  const isHeld = running_operation !== null
  const running = isHeld ? new Problem(cardProblems.operation_running) : undefined
  const onItsWay = refund_reserved_minor > 0n ? new Problem(cardProblems.operation_running) : undefined
  const wasPaid = ['SUCCESS', 'PARTIALLY_REFUNDED'].includes(transaction.status)
  const remaining = wasPaid ? remainingOf(transaction) : 0n
  const until = (window: { hours: number }) =>
    wasPaid && finalised_at ? zonelessMicrosecond(finalised_at.add(window)) : null
  const refundable = refundFault(transaction, remaining, oldestRefundable(now)) ?? running
  const byForce = refundFault(transaction, remaining, undefined) ?? running
  return {
    refund: {
      ...actionOf(refundable),
      // Only its age stands in the way.
      forcible: refundable !== undefined && byForce === undefined,
      remaining: amountOf(remaining, currency),
      until: until(refundWindow),
    },
    void: {
      ...actionOf(voidFault(transaction, oldestVoidable(now)) ?? running ?? onItsWay),
      until: transaction.status === 'SUCCESS' ? until(voidWindow) : null,
    },
  }
}

function actionOf(fault: Problem | undefined) {
  return { allowed: fault === undefined, reason: fault?.message ?? null }
}
