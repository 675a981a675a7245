// Records the outcome of a refund once: the amount is refunded, or released again.
import { type Money, money } from '../../kernel/money.ts'
import { move } from '../../kernel/moves.ts'
import { loseContact } from '../../ledger/operations/operation.ts'
import { type Posting, post } from '../../ledger/post.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { RefundReply } from '../gateway/gateway.ts'
import { notifyRefundedPayer } from '../receipts/payer-refund.ts'
import { transactionMoves } from '../transaction/transaction.ts'
import { enqueuePaymentEvent, refundEvent } from '../transaction/webhooks/publish.ts'
import { type ChargedTransaction, lockedChargedTransaction } from './charged-transaction.ts'
import { endRefund, findRefundByOperation, type RefundEnd, type RefundRow } from './queries.ts'

type KnownRefundReply = Exclude<RefundReply, { kind: 'unknown' }>

type RecordNeeds = { db: Database; clock: Clock; log: Log; inquiryAfterSeconds: number }

/**
 * Records the gateway's reply to a refund once. Used for the direct reply and for what an inquiry finds. If the gateway
 * refunded another amount than requested, neither is recorded: the refund stays open and staff are alerted.
 */
export async function recordRefundOutcome(
  { db, clock, log, inquiryAfterSeconds }: RecordNeeds,
  { id: operation, subject_id: transactionId }: { id: string; subject_id: bigint },
  reply: KnownRefundReply,
): Promise<void> {
  const now = clock.now()
  const outcome = { operation, transactionId, reply, now }
  if (await db.transaction((sql) => recordRefund(sql, outcome))) return
  const [refund] = await db.rows(findRefundByOperation, [operation])
  // It was recorded before.
  if (refund?.status !== 'PENDING') return
  log.error('refund amount mismatch: manual review required', { operation })
  const nextCheckAt = now.add({ seconds: inquiryAfterSeconds * 60 })
  await loseContact(db, operation, { nextCheckAt, cause: 'another amount was refunded' })
}

type RefundOutcome = {
  operation: string
  transactionId: bigint
  reply: KnownRefundReply
  now: Temporal.Instant
}

/** Returns false if nothing was written: the outcome was recorded before, or the gateway refunded another amount. */
async function recordRefund(
  sql: Tx,
  { operation, transactionId, reply, now }: RefundOutcome,
): Promise<boolean> {
  // The transaction is locked before its operation.
  const before = await lockedChargedTransaction(sql, transactionId)
  const end = {
    id: operation,
    now,
    transactionId,
    gatewayReason: reply.reason,
    ...(reply.correlationId && { correlationId: reply.correlationId }),
  }
  if (reply.kind !== 'accepted')
    return (await endRefund(sql, { ...end, event: 'refused', reason: reply.reason })) !== undefined
  const accepted = acceptedEnd(before, reply.amount)
  const refund = await endRefund(sql, { ...end, event: 'approved', upstreamId: reply.refundId, accepted })
  if (!refund) return false
  if (!refund.is_moved)
    throw new Error(`transaction ${before.transaction_uuid} in ${before.status} cannot be refunded`)
  const amountMinor = refund.amount_minor
  await Promise.all([
    post(sql, postingOf(before, refund, now)),
    refund.notify_merchant && enqueuePaymentEvent(sql, before, refundEvent(before, refund, now), now),
    notifyRefundedPayer(sql, {
      operation,
      payment: before,
      amountMinor,
      totalMinor: accepted.totalMinor,
      now,
    }),
  ])
  return true
}

/** What an accepted refund of this amount makes of its payment. */
function acceptedEnd(before: ChargedTransaction, amount: Money): RefundEnd['accepted'] & object {
  const totalMinor = before.refunded_minor + amount.minor
  const event = totalMinor === before.amount_minor ? 'refunded' : 'refunded_in_part'
  return { amount, totalMinor, event, from: before.status, to: move(transactionMoves, before.status, event) }
}

function postingOf(before: ChargedTransaction, refund: RefundRow, now: Temporal.Instant): Posting {
  const { account, availableOn } = before.share
  const amount = money(refund.amount_minor, refund.currency)
  return {
    key: `refund:${refund.operation}`,
    environment: before.environment,
    // guard: refund-ledger-accounts
    entries: [
      { account, merchantId: before.merchant_id, side: 'debit', amount },
      { account: 'gateway_receivable', side: 'credit', amount },
    ],
    now,
    ...(availableOn && { availableOn }),
  }
}
