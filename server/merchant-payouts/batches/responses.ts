// Batches as admins read them, with what they may do.
import { type Admin, isSamePerson } from '../../admin/access.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { payoutProblems } from '../problems.ts'
import type { BatchRow } from './queries.ts'

/** Why this admin cannot approve or reject the batch; undefined if they can. */
export function whyUndecidable(
  { state, created_owner }: Pick<BatchRow, 'state' | 'created_owner'>,
  admin: Admin,
  decision: 'APPROVED' | 'REJECTED',
): Problem | undefined {
  if (state !== 'WAITING') return new Problem(payoutProblems.batch_not_waiting, { state })
  // guard: batch-approver
  if (decision === 'APPROVED' && isSamePerson({ owner: created_owner }, admin))
    return new Problem(payoutProblems.own_batch)
  return undefined
}

export function renderBatch(row: BatchRow, admin: Admin) {
  const allowed = (decision: 'APPROVED' | 'REJECTED') => {
    const fault = whyUndecidable(row, admin, decision)
    return { allowed: fault === undefined, reason: fault?.message ?? null }
  }
  return {
    batch_id: row.public_id,
    environment: row.environment,
    currency: row.currency,
    state: row.state,
    payouts: Number(row.payouts),
    total: formatMoney(money(row.total_minor, row.currency)),
    account_name: row.own_name,
    account_last4: row.own_account.slice(-4),
    created_by: row.created_by,
    created_at: utcSecond(row.created_at),
    decided_by: row.decided_by,
    decided_at: row.decided_at && utcSecond(row.decided_at),
    decision_reason: row.decision_reason,
    allowed_actions: { approve: allowed('APPROVED'), reject: allowed('REJECTED') },
  }
}
