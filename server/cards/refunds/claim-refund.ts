// Claims a refund before the gateway is called: it reserves its part of the payment, unless it repeats an earlier refund. Together,
// refunds never exceed their payment, because the reservation is a guarded update.
import { type Admin, hasRight } from '../../admin/access.ts'
import {
  type Approvals,
  type RequestedApproval,
  requestApproval,
} from '../../admin/approvals/request-approval.ts'
import { needsApproval } from '../../admin/approvals/rules.ts'
import { audit } from '../../admin/audit.ts'
import { formatMoney, money, parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { cardQueue, newOperationId } from '../../ledger/operation.ts'
import { operatorQueue } from '../../operator-calls/operator.ts'
import type { Tx } from '../../platform/database/database.ts'
import { fingerprint, type Secrets } from '../../platform/secrets.ts'
import { cardProblems } from '../transaction/problems.ts'
import { isByPhone, lockedPayment, type PricedTransaction } from '../transaction/queries.ts'
import { findSameRefund, insertRefund, type RefundRow } from './queries.ts'
import { oldestRefundable, refundFault, remainingOf } from './refund-rules.ts'
import type { ClaimedRefund } from './send-refund.ts'

/** What an admin requests. */
export type RefundRequest = {
  paymentId: string
  /** The amount as a decimal; undefined means all that remains. */
  amount: string | undefined
  reason: string
  notify: boolean
  force: boolean
  admin: Admin
  /** Who requested an approved refund, if not the admin who acts now. */
  refundedBy?: string
  key: string | undefined
  now: Temporal.Instant
  /** When a worker inquires about the refund, unless its outcome is known by then. */
  nextCheckAt: Temporal.Instant
}

/** A `new` refund that the gateway is to be called for, or an earlier one that the request repeats. */
type RefundClaim =
  | ({ kind: 'new' } & ClaimedRefund)
  | { kind: 'repeat' | 'pending'; operation: string; transaction: PricedTransaction }
  | { kind: 'in_doubt' }
  /** A rule asks for a second admin. */
  | { kind: 'waiting'; approval: RequestedApproval }

type ClaimNeeds = { secrets: Secrets; approvals: Approvals }

/**
 * Claims a refund of a payment, which is locked: what one request decides depends on what the one before it has left.
 * @throws Problem 403, 404, 409, 422
 */
export async function claimRefund(sql: Tx, needs: ClaimNeeds, request: RefundRequest): Promise<RefundClaim> {
  const transaction = await lockedPayment(sql, request.paymentId)
  const requested = requestedMinor(request.amount, transaction)
  // A payment that nothing was refunded of, and nothing is reserved of, has no refund that could be repeated.
  const hasRefunds = transaction.refunded_minor + transaction.refund_reserved_minor > 0n
  const earlier = hasRefunds ? await findSame(sql, transaction, request, requested) : undefined
  if (earlier) return repeatOf(earlier, transaction)
  const amount = refundableAmount(transaction, request, requested)
  const approval = await approvalFor(sql, needs.approvals, transaction, { request, amount })
  if (approval) return { kind: 'waiting', approval }
  return { kind: 'new', ...(await reserve(sql, needs.secrets, transaction, { request, requested, amount })) }
}

type IntendedRefund = Omit<RefundRequest, 'paymentId' | 'amount' | 'key'> & {
  amount: bigint
  /** What a row of a batch is sent as. */
  key?: string
  /** Whether its approval or request reports the outcome, so that no later call is taken for a repeat of it. */
  isReported: boolean
}

/**
 * Claims the refund of an approved request in the transaction that approves it, or that of a row of a confirmed batch. Its call is an
 * intent: if the process dies before it calls the gateway, a worker does. The caller has locked the payment.
 * @throws Problem 409, 422
 */
export async function claimIntendedRefund(
  sql: Tx,
  secrets: Secrets,
  { amount: requested, isReported, key, ...approved }: IntendedRefund,
  transaction: PricedTransaction,
): Promise<ClaimedRefund> {
  const request = { ...approved, key }
  const amount = refundableAmount(transaction, request, requested)
  return reserve(sql, secrets, transaction, { request, requested, amount, state: 'intent', isReported })
}

/** Converts the requested amount to minor units; too many decimals are refused as in an order. */
function requestedMinor(amount: string | undefined, { currency }: PricedTransaction): bigint | undefined {
  if (amount === undefined) return undefined
  const requested = parseMoney(amount, currency)
  if (!requested) throw new Problem(cardProblems.amount_too_precise)
  return requested.minor
}

async function findSame(
  sql: Tx,
  { id }: PricedTransaction,
  { reason, admin, key, notify, force, now }: RefundRequest,
  requested: bigint | undefined,
) {
  const values = [id, requested ?? null, reason, admin.name, key ?? null, notify, force, now]
  return (await sql.rows(findSameRefund, values))[0]
}

/** What a repeat of an earlier refund gets. @throws Problem 409 while the first call is still running. */
function repeatOf(
  { status, in_doubt, operation }: RefundRow & { in_doubt: boolean },
  transaction: PricedTransaction,
): RefundClaim {
  if (status !== 'PENDING') return { kind: 'repeat', operation, transaction }
  if (isByPhone(transaction)) return { kind: 'pending', operation, transaction }
  if (!in_doubt) throw new Problem(cardProblems.operation_running)
  return { kind: 'in_doubt' }
}

/** The requested amount, or all that remains, in minor units. @throws Problem 409, 422 if it may not be refunded. */
function refundableAmount(
  transaction: PricedTransaction,
  { force, now }: Pick<RefundRequest, 'force' | 'now'>,
  requested: bigint | undefined,
): bigint {
  const amount = requested ?? remainingOf(transaction)
  const fault = refundFault(transaction, amount, force ? undefined : oldestRefundable(now))
  if (fault) throw fault
  return amount
}

/**
 * Asks for the approval of a refund that a rule applies to. The rule's sum is compared with all that the payment has
 * returned with this refund, so that parts of it are not refunded one by one.
 * @throws Problem 403 if there is no second admin to decide.
 */
async function approvalFor(
  sql: Tx,
  approvals: Approvals,
  transaction: PricedTransaction,
  { request, amount }: { request: RefundRequest; amount: bigint },
): Promise<RequestedApproval | undefined> {
  const { currency, refunded_minor, refund_reserved_minor } = transaction
  // guard: refund-approval-sum
  const returned = refunded_minor + refund_reserved_minor + amount
  const isAlone = hasRight(request.admin, 'refunds')
  // guard: refund-approval
  if (isAlone && !needsApproval(approvals.rules, 'refund', money(returned, currency))) return undefined
  const approval = await requestApproval(sql, approvals, {
    action: 'refund',
    subject: transaction.transaction_uuid,
    owner: { merchantId: transaction.merchant_id, environment: transaction.environment },
    amount: money(amount, currency),
    request: {
      transaction_id: String(transaction.id),
      notify_merchant: request.notify,
      force: request.force,
    },
    reason: request.reason,
    admin: request.admin,
    key: request.key,
    now: request.now,
  })
  if (approval instanceof Problem) throw approval
  return approval
}

// guard: refund-queue
function refundQueue(transaction: PricedTransaction): string {
  const { environment, payer_operator } = transaction
  return isByPhone(transaction) ? operatorQueue(environment, payer_operator!) : cardQueue
}

type Reservation = {
  request: Omit<RefundRequest, 'paymentId' | 'amount'>
  requested: bigint | undefined
  /** Minor units. */
  amount: bigint
  state?: 'intent' | 'sent'
  isReported?: boolean
}

/** @throws Problem 409 while another operation holds the payment. */
async function reserve(
  sql: Tx,
  secrets: Secrets,
  transaction: PricedTransaction,
  { request, requested, amount, state = 'sent', isReported = false }: Reservation,
): Promise<ClaimedRefund> {
  const { reason, notify, force, admin, key, now, nextCheckAt } = request
  const refundedBy = request.refundedBy ?? admin.name
  const operation = newOperationId(sql.cell)
  const queue = refundQueue(transaction)
  const [refund] = await sql.rows(insertRefund, [
    transaction.id,
    amount,
    force,
    oldestRefundable(now),
    operation,
    // An operator is called by its own workers.
    isByPhone(transaction) ? 'intent' : state,
    fingerprint([transaction.transaction_uuid, amount, reason, refundedBy]),
    isByPhone(transaction) ? now : nextCheckAt,
    now,
    requested ?? null,
    reason,
    refundedBy,
    notify,
    key ?? null,
    isReported,
    queue,
  ])
  if (!refund) throw new Problem(cardProblems.operation_running)
  const detail = {
    refund_id: String(refund.id),
    amount: formatMoney(money(amount, transaction.currency)),
    currency: transaction.currency,
    reason,
    force,
    notify,
  }
  const subject = transaction.transaction_uuid
  audit(sql, secrets, { admin, action: 'refund.requested', subject, detail, now })
  return { transaction, refundId: refund.id, operation, amount }
}
