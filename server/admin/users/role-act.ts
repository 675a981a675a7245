// Executes what a second admin approved about admin users: an invitation, whose link works from then on, or another role.
import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import { adminRoles } from '../../kernel/roles/admins.ts'
import type { Act } from '../approvals/decide-approval.ts'
import type { ApprovalRow } from '../approvals/queries.ts'
import { giveRole, lockedStaff, refuseLastOwner, type StaffNeeds } from './change-user.ts'
import { approveLink, giveLink } from './links.ts'
import { staffProblems as problems } from './problems.ts'

const requestSchema = z.object({
  user_id: z.string(),
  role: z.enum(adminRoles),
  /** Empty for an invitation. */
  former_role: z.string(),
  /** The fingerprint of an invitation's link. */
  link: z.string().optional(),
})

const requestOf = ({ request }: ApprovalRow) => requestSchema.parse(request)

export function openStaffRoleAct(needs: Omit<StaffNeeds, 'db' | 'approvals'>): Act {
  return {
    problems: [problems.user_unknown, problems.user_changed, problems.last_owner],
    async lock(sql, approval) {
      await lockedStaff(sql, requestOf(approval).user_id)
    },
    async perform(sql, approval, admin) {
      const { user_id, role, former_role, link = '' } = requestOf(approval)
      const { user, owners } = await lockedStaff(sql, user_id)
      const isNew = former_role === ''
      // guard: staff-changed-since
      if (user.role !== (isNew ? role : former_role)) throw new Problem(problems.user_changed)
      if (!isNew) {
        refuseLastOwner(user, owners)
        await giveRole(sql, needs, { user, role, reason: approval.reason, admin })
        return {}
      }
      const now = needs.clock.now()
      if (!(await approveLink(sql, user.id, link, now))) throw new Problem(problems.user_changed)
      const { id: userId, email } = user
      // The link that waited was shown to nobody.
      if (needs.linkDelivery.mailed)
        await giveLink(sql, needs, { userId, email, kind: 'invitation', isWaiting: false, now })
      return {}
    },
  }
}
