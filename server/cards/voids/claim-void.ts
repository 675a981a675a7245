// Claims a void before the gateway is called. The claimed transaction is held by its void, so no refund can start meanwhile.
import { type Admin, hasRight } from '../../admin/access.ts'
import {
  type Approvals,
  type RequestedApproval,
  requestApproval,
} from '../../admin/approvals/request-approval.ts'
import { needsApproval } from '../../admin/approvals/rules.ts'
import { audit } from '../../admin/audit.ts'
import { money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { newOperationId } from '../../ledger/operation.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fingerprint, type Secrets } from '../../platform/secrets.ts'
import { chargeReferenceOf } from '../charges/charge-reference.ts'
import type { ChargeReference } from '../gateway/gateway.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedPayment, type PricedTransaction, type TransactionRow } from '../transaction/queries.ts'
import { findVoidByKey, insertVoid, type VoidRow } from './queries.ts'

/** What an admin requests. */
type VoidRequest = {
  paymentId: string
  reason: string
  notify: boolean
  admin: Admin
  /** Who requested an approved void, if not the admin who acts now. */
  voidedBy?: string
  /** The hash of the idempotency key. */
  key?: string | undefined
  now: Temporal.Instant
  /** When a worker inquires about the void, unless its outcome is known by then. */
  nextCheckAt: Temporal.Instant
}

/** A void that the gateway is to be called for, and the reference of the charge that it voids. */
export type VoidClaim = { operation: string; transaction: PricedTransaction; charge: ChargeReference }

/** A void that the request repeats by its key. */
type RepeatedVoid = { transaction: PricedTransaction; repeated: VoidRow }

/**
 * Claims a void, finds the one that the request repeats, or requests the approval that a rule asks for.
 * @throws Problem 403, 404, 409
 */
export async function claimVoid(
  sql: Tx,
  { secrets, approvals }: { secrets: Secrets; approvals: Approvals },
  request: VoidRequest,
): Promise<VoidClaim | RepeatedVoid | RequestedApproval> {
  const transaction = await lockedPayment(sql, request.paymentId)
  const repeated = await findRepeated(sql, transaction, request.key)
  if (repeated) return { transaction, repeated }
  refuseUnvoidable(transaction, request.now)
  const approval = await approvalFor(sql, approvals, transaction, request)
  return approval ?? reserve(sql, secrets, transaction, request)
}

/** Claims a void that was approved, in the transaction that approves it. @throws Problem 404, 409 */
export async function claimApprovedVoid(sql: Tx, secrets: Secrets, request: VoidRequest): Promise<VoidClaim> {
  const transaction = await lockedPayment(sql, request.paymentId)
  refuseUnvoidable(transaction, request.now)
  return reserve(sql, secrets, transaction, request)
}

/** @throws Problem 409 while the call that made the void is still running. */
async function findRepeated(
  sql: Tx,
  { id, status, running_operation }: PricedTransaction,
  key: string | undefined,
): Promise<VoidRow | undefined> {
  // Only a payment that is voided or being voided has a void that could be repeated.
  if (key === undefined || (status !== 'VOIDED' && running_operation === null)) return undefined
  const [earlier] = await sql.rows(findVoidByKey, [id, key])
  if (earlier?.status === 'PENDING' && earlier.is_running) throw new Problem(cardProblems.operation_running)
  return earlier
}

/** @throws Problem 409 */
function refuseUnvoidable(transaction: PricedTransaction, now: Temporal.Instant): void {
  const fault = voidFault(transaction, oldestVoidable(now))
  if (fault) throw fault
}

/** A void returns the whole payment, so the rule of refunds applies to it. */
async function approvalFor(
  sql: Tx,
  approvals: Approvals,
  transaction: PricedTransaction,
  { paymentId, notify, reason, admin, key, now }: VoidRequest,
): Promise<RequestedApproval | undefined> {
  const amount = money(transaction.amount_minor, transaction.currency)
  const isAlone = hasRight(admin, 'refunds')
  // guard: void-approval
  if (isAlone && !needsApproval(approvals.rules, 'void', amount)) return undefined
  const approval = await requestApproval(sql, approvals, {
    action: 'void',
    subject: transaction.transaction_uuid,
    owner: { merchantId: transaction.merchant_id, environment: transaction.environment },
    amount,
    request: { payment_id: paymentId, notify_merchant: notify },
    reason,
    admin,
    key,
    now,
  })
  if (approval instanceof Problem) throw approval
  return approval
}

/** @throws Problem 409 while another operation holds the payment. */
async function reserve(
  sql: Tx,
  secrets: Secrets,
  transaction: PricedTransaction,
  { reason, notify, admin, voidedBy = admin.name, key, now, nextCheckAt }: VoidRequest,
): Promise<VoidClaim> {
  const { id, transaction_uuid: subject } = transaction
  const operation = newOperationId(sql.cell)
  const [claimed, charge] = await Promise.all([
    sql.rows(insertVoid, [
      id,
      operation,
      oldestVoidable(now),
      fingerprint([subject, 'void']),
      nextCheckAt,
      now,
      reason,
      voidedBy,
      notify,
      key ?? null,
    ]),
    chargeReferenceOf(sql, transaction),
  ])
  if (claimed.length === 0) throw new Problem(cardProblems.operation_running)
  audit(sql, secrets, { admin, action: 'void.requested', subject, detail: { reason, notify }, now })
  return { operation, transaction, charge }
}

// guard: void-window
export const voidWindow = { hours: 24 }

/** Payments completed at or after this time may still be voided. */
export function oldestVoidable(now: Temporal.Instant): Temporal.Instant {
  return now.subtract(voidWindow)
}

/** Returns why a payment may not be voided; undefined when it may. */
export function voidFault(
  {
    status,
    finalised_at,
    open_disputes,
    disputed_minor,
    payment_method,
  }: Pick<TransactionRow, 'status' | 'finalised_at' | 'open_disputes' | 'disputed_minor' | 'payment_method'>,
  oldest: Temporal.Instant,
): Problem | undefined {
  if (status !== 'SUCCESS') return new Problem(cardProblems.void_status, { status })
  // guard: void-of-mobile-money
  if (payment_method === 'mobile_money') return new Problem(cardProblems.void_by_phone)
  // guard: void-of-disputed
  if (open_disputes > 0 || disputed_minor > 0n) return new Problem(cardProblems.payment_disputed)
  const isTooOld = finalised_at !== null && Temporal.Instant.compare(finalised_at, oldest) < 0
  return isTooOld ? new Problem(cardProblems.void_too_late) : undefined
}
