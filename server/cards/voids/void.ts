// Voids a whole payment within 24 hours, before it is settled. A running void holds the transaction, so no refund can
// start; it starts only when nothing has been refunded or reserved for a refund.

import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import type { ApprovalRow } from '../../admin/approvals/queries.ts'
import type { Approvals, RequestedApproval } from '../../admin/approvals/request-approval.ts'
import { Problem } from '../../kernel/problem.ts'
import { loseContact, type OperationRow } from '../../ledger/operation.ts'
import { type Entry, type Posting, post } from '../../ledger/post.ts'
import type { Database, Sql, Tx } from '../../platform/database/database.ts'
import { type Clock, utcSecond } from '../../platform/time/clock.ts'
import type { ChargeNeeds } from '../charges/charge-store.ts'
import type { ChargeReference, UndoOutcome } from '../gateway/gateway.ts'
import { notifyVoidedPayer } from '../receipts/payer-emails.ts'
import { type ChargedTransaction, lockedChargedTransaction } from '../refunds/charged-transaction.ts'
import { amountText } from '../transaction/amount.ts'
import { chargeEntries } from '../transaction/completion.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedPayment, type PricedTransaction, priced, type TransactionRow } from '../transaction/queries.ts'
import { enqueuePaymentEvent, voidEvent } from '../transaction/webhooks.ts'
import { claimApprovedVoid, claimVoid, type VoidClaim } from './claim-void.ts'
import { endVoid, findVoidByOperation, listVoids, type VoidRow } from './queries.ts'

export type VoidNeeds = ChargeNeeds & { approvals: Approvals }

/**
 * Voids a payment and returns once the gateway has replied, or at once if another admin must approve it.
 * @param key the hash of the idempotency key.
 * @throws Problem 404, 409 before the gateway is called; 502 when the gateway refused or its reply was lost. After a
 * lost reply the void stays PENDING until workers resolve it.
 */
export async function voidPayment(
  needs: VoidNeeds,
  paymentId: string,
  { reason, notify_merchant: notify = true }: { reason: string; notify_merchant?: boolean | undefined },
  admin: Admin,
  key?: string,
): Promise<ReturnType<typeof voidResponse> | RequestedApproval> {
  const now = needs.clock.now()
  const claim = await needs.db.transaction(
    (sql) =>
      claimVoid(sql, needs, {
        paymentId,
        reason,
        notify,
        admin,
        key,
        now,
        nextCheckAt: now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds }),
      }),
    { beginsByReading: true },
  )
  if ('approval_id' in claim) return claim
  const created = 'repeated' in claim ? claim.repeated : await sendVoid(needs, claim)
  if (created?.status !== 'SUCCESS') throw new Problem(cardProblems.void_failed)
  return voidResponse(claim.transaction, created)
}

/**
 * Calls the gateway for a claimed void and records its reply. Returns undefined if the outcome is not known yet.
 */
async function sendVoid(
  needs: ChargeNeeds,
  { operation, transaction, charge }: VoidClaim,
): Promise<VoidRow | undefined> {
  const reply = await requestGatewayVoid(needs, operation, transaction, charge)
  needs.log.info('void reply received', {
    transaction_uuid: transaction.transaction_uuid,
    operation,
    state: reply.kind,
  })
  if (reply.kind === 'unknown') {
    const nextCheckAt = needs.clock.now().add({ seconds: needs.inquiryAfterSeconds })
    await loseContact(needs.db, operation, { nextCheckAt, ...reply })
    return undefined
  }
  const recorded = await recordVoidOutcome(needs, { id: operation, subject_id: transaction.id }, reply)
  needs.wake()
  // A worker may have recorded the outcome first.
  return recorded ?? (await needs.db.rows(findVoidByOperation, [operation]))[0]
}

/** Requests a void from the gateway. Repeating the request is safe, because a payment is voided whole or not at all. */
export async function requestGatewayVoid(
  needs: Pick<ChargeNeeds, 'gatewayFor'>,
  operation: string,
  transaction: PricedTransaction,
  charge: ChargeReference,
): Promise<UndoOutcome> {
  if (!transaction.cs_payment_id) throw new Error(`no gateway payment for ${transaction.transaction_uuid}`)
  return needs.gatewayFor(transaction.environment).undoCharge({
    ...charge,
    undoReference: operation,
    paymentId: transaction.cs_payment_id,
    captured: true,
  })
}

function voidResponse(transaction: PricedTransaction, created: VoidRow) {
  return {
    void_id: Number(created.id),
    cs_void_id: created.cs_void_id ?? '',
    status: created.status,
    amount: amountText(transaction),
    currency: transaction.currency,
    reason: created.reason,
    reason_code: '',
    transaction_status: 'VOIDED' as const,
  }
}

/** Returns the history of a transaction's voids, oldest first. */
export async function voidHistory(sql: Sql, transaction: TransactionRow) {
  const created = await sql.rows(listVoids, [transaction.id])
  if (created.length === 0) return { transaction_uuid: transaction.transaction_uuid, voids: [] }
  const { currency } = priced(transaction)
  const voids = created.map((created) => ({
    id: Number(created.id),
    void_id: Number(created.id),
    cs_void_id: created.cs_void_id ?? '',
    amount: amountText(priced(transaction)),
    currency,
    status: created.status,
    reason: created.reason,
    reason_code: '',
    voided_by: created.voided_by,
    created_at: utcSecond(created.created_at),
    completed_at: created.completed_at === null ? null : utcSecond(created.completed_at),
    callback_delivered: created.callback_delivered,
  }))
  return { transaction_uuid: transaction.transaction_uuid, voids }
}

const requestSchema = z.object({ payment_id: z.string(), notify_merchant: z.boolean() })

const requestOf = ({ request }: ApprovalRow) => requestSchema.parse(request)

export function openVoidAct(needs: VoidNeeds): Act {
  return {
    problems: [
      cardProblems.void_status,
      cardProblems.void_by_phone,
      cardProblems.payment_disputed,
      cardProblems.void_too_late,
      cardProblems.operation_running,
    ],
    async lock(sql, approval) {
      await lockedPayment(sql, requestOf(approval).payment_id)
    },
    async perform(sql, approval, admin) {
      const { payment_id: paymentId, notify_merchant: notify } = requestOf(approval)
      const now = needs.clock.now()
      const nextCheckAt = now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds })
      const { reason, requested_by: voidedBy } = approval
      const request = { paymentId, reason, notify, admin, voidedBy, now, nextCheckAt }
      const claim = await claimApprovedVoid(sql, needs.secrets, request)
      const after = async () => void (await sendVoid(needs, claim))
      return { operation: claim.operation, after }
    },
  }
}

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
