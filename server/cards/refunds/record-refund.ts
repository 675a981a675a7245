// Records the outcomes of refunds once: the amount is refunded, or released again. Outcomes that arrive together share
// one transaction.
import { type Money, money } from '../../kernel/money.ts'
import { type Posting, postAll } from '../../ledger/post.ts'
import { loseContact } from '../../operations/operation.ts'
import { toSentKeys } from '../../platform/database/batch-rows.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import { traceHeaders } from '../../platform/observability/telemetry.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { RefundReply } from '../gateway/gateway.ts'
import { notifyRefundedPayers, type PayerRefund } from '../receipts/payer-refund.ts'
import { type ChargedTransaction, lockedChargedTransactions } from '../transaction/merchant-share.ts'
import { moveTransactions } from '../transaction/transaction.ts'
import { enqueuePaymentEvents, refundEvent } from '../transaction/webhooks/publish.ts'
import { type EndedRefund, endRefunds, findRefundsByOperation, type RefundRow } from './queries.ts'

type KnownRefundReply = Exclude<RefundReply, { kind: 'unknown' }>
type AcceptedReply = KnownRefundReply & { kind: 'accepted' }

/** The gateway's reply to a refund, or what an inquiry found. */
export type RefundOutcome = {
  operation: string
  transactionId: bigint
  reply: KnownRefundReply
  now: Temporal.Instant
  /** The trace headers of the request, for the webhook. */
  trace: Record<string, string>
}

/** `known`: the outcome was recorded before. `other_amount`: the gateway refunded another amount, nothing is recorded. */
export type RefundRecord = 'recorded' | 'known' | 'other_amount'

type RecordNeeds = {
  db: Database
  clock: Clock
  log: Log
  inquiryAfterSeconds: number
  /** Records an outcome together with others that arrive meanwhile. */
  refundStore: { record(outcome: RefundOutcome): Promise<RefundRecord> }
}

/**
 * Records the gateway's reply to a refund once. Used for the direct reply and for what an inquiry finds. If the gateway
 * refunded another amount than requested, neither is recorded: the refund stays open and staff are alerted.
 */
export async function recordRefundOutcome(
  { db, clock, log, inquiryAfterSeconds, refundStore }: RecordNeeds,
  { id: operation, subject_id: transactionId }: { id: string; subject_id: bigint },
  reply: KnownRefundReply,
): Promise<void> {
  const outcome = { operation, transactionId, reply, now: clock.now(), trace: traceHeaders() }
  if ((await refundStore.record(outcome)) !== 'other_amount') return
  log.error('refund amount mismatch: manual review required', { operation })
  const nextCheckAt = clock.now().add({ seconds: inquiryAfterSeconds * 60 })
  await loseContact(db, operation, { nextCheckAt, cause: 'another amount was refunded' })
}

/** An accepted refund, with its row and its transaction as they were before. */
type Booking = RefundOutcome & {
  reply: AcceptedReply
  before: ChargedTransaction
  refund: RefundRow
  total: bigint
}

/** Records outcomes of refunds of different transactions, and returns what became of each. */
export async function recordRefunds(sql: Tx, outcomes: readonly RefundOutcome[]): Promise<RefundRecord[]> {
  // Every transaction is locked before its operation.
  const [transactions, refunds] = await Promise.all([
    lockedChargedTransactions(
      sql,
      outcomes.map(({ transactionId }) => transactionId),
    ),
    sql.rows(findRefundsByOperation, [toSentKeys(outcomes.map(({ operation }) => operation))]),
  ])
  const refundOf = new Map(refunds.map((refund) => [refund.operation, refund]))
  const bookings = new Map<string, Booking>()
  const ends: EndedRefund[] = []
  for (const outcome of outcomes) {
    const booking = bookingOf(
      outcome,
      transactions.get(outcome.transactionId),
      refundOf.get(outcome.operation),
    )
    if (booking === 'other_amount') continue
    if (booking) bookings.set(outcome.operation, booking)
    ends.push(endOf(outcome, booking))
  }
  const recorded = await endRefunds(sql, ends)
  await book(
    sql,
    [...bookings.values()].filter(({ operation }) => recorded.has(operation)),
  )
  const attempted = new Set(ends.map(({ id }) => id))
  return outcomes.map(({ operation }) => {
    if (!attempted.has(operation)) return 'other_amount'
    return recorded.has(operation) ? 'recorded' : 'known'
  })
}

/** Undefined for a refund that the gateway declined. */
function bookingOf(
  outcome: RefundOutcome,
  before: ChargedTransaction | undefined,
  refund: RefundRow | undefined,
): Booking | 'other_amount' | undefined {
  const { reply } = outcome
  if (reply.kind !== 'accepted') return undefined
  if (!before || !refund || !isRequestedAmount(refund, reply.amount)) return 'other_amount'
  return { ...outcome, reply, before, refund, total: before.refunded_minor + refund.amount_minor }
}

function isRequestedAmount(requested: RefundRow, amount: Money): boolean {
  // guard: refunded-amount
  return requested.amount_minor === amount.minor && requested.currency === amount.currency
}

function endOf(
  { operation: id, transactionId, reply, now }: RefundOutcome,
  booking: Booking | undefined,
): EndedRefund {
  const isAccepted = reply.kind === 'accepted'
  return {
    id,
    event: isAccepted ? 'approved' : 'refused',
    now,
    ...(reply.refundId && { upstreamId: reply.refundId }),
    ...(!isAccepted && { reason: reply.reason }),
    ...(reply.correlationId && { correlationId: reply.correlationId }),
    transaction_id: transactionId,
    status: isAccepted ? 'SUCCESS' : 'FAILED',
    cs_refund_id: isAccepted ? reply.refundId : null,
    refunded_total_minor: booking?.total ?? null,
    gateway_reason: reply.reason ?? null,
  }
}

async function book(sql: Tx, bookings: readonly Booking[]): Promise<void> {
  if (bookings.length === 0) return
  const [moved] = await Promise.all([
    moveTransactions(
      sql,
      bookings.map(({ before, refund, total, now }) => ({
        transaction: before,
        event: total === before.amount_minor ? 'refunded' : 'refunded_in_part',
        by: { at: now, refundedMinor: refund.amount_minor },
      })),
    ),
    postAll(sql, bookings.map(postingOf)),
    enqueuePaymentEvents(sql, bookings.filter(({ refund }) => refund.notify_merchant).map(eventOf)),
    notifyRefundedPayers(sql, bookings.map(payerRefundOf)),
  ])
  for (const { before } of bookings)
    if (!moved.has(before.id))
      throw new Error(`transaction ${before.transaction_uuid} in ${before.status} cannot be refunded`)
}

function payerRefundOf({ operation, before, refund, total, now }: Booking): PayerRefund {
  return { operation, payment: before, amountMinor: refund.amount_minor, totalMinor: total, now }
}

function postingOf({ operation, before, refund, now }: Booking): Posting {
  const { account, availableOn } = before.share
  const amount = money(refund.amount_minor, refund.currency)
  return {
    key: `refund:${operation}`,
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

function eventOf({ reply, before, refund, total, now, trace }: Booking) {
  const facts = {
    cs_refund_id: reply.refundId,
    refunded_total_minor: total,
    gateway_reason: reply.reason ?? null,
  }
  return { transaction: before, event: refundEvent(before, { ...refund, ...facts }, now), now, trace }
}
