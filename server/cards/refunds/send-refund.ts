// Calls the gateway for a claimed refund and records its reply, once. A refund that an admin requests is called by the same
// request; the refund of an approved request is an intent, which the approving request or else a worker calls.
import { type Money, money } from '../../kernel/money.ts'
import { move } from '../../kernel/moves.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { claimIntent, loseContact } from '../../ledger/operation.ts'
import { type Posting, post } from '../../ledger/post.ts'
import type { Database, Sql, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { GatewayFor, RefundReply } from '../gateway/gateway.ts'
import { notifyRefundedPayer } from '../receipts/payer-emails.ts'
import { isByPhone, type PricedTransaction } from '../transaction/queries.ts'
import { transactionMoves } from '../transaction/transaction.ts'
import { enqueuePaymentEvent, refundEvent } from '../transaction/webhooks.ts'
import { type ChargedTransaction, lockedChargedTransaction } from './charged-transaction.ts'
import { endRefund, findRefundByOperation, type RefundEnd, type RefundRow, reportRefund } from './queries.ts'

type SendNeeds = Parameters<typeof recordRefundOutcome>[0] & { gatewayFor: GatewayFor; wake: () => void }

export type ClaimedRefund = {
  transaction: PricedTransaction
  refundId: bigint
  operation: string
  /** Minor units. */
  amount: bigint
}

/**
 * Calls the gateway for a refund that this process alone has claimed, and records the reply. Returns false if the outcome
 * is not known yet; workers then resolve it, as they do with every refund of mobile money.
 */
export async function sendRefund(
  needs: SendNeeds,
  { transaction, refundId, operation, amount }: ClaimedRefund,
): Promise<boolean> {
  if (isByPhone(transaction)) {
    needs.wake()
    return false
  }
  const reply = await needs.gatewayFor(transaction.environment).refund({
    paymentId: transaction.cs_payment_id ?? '',
    code: refundCode(transaction, refundId),
    reference: operation,
    amount: money(amount, transaction.currency),
  })
  needs.log.info('refund reply received', {
    transaction_uuid: transaction.transaction_uuid,
    operation,
    state: reply.kind,
  })
  if (reply.kind === 'unknown') {
    const nextCheckAt = needs.clock.now().add({ seconds: needs.inquiryAfterSeconds })
    await loseContact(needs.db, operation, { nextCheckAt, ...reply })
    return false
  }
  await recordRefundOutcome(needs, { id: operation, subject_id: transaction.id }, reply)
  needs.wake()
  return true
}

/** How long an approved refund waits for its caller before a worker calls the gateway instead. */
export const intendedCallerSeconds = 5

/** Calls the gateway for an approved refund, unless another caller does, and marks its outcome as reported. */
export async function sendIntendedRefund(
  needs: SendNeeds & { gatewayTimeoutSeconds: number },
  claimed: ClaimedRefund,
): Promise<void> {
  if (isByPhone(claimed.transaction)) return needs.wake()
  const now = needs.clock.now()
  const nextCheckAt = now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds })
  if (!(await dispatchRefund(needs.db, claimed.operation, { now, nextCheckAt }))) return
  if (await sendRefund(needs, claimed)) await reportRefund(needs.db, claimed.operation)
}

/** Claims the call of an intended refund. Returns false if another caller has claimed it: the caller must not call then. */
export async function dispatchRefund(
  sql: Sql,
  operation: string,
  { now, nextCheckAt }: { now: Temporal.Instant; nextCheckAt: Temporal.Instant },
): Promise<boolean> {
  return claimIntent(sql, { id: operation, kind: 'refund' }, { now, nextCheckAt })
}

/**
 * Returns the merchant reference of a refund at the gateway. It is unique, so that a search finds this refund and no
 * other.
 */
export function refundCode(
  transaction: Pick<PricedTransaction, 'transaction_uuid'>,
  refundId: bigint,
): string {
  return `${transaction.transaction_uuid}-R${refundId}`
}

/** Who gives the money back: the gateway, the operator out of what it owes us, or a payout from our float at the operator. */
export type PaidFrom =
  | { account: 'gateway_receivable' }
  | { account: 'operator_receivable' | 'operator_float'; operator: OperatorCode }

/** Floats have one account over all operators. */
const creditOf = (paidFrom: PaidFrom) =>
  paidFrom.account === 'operator_receivable' ? paidFrom : { account: paidFrom.account }

export type KnownRefundReply = Exclude<RefundReply, { kind: 'unknown' }>

type RecordNeeds = { db: Database; clock: Clock; log: Log; inquiryAfterSeconds: number }

/**
 * Records the gateway's reply to a refund once. Used for the direct reply and for what an inquiry finds. If the gateway
 * refunded another amount than requested, neither is recorded: the refund stays open and staff are alerted.
 */
export async function recordRefundOutcome(
  { db, clock, log, inquiryAfterSeconds }: RecordNeeds,
  { id: operation, subject_id: transactionId }: { id: string; subject_id: bigint },
  reply: KnownRefundReply,
  paidFrom: PaidFrom = { account: 'gateway_receivable' },
): Promise<void> {
  const now = clock.now()
  const outcome = { operation, transactionId, reply, paidFrom, now }
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
  paidFrom: PaidFrom
  now: Temporal.Instant
}

/** Returns false if nothing was written: the outcome was recorded before, or the gateway refunded another amount. */
export async function recordRefund(
  sql: Tx,
  { operation, transactionId, reply, paidFrom, now }: RefundOutcome,
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
  const refund = await endRefund(sql, {
    ...{ ...end, event: 'approved', upstreamId: reply.refundId, accepted },
    // Operators number their refunds independently of each other.
    ...('operator' in paidFrom && { refundId: `${paidFrom.operator}:${reply.refundId}` }),
  })
  if (!refund) return false
  if (!refund.is_moved)
    throw new Error(`transaction ${before.transaction_uuid} in ${before.status} cannot be refunded`)
  const amountMinor = refund.amount_minor
  await Promise.all([
    post(sql, postingOf(before, refund, paidFrom, now)),
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

function postingOf(
  before: ChargedTransaction,
  refund: RefundRow,
  paidFrom: PaidFrom,
  now: Temporal.Instant,
): Posting {
  const { account, availableOn } = before.share
  const amount = money(refund.amount_minor, refund.currency)
  return {
    key: `refund:${refund.operation}`,
    environment: before.environment,
    // guard: refund-ledger-accounts
    entries: [
      { account, merchantId: before.merchant_id, side: 'debit', amount },
      { ...creditOf(paidFrom), side: 'credit', amount },
    ],
    now,
    ...(availableOn && { availableOn }),
  }
}
