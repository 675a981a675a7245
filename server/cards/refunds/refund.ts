// Refunds a payment: reserve the amount, call the gateway, record its reply. Many refunds may run at once and never
// exceed the payment together, because each reserves its part in one guarded update before the gateway is called.

import { z } from 'zod'
import type { Admin } from '../../admin/access.ts'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import type { ApprovalRow } from '../../admin/approvals/queries.ts'
import type { Approvals, RequestedApproval } from '../../admin/approvals/request-approval.ts'
import { check } from '../../platform/http/body/body.ts'
import type { ChargeNeeds } from '../charges/charge-store.ts'
import { cardProblems } from '../transaction/problems.ts'
import { isByPhone, lockedTransaction, type PricedTransaction } from '../transaction/queries.ts'
import { claimIntendedRefund, claimRefund } from './claim-refund.ts'
import { refundSchema } from './schemas.ts'
import { intendedCallerSeconds, sendIntendedRefund, sendRefund } from './send-refund.ts'

export type RefundNeeds = ChargeNeeds & { approvals: Approvals }

/** @param key the idempotency key of the call, by which its retries are recognised. */
type RefundCall = { paymentId: string; body: unknown; admin: Admin; key?: string | undefined }

/**
 * The result of a call: a `new` refund that the gateway has replied to, a `repeat` of a refund whose outcome was never
 * reported, or one `in_doubt`, whether this refund or the one it repeats, whose outcome is not known yet. The outcome
 * of the first two is recorded under `operation`. `pending`: an operator gives the money back, which takes its time. `waiting`: nothing was claimed, because another admin must approve it.
 */
export type RefundResult =
  | { kind: 'new' | 'repeat'; transaction: PricedTransaction; operation: string }
  | { kind: 'pending'; transaction: PricedTransaction; operation: string }
  | { kind: 'in_doubt' }
  | { kind: 'waiting'; approval: RequestedApproval }

/**
 * Refunds a payment, in full or in part, and returns once the gateway has replied. A refund in doubt stays PENDING in
 * the history with its amount reserved until workers resolve it.
 * @throws Problem 404, 409, 422 before the gateway is called.
 */
export async function refundPayment(
  needs: RefundNeeds,
  { paymentId, body, admin, key }: RefundCall,
): Promise<RefundResult> {
  const request = check(refundSchema, body, 'body')
  const now = needs.clock.now()
  const claimed = await needs.db.transaction(
    (sql) =>
      claimRefund(sql, needs, {
        paymentId,
        amount: request.amount,
        reason: request.reason,
        notify: request.notify_merchant ?? true,
        force: request.force ?? false,
        admin,
        key,
        now,
        nextCheckAt: now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds }),
      }),
    { beginsByReading: true },
  )
  if (claimed.kind !== 'new') return claimed
  const { kind, operation, transaction } = claimed
  const isKnown = await sendRefund(needs, claimed)
  // guard: pending-phone-refund
  if (isByPhone(transaction)) return { kind: 'pending', operation, transaction }
  if (!isKnown) return { kind: 'in_doubt' }
  return { kind, operation, transaction }
}

const requestSchema = z.object({
  transaction_id: z.string().transform(BigInt),
  notify_merchant: z.boolean(),
  force: z.boolean(),
})

const requestOf = ({ request }: ApprovalRow) => requestSchema.parse(request)

export function openRefundAct(needs: RefundNeeds): Act {
  return {
    problems: [
      cardProblems.refund_complete,
      cardProblems.refund_status,
      cardProblems.payment_disputed,
      cardProblems.refund_too_late,
      cardProblems.refund_too_much,
      cardProblems.operation_running,
    ],
    async lock(sql, approval) {
      await lockedTransaction(sql, requestOf(approval).transaction_id)
    },
    async perform(sql, approval, admin) {
      const { transaction_id, notify_merchant: notify, force } = requestOf(approval)
      const { amount_minor, reason, requested_by: refundedBy } = approval
      const now = needs.clock.now()
      const nextCheckAt = now.add({ seconds: intendedCallerSeconds })
      // guard: approved-refund-reported
      const isReported = true
      const refund = {
        amount: amount_minor!,
        reason,
        notify,
        force,
        admin,
        refundedBy,
        isReported,
        now,
        nextCheckAt,
      }
      const transaction = await lockedTransaction(sql, transaction_id)
      const claimed = await claimIntendedRefund(sql, needs.secrets, refund, transaction)
      return { operation: claimed.operation, after: () => sendIntendedRefund(needs, claimed) }
    },
  }
}
