// Claims voids before the gateway is called, several at once. A claimed transaction is held by its void, so no refund can
// start meanwhile.
import { type Admin, hasRight } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { type Approvals, type RequestedApproval, requestApproval } from '../../approvals/request-approval.ts'
import { needsApproval } from '../../approvals/rules.ts'
import { money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { fingerprint } from '../../operations/fingerprint.ts'
import { newOperationId, operationRow } from '../../operations/operation.ts'
import { toSentRows } from '../../platform/database/batch-rows.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { ChargeReference } from '../gateway/gateway.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedPayments, type PricedTransaction } from '../transaction/queries.ts'
import { chargesOf, insertVoids } from './queries.ts'
import { chargeReferenceIn } from './void-reference.ts'
import { oldestVoidable, voidFault } from './void-rules.ts'

/** What an admin requests. */
export type VoidRequest = {
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

/** A rule asks for a second admin. */
export type WaitingVoid = { approval: RequestedApproval }

type Candidate = { operation: string; request: VoidRequest; transaction: PricedTransaction }

/**
 * Claims voids of different payments, and returns for each request its claim or why it is refused.
 * @param requests at most one for each payment.
 * @param needs.approvals undefined for voids that were approved.
 */
export async function claimVoids(
  sql: Tx,
  { secrets, approvals }: { secrets: Secrets; approvals: Approvals | undefined },
  requests: readonly VoidRequest[],
): Promise<(VoidClaim | WaitingVoid | Problem)[]> {
  const payments = await lockedPayments(
    sql,
    requests.map(({ paymentId }) => paymentId),
  )
  const decisions: (Candidate | WaitingVoid | Problem)[] = []
  for (const request of requests) {
    const candidate = candidateOf(request, payments.get(request.paymentId))
    const waits = approvals && !(candidate instanceof Problem)
    decisions.push(waits ? await approvedOrWaiting(sql, approvals, candidate) : candidate)
  }
  const candidates = decisions.filter((each): each is Candidate => 'request' in each)
  const [claimed, charges] = await Promise.all([
    sql.rows(insertVoids, [toSentRows(candidates.map(toRow))]),
    chargesOf(
      sql,
      candidates.map(({ transaction }) => transaction.id),
    ),
  ])
  const held = new Set(claimed.map(({ id }) => id))
  return decisions.map((each) => {
    if (!('request' in each)) return each
    const { operation, transaction } = each
    if (!held.has(operation)) return new Problem(cardProblems.operation_running)
    auditRequest(sql, secrets, each)
    return { operation, transaction, charge: chargeReferenceIn(charges, transaction) }
  })
}

function candidateOf(request: VoidRequest, transaction: PricedTransaction | undefined): Candidate | Problem {
  if (!transaction) return new Problem(cardProblems.payment_unknown, { id: request.paymentId })
  const fault = voidFault(transaction, oldestVoidable(request.now))
  return fault ?? { operation: newOperationId(), request, transaction }
}

/** A void returns the whole payment, so the rule of refunds applies to it. */
async function approvedOrWaiting(
  sql: Tx,
  approvals: Approvals,
  candidate: Candidate,
): Promise<Candidate | WaitingVoid | Problem> {
  const { request, transaction } = candidate
  const amount = money(transaction.amount_minor, transaction.currency)
  const isAlone = hasRight(request.admin, 'refunds')
  // guard: void-approval
  if (isAlone && !needsApproval(approvals.rules, 'void', amount)) return candidate
  const approval = await requestApproval(sql, approvals, {
    action: 'void',
    subject: transaction.transaction_uuid,
    owner: { merchantId: transaction.merchant_id, environment: transaction.environment },
    amount,
    request: { payment_id: request.paymentId, notify_merchant: request.notify },
    reason: request.reason,
    admin: request.admin,
    key: request.key,
    now: request.now,
  })
  return approval instanceof Problem ? approval : { approval }
}

function toRow({ operation, request, transaction }: Candidate) {
  return {
    ...operationRow({
      id: operation,
      kind: 'void',
      state: 'sent',
      subject: { cardTransactionId: transaction.id },
      fingerprint: fingerprint([transaction.transaction_uuid, 'void']),
      amountMinor: transaction.amount_minor,
      currency: transaction.currency,
      nextCheckAt: request.nextCheckAt,
      now: request.now,
    }),
    reason: request.reason,
    voided_by: request.voidedBy ?? request.admin.name,
    notify_merchant: request.notify,
    oldest: oldestVoidable(request.now).toString(),
  }
}

function auditRequest(sql: Tx, secrets: Secrets, { request, transaction }: Candidate): void {
  const { admin, reason, notify, now } = request
  const subject = transaction.transaction_uuid
  audit(sql, secrets, { admin, action: 'void.requested', subject, detail: { reason, notify }, now })
}
