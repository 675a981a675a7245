// Payouts as admins read them: with what they need in order to decide, and what they may do.
import { type Admin, isSamePerson } from '../../admin/access.ts'
import { compareNames } from '../../compliance/names/match.ts'
import { Problem } from '../../kernel/problem.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { payoutProblems } from '../problems.ts'
import type { PayoutRow } from '../record/queries.ts'
import { renderPayout } from '../record/responses.ts'

/** Why this admin cannot approve, or else reject, the payout; undefined if they can. Rejecting needs no second user of the merchant. */
export function whyUndecidable(
  {
    state,
    requested_owner: owner,
    user_approval,
  }: Pick<PayoutRow, 'state' | 'requested_owner' | 'user_approval'>,
  admin: Admin,
  event: 'approved' | 'rejected',
): Problem | undefined {
  if (state !== 'REQUESTED') return new Problem(payoutProblems.not_waiting, { state })
  // guard: payout-second-user
  if (event === 'approved' && user_approval !== null) return new Problem(payoutProblems.waits_for_user)
  // guard: payout-approver
  if (isSamePerson({ owner }, admin)) return new Problem(payoutProblems.own_request)
  return undefined
}

export function renderForAdmin(row: PayoutRow, admin: Admin) {
  const fault = whyUndecidable(row, admin, 'approved')
  const owner = row.subscriber_name ?? row.holder
  const payout = renderPayout(row)
  const kept = payout.held_reason
    ? payoutProblems.destination_not_active
    : row.is_in_debt
      ? payoutProblems.insufficient_balance
      : undefined
  const unapprovable = fault ?? (kept && new Problem(kept))
  return {
    ...payout,
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
    time_zone: row.time_zone,
    environment: row.environment,
    destination_added_at: utcSecond(row.destination_added_at),
    name_match: owner ? compareNames(row.merchant_name, owner).decision : null,
    requested_by: row.requested_by,
    decided_by: row.decided_by,
    hold_reason: holdReason(row),
    allowed_actions: {
      approve: actionUnless(unapprovable),
      reject: actionUnless(whyUndecidable(row, admin, 'rejected')),
    },
  }
}

const actionUnless = (fault: Problem | undefined) => ({
  allowed: fault === undefined,
  reason: fault?.message ?? null,
})

/** Nothing is sent for a suspended merchant, or for one that owes us money, whoever has approved it. */
function holdReason({ state, merchant_status, is_in_debt }: PayoutRow) {
  if (state !== 'REQUESTED' && state !== 'APPROVED') return null
  if (merchant_status === 'suspended') return 'merchant_suspended' as const
  return is_in_debt ? ('balance_below_zero' as const) : null
}
