// Cancels a payout that was not sent yet. Sending is recorded under the same lock before the operator is called, so a payout is
// either cancelled or sent.
import { Problem } from '../../kernel/problem.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { cancelLocked } from '../payout/cancel-open.ts'
import { lockedPayout, ownPayout, type PayoutOwner, type PayoutRow } from '../payout/queries.ts'
import { renderPayout } from '../payout/responses.ts'
import { payoutProblems } from '../problems.ts'

type Cancelled = ReturnType<typeof renderPayout>
/** Who cancels, and what notes it in the audit log. */
export type Canceller = PayoutOwner & { name: string; audit?: (sql: Tx, cancelled: Cancelled) => void }

/** Why the payout cannot be cancelled; undefined if it can. */
export function whyNotCancellable({ state }: Pick<PayoutRow, 'state'>): Problem | undefined {
  // guard: payout-cancel
  if (state !== 'REQUESTED' && state !== 'APPROVED')
    return new Problem(payoutProblems.not_cancellable, { state })
  return undefined
}

/** Cancels a payout of the merchant; a cancelled one stays as it is. @throws Problem 404; 409 once it was sent. */
export async function cancelPayout(
  { db, clock }: { db: Database; clock: Clock },
  owner: Canceller,
  publicId: string,
) {
  const found = await ownPayout(db, owner, publicId)
  if (!found) throw new Problem(payoutProblems.payout_unknown)
  const cancelled = await db.transaction(async (sql) => {
    const payout = await lockedPayout(sql, found.id)
    if (payout.state === 'CANCELLED') return payout
    const fault = whyNotCancellable(payout)
    if (fault) throw fault
    const after = await cancelLocked(sql, payout, owner.name, clock.now())
    owner.audit?.(sql, renderPayout(after))
    return after
  })
  return renderPayout(cancelled)
}
