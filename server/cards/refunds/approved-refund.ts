// Executes a refund that a second admin approved: it is claimed in the transaction of the approval, as an intent that the
// approving request or else a worker sends to the gateway.
import { z } from 'zod'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import type { ApprovalRow } from '../../admin/approvals/queries.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedTransaction } from '../transaction/queries.ts'
import { claimIntendedRefund } from './claim-refund.ts'
import type { RefundNeeds } from './refund.ts'
import { intendedCallerSeconds, sendIntendedRefund } from './send-refund.ts'

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
