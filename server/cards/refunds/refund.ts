// Refunds: put the amount aside, ask the gateway, book what it says. Many may run at once; together they never pass
// the amount, because each puts its part aside in one guarded update before anyone is asked.
import assert from 'node:assert/strict'
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { formatMoney, money, parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { fingerprint } from '../../operations/fingerprint.ts'
import { insertOperation, loseContact, newOperationId } from '../../operations/operation.ts'
import type { Sql, Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { StoredKey } from '../../platform/http/idempotency.ts'
import type { ChargeNeeds } from '../charges/charge.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedTransaction, type PricedTransaction, paymentById } from '../transaction/queries.ts'
import { findSameRefund, insertRefund, type RefundRow, reserveRefund } from './queries.ts'
import { recordRefundOutcome } from './record-refund.ts'
import { oldestRefundable, refundFault, remainingOf } from './refund-rules.ts'
import { refundSchema } from './schemas.ts'

/** @param key of the call, by which a repeat of it is recognised. */
type RefundCall = { paymentId: string; body: unknown; admin: Admin; key?: StoredKey | undefined }

/** What an admin asks for; `asked` undefined is all that remains. */
type Wanted = {
  requested: bigint | undefined
  reason: string
  notify: boolean
  force: boolean
  admin: Admin
  key: StoredKey | undefined
}

/**
 * What became of a call: a `new` refund that the gateway has replied to, a `repeat` of one whose outcome nobody was told
 * yet, or one `in_doubt`, this or the one it repeats, whose outcome is being found out. What came of the first two is
 * recorded under `operation`.
 */
export type RefundResult =
  | { kind: 'new' | 'repeat'; transaction: PricedTransaction; operation: string }
  | { kind: 'in_doubt' }

/**
 * Refunds a payment, whole or in part, and returns once the gateway has replied. A refund in doubt stays PENDING in the
 * history with its amount put aside, and resolves itself.
 * @throws Problem 404, 409, 422 before anyone was asked.
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
  needs.log.info('refund answered', {
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

/** More decimals than money has are refused like those of an order. */
function requestedMinor(digits: string | undefined, transaction: PricedTransaction): bigint | undefined {
  if (digits === undefined) return undefined
  const amount = parseMoney(digits, transaction.currency)
  if (!amount) throw new Problem(cardProblems.amount_too_precise)
  return amount.minor
}

/** What the gateway knows a refund by: its own code, so that a search finds this one and no other. */
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
  await auditRequest(sql, needs, { transaction, refundId: refund.id, amount, wanted, now })
  return { kind: 'new', id: refund.id, operation, amount }
}

/** A repeat of a call whose outcome nobody was told. @throws Problem 409 while the first call is still running. */
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

async function auditRequest(
  sql: Sql,
  { secrets }: Pick<ChargeNeeds, 'secrets'>,
  { transaction, refundId, amount, wanted, now }: Requested,
): Promise<void> {
  const { admin, reason, force, notify } = wanted
  const detail = {
    refund_id: String(refundId),
    amount: formatMoney(money(amount, transaction.currency)),
    currency: transaction.currency,
    reason,
    force,
    notify,
  }
  await audit(sql, secrets, {
    admin,
    action: 'refund.requested',
    subject: transaction.transaction_uuid,
    detail,
    now,
  })
}
