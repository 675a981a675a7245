// Executes a void that a second admin approved: it is claimed in the transaction of the approval, and the approving request
// calls the gateway. If its process dies, a worker makes the call, since repeating a void is safe.
import { z } from 'zod'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import type { ApprovalRow } from '../../admin/approvals/queries.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedPayment } from '../transaction/queries.ts'
import { claimApprovedVoid } from './claim-void.ts'
import { sendVoid, type VoidNeeds } from './void.ts'

const requestSchema = z.object({ payment_id: z.string(), notify_merchant: z.boolean() })

const requestOf = ({ request }: ApprovalRow) => requestSchema.parse(request)

export function openVoidAct(needs: VoidNeeds): Act {
  return {
    problems: [
      cardProblems.void_status,
      cardProblems.payment_disputed,
      cardProblems.void_too_late,
      cardProblems.operation_running,
    ],
    async lock(sql, approval) {
      await lockedPayment(sql, requestOf(approval).payment_id)
    },
    async perform(sql, approval, admin) {
      const { payment_id: paymentId, notify_merchant: notify } = requestOf(approval)
      const now = needs.clock.now()
      const nextCheckAt = now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds })
      const { reason, requested_by: voidedBy } = approval
      const request = { paymentId, reason, notify, admin, voidedBy, now, nextCheckAt }
      const claim = await claimApprovedVoid(sql, needs.secrets, request)
      const after = async () => void (await sendVoid(needs, claim))
      return { operation: claim.operation, after }
    },
  }
}
