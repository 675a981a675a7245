// What an admin may do with a payment now, refund or void, and if not, why.
import { Problem } from '../../kernel/problem.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { oldestRefundable, refundFault, refundWindow, remainingOf } from '../refunds/refund-rules.ts'
import { amountOf } from '../transaction/amount.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { TransactionRow } from '../transaction/queries.ts'
import { oldestVoidable, voidFault, voidWindow } from '../voids/void-rules.ts'

/** What may be done now, how much of it and until when, and if it may not, why. */
export function allowedActions(transaction: TransactionRow, now: Temporal.Instant) {
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
