// Claims refunds before the gateway is called, several at once: each reserves its part of its payment, unless it
// repeats an earlier refund. Together, refunds never exceed their payment, because the reservation is a guarded update.
import { type Admin, hasRight } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { type Approvals, type RequestedApproval, requestApproval } from '../../approvals/request-approval.ts'
import { needsApproval } from '../../approvals/rules.ts'
import { formatMoney, money, parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { fingerprint } from '../../operations/fingerprint.ts'
import { newOperationId, operationRow } from '../../operations/operation.ts'
import { toSentRows } from '../../platform/database/batch-rows.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedPayments, type PricedTransaction } from '../transaction/queries.ts'
import { findSameRefunds, insertRefunds, type RefundRow } from './queries.ts'
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
export type RefundClaim =
  | { kind: 'new'; id: bigint; operation: string; amount: bigint; transaction: PricedTransaction }
  | { kind: 'repeat'; operation: string; transaction: PricedTransaction }
  | { kind: 'in_doubt' }
  /** A rule asks for a second admin. */
  | { kind: 'waiting'; approval: RequestedApproval }

/** A request for a payment that exists. */
type Candidate = {
  n: number
  request: RefundRequest
  transaction: PricedTransaction
  /** Minor units. */
  requested: bigint | undefined
}
type Reservation = Candidate & { operation: string; amount: bigint }

/**
 * Claims refunds of different payments, and returns for each request its claim or why it is refused.
 * @param requests at most one for each payment: what one request decides must not depend on another.
 */
export async function claimRefunds(
  sql: Tx,
  { secrets, approvals }: { secrets: Secrets; approvals: Approvals },
  requests: readonly RefundRequest[],
): Promise<(RefundClaim | Problem)[]> {
  const payments = await lockedPayments(
    sql,
    requests.map(({ paymentId }) => paymentId),
  )
  const candidates = requests.map((request, n) => candidateOf(request, n, payments.get(request.paymentId)))
  const same = await findSame(
    sql,
    candidates.filter((each): each is Candidate => !(each instanceof Problem)),
  )
  const decisions: (Reservation | RefundClaim | Problem)[] = []
  for (const each of candidates) {
    const decision = each instanceof Problem ? each : (same.get(each.n) ?? reservationOf(each))
    const isReservation = !(decision instanceof Problem || 'kind' in decision)
    decisions.push(isReservation ? await approvedOrWaiting(sql, approvals, decision) : decision)
  }
  const made = await reserve(
    sql,
    decisions.filter((each): each is Reservation => !(each instanceof Problem || 'kind' in each)),
  )
  return decisions.map((each) => {
    if (each instanceof Problem || 'kind' in each) return each
    const { n, operation, amount, transaction } = each
    const id = made.get(n)
    if (id === undefined) return new Problem(cardProblems.operation_running)
    auditRequest(sql, secrets, each, id)
    return { kind: 'new', id, operation, amount, transaction }
  })
}

/**
 * Claims the refund of an approved request in the transaction that approves it. Its call is an intent: if the process dies
 * before it calls the gateway, a worker does. The caller has locked the payment.
 * @throws Problem 409, 422
 */
export async function claimIntendedRefund(
  sql: Tx,
  secrets: Secrets,
  request: Omit<RefundRequest, 'paymentId' | 'amount' | 'key'> & { amount: bigint },
  transaction: PricedTransaction,
): Promise<ClaimedRefund> {
  const { amount } = request
  const refund = { ...request, paymentId: transaction.cs_payment_id ?? '', amount: undefined, key: undefined }
  const decided = reservationOf({ n: 0, request: refund, transaction, requested: amount })
  if (decided instanceof Problem) throw decided
  const refundId = (await reserve(sql, [decided], 'intent')).get(0)
  if (refundId === undefined) throw new Problem(cardProblems.operation_running)
  auditRequest(sql, secrets, decided, refundId)
  return { transaction, refundId, operation: decided.operation, amount }
}

/** Converts the requested amount to minor units; too many decimals are refused as in an order. */
function candidateOf(
  request: RefundRequest,
  n: number,
  transaction: PricedTransaction | undefined,
): Candidate | Problem {
  const { paymentId, amount } = request
  if (!transaction) return new Problem(cardProblems.payment_unknown, { id: paymentId })
  if (amount === undefined) return { n, request, transaction, requested: undefined }
  const requested = parseMoney(amount, transaction.currency)
  if (!requested) return new Problem(cardProblems.amount_too_precise)
  return { n, request, transaction, requested: requested.minor }
}

async function findSame(
  sql: Tx,
  candidates: readonly Candidate[],
): Promise<Map<number, RefundClaim | Problem>> {
  if (candidates.length === 0) return new Map()
  const rows = candidates.map(({ request, transaction, requested }) => ({
    transaction_id: String(transaction.id),
    requested_minor: requested === undefined ? null : String(requested),
    reason: request.reason,
    refunded_by: request.admin.name,
    notify_merchant: request.notify,
    forced: request.force,
    created_at: request.now.toString(),
    key_hash: request.key,
  }))
  const found = await sql.rows(findSameRefunds, [toSentRows(rows)])
  return new Map(
    found.map(({ n, ...earlier }) => {
      const { n: position, transaction } = candidates[n]!
      return [position, repeatOf(earlier, transaction)]
    }),
  )
}

/** What a repeat of an earlier refund gets; a problem while the first call is still running. */
function repeatOf(
  { status, in_doubt, operation }: RefundRow & { in_doubt: boolean },
  transaction: PricedTransaction,
): RefundClaim | Problem {
  if (status !== 'PENDING') return { kind: 'repeat', operation, transaction }
  return in_doubt ? { kind: 'in_doubt' } : new Problem(cardProblems.operation_running)
}

function reservationOf(candidate: Candidate): Reservation | Problem {
  const { request, transaction, requested } = candidate
  const oldest = oldestRefundable(request.now)
  const amount = requested ?? remainingOf(transaction)
  const fault = refundFault(transaction, amount, request.force ? undefined : oldest)
  return fault ?? { ...candidate, operation: newOperationId(), amount }
}

/**
 * Asks for the approval of a refund that a rule applies to. The rule's sum is compared with all that the payment has
 * returned with this refund, so that parts of it are not refunded one by one.
 */
async function approvedOrWaiting(
  sql: Tx,
  approvals: Approvals,
  reservation: Reservation,
): Promise<Reservation | RefundClaim | Problem> {
  const { request, transaction, amount } = reservation
  const { currency, refunded_minor, refund_reserved_minor } = transaction
  // guard: refund-approval-sum
  const returned = refunded_minor + refund_reserved_minor + amount
  const isAlone = hasRight(request.admin, 'refunds')
  // guard: refund-approval
  if (isAlone && !needsApproval(approvals.rules, 'refund', money(returned, currency))) return reservation
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
  return approval instanceof Problem ? approval : { kind: 'waiting', approval }
}

/** Returns the ids of the refunds by the positions of their requests; a refused one has none. */
async function reserve(
  sql: Tx,
  reservations: readonly Reservation[],
  state: 'intent' | 'sent' = 'sent',
): Promise<Map<number, bigint>> {
  if (reservations.length === 0) return new Map()
  const rows = reservations.map(({ request, transaction, requested, operation, amount }) => ({
    ...operationRow({
      id: operation,
      kind: 'refund',
      state,
      subject: { cardTransactionId: transaction.id },
      fingerprint: fingerprint([
        transaction.transaction_uuid,
        amount,
        request.reason,
        request.refundedBy ?? request.admin.name,
      ]),
      amountMinor: amount,
      currency: transaction.currency,
      nextCheckAt: request.nextCheckAt,
      now: request.now,
    }),
    requested_minor: requested === undefined ? null : String(requested),
    reason: request.reason,
    refunded_by: request.refundedBy ?? request.admin.name,
    notify_merchant: request.notify,
    forced: request.force,
    idempotency_key: request.key,
    oldest: oldestRefundable(request.now).toString(),
  }))
  const made = await sql.rows(insertRefunds, [toSentRows(rows)])
  return new Map(made.map(({ n, id }) => [reservations[n]!.n, id]))
}

function auditRequest(sql: Tx, secrets: Secrets, reservation: Reservation, refundId: bigint): void {
  const { request, transaction, amount } = reservation
  const { admin, reason, force, notify, now } = request
  const detail = {
    refund_id: String(refundId),
    amount: formatMoney(money(amount, transaction.currency)),
    currency: transaction.currency,
    reason,
    force,
    notify,
  }
  const subject = transaction.transaction_uuid
  audit(sql, secrets, { admin, action: 'refund.requested', subject, detail, now })
}
