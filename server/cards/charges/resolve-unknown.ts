// Resolves card operations with an unknown outcome, and undoes charges that must not stand. Workers run it in a loop.
import assert from 'node:assert/strict'
import { type ClaimedOperation, claimDueOperations } from '../../ledger/claim.ts'
import {
  type CardOperationKind,
  cardQueue,
  loseContact,
  type OperationRow,
  operationById,
  resolveOperation,
} from '../../ledger/operation.ts'
import type { Sql, Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/process/log.ts'
import { findUsedCard } from '../authentication/queries.ts'
import type { CardGateway, ChargeReference, Unavailable } from '../gateway/gateway.ts'
import { endRefund, findRefundByOperation } from '../refunds/queries.ts'
import { recordRefundOutcome, refundCode, sendRefund } from '../refunds/send-refund.ts'
import { completeTransaction } from '../transaction/completion.ts'
import { lockedTransaction, type PricedTransaction } from '../transaction/queries.ts'
import { noCard } from '../transaction/transaction.ts'
import { recordVoidOutcome, requestGatewayVoid } from '../voids/void.ts'
import { chargeReferenceOf, referenceAmongAttempts, referenceTo } from './charge-reference.ts'
import type { NewChargeNeeds } from './charge-store.ts'
import { recordChargeOutcome } from './record-charge.ts'
import { isPastHorizon, nextInquiryAt, rescheduleOrAbandon } from './reschedule.ts'

type ResolveNeeds = Omit<NewChargeNeeds, 'secrets'> & {
  /** From this age on, a charge that the gateway does not know is undone. */
  inquiryHorizonSeconds: number
}

const atOnce = 16
/** An undo inquires, acts and inquires again; each of these steps may take two calls. */
const maxCalls = 6
const refusalsToBelieve = 5

/** Processes the operations that are due; returns true when there were any. */
export async function resolveDueOperations(needs: ResolveNeeds): Promise<boolean> {
  const leaseSeconds = maxCalls * needs.gatewayTimeoutSeconds + 5
  const due = await claimDueOperations<CardOperationKind>(needs.db, {
    queue: cardQueue,
    now: needs.clock.now(),
    most: atOnce,
    leaseSeconds,
  })
  await Promise.all(due.map((operation) => resolveUnknown(needs, operation)))
  return due.length > 0
}

async function resolveUnknown(
  needs: ResolveNeeds,
  operation: ClaimedOperation<CardOperationKind>,
): Promise<void> {
  const { db, log } = needs
  const transaction = await db.transaction((sql) => lockedTransaction(sql, operation.subject_id))
  try {
    await resolvers[operation.kind](needs, operation, transaction)
    needs.wake()
  } catch (error) {
    // The claim has already counted this attempt and scheduled the next one.
    log.error('card operation could not be resolved', {
      operation: operation.id,
      attempt: operation.attempts,
      error,
    })
  }
}

type Resolver = (
  needs: ResolveNeeds,
  operation: ClaimedOperation,
  transaction: PricedTransaction,
) => Promise<void>

const resolvers: Record<CardOperationKind, Resolver> = {
  charge: resolveUnknownCharge,
  undo: executeUndo,
  refund: resolveUnknownRefund,
  void: resolveUnknownVoid,
}

async function resolveUnknownCharge(
  needs: ResolveNeeds,
  charge: ClaimedOperation,
  transaction: PricedTransaction,
): Promise<void> {
  const { log, gatewayFor } = needs
  const reference = await referenceAmongAttempts(needs.db, charge, transaction)
  const inquiry = await gatewayFor(transaction.environment).findCharge(reference)
  log.info('charge inquiry completed', {
    operation: charge.id,
    transaction_uuid: transaction.transaction_uuid,
    state: inquiry.kind,
    attempt: charge.attempts,
  })
  // guard: undone-charge-outcome
  if (inquiry.kind === 'found' && !inquiry.undone) {
    const [used] = await needs.db.rows(findUsedCard, [transaction.id])
    const card = used?.card ?? noCard
    await recordChargeOutcome(needs, { operation: charge.id, transaction, card }, inquiry.reply)
    return
  }
  await rescheduleOrAbandon(needs, charge, transaction, inquiry)
}

async function resolveUnknownRefund(
  needs: ResolveNeeds,
  refund: ClaimedOperation,
  transaction: PricedTransaction,
): Promise<void> {
  // guard: intended-refund-call
  if (refund.found_as === 'intent') return sendIntended(needs, refund, transaction)
  const inquiry = await needs
    .gatewayFor(transaction.environment)
    .findRefund(await refundReference(needs.db, refund, transaction))
  needs.log.info('refund inquiry completed', {
    operation: refund.id,
    transaction_uuid: transaction.transaction_uuid,
    state: inquiry.kind,
  })
  if (inquiry.kind === 'found') return recordRefundOutcome(needs, refund, inquiry.reply)
  await rescheduleOrAbandon(needs, refund, transaction, inquiry)
}

/** Calls the gateway for the refund of an approved request, which nobody has called yet. */
async function sendIntended(
  needs: ResolveNeeds,
  { id: operation, amount_minor: amount }: ClaimedOperation,
  transaction: PricedTransaction,
): Promise<void> {
  const [refund] = await needs.db.rows(findRefundByOperation, [operation])
  assert(refund, 'a refund operation has a refund row')
  await sendRefund(needs, { transaction, refundId: refund.id, operation, amount })
}

/**
 * Retries a void until its outcome is certain, which is safe because it happens once and whole. A refusal is accepted
 * only late, and only while the gateway shows the charge in force. While its search does not show the charge, the
 * outcome stays unknown.
 */
async function resolveUnknownVoid(
  needs: ResolveNeeds,
  operation: OperationRow,
  transaction: PricedTransaction,
): Promise<void> {
  const { db, clock, log, gatewayFor } = needs
  const charge = await chargeReferenceOf(db, transaction)
  const reply = await requestGatewayVoid(needs, operation.id, transaction, charge)
  log.info('void retried', {
    operation: operation.id,
    transaction_uuid: transaction.transaction_uuid,
    state: reply.kind,
  })
  if (reply.kind === 'undone') return void (await recordVoidOutcome(needs, operation, reply))
  const now = clock.now()
  const nextCheckAt = nextInquiryAt(needs, operation, now)
  const reschedule = (cause: string) => loseContact(db, operation.id, { nextCheckAt, cause })
  // guard: void-refusal-horizon
  const isEarly = operation.attempts < refusalsToBelieve || !isPastHorizon(needs, operation, now)
  if (reply.kind === 'unknown' || isEarly) {
    return void (await reschedule(reply.kind === 'nothing_there' ? 'nothing to void yet' : reply.cause))
  }
  const inquiry = await gatewayFor(transaction.environment).findCharge(charge)
  if (inquiry.kind === 'unavailable') return void (await reschedule(inquiry.cause))
  // guard: void-evidence
  if (inquiry.kind === 'found' && inquiry.undone)
    return void (await recordVoidOutcome(needs, operation, { kind: 'undone', upstreamId: '' }))
  if (inquiry.kind === 'found' && inquiry.reply.kind === 'approved')
    return void (await recordVoidOutcome(needs, operation, reply))
  const cause = `refused, and the charge is ${inquiry.kind === 'absent' ? 'not shown' : inquiry.reply.kind}`
  alertStaff(log, operation, transaction, cause)
  await reschedule(cause)
}

async function refundReference(
  sql: Sql,
  operation: OperationRow,
  transaction: PricedTransaction,
): Promise<ChargeReference> {
  const [refund] = await sql.rows(findRefundByOperation, [operation.id])
  assert(refund, 'a refund operation has a refund row')
  return { ...referenceTo(operation, transaction), code: refundCode(transaction, refund.id) }
}

/** Undoes a charge that we will not keep, or a call that was never found, until an inquiry confirms the undo. */
async function executeUndo(
  needs: ResolveNeeds,
  undo: OperationRow,
  transaction: PricedTransaction,
): Promise<void> {
  const { db, clock, log, gatewayFor } = needs
  const gateway = gatewayFor(transaction.environment)
  const target = await operationById(db, undo.undoes ?? '')
  assert(target, 'an undo refers to the operation it undoes')
  const isRefund = target.kind === 'refund'
  const reference = isRefund
    ? await refundReference(db, target, transaction)
    : await referenceAmongAttempts(db, target, transaction)
  const standing = () => (isRefund ? refundStanding(gateway, reference) : chargeStanding(gateway, reference))
  const now = clock.now()
  const reschedule = (cause: string) =>
    loseContact(db, undo.id, { nextCheckAt: nextInquiryAt(needs, undo, now), cause })

  const before = await standing()
  if (before.kind === 'unavailable') return void (await reschedule(before.cause))
  const reply = await gateway.undoCharge({
    ...reference,
    undoReference: undo.upstream_ref,
    captured: before.captured,
    ...(target.upstream_id && { paymentId: target.upstream_id }),
  })
  log.info('undo reply received', {
    operation: undo.id,
    transaction_uuid: transaction.transaction_uuid,
    state: reply.kind,
  })
  if (reply.kind === 'unknown') return void (await reschedule(reply.cause))
  if (reply.kind === 'refused') {
    // The gateway's search runs behind, so a void whose reply was lost looks refused until it shows up. After several
    // refusals we alert staff but keep retrying, so that every payment reaches an outcome.
    if (undo.attempts >= refusalsToBelieve) alertStaff(log, undo, transaction, reply.cause)
    return void (await reschedule(reply.cause))
  }
  const after = await standing()
  if (after.kind === 'unavailable') return void (await reschedule(after.cause))
  // guard: captured-charge-reversal
  if (after.stands) return void (await reschedule('still standing after the undo'))
  const upstreamId = reply.kind === 'undone' ? reply.upstreamId : undefined
  // The payment fails either way. While the search may still be behind, we keep watching and undo whatever shows up
  // later.
  // guard: abandoned-charge-watch
  const isWatched =
    reply.kind === 'nothing_there' && isAbandoned(target) && !isPastHorizon(needs, target, now)
  await db.transaction(async (sql) => {
    // As everywhere, the transaction is locked before its operations.
    await lockedTransaction(sql, transaction.id)
    const isRecorded = isWatched
      ? await loseContact(sql, undo.id, {
          nextCheckAt: nextInquiryAt(needs, undo, now),
          cause: 'nothing to take back yet',
        })
      : await resolveOperation(sql, undo.id, 'approved', { now, ...(upstreamId && { upstreamId }) })
    if (isRecorded) await recordUndone(sql, target, now)
  })
}

function isAbandoned({ state }: OperationRow): boolean {
  return state === 'undoing' || state === 'undone'
}

function alertStaff(log: Log, operation: OperationRow, transaction: PricedTransaction, reason: string): void {
  log.error('gateway operation unresolved: manual review required', {
    operation: operation.id,
    transaction_uuid: transaction.transaction_uuid,
    attempt: operation.attempts,
    reason,
  })
}

/** `stands`: the charge or refund is still in force. `captured`: the money was taken, not only authorized. */
type Standing = Unavailable | { kind: 'known'; stands: boolean; captured: boolean }

async function chargeStanding(gateway: CardGateway, reference: ChargeReference): Promise<Standing> {
  const inquiry = await gateway.findCharge(reference)
  if (inquiry.kind === 'unavailable') return inquiry
  if (inquiry.kind === 'absent') return { kind: 'known', stands: false, captured: true }
  const { reply, undone } = inquiry
  return {
    kind: 'known',
    stands: !undone && reply.kind !== 'declined',
    captured: reply.kind === 'approved',
  }
}

async function refundStanding(gateway: CardGateway, reference: ChargeReference): Promise<Standing> {
  const inquiry = await gateway.findRefund(reference)
  if (inquiry.kind === 'unavailable') return inquiry
  return {
    kind: 'known',
    stands: inquiry.kind === 'found' && inquiry.reply.kind === 'accepted',
    captured: true,
  }
}

/**
 * Completes an operation of unknown outcome once it has been undone: the payment, or the refund, has failed. The caller
 * has locked the transaction.
 */
async function recordUndone(sql: Tx, target: OperationRow, now: Temporal.Instant): Promise<void> {
  if (target.kind === 'refund') {
    await endRefund(sql, { id: target.id, event: 'undone', now, transactionId: target.subject_id })
    return
  }
  if (!(await resolveOperation(sql, target.id, 'undone', { now }))) return
  const transaction = await lockedTransaction(sql, target.subject_id)
  const completion = {
    kind: 'refused',
    decision: 'REJECT',
    reason: 'NOT_COMPLETED',
    // guard: unknown-outcome-ends-payment
    isLast: true,
    operation: target.id,
  } as const
  await completeTransaction(sql, transaction, completion, now)
}
