// Which actions an admin may take on a payment now, and why not otherwise.
import { Problem } from '../../kernel/problem.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { oldestRefundable, refundFault, refundWindow, remainingOf } from '../refunds/refund-rules.ts'
import { amountOf } from '../transaction/amount.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { TransactionRow } from '../transaction/queries.ts'
import { oldestVoidable, voidFault, voidWindow } from '../voids/void-rules.ts'

/** Returns for refund and void whether they are allowed now, how much and until when, and the reason if not. */
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
      // Forcible when only the age of the payment prevents the refund.
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
