// Refunds a payment: reserve the amount, call the gateway, record its reply. Many refunds may run at once and never
// exceed the payment together, because each reserves its part in one guarded update before the gateway is called.
import assert from 'node:assert/strict'
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { formatMoney, money, parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { fingerprint } from '../../operations/fingerprint.ts'
import { insertOperation, loseContact, newOperationId } from '../../operations/operation.ts'
import type { Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { StoredKey } from '../../platform/http/idempotency.ts'
import type { ChargeNeeds } from '../charges/charge.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedTransaction, type PricedTransaction, paymentById } from '../transaction/queries.ts'
import { findSameRefund, insertRefund, type RefundRow, reserveRefund } from './queries.ts'
import { recordRefundOutcome } from './record-refund.ts'
import { oldestRefundable, refundFault, remainingOf } from './refund-rules.ts'
import { refundSchema } from './schemas.ts'

/** @param key the idempotency key of the call, by which its retries are recognised. */
type RefundCall = { paymentId: string; body: unknown; admin: Admin; key?: StoredKey | undefined }

/** What an admin requests; `requested` undefined means all that remains. */
type Wanted = {
  requested: bigint | undefined
  reason: string
  notify: boolean
  force: boolean
  admin: Admin
  key: StoredKey | undefined
}

/**
 * The result of a call: a `new` refund that the gateway has replied to, a `repeat` of a refund whose outcome was never
 * reported, or one `in_doubt`, whether this refund or the one it repeats, whose outcome is not known yet. The outcome
 * of the first two is recorded under `operation`.
 */
export type RefundResult =
  | { kind: 'new' | 'repeat'; transaction: PricedTransaction; operation: string }
  | { kind: 'in_doubt' }

/**
 * Refunds a payment, in full or in part, and returns once the gateway has replied. A refund in doubt stays PENDING in
 * the history with its amount reserved until workers resolve it.
 * @throws Problem 404, 409, 422 before the gateway is called.
 */
export async function refundPayment(
  needs: ChargeNeeds,
  { paymentId, body, admin, key }: RefundCall,
): Promise<RefundResult> {
  const request = check(refundSchema, body, 'body')
  const transaction = await paymentById(needs.db, paymentId)
  const wanted: Wanted = {
    requested: requestedMinor(request.amount, transaction),
    reason: request.reason,
    notify: request.notify_merchant ?? true,
    force: request.force ?? false,
    admin,
    key,
  }
  const claimed = await needs.db.transaction((sql) => claim(sql, needs, transaction.id, wanted), {
    mutexKey: `payment ${transaction.id}`,
  })
  if (claimed.kind === 'in_doubt') return claimed
  const { kind, operation } = claimed
  if (kind === 'repeat') return { kind, transaction, operation }
  const reply = await needs.gatewayFor(transaction.environment).refund({
    paymentId,
    code: refundCode(transaction, claimed.id),
    reference: operation,
    amount: money(claimed.amount, transaction.currency),
  })
  needs.log.info('refund reply received', {
    transaction_uuid: transaction.transaction_uuid,
    operation,
    state: reply.kind,
  })
  if (reply.kind === 'unknown') {
    const nextCheckAt = needs.clock.now().add({ seconds: needs.inquiryAfterSeconds })
    await loseContact(needs.db, operation, { nextCheckAt, ...reply })
    return { kind: 'in_doubt' }
  }
  await recordRefundOutcome(needs, { id: operation, subject_id: transaction.id }, reply)
  needs.wake()
  return { kind, transaction, operation }
}

/** Converts the requested amount to minor units; too many decimals are refused as in an order. */
function requestedMinor(digits: string | undefined, transaction: PricedTransaction): bigint | undefined {
  if (digits === undefined) return undefined
  const amount = parseMoney(digits, transaction.currency)
  if (!amount) throw new Problem(cardProblems.amount_too_precise)
  return amount.minor
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

type Claim =
  | { kind: 'new'; id: bigint; operation: string; amount: bigint }
  | { kind: 'repeat'; operation: string }
  | { kind: 'in_doubt' }

async function claim(sql: Tx, needs: ChargeNeeds, id: bigint, wanted: Wanted): Promise<Claim> {
  const now = needs.clock.now()
  const transaction = await lockedTransaction(sql, id)
  const { requested, reason, notify, force, admin, key } = wanted
  const [same] = await sql.rows(findSameRefund, [
    id,
    requested ?? null,
    reason,
    admin.name,
    notify,
    force,
    now,
    key?.hash ?? null,
    key?.clear ?? null,
  ])
  if (same) return repeatOf(same)
  const oldest = oldestRefundable(now)
  const amount = requested ?? remainingOf(transaction)
  const fault = refundFault(transaction, amount, force ? undefined : oldest)
  if (fault) throw fault
  const [reserved] = await sql.rows(reserveRefund, [id, amount, oldest, force])
  if (!reserved) throw new Problem(cardProblems.operation_running)
  const operation = newOperationId()
  await insertOperation(sql, {
    id: operation,
    kind: 'refund',
    state: 'sent',
    subject: { cardTransactionId: id },
    fingerprint: fingerprint([transaction.transaction_uuid, amount, reason, admin.name]),
    amountMinor: amount,
    currency: transaction.currency,
    nextCheckAt: now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds }),
    now,
  })
  const [refund] = await sql.rows(insertRefund, [
    id,
    operation,
    amount,
    requested ?? null,
    transaction.currency,
    reason,
    admin.name,
    notify,
    force,
    now,
    key?.hash ?? null,
  ])
  assert(refund, 'an insert returns its row')
  auditRequest(sql, needs, { transaction, refundId: refund.id, amount, wanted, now })
  return { kind: 'new', id: refund.id, operation, amount }
}

/**
 * Maps the earlier refund to the result of its retry.
 * @throws Problem 409 while the first call is still running.
 */
function repeatOf({ status, in_doubt, operation }: RefundRow & { in_doubt: boolean }): Claim {
  if (status !== 'PENDING') return { kind: 'repeat', operation }
  if (!in_doubt) throw new Problem(cardProblems.operation_running)
  return { kind: 'in_doubt' }
}

type Requested = {
  transaction: PricedTransaction
  refundId: bigint
  amount: bigint
  wanted: Wanted
  now: Temporal.Instant
}

function auditRequest(
  sql: Tx,
  { secrets }: Pick<ChargeNeeds, 'secrets'>,
  { transaction, refundId, amount, wanted, now }: Requested,
): void {
  const { admin, reason, force, notify } = wanted
  const detail = {
    refund_id: String(refundId),
    amount: formatMoney(money(amount, transaction.currency)),
    currency: transaction.currency,
    reason,
    force,
    notify,
  }
  audit(sql, secrets, {
    admin,
    action: 'refund.requested',
    subject: transaction.transaction_uuid,
    detail,
    now,
  })
}
