// Which acts need a second admin in this deployment, and how each is executed once it is approved.
import type { Acts } from '../../admin/approvals/decide-approval.ts'
import type { Approvals } from '../../admin/approvals/request-approval.ts'
import { openStaffRoleAct } from '../../admin/users/change-user.ts'
import { openBalanceAdjustmentAct } from '../../balances/adjustments/adjust-balance.ts'
import type { ImportNeeds } from '../../bank/files/import-file.ts'
import { openBankLineAct } from '../../bank/reconciliation/approved-assignment.ts'
import { openRefundAct } from '../../cards/refunds/refund.ts'
import { openVoidAct } from '../../cards/voids/void.ts'
import type { CompleteSettings } from '../../config/settings.ts'
import { openEndPayoutAct } from '../../merchant-payouts/dispatch/end-payout.ts'
import { openNegativeBalanceAct } from '../../merchants/directory/refund-right.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { RemittanceSystem } from '../remittance/remittance-system.ts'
import { secondAdminOf } from '../roles/admin-access.ts'

export function approvalsOf(settings: CompleteSettings, secrets: Secrets): Approvals {
  // One compliance officer alone neither weakens the limits nor pays somebody who is exactly as on a list.
  // guard: compliance-in-production
  const byDefault = settings.production ? ({ matches: 'all', limits: 'all' } as const) : {}
  // Whoever could make a user alone could be the second person of their own acts.
  // guard: staff-roles-in-production
  const always = settings.production ? ({ roles: 'all' } as const) : {}
  return {
    rules: { ...byDefault, ...settings.APPROVALS, ...always },
    secrets,
    secondAdmin: secondAdminOf(settings),
    hours: settings.APPROVAL_HOURS,
  }
}

export function approvalActs(
  cards: Parameters<typeof openRefundAct>[0] & Parameters<typeof openVoidAct>[0],
  { acts }: Pick<RemittanceSystem, 'acts'>,
  bank: ImportNeeds & Parameters<typeof openStaffRoleAct>[0],
): Acts {
  return {
    refund: openRefundAct(cards),
    void: openVoidAct(cards),
    balance_adjustment: openBalanceAdjustmentAct(bank),
    negative_balance_limit: openNegativeBalanceAct(bank),
    bank_line: openBankLineAct(bank),
    payout_end: openEndPayoutAct(bank),
    staff_role: openStaffRoleAct(bank),
    ...acts,
  }
}
