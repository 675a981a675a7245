// What became of calls whose answer never came, and the undoing of what must not stay. Run by workers, over and over.
import assert from 'node:assert/strict'
import { type Currency, money } from '../kernel/money.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Sql } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import {
  claimDueOperations,
  giveUp,
  loseContact,
  type OperationRow,
  operationById,
  quarantine,
  resolveOperation,
} from '../platform/operation.ts'
import { type GatewayFor, recordCharge, requestUndo } from './charge.ts'
import { finishTransaction, lockedTransaction } from './finish.ts'
import type { ChargeInquiry, ChargeReference } from './gateway.ts'
import type { TransactionRow } from './queries.ts'

export type SettleNeeds = {
  db: Database
  clock: Clock
  log: Log
  gatewayFor: GatewayFor
  inquiryAfterSeconds: number
  /** From this age on a charge that the gateway does not know is taken back. */
  inquiryHorizonSeconds: number
  wake: () => void
}

const atOnce = 16
const mostCrashes = 20

/** Works through the operations that are due; true when there were any. */
export async function settleDue(needs: SettleNeeds): Promise<boolean> {
  const due = await claimDueOperations(needs.db, needs.clock.now(), atOnce)
  await Promise.all(due.map((operation) => settle(needs, operation)))
  return due.length > 0
}

async function settle(needs: SettleNeeds, operation: OperationRow): Promise<void> {
  const { db, log } = needs
  const transaction = await lockedTransaction(db, operation.card_transaction_id)
  try {
    if (operation.kind === 'charge') await settleCharge(needs, operation, transaction)
    else await settleUndo(needs, operation, transaction)
    needs.wake()
  } catch (error) {
    // The claim counted this as an attempt and made it due again.
    log.error('an operation could not be settled', {
      operation: operation.id,
      attempt: operation.attempts,
      error,
    })
    if (operation.attempts >= mostCrashes) await quarantine(db, operation.id, 'fails every time')
  }
}

async function settleCharge(
  needs: SettleNeeds,
  charge: OperationRow,
  transaction: TransactionRow,
): Promise<void> {
  const { db, clock, log, gatewayFor } = needs
  const found = await gatewayFor(transaction.environment).findCharge(referenceTo(charge, transaction))
  log.info('charge inquired', {
    operation: charge.id,
    transaction_uuid: transaction.transaction_uuid,
    state: found.kind,
    attempt: charge.attempts,
  })
  if (found.kind === 'found' && !found.undone) return recordCharge(needs, charge, found.answer)
  const now = clock.now()
  const late =
    Temporal.Instant.compare(now, charge.created_at.add({ seconds: needs.inquiryHorizonSeconds })) >= 0
  const cause = found.kind === 'unavailable' ? found.cause : 'not found at the gateway yet'
  const nextCheckAt = now.add({ seconds: pauseSeconds(needs, charge.attempts) })
  await db.transaction(async (sql) => {
    if (!(await loseContact(sql, charge.id, { nextCheckAt, cause }))) return
    // A gateway that cannot be asked has said nothing: only "not there", and late, makes us take the charge back.
    if (!late || found.kind === 'unavailable' || !(await giveUp(sql, charge.id))) return
    await requestUndo(sql, charge.id, transaction, now)
  })
}

async function settleUndo(
  needs: SettleNeeds,
  undo: OperationRow,
  transaction: TransactionRow,
): Promise<void> {
  const { db, clock, log, gatewayFor } = needs
  const gateway = gatewayFor(transaction.environment)
  const charge = await operationById(db, undo.undoes ?? '')
  assert(charge, 'an undo names its charge')
  const reference = referenceTo(charge, transaction)
  const now = clock.now()
  const again = (cause: string) =>
    loseContact(db, undo.id, { nextCheckAt: now.add({ seconds: pauseSeconds(needs, undo.attempts) }), cause })

  const before = await gateway.findCharge(reference)
  if (before.kind === 'unavailable') return void (await again(before.cause))
  const answer = await gateway.undoCharge({
    ...reference,
    undoReference: undo.upstream_ref,
    captured: isCaptured(before),
    ...(charge.upstream_id && { paymentId: charge.upstream_id }),
  })
  log.info('undo answered', {
    operation: undo.id,
    transaction_uuid: transaction.transaction_uuid,
    state: answer.kind,
  })
  if (answer.kind === 'unknown') return void (await again(answer.cause))
  // The gateway's search runs behind: a void whose reply was lost looks refused until it shows.
  if (answer.kind === 'refused' && undo.attempts < 5) return void (await again(answer.cause))
  if (answer.kind === 'refused') {
    log.error('a charge could not be taken back: somebody must refund it', {
      operation: charge.id,
      transaction_uuid: transaction.transaction_uuid,
      reason: answer.cause,
    })
    return quarantine(db, undo.id, answer.cause)
  }
  // An undo is believed once a second inquiry finds nothing standing.
  const after = await gateway.findCharge(reference)
  if (after.kind === 'unavailable') return void (await again(after.cause))
  if (after.kind === 'found' && !after.undone && holdsMoney(after))
    return void (await again('still standing after the undo'))
  await db.transaction((sql) =>
    recordUndo(sql, undo, charge, now, answer.kind === 'undone' ? answer.upstreamId : undefined),
  )
}

/** Ends the undo; a charge nobody knew the outcome of ends with it, and its transaction as FAILED. */
async function recordUndo(
  sql: Sql,
  undo: OperationRow,
  charge: OperationRow,
  now: Temporal.Instant,
  upstreamId?: string,
): Promise<void> {
  if (!(await resolveOperation(sql, undo.id, 'approved', { now, ...(upstreamId && { upstreamId }) }))) return
  if (!(await resolveOperation(sql, charge.id, 'taken_back', { now }))) return
  const transaction = await lockedTransaction(sql, charge.card_transaction_id)
  const end = { kind: 'refused', decision: 'REJECT', reason: 'NOT_COMPLETED', operation: charge.id } as const
  await finishTransaction(sql, transaction, end, now)
}

function referenceTo(charge: OperationRow, transaction: TransactionRow): ChargeReference {
  return {
    code: transaction.transaction_uuid,
    reference: charge.upstream_ref,
    amount: money(charge.amount_minor, charge.currency as Currency),
    askedAt: charge.created_at,
  }
}

function isCaptured(inquiry: ChargeInquiry): boolean {
  return inquiry.kind !== 'found' || inquiry.answer.kind === 'approved'
}

function holdsMoney(inquiry: Extract<ChargeInquiry, { kind: 'found' }>): boolean {
  return inquiry.answer.kind !== 'declined'
}

function pauseSeconds(needs: SettleNeeds, attempts: number): number {
  return Math.min(needs.inquiryAfterSeconds * 2 ** Math.min(attempts - 1, 4), 600)
}
