// An admin has submitted the evidence in the gateway's own portal, which has no call for it. Everybody sees in the history when.
import type { Admin } from '../../../admin/access.ts'
import { audit } from '../../../admin/audit.ts'
import { Problem } from '../../../kernel/problem.ts'
import { cardProblems } from '../../transaction/problems.ts'
import { type DisputeNeeds, withLockedDispute } from '../accept.ts'
import { alertOfFiledEvidence } from '../alerts/dispute-alert.ts'
import { type DisputeRow, recordInHistory, recordSubmitted } from '../queries.ts'
import { enqueueDisputeEvent } from '../webhook.ts'

/**
 * Marks the evidence as filed at the gateway and tells the merchant; marked once, it stays so.
 * @throws Problem 409 unless evidence was sent.
 */
export async function markEvidenceSubmitted(
  needs: DisputeNeeds,
  dispute: DisputeRow,
  admin: Admin,
): Promise<void> {
  await withLockedDispute(needs, dispute, async (sql, locked, transaction) => {
    if (locked.submitted_at !== null) return
    if (locked.state !== 'EVIDENCE_SENT')
      throw new Problem(cardProblems.dispute_state, { state: locked.state })
    const now = needs.clock.now()
    await recordInHistory(sql, locked, 'submitted', { actor: admin.name, at: now })
    await recordSubmitted(sql, locked.id, now)
    const dispute = { ...locked, submitted_at: now }
    await enqueueDisputeEvent(sql, { dispute, transaction, event: 'submitted', at: now })
    // guard: dispute-filed-alert
    await alertOfFiledEvidence(sql, { dispute, transaction, at: now })
    const detail = { dispute_id: locked.dispute_id }
    const subject = transaction.transaction_uuid
    audit(sql, needs.secrets, { admin, action: 'dispute.evidence_submitted', subject, detail, now })
  })
}
