// Records the outcomes of voids once: the payment is voided, or released again. Outcomes that arrive together share one
// transaction.
import { type Entry, type Posting, postAll } from '../../ledger/post.ts'
import type { OperationRow } from '../../operations/operation.ts'
import type { Tx } from '../../platform/database/database.ts'
import { traceHeaders } from '../../platform/observability/telemetry.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { UndoOutcome } from '../gateway/gateway.ts'
import { notifyVoidedPayers, type PayerVoid } from '../receipts/payer-refund.ts'
import { chargeEntries } from '../transaction/completion.ts'
import { type ChargedTransaction, lockedChargedTransactions } from '../transaction/merchant-share.ts'
import { moveTransactions } from '../transaction/transaction.ts'
import { enqueuePaymentEvents, voidEvent } from '../transaction/webhooks/publish.ts'
import { type EndedVoid, endVoids, type VoidRow } from './queries.ts'

type KnownVoidReply = Exclude<UndoOutcome, { kind: 'unknown' }>

/** The gateway's reply to a void, or what an inquiry found. */
export type VoidOutcome = {
  operation: string
  transactionId: bigint
  reply: KnownVoidReply
  now: Temporal.Instant
  /** The trace headers of the request, for the webhook. */
  trace: Record<string, string>
}

type RecordNeeds = {
  clock: Clock
  /** Records an outcome together with others that arrive meanwhile. */
  voidStore: { record(outcome: VoidOutcome): Promise<VoidRow | undefined> }
}

/** Records the outcome of a void once. Returns undefined when it was already recorded. */
export async function recordVoidOutcome(
  { clock, voidStore }: RecordNeeds,
  { id: operation, subject_id: transactionId }: Pick<OperationRow, 'id' | 'subject_id'>,
  reply: KnownVoidReply,
): Promise<VoidRow | undefined> {
  return voidStore.record({ operation, transactionId, reply, now: clock.now(), trace: traceHeaders() })
}

/** A payment that was voided, as it was before. */
type Booking = VoidOutcome & { before: ChargedTransaction; ended: VoidRow }

/** Records outcomes of voids of different transactions, and returns the voids that this ended. */
export async function recordVoids(
  sql: Tx,
  outcomes: readonly VoidOutcome[],
): Promise<(VoidRow | undefined)[]> {
  // Every transaction is locked before its operation.
  const transactions = await lockedChargedTransactions(
    sql,
    outcomes.map(({ transactionId }) => transactionId),
  )
  const ended = await endVoids(sql, outcomes.map(endOf))
  await book(
    sql,
    outcomes.flatMap((outcome) => {
      const [row, before] = [ended.get(outcome.operation), transactions.get(outcome.transactionId)]
      return row?.status === 'SUCCESS' && before ? [{ ...outcome, before, ended: row }] : []
    }),
  )
  return outcomes.map(({ operation }) => ended.get(operation))
}

function endOf({ operation: id, transactionId, reply, now }: VoidOutcome): EndedVoid {
  const upstreamId = reply.kind === 'undone' ? reply.upstreamId : null
  return {
    id,
    event: reply.kind === 'undone' ? 'approved' : 'refused',
    now,
    ...(upstreamId && { upstreamId }),
    ...(reply.kind === 'refused' && { reason: reply.cause }),
    ...(reply.correlationId && { correlationId: reply.correlationId }),
    transaction_id: transactionId,
    // guard: refused-void-record
    status: reply.kind === 'undone' ? 'SUCCESS' : 'FAILED',
    cs_void_id: upstreamId,
  }
}

async function book(sql: Tx, bookings: readonly Booking[]): Promise<void> {
  if (bookings.length === 0) return
  const [moved] = await Promise.all([
    moveTransactions(
      sql,
      bookings.map(({ operation, before, now }) => ({
        transaction: before,
        event: 'voided',
        by: { at: now, operation },
      })),
    ),
    postAll(sql, bookings.map(postingOf)),
    enqueuePaymentEvents(sql, bookings.filter(({ ended }) => ended.notify_merchant).map(eventOf)),
  ])
  // guard: void-message
  await notifyVoidedPayers(sql, bookings.map(payerVoidOf))
  for (const { before } of bookings)
    if (!moved.has(before.id))
      throw new Error(`transaction ${before.transaction_uuid} in ${before.status} cannot be voided`)
}

function payerVoidOf({ operation, before, now }: Booking): PayerVoid {
  return { operation, payment: before, now }
}

function postingOf({ operation, before, now }: Booking): Posting {
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

function eventOf({ before, ended, now, trace }: Booking) {
  return { transaction: before, event: voidEvent(before, ended, now), now, trace }
}
