// Records the outcome of a refund once: its amount is refunded, or released again.
import { type Money, money } from '../../kernel/money.ts'
import { post } from '../../ledger/post.ts'
import { loseContact, resolveOperation } from '../../operations/operation.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { RefundReply } from '../gateway/gateway.ts'
import { lockedTransaction } from '../transaction/queries.ts'
import { moveTransaction } from '../transaction/transaction.ts'
import { enqueueRefundWebhook } from '../transaction/webhooks/publish.ts'
import { completeRefund, findRefundByOperation, releaseReserve } from './queries.ts'

type RecordNeeds = { db: Database; clock: Clock; log: Log; inquiryAfterSeconds: number }

/** Records the gateway's reply to a refund once. Used for the direct reply and for what an inquiry finds. */
export async function recordRefundOutcome(
  needs: RecordNeeds,
  operation: { id: string; subject_id: bigint },
  reply: Exclude<RefundReply, { kind: 'unknown' }>,
): Promise<void> {
  const accepted = reply.kind === 'accepted'
  if (accepted && !(await isRequestedAmount(needs, operation, reply.amount))) return
  await needs.db.transaction(async (sql) => {
    const now = needs.clock.now()
    const facts = {
      now,
      ...(reply.refundId && { upstreamId: reply.refundId }),
      ...(!accepted && { reason: reply.reason }),
      ...(reply.correlationId && { correlationId: reply.correlationId }),
    }
    if (!(await resolveOperation(sql, operation.id, accepted ? 'approved' : 'refused', facts))) return
    if (accepted) await bookRefund(sql, operation, reply, now)
    else await failRefund(sql, operation, now, reply)
  })
}

/**
 * Checks that the gateway refunded the requested amount. On a mismatch neither amount is recorded: the refund stays
 * open and staff are alerted.
 */
async function isRequestedAmount(
  { db, clock, log, inquiryAfterSeconds }: RecordNeeds,
  operation: { id: string },
  amount: Money,
): Promise<boolean> {
  const [requested] = await db.rows(findRefundByOperation, [operation.id])
  // guard: refunded-amount
  if (requested && requested.amount_minor === amount.minor && requested.currency === amount.currency)
    return true
  log.error('refund amount mismatch: manual review required', {
    operation: operation.id,
  })
  const nextCheckAt = clock.now().add({ seconds: inquiryAfterSeconds * 60 })
  await loseContact(db, operation.id, { nextCheckAt, cause: 'another amount was refunded' })
  return false
}

async function bookRefund(
  sql: Tx,
  operation: { id: string; subject_id: bigint },
  { refundId, reason }: { refundId: string; reason?: string },
  now: Temporal.Instant,
): Promise<void> {
  const before = await lockedTransaction(sql, operation.subject_id)
  const [pending] = await sql.rows(findRefundByOperation, [operation.id])
  if (!pending) throw new Error(`operation ${operation.id} has no refund`)
  const total = before.refunded_minor + pending.amount_minor
  const event = total === before.amount_minor ? 'refunded' : 'refunded_in_part'
  const moved = await moveTransaction(sql, before, event, { at: now, refundedMinor: pending.amount_minor })
  if (!moved) throw new Error(`transaction ${before.transaction_uuid} in ${before.status} cannot be refunded`)
  const [refund] = await sql.rows(completeRefund, [
    operation.id,
    'SUCCESS',
    refundId,
    total,
    now,
    reason ?? null,
  ])
  const amount = money(pending.amount_minor, pending.currency)
  await post(sql, {
    key: `refund:${operation.id}`,
    environment: before.environment,
    // guard: refund-ledger-accounts
    entries: [
      { account: 'merchant_payable', merchantId: before.merchant_id, side: 'debit', amount },
      { account: 'gateway_receivable', side: 'credit', amount },
    ],
    now,
  })
  if (refund?.notify_merchant) await enqueueRefundWebhook(sql, before, refund, now)
}

/**
 * Records that a refund failed, and releases its reserved amount.
 * @param response the reason, when the gateway itself declined.
 */
export async function failRefund(
  sql: Tx,
  operation: { id: string; subject_id: bigint },
  now: Temporal.Instant,
  response?: { reason: string },
): Promise<void> {
  await lockedTransaction(sql, operation.subject_id)
  const [refund] = await sql.rows(completeRefund, [
    operation.id,
    'FAILED',
    null,
    null,
    now,
    response?.reason ?? null,
  ])
  if (refund) await sql.rows(releaseReserve, [refund.transaction_id, refund.amount_minor])
}
