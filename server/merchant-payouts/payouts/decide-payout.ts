// Decisions of admins about payouts from the sum that needs one: approve or reject, by another person than whoever asked.

import { type Admin, ownerOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { amountOf, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { MerchantActs } from '../../merchants/approvals.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { payoutProblems } from '../problems.ts'
import { cancelLocked, endCall } from '../record/hold-payouts.ts'
import { movePayout, type PayoutFacts } from '../record/move-payout.ts'
import {
  isDestinationActive,
  lockDebt,
  lockedPayout,
  ownPayout,
  type PayoutOwner,
  type PayoutRow,
  payoutByPublicId,
} from '../record/queries.ts'
import { renderPayout } from '../record/responses.ts'
import { needsApproval } from '../rules.ts'
import { renderForAdmin, whyUndecidable } from './admin-responses.ts'
import { approvedOn, approvePayout, type PayoutNeeds } from './create-payout.ts'

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
    // guard: approval-to-inactive
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
  const amount = amountOf(payout.amount_minor, currency)
  const detail = { payout_id: public_id, amount, currency, reason }
  audit(sql, secrets, { admin, action: `payout.${event}`, subject: payout.merchant_code, detail, now })
  return after
}

// Cancels a payout that was not sent yet. Sending is recorded under the same lock before the operator is called, so a payout is
// either cancelled or sent.

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

/** Approved, a payout goes on as when it was requested: it waits for an admin where our rules ask for one. */
export function payoutOfUserApproval({ clock, rules, wake }: PayoutNeeds): MerchantActs['payout'] {
  return {
    async lock(sql, id) {
      await lockedPayout(sql, id)
    },
    async approved(sql, id) {
      const payout = await waiting(sql, id)
      if (!(await isDestinationActive(sql, payout))) throw new Problem(payoutProblems.destination_not_active)
      if (await lockDebt(sql, payout)) throw new Problem(payoutProblems.insufficient_balance)
      const now = clock.now()
      const amount = money(payout.amount_minor, payout.currency)
      const owner = { merchantId: payout.merchant_id, environment: payout.environment }
      // guard: second-user-and-admin
      if (needsApproval(rules, amount, await approvedOn(sql, owner, payout.currency, now))) return undefined
      await approvePayout(sql, payout, { now, detail: 'by a second user' })
      return async () => wake()
    },
    async rejected(sql, id, { reason }) {
      const facts = { now: clock.now(), detail: 'by a second user', decisionReason: reason }
      await movePayout(sql, await waiting(sql, id), 'rejected', facts)
    },
  }
}

async function waiting(sql: Tx, id: bigint) {
  const payout = await lockedPayout(sql, id)
  if (payout.state !== 'REQUESTED') throw new Problem(payoutProblems.not_waiting, { state: payout.state })
  return payout
}
