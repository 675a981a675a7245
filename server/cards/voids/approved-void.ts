// Executes a void that a second admin approved: it is claimed in the transaction of the approval, and the approving request
// calls the gateway. If its process dies, a worker makes the call, since repeating a void is safe.
import { z } from 'zod'
import type { Act } from '../../approvals/decide-approval.ts'
import type { ApprovalRow } from '../../approvals/queries.ts'
import { Problem } from '../../kernel/problem.ts'
import { cardProblems } from '../transaction/problems.ts'
import { lockedPayments } from '../transaction/queries.ts'
import { claimVoids } from './claim-void.ts'
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
      await lockedPayments(sql, [requestOf(approval).payment_id])
    },
    async perform(sql, approval, admin) {
      const { payment_id: paymentId, notify_merchant: notify } = requestOf(approval)
      const now = needs.clock.now()
      const nextCheckAt = now.add({ seconds: needs.gatewayTimeoutSeconds + needs.inquiryAfterSeconds })
      const { reason, requested_by: voidedBy } = approval
      const approved = { secrets: needs.secrets, approvals: undefined }
      const request = { paymentId, reason, notify, admin, voidedBy, now, nextCheckAt }
      const [claim] = await claimVoids(sql, approved, [request])
      if (claim instanceof Problem) throw claim
      if (!claim || 'approval' in claim) throw new Error('an approved void waits again')
      const after = async () => void (await sendVoid(needs, claim))
      return { operation: claim.operation, after }
    },
  }
}
