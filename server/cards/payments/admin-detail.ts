// The admin payment detail: what the merchant sees, and in addition who did what, the gateway operations, and the
// actions allowed now.
import assert from 'node:assert/strict'
import type { z } from 'zod'
import { type Admin, hasRight } from '../../admin/access.ts'
import { pendingApprovals } from '../../admin/approvals/pending.ts'
import { type ApprovalRules, needsApproval } from '../../admin/approvals/rules.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { CardOperationKind, OperationState } from '../../ledger/operation.ts'
import { commonStatement, type Sql, statement } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import type { deliveryDetailSchema } from '../../platform/http/delivery-record.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { knownDevice } from '../authentication/payer-device.ts'
import { listEvidence, type ShownAuthentication } from '../authentication/queries.ts'
import { refusedReturns } from '../collections/returns/return-money.ts'
import { oldestRefundable, refundFault, refundWindow, remainingOf } from '../refunds/refund-rules.ts'
import { amountOf } from '../transaction/amount.ts'
import { cardProblems } from '../transaction/problems.ts'
import { type TransactionRow, transactionByUuid } from '../transaction/queries.ts'
import { paymentSubject } from '../transaction/webhooks.ts'
import { oldestVoidable, voidFault, voidWindow } from '../voids/claim-void.ts'
import { readPaymentDetail } from './detail.ts'

type DeliveryDetail = z.output<typeof deliveryDetailSchema>

export type AdminPaymentNeeds = {
  db: Sql
  clock: Clock
  secrets: Secrets
  baseUrl: string
  approvals: { rules: ApprovalRules }
  /** Reads the webhook deliveries about a subject, with each attempt. */
  deliveriesAbout: (sql: Sql, owner: ListOwner, subject: string) => Promise<DeliveryDetail[]>
}

type OperationRow = {
  id: string
  kind: CardOperationKind | 'collection'
  state: OperationState
  attempts: number
  created_at: Temporal.Instant
  resolved_at: Temporal.Instant | null
  next_check_at: Temporal.Instant | null
  upstream_id: string | null
  upstream_reason: string | null
  correlation_id: string | null
}

const listOperations = statement<OperationRow>(
  'list_operations_of_payment',
  `select id, kind, state, attempts, created_at, resolved_at, next_check_at, upstream_id, upstream_reason, correlation_id
     from operation where card_transaction_id = $1 order by created_at, id`,
)
const findMerchant = commonStatement<{ merchant_code: string; name: string; time_zone: string }>(
  'find_merchant_of_payment',
  'select merchant_code, name, time_zone from merchant where id = $1',
)

/**
 * Returns the full detail of a payment, for admins.
 * @throws Problem 404.
 */
export async function adminPaymentDetail(needs: AdminPaymentNeeds, transactionUuid: string, admin: Admin) {
  const { db, clock, approvals } = needs
  const transaction = await transactionByUuid(db, transactionUuid)
  const owner = { merchantId: transaction.merchant_id, environment: transaction.environment }
  const { detail, refunds, voids } = await readPaymentDetail(needs, owner, transactionUuid)
  const [merchant] = await db.rows(findMerchant, [transaction.merchant_id])
  assert(merchant, 'each payment has a merchant')
  const now = clock.now()
  const actions = ['refund', 'void', 'other_number'] as const
  const pending = await pendingApprovals(db, { actions, subjects: [transactionUuid], admin, now })
  const { refund, void: voiding } = allowedActions(transaction, now)
  return {
    ...detail,
    merchant_code: merchant.merchant_code,
    merchant_name: merchant.name,
    time_zone: merchant.time_zone,
    environment: transaction.environment,
    // In addition who requested them, and the gateway's reason for a refund.
    refunds: detail.refunds.map((refund, i) => ({
      ...refund,
      refunded_by: refunds[i]?.refunded_by ?? null,
      gateway_reason: refunds[i]?.gateway_reason ?? null,
    })),
    voids: detail.voids.map((row, i) => ({ ...row, voided_by: voids[i]?.voided_by ?? null })),
    authentications: (await db.rows(listEvidence, [transaction.id])).map(renderAuthentication),
    operations: (await db.rows(listOperations, [transaction.id])).map(renderOperation),
    refused_returns: await refusedReturns(db, transaction.id),
    deliveries: await needs.deliveriesAbout(db, owner, paymentSubject(transaction.id)),
    pending_approvals: pending(transactionUuid),
    allowed_actions: {
      refund: { ...refund, approval_from: approvalFrom(approvals.rules, transaction, admin) },
      void: { ...voiding, needs_approval: voidNeedsApproval(approvals.rules, transaction, admin) },
    },
  }
}

/** From which amount on this admin's refund waits for another one, so that the page says so before; null if none does. */
function approvalFrom(
  rules: ApprovalRules,
  { currency, refunded_minor, refund_reserved_minor }: TransactionRow,
  admin: Admin,
): string | null {
  const rule = rules.refund
  // A custom checkout has no currency before its charge, and nothing to refund.
  if (currency === null) return null
  if (!hasRight(admin, 'refunds') || rule === 'all') return formatMoney(money(0n, currency))
  const from = rule === undefined || rule === 'off' ? undefined : rule[currency]
  if (from === undefined) return null
  const left = from - refunded_minor - refund_reserved_minor
  return formatMoney(money(left > 0n ? left : 0n, currency))
}

function voidNeedsApproval(rules: ApprovalRules, { amount_minor, currency }: TransactionRow, admin: Admin) {
  const amount = currency === null ? undefined : money(amount_minor ?? 0n, currency)
  return !hasRight(admin, 'refunds') || needsApproval(rules, 'void', amount)
}

/** Renders an authentication, with its dispute evidence if it was charged. */
function renderAuthentication({
  state,
  created_at,
  authenticated_at,
  was_challenged,
  dispute_evidence,
  ...device
}: ShownAuthentication) {
  return {
    state,
    created_at: zonelessMicrosecond(created_at),
    authenticated_at: authenticated_at && zonelessMicrosecond(authenticated_at),
    evidence: dispute_evidence && {
      ...dispute_evidence,
      flow: was_challenged ? ('challenge' as const) : ('frictionless' as const),
      authenticated_at: authenticated_at && zonelessMicrosecond(authenticated_at),
    },
    device: knownDevice(device),
  }
}

/** Renders a gateway operation. `detail` is the gateway's own reason, or why the outcome is still unknown. */
function renderOperation({
  upstream_reason: detail,
  created_at,
  resolved_at,
  next_check_at,
  ...row
}: OperationRow) {
  return {
    ...row,
    detail,
    created_at: zonelessMicrosecond(created_at),
    resolved_at: resolved_at && zonelessMicrosecond(resolved_at),
    next_check_at: next_check_at && zonelessMicrosecond(next_check_at),
  }
}

/** Returns for refund and void whether they are allowed now, how much and until when, and the reason if not. */
export function allowedActions(transaction: TransactionRow, now: Temporal.Instant) {
  const { finalised_at, running_operation, refund_reserved_minor, currency } = transaction
  const isHeld = running_operation !== null
  const running = isHeld ? new Problem(cardProblems.operation_running) : undefined
  const onItsWay = refund_reserved_minor > 0n ? new Problem(cardProblems.operation_running) : undefined
  const wasPaid = ['SUCCESS', 'PARTIALLY_REFUNDED'].includes(transaction.status)
  const remaining = wasPaid ? remainingOf(transaction) : 0n
  const until = (window: { hours: number }) =>
    wasPaid && finalised_at ? zonelessMicrosecond(finalised_at.add(window)) : null
  const refundable = refundFault(transaction, remaining, oldestRefundable(now)) ?? running
  const byForce = refundFault(transaction, remaining, undefined) ?? running
  return {
    refund: {
      ...actionOf(refundable),
      // Forcible when only the age of the payment prevents the refund.
      forcible: refundable !== undefined && byForce === undefined,
      remaining: amountOf(remaining, currency),
      until: until(refundWindow),
    },
    void: {
      ...actionOf(voidFault(transaction, oldestVoidable(now)) ?? running ?? onItsWay),
      until: transaction.status === 'SUCCESS' ? until(voidWindow) : null,
    },
  }
}

function actionOf(fault: Problem | undefined) {
  return { allowed: fault === undefined, reason: fault?.message ?? null }
}
