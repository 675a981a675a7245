// An admin has submitted the evidence in the gateway's own portal, which has no call for it. Everybody sees in the history when.
import type { Admin } from '../../../admin/access.ts'
import { audit } from '../../../admin/audit.ts'
import { Problem } from '../../../kernel/problem.ts'
import { cardProblems } from '../../transaction/problems.ts'
import { type DisputeNeeds, withLockedDispute } from '../accept.ts'
import { type DisputeRow, historyOf, noteInHistory } from '../queries.ts'

/** Marks the evidence as submitted at the gateway; marked once, it stays so. @throws Problem 409 unless evidence was sent. */
export async function markEvidenceSubmitted(
  needs: DisputeNeeds,
  dispute: DisputeRow,
  admin: Admin,
): Promise<void> {
  await withLockedDispute(needs, dispute, async (sql, locked, transaction) => {
    const history = await historyOf(sql, locked.id)
    if (history.some(({ event }) => event === 'submitted')) return
    if (locked.state !== 'EVIDENCE_SENT')
      throw new Problem(cardProblems.dispute_state, { state: locked.state })
    const now = needs.clock.now()
    await noteInHistory(sql, locked, 'submitted', { actor: admin.name, at: now })
    const detail = { dispute_id: locked.dispute_id }
    const subject = transaction.transaction_uuid
    audit(sql, needs.secrets, { admin, action: 'dispute.evidence_submitted', subject, detail, now })
  })
}
