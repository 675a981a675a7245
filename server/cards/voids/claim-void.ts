// Claims voids before the gateway is called, several at once. A claimed transaction is held by its void, so no refund can
// start meanwhile.
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
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
  now: Temporal.Instant
  /** When a worker inquires about the void, unless its outcome is known by then. */
  nextCheckAt: Temporal.Instant
}

/** A void that the gateway is to be called for, and the reference of the charge that it voids. */
export type VoidClaim = { operation: string; transaction: PricedTransaction; charge: ChargeReference }

type Candidate = { operation: string; request: VoidRequest; transaction: PricedTransaction }

/**
 * Claims voids of different payments, and returns for each request its claim or why it is refused.
 * @param requests at most one for each payment.
 */
export async function claimVoids(
  sql: Tx,
  secrets: Secrets,
  requests: readonly VoidRequest[],
): Promise<(VoidClaim | Problem)[]> {
  const payments = await lockedPayments(
    sql,
    requests.map(({ paymentId }) => paymentId),
  )
  const decisions = requests.map((request) => candidateOf(request, payments.get(request.paymentId)))
  const candidates = decisions.filter((each): each is Candidate => !(each instanceof Problem))
  if (candidates.length === 0) return decisions.filter((each) => each instanceof Problem)
  const [claimed, charges] = await Promise.all([
    sql.rows(insertVoids, [toSentRows(candidates.map(toRow))]),
    chargesOf(
      sql,
      candidates.map(({ transaction }) => transaction.id),
    ),
  ])
  const held = new Set(claimed.map(({ id }) => id))
  return decisions.map((each) => {
    if (each instanceof Problem) return each
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
    voided_by: request.admin.name,
    notify_merchant: request.notify,
    oldest: oldestVoidable(request.now).toString(),
  }
}

function auditRequest(sql: Tx, secrets: Secrets, { request, transaction }: Candidate): void {
  const { admin, reason, notify, now } = request
  const subject = transaction.transaction_uuid
  audit(sql, secrets, { admin, action: 'void.requested', subject, detail: { reason, notify }, now })
}
