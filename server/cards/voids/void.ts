// Voids: a payment taken back whole, within 24 hours, before it was settled. While one runs it holds the transaction,
// so that no refund can start; and it starts only where nothing was refunded or is on its way back.
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
 * Voids a payment and answers once the gateway has.
 * @throws Problem 404, 409 before anyone was asked; 502 when the gateway refused, or its answer never came: then the
 * void stays PENDING and is seen through by itself.
 */
export async function voidPayment(needs: ChargeNeeds, paymentId: string, body: unknown, admin: Admin) {
  const request = check(voidSchema, body, 'body')
  const transaction = await paymentById(needs.db, paymentId)
  const wanted = { reason: request.reason, notify: request.notify_merchant ?? true, admin }
  const operation = await needs.db.transaction((sql) => claim(sql, needs, transaction.id, wanted), {
    mutexKey: `payment ${transaction.id}`,
  })
  const reply = await requestGatewayVoid(needs, operation, transaction)
  needs.log.info('void answered', {
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
  await audit(sql, needs.secrets, {
    admin,
    action: 'void.requested',
    subject: transaction.transaction_uuid,
    detail: { reason, notify },
    now,
  })
  return operation
}

/** Asking twice is harmless: a payment is voided whole or not at all. */
export async function requestGatewayVoid(
  needs: Pick<ChargeNeeds, 'db' | 'gatewayFor'>,
  operation: string,
  transaction: PricedTransaction,
): Promise<UndoOutcome> {
  if (!transaction.cs_payment_id) throw new Error(`no payment stands behind ${transaction.transaction_uuid}`)
  return needs.gatewayFor(transaction.environment).undoCharge({
    ...(await chargeReferenceOf(needs.db, transaction)),
    undoReference: operation,
    paymentId: transaction.cs_payment_id,
    captured: true,
  })
}

/** What the gateway knows the charge of a paid transaction by. */
export async function chargeReferenceOf(sql: Sql, transaction: PricedTransaction): Promise<ChargeReference> {
  const [charge] = await sql.rows(findChargeOf, [transaction.id])
  if (!charge) throw new Error(`no charge stands behind ${transaction.transaction_uuid}`)
  return referenceTo(
    { ...charge, amount_minor: transaction.amount_minor, currency: transaction.currency },
    transaction,
  )
}

/** Books what became of a void, once. */
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

/** The history of a transaction's voids, oldest first. */
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
