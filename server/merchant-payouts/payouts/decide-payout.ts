// Decisions of admins about payouts from the sum that needs one: approve or reject, by another person than whoever asked.
import { type Admin, ownerOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { endCall } from '../payout/cancel-open.ts'
import { lockDebt } from '../payout/debt.ts'
import { movePayout, type PayoutFacts } from '../payout/move-payout.ts'
import { isDestinationActive, lockedPayout, type PayoutRow, payoutByPublicId } from '../payout/queries.ts'
import { payoutProblems } from '../problems.ts'
import { renderForAdmin, whyUndecidable } from './admin-responses.ts'
import { approvePayout } from './approve-payout.ts'

export type DecisionNeeds = { db: Database; clock: Clock; secrets: Secrets; wake: () => void }

type Decision = { event: 'approved' | 'rejected'; reason: string }

/**
 * Approves or rejects a requested payout.
 * @throws Problem 403 for the admin who requested it, 404, 409 if it was decided or cancelled, or may not be approved now, 422 in debt.
 */
export async function decidePayout(needs: DecisionNeeds, publicId: string, admin: Admin, decision: Decision) {
  const found = await payoutByPublicId(needs.db, publicId)
  if (!found) throw new Problem(payoutProblems.payout_unknown)
  const decided = await needs.db.transaction(async (sql) => {
    const payout = await lockedPayout(sql, found.id)
    const fault = whyUndecidable(payout, admin, decision.event)
    if (fault) throw fault
    // guard: payout-to-removed
    if (decision.event === 'approved' && !(await isDestinationActive(sql, payout)))
      throw new Problem(payoutProblems.destination_not_active)
    // guard: payout-of-debtor
    if (decision.event === 'approved' && (await lockDebt(sql, payout)))
      throw new Problem(payoutProblems.insufficient_balance)
    return decideWithin(sql, needs, payout, admin, decision)
  })
  needs.wake()
  return renderForAdmin(decided, admin)
}

/** A payout that was held has a call already, which ends with it. */
async function rejectPayout(sql: Tx, payout: PayoutRow, facts: PayoutFacts): Promise<PayoutRow> {
  await endCall(sql, payout, 'rejected', facts.now)
  return movePayout(sql, payout, 'rejected', facts)
}

async function decideWithin(
  sql: Tx,
  { clock, secrets }: DecisionNeeds,
  payout: PayoutRow,
  admin: Admin,
  { event, reason }: Decision,
): Promise<PayoutRow> {
  const now = clock.now()
  const { public_id, currency } = payout
  const facts = {
    now,
    decidedBy: admin.name,
    decidedOwner: ownerOf(admin),
    detail: `by ${admin.name}`,
    // What is said for an approval is for the audit log; the merchant reads why a payout was rejected.
    ...(event === 'rejected' && { decisionReason: reason }),
  }
  const after =
    event === 'approved' ? await approvePayout(sql, payout, facts) : await rejectPayout(sql, payout, facts)
  const amount = formatMoney(money(payout.amount_minor, currency))
  const detail = { payout_id: public_id, amount, currency, reason }
  audit(sql, secrets, { admin, action: `payout.${event}`, subject: payout.merchant_code, detail, now })
  return after
}
