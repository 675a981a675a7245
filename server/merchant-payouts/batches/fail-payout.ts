// Records by hand that the bank refused a payout, as it says in its portal or in a rejected file. The money becomes available again.
import { type Admin, ownerOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { movePayout } from '../payout/move-payout.ts'
import { lockedPayout, type PayoutRow, payoutByPublicId } from '../payout/queries.ts'
import { renderForAdmin } from '../payouts/admin-responses.ts'
import { payoutProblems } from '../problems.ts'
import type { BatchNeeds } from './create-batch.ts'

const findApprover = statement<{ decided_owner: string | null }>(
  'find_approver_of_payout_batch',
  'select decided_owner from payout_batch where id = $1',
)

/**
 * Fails a payout that was sent to the bank. Not by the person who approved its batch, who could otherwise pay it twice.
 * @throws Problem 403, 404, 409 if it was not sent to a bank or has ended.
 */
export async function failPayout(
  { db, clock, secrets }: Pick<BatchNeeds, 'db' | 'clock' | 'secrets'>,
  publicId: string,
  admin: Admin,
  reason: string,
) {
  const found = await payoutByPublicId(db, publicId)
  if (!found) throw new Problem(payoutProblems.payout_unknown)
  const failed = await db.transaction(async (sql) => {
    const payout = await lockedPayout(sql, found.id)
    if (payout.type !== 'bank' || payout.state !== 'SENT')
      throw new Problem(payoutProblems.not_at_bank, { state: payout.state })
    // guard: failed-by-another
    if ((await approverOf(sql, payout)) === ownerOf(admin)) throw new Problem(payoutProblems.own_batch)
    const now = clock.now()
    const detail = { payout_id: publicId, reason }
    audit(sql, secrets, { admin, action: 'payout.failed', subject: payout.merchant_code, detail, now })
    const facts = { now, detail: `by ${admin.name}: ${reason}`, failureCode: 'REFUSED_BY_BANK' }
    return movePayout(sql, payout, 'declined', facts)
  })
  return renderForAdmin(failed, admin)
}

async function approverOf(sql: Sql, { batch_id }: PayoutRow): Promise<string | null> {
  return (await sql.rows(findApprover, [batch_id]))[0]?.decided_owner ?? null
}
