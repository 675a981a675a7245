// Executes a release of a held transfer that a second admin approved. It is priced and checked again, with the rates of the approval.
import { z } from 'zod'
import type { Act } from '../../admin/approvals/decide-approval.ts'
import type { ApprovalRow } from '../../admin/approvals/queries.ts'
import { Problem } from '../../kernel/problem.ts'
import { basicProblems } from '../../merchants/identity/basic-auth.ts'
import { currentRates } from '../exchange-rates/rate-table.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { lockedTransfers } from '../transfer/queries.ts'
import { type ReleaseNeeds, releasable, release } from './hold.ts'
import { hasOpened, recordOpening } from './opened-papers.ts'
import { type HoldQueue, readHold } from './queue.ts'
import { hold } from './schemas.ts'

/** What a release may refuse beside an unknown transfer. */
export const releaseProblems = [
  problems.not_held,
  problems.balance_insufficient,
  problems.blacklisted,
  problems.rate_stale,
  problems.amount,
  problems.sandbox_cap,
  problems.sandbox_only,
  basicProblems.suspended,
] as const

const requestSchema = z.object({ transfer_id: z.string().transform(BigInt) })

const transferOf = ({ request }: ApprovalRow) => requestSchema.parse(request).transfer_id

export function openReleaseAct(needs: ReleaseNeeds & HoldQueue): Act {
  return {
    problems: releaseProblems,
    about: {
      fields: { transfer: hold.nullable() },
      async read(_, { subject }, admin) {
        const transfer = await readHold(needs, subject, admin)
        if (transfer) await recordOpening(needs, admin, subject)
        return { transfer: transfer ?? null }
      },
      isOpened: (sql, { subject: transactionId, requested_at: since }, admin) =>
        hasOpened(sql, admin, { transactionId, since }),
    },
    async lock(sql, approval) {
      await lockedTransfers(sql, [transferOf(approval)])
    },
    async perform(sql, approval, admin) {
      const id = transferOf(approval)
      const transfer = (await lockedTransfers(sql, [id])).get(id)
      // It may have been rejected meanwhile.
      // guard: approved-release-status
      if (transfer?.status !== 'Hold') throw new Problem(problems.not_held)
      // Read in this transaction: waiting for a second connection while it holds one, approvals could wait for each other forever.
      // guard: approved-release-connection
      const quote = await releasable(sql, needs, transfer, await currentRates(sql))
      const { reason, requested_by: by } = approval
      await release(sql, needs, transfer, { quote, reason, admin, by, now: needs.clock.now() })
      return { after: async () => needs.wake() }
    },
  }
}
