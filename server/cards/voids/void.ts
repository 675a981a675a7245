// Voids a whole payment within 24 hours, before it is settled. A running void holds the transaction, so no refund can
// start; it starts only when nothing has been refunded or reserved for a refund.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { post } from '../../ledger/post.ts'
import { fingerprint } from '../../operations/fingerprint.ts'
import {
  insertOperation,
  loseContact,
  newOperationId,
  type OperationRow,
  resolveOperation,
} from '../../operations/operation.ts'
import type { Sql, Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import type { ChargeNeeds } from '../charges/charge.ts'
import { referenceTo } from '../gateway/charge-reference.ts'
import type { ChargeReference, UndoOutcome } from '../gateway/gateway.ts'
import { amountText } from '../transaction/amount.ts'
import { chargeEntries } from '../transaction/completion.ts'
import { cardProblems } from '../transaction/problems.ts'
import {
  lockedTransaction,
  type PricedTransaction,
  paymentById,
  priced,
  type TransactionRow,
} from '../transaction/queries.ts'
import { moveTransaction } from '../transaction/transaction.ts'
import { enqueueVoidWebhook } from '../transaction/webhooks/publish.ts'
import {
  claimForVoid,
  completeVoid,
  findChargeOf,
  insertVoid,
  listVoids,
  releaseFromVoid,
  type VoidRow,
} from './queries.ts'
import { voidSchema } from './schemas.ts'
import { oldestVoidable, voidFault } from './void-rules.ts'

/**
 * Voids a payment and returns once the gateway has replied.
 * @throws Problem 404, 409 before the gateway is called; 502 when the gateway refused or its reply was lost. After a
 * lost reply the void stays PENDING until workers resolve it.
 */
export async function voidPayment(needs: ChargeNeeds, paymentId: string, body: unknown, admin: Admin) {
  const request = check(voidSchema, body, 'body')
  const transaction = await paymentById(needs.db, paymentId)
  const wanted = { reason: request.reason, notify: request.notify_merchant ?? true, admin }
  const operation = await needs.db.transaction((sql) => claim(sql, needs, transaction.id, wanted), {
    mutexKey: `payment ${transaction.id}`,
  })
  const reply = await requestGatewayVoid(needs, operation, transaction)
  needs.log.info('void reply received', {
    transaction_uuid: transaction.transaction_uuid,
    operation,
    state: reply.kind,
  })
  if (reply.kind === 'unknown') {
    const nextCheckAt = needs.clock.now().add({ seconds: needs.inquiryAfterSeconds })
    await loseContact(needs.db, operation, { nextCheckAt, ...reply })
    throw new Problem(cardProblems.void_failed)
  }
  const created = await recordVoidOutcome(needs, { id: operation, subject_id: transaction.id }, reply)
  needs.wake()
  if (created?.status !== 'SUCCESS') throw new Problem(cardProblems.void_failed)
  return voidResponse(transaction, created)
}

type Wanted = { reason: string; notify: boolean; admin: Admin }

async function claim(
  sql: Tx,
  needs: ChargeNeeds,
  id: bigint,
  { reason, notify, admin }: Wanted,
): Promise<string> {
  const now = needs.clock.now()
  const transaction = await lockedTransaction(sql, id)
  const oldest = oldestVoidable(now)
  const fault = voidFault(transaction, oldest)
  if (fault) throw fault
  const operation = newOperationId()
  await insertOperation(sql, {
    id: operation,
    kind: 'void',
    state: 'sent',
    subject: { cardTransactionId: id },
    fingerprint: fingerprint([transaction.transaction_uuid, 'void']),
    amountMinor: transaction.amount_minor,
    currency: transaction.currency,
    nextCheckAt: now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds }),
    now,
  })
  const [claimed] = await sql.rows(claimForVoid, [id, operation, oldest])
  if (!claimed) throw new Problem(cardProblems.operation_running)
  await sql.rows(insertVoid, [id, operation, reason, admin.name, notify, now])
  audit(sql, needs.secrets, {
    admin,
    action: 'void.requested',
    subject: transaction.transaction_uuid,
    detail: { reason, notify },
    now,
  })
  return operation
}

/** Requests a void from the gateway. Repeating the request is safe, because a payment is voided whole or not at all. */
export async function requestGatewayVoid(
  needs: Pick<ChargeNeeds, 'db' | 'gatewayFor'>,
  operation: string,
  transaction: PricedTransaction,
): Promise<UndoOutcome> {
  if (!transaction.cs_payment_id) throw new Error(`no gateway payment for ${transaction.transaction_uuid}`)
  return needs.gatewayFor(transaction.environment).undoCharge({
    ...(await chargeReferenceOf(needs.db, transaction)),
    undoReference: operation,
    paymentId: transaction.cs_payment_id,
    captured: true,
  })
}

/** Returns the reference by which the gateway knows the charge of a paid transaction. */
export async function chargeReferenceOf(sql: Sql, transaction: PricedTransaction): Promise<ChargeReference> {
  const [charge] = await sql.rows(findChargeOf, [transaction.id])
  if (!charge) throw new Error(`no confirmed charge for ${transaction.transaction_uuid}`)
  return referenceTo(
    { ...charge, amount_minor: transaction.amount_minor, currency: transaction.currency },
    transaction,
  )
}

/** Records the outcome of a void once. Returns undefined when it was already recorded. */
export async function recordVoidOutcome(
  needs: Pick<ChargeNeeds, 'db' | 'clock'>,
  operation: Pick<OperationRow, 'id' | 'subject_id'>,
  reply: Exclude<UndoOutcome, { kind: 'unknown' }>,
): Promise<VoidRow | undefined> {
  const undone = reply.kind === 'undone'
  return needs.db.transaction(async (sql) => {
    const now = needs.clock.now()
    const facts = {
      now,
      ...(undone && reply.upstreamId && { upstreamId: reply.upstreamId }),
      ...(reply.kind === 'refused' && { reason: reply.cause }),
      ...(reply.correlationId && { correlationId: reply.correlationId }),
    }
    if (!(await resolveOperation(sql, operation.id, undone ? 'approved' : 'refused', facts))) return undefined
    const before = await lockedTransaction(sql, operation.subject_id)
    if (!undone) {
      await sql.rows(releaseFromVoid, [before.id, operation.id])
      // guard: refused-void-record
      return (await sql.rows(completeVoid, [operation.id, 'FAILED', null, now]))[0]
    }
    const moved = await moveTransaction(sql, before, 'voided', { at: now, operation: operation.id })
    if (!moved) throw new Error(`transaction ${before.transaction_uuid} in ${before.status} cannot be voided`)
    const [created] = await sql.rows(completeVoid, [operation.id, 'SUCCESS', reply.upstreamId, now])
    await post(sql, {
      key: `void:${operation.id}`,
      environment: before.environment,
      entries: reversed(before),
      now,
    })
    if (created?.notify_merchant) await enqueueVoidWebhook(sql, before, created, now)
    return created
  })
}

function reversed(transaction: PricedTransaction) {
  return chargeEntries(transaction).map((entry) => ({
    ...entry,
    side: entry.side === 'debit' ? ('credit' as const) : ('debit' as const),
  }))
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
    transaction_status: 'VOIDED',
  }
}

/** Returns the history of a transaction's voids, oldest first. */
export async function voidHistory(sql: Sql, transaction: TransactionRow) {
  const voids = (await sql.rows(listVoids, [transaction.id])).map((created) => ({
    id: Number(created.id),
    void_id: Number(created.id),
    cs_void_id: created.cs_void_id ?? '',
    amount: amountText(priced(transaction)),
    currency: transaction.currency,
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
