// Responses about refunds, for admins: the outcome of one, reported once, and the history of a payment.
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Sql } from '../../platform/database/database.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { PricedTransaction, TransactionRow } from '../transaction/queries.ts'
import { listRefunds, type RefundRow, reportRefund } from './queries.ts'
import type { RefundResult } from './refund.ts'

const places = 4

/**
 * Returns the response to a refund and marks it as reported. After its commit, a call without the same key is a new
 * refund. A refund that waits for approval has only the approval's id and state.
 * @throws Problem 502 for a refund that failed or whose outcome is not known yet.
 */
export async function takeRefundResponse(sql: Sql, result: RefundResult) {
  if (result.kind === 'waiting') return result.approval
  if (result.kind === 'in_doubt') throw new Problem(cardProblems.refund_failed)
  const refund = await reportRefund(sql, result.operation)
  if (!refund) throw new Problem(cardProblems.refund_failed)
  return refundOutcome(result.transaction, refund)
}

function refundOutcome(transaction: PricedTransaction, refund: RefundRow) {
  const total = refund.refunded_total_minor ?? 0n
  const of = (minor: bigint) => formatMoney(money(minor, refund.currency), places)
  return {
    refund_id: Number(refund.id),
    cs_refund_id: refund.cs_refund_id ?? '',
    status: refund.status,
    amount: of(refund.amount_minor),
    currency: refund.currency,
    refunded_total: of(total),
    remaining: of(transaction.amount_minor - total),
    transaction_status:
      total === transaction.amount_minor ? ('REFUNDED' as const) : ('PARTIALLY_REFUNDED' as const),
  }
}

/** Returns the history of a transaction's refunds, oldest first. */
export async function refundHistory(sql: Sql, transaction: TransactionRow) {
  const refunds = (await sql.rows(listRefunds, [transaction.id])).map((refund) => ({
    id: Number(refund.id),
    cs_refund_id: refund.cs_refund_id ?? '',
    amount: formatMoney(money(refund.amount_minor, refund.currency), places),
    status: refund.status,
    reason: refund.reason,
    refunded_by: refund.refunded_by,
    created_at: utcSecond(refund.created_at),
    callback_delivered: refund.callback_delivered,
    cs_payment_id: transaction.cs_payment_id ?? '',
    transaction_uuid: transaction.transaction_uuid,
    currency: refund.currency,
    notify_merchant: refund.notify_merchant,
    completed_at: refund.completed_at === null ? null : utcSecond(refund.completed_at),
    gateway_reason: refund.gateway_reason,
  }))
  return { transaction_uuid: transaction.transaction_uuid, refunds }
}
