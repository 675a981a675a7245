// Records the outcome of a void once: the payment is voided, or released again.

import type { OperationRow } from '../../ledger/operations/operation.ts'
import { type Entry, type Posting, post } from '../../ledger/post.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { UndoOutcome } from '../gateway/gateway.ts'
import { notifyVoidedPayer } from '../receipts/payer-refund.ts'
import { type ChargedTransaction, lockedChargedTransaction } from '../refunds/charged-transaction.ts'
import { chargeEntries } from '../transaction/completion.ts'
import { enqueuePaymentEvent, voidEvent } from '../transaction/webhooks/publish.ts'
import { endVoid, type VoidRow } from './queries.ts'

type KnownVoidReply = Exclude<UndoOutcome, { kind: 'unknown' }>

/** Records the outcome of a void once. Returns undefined when it was already recorded. */
export async function recordVoidOutcome(
  { db, clock }: { db: Database; clock: Clock },
  { id: operation, subject_id: transactionId }: Pick<OperationRow, 'id' | 'subject_id'>,
  reply: KnownVoidReply,
): Promise<VoidRow | undefined> {
  const now = clock.now()
  return db.transaction(async (sql) => {
    // The transaction is locked before its operation.
    const before = await lockedChargedTransaction(sql, transactionId)
    const ended = await endVoid(sql, {
      transactionId,
      from: before.status,
      ...resolutionOf(operation, reply, now),
    })
    if (ended?.status === 'SUCCESS') await book(sql, before, ended, now)
    return ended
  })
}

function resolutionOf(id: string, reply: KnownVoidReply, now: Temporal.Instant) {
  return {
    id,
    now,
    event: reply.kind === 'undone' ? ('approved' as const) : ('refused' as const),
    ...(reply.kind === 'undone' && reply.upstreamId && { upstreamId: reply.upstreamId }),
    ...(reply.kind === 'refused' && { reason: reply.cause }),
    ...(reply.correlationId && { correlationId: reply.correlationId }),
  }
}

async function book(
  sql: Tx,
  before: ChargedTransaction,
  ended: VoidRow & { is_moved: boolean },
  now: Temporal.Instant,
): Promise<void> {
  if (!ended.is_moved)
    throw new Error(`transaction ${before.transaction_uuid} in ${before.status} cannot be voided`)
  await Promise.all([
    post(sql, postingOf(before, ended.operation, now)),
    ended.notify_merchant && enqueuePaymentEvent(sql, before, voidEvent(before, ended, now), now),
    notifyVoidedPayer(sql, { operation: ended.operation, payment: before, now }),
  ])
}

function postingOf(before: ChargedTransaction, operation: string, now: Temporal.Instant): Posting {
  const { environment, share } = before
  return {
    key: `void:${operation}`,
    environment,
    entries: reversed(before),
    now,
    ...(share.availableOn && { availableOn: share.availableOn }),
  }
}

/** The entries of the charge with their sides exchanged; the merchant's share is taken from the balance that it is in. */
function reversed(transaction: ChargedTransaction): Entry[] {
  const { account } = transaction.share
  return chargeEntries(transaction).map((entry) => ({
    ...entry,
    account: entry.account === 'merchant_payable' ? account : entry.account,
    side: entry.side === 'debit' ? 'credit' : 'debit',
  }))
}
