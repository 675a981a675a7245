// Voids a whole payment within 24 hours, before it is settled. A running void holds the transaction, so no refund can
// start; it starts only when nothing has been refunded or reserved for a refund.
import type { Admin } from '../../admin/access.ts'
import type { Approvals, RequestedApproval } from '../../admin/approvals/request-approval.ts'
import { Problem } from '../../kernel/problem.ts'
import { loseContact } from '../../ledger/operations/operation.ts'
import type { Sql } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import type { ChargeNeeds } from '../charges/charge.ts'
import type { ChargeReference, UndoOutcome } from '../gateway/gateway.ts'
import { amountText } from '../transaction/amount.ts'
import { cardProblems } from '../transaction/problems.ts'
import { type PricedTransaction, priced, type TransactionRow } from '../transaction/queries.ts'
import { claimVoid, type VoidClaim } from './claim-void.ts'
import { findVoidByOperation, listVoids, type VoidRow } from './queries.ts'
import { recordVoidOutcome } from './record-void.ts'
import { voidSchema } from './schemas.ts'

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
  body: unknown,
  admin: Admin,
  key?: string,
): Promise<ReturnType<typeof voidResponse> | RequestedApproval> {
  const request = check(voidSchema, body, 'body')
  const now = needs.clock.now()
  const claim = await needs.db.transaction((sql) =>
    claimVoid(sql, needs, {
      paymentId,
      reason: request.reason,
      notify: request.notify_merchant ?? true,
      admin,
      key,
      now,
      nextCheckAt: now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds }),
    }),
  )
  if ('approval_id' in claim) return claim
  const created = 'repeated' in claim ? claim.repeated : await sendVoid(needs, claim)
  if (created?.status !== 'SUCCESS') throw new Problem(cardProblems.void_failed)
  return voidResponse(claim.transaction, created)
}

/**
 * Calls the gateway for a claimed void and records its reply. Returns undefined if the outcome is not known yet.
 */
export async function sendVoid(
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
