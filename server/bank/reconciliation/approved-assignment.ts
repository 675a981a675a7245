// Assigns a bank line whose amount differs from the movement, once a second admin approves it.
import { z } from 'zod'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import type { ApprovalRow } from '../../admin/approvals/queries.ts'
import type { ImportNeeds } from '../files/import-file.ts'
import { bankProblems } from '../problems.ts'
import { assignWithin, lockedOpenLine } from './decide-line.ts'
import { lockedLine, lockMatching, movementKinds } from './lines.ts'

const requestSchema = z.object({ kind: z.enum(movementKinds), key: z.string() })

const lineOf = ({ subject }: ApprovalRow) => BigInt(subject)

export function openBankLineAct(needs: ImportNeeds): Act {
  const { line_decided, movement_unknown, amount_differs, own_payout } = bankProblems
  return {
    problems: [line_decided, movement_unknown, amount_differs, own_payout],
    async lock(sql, approval) {
      await lockMatching(sql)
      await lockedLine(sql, lineOf(approval))
    },
    async perform(sql, approval, admin) {
      const line = await lockedOpenLine(sql, lineOf(approval))
      const { requested_by: name, requested_owner: owner } = approval
      const wanted = requestSchema.parse(approval.request)
      await assignWithin(sql, needs, { line, admin, by: { name, owner }, acceptsCharge: true, ...wanted })
      return {}
    },
  }
}
