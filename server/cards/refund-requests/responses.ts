// Refund requests as merchants read them, and whether a payment can be refunded now.

import type { Environment } from '../../kernel/environment.ts'
import { money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { secondUserFrom } from '../../merchants/approvals.ts'
import type { Sql } from '../../platform/database/database.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { oldestRefundable, refundFault, refundWindow, remainingOf } from '../refunds/refund-rules.ts'
import { amountOf, amountText } from '../transaction/amount.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { TransactionRow } from '../transaction/queries.ts'
import {
  findRequest,
  listOfPayment,
  mayRefund,
  type RefundRequestRow,
  type RefundRequestState,
} from './queries.ts'
import { largestCovered } from './refund-cover.ts'

export function renderRequest(row: RefundRequestRow) {
  const { refund_id, refund_status, refund_completed_at, amount_minor, currency } = row
  return {
    id: row.public_id,
    transaction_uuid: row.transaction_uuid,
    amount: amountText({ amount_minor, currency }),
    currency,
    reason: row.reason,
    state: row.state,
    approval_id: row.state === 'WAITING' ? (row.user_approval ?? row.public_id) : null,
    requested_by: row.requested_by,
    created_at: zonelessMicrosecond(row.created_at),
    decided_at: row.decided_at && zonelessMicrosecond(row.decided_at),
    decision_reason: row.decision_reason,
    refund:
      refund_id === null || refund_status === null
        ? null
        : {
            id: Number(refund_id),
            status: refund_status,
            completed_at: refund_completed_at && zonelessMicrosecond(refund_completed_at),
          },
  }
}

/** The most requests of one payment within 24 hours. */
export const dailyRequests = 20

export function tooManyRequests(): Problem {
  return new Problem(cardProblems.refund_request_limit, { most: String(dailyRequests) })
}

/** The refusal of a decision about a request that no longer waits; its state as people say it. */
export function alreadyDecided(state: RefundRequestState | undefined): Problem {
  return new Problem(cardProblems.refund_request_decided, { state: (state ?? '').toLowerCase() })
}

/** @throws Problem 404 */
export async function readRequest(sql: Sql, id: bigint): Promise<RefundRequestRow> {
  const [request] = await sql.rows(findRequest, [id])
  if (!request) throw new Problem(cardProblems.refund_request_unknown)
  return request
}

/** The refund requests of a payment, oldest first. */
export async function requestsOfPayment(sql: Sql, transactionId: bigint) {
  return (await sql.rows(listOfPayment, [transactionId])).map(renderRequest)
}

type Refunded = Parameters<typeof refundFault>[0] & Pick<TransactionRow, 'running_operation' | 'currency'>

/** Why the rest of a payment cannot be refunded now; undefined if it can. */
export function whyNotRefundable(
  transaction: Refunded,
  amount: bigint,
  now: Temporal.Instant,
): Problem | undefined {
  const fault = refundFault(transaction, amount, oldestRefundable(now))
  if (fault || transaction.running_operation === null) return fault
  return new Problem(cardProblems.operation_running)
}

/** Why nothing of what remains of a payment can be refunded now; undefined if it can. */
export const refundCheck = (transaction: Refunded, now: Temporal.Instant): Problem | undefined =>
  whyNotRefundable(transaction, remainingOf(transaction), now)

/** Until when a payment may be refunded. */
export function refundableUntil({ finalised_at }: Pick<TransactionRow, 'finalised_at'>): string | null {
  return finalised_at && zonelessMicrosecond(finalised_at.add(refundWindow))
}

/** Null where the merchant may not refund at once, or there is nothing to refund. */
async function atOnceUpTo(sql: Sql, transaction: TransactionRow, remaining: bigint): Promise<string | null> {
  const { currency } = transaction
  if (currency === null || remaining === 0n) return null
  const covered = await largestCovered(sql, { ...transaction, currency })
  return amountOf(covered < remaining ? covered : remaining, currency)
}

/** Earlier parts count, so that a large refund is not split. A custom checkout has no currency before its charge. */
async function userFrom(
  sql: Sql,
  merchantId: bigint,
  { refunded_minor, refund_reserved_minor, currency }: Refunded,
): Promise<string | null> {
  if (currency === null) return null
  return secondUserFrom(sql, merchantId, 'refund', money(refunded_minor + refund_reserved_minor, currency))
}

/** Tells the merchant whether it can ask for a refund now, of how much and until when. */
export async function refundabilityOf(
  sql: Sql,
  owner: { merchantId: bigint; environment: Environment },
  transaction: TransactionRow,
  { requests, now }: { requests: readonly { state: string; created_at: string }[]; now: Temporal.Instant },
) {
  const isPaid = ['SUCCESS', 'PARTIALLY_REFUNDED'].includes(transaction.status)
  const remaining = isPaid ? remainingOf(transaction) : 0n
  const waiting = requests.some(({ state }) => state === 'WAITING')
    ? new Problem(cardProblems.refund_request_waiting)
    : undefined
  const running = requests.some(({ state }) => state === 'APPROVED')
    ? new Problem(cardProblems.operation_running)
    : undefined
  const since = zonelessMicrosecond(now.subtract({ hours: 24 }))
  const recent = requests.filter(({ created_at }) => created_at > since)
  const limited = recent.length >= dailyRequests ? tooManyRequests() : undefined
  const fault = waiting ?? running ?? whyNotRefundable(transaction, remaining, now) ?? limited
  const atOnce = await mayRefund(sql, owner.merchantId, owner.environment)
  return {
    allowed: fault === undefined,
    reason: fault?.message ?? null,
    remaining: amountOf(remaining, transaction.currency),
    until: isPaid ? refundableUntil(transaction) : null,
    at_once: atOnce,
    at_once_up_to: atOnce ? await atOnceUpTo(sql, transaction, remaining) : null,
    second_user_from: await userFrom(sql, owner.merchantId, transaction),
  }
}
