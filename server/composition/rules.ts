// What the settings say about bank files.

import type { Acts } from '../admin/approvals/decide-approval.ts'
import type { Approvals } from '../admin/approvals/request-approval.ts'
import { openStaffRoleAct } from '../admin/users/change-user.ts'
import { openBalanceAdjustmentAct } from '../balances/adjustments.ts'
import type { ImportNeeds } from '../bank/files/import-file.ts'
import { openBankLineAct } from '../bank/reconciliation/decide-line.ts'
import type { BankRules } from '../bank/rules.ts'
import { openOtherNumberAct } from '../cards/collections/returns/offer-number.ts'
import { openRefundAct } from '../cards/refunds/refund.ts'
import { openVoidAct } from '../cards/voids/void.ts'
import type { CompleteSettings, Settings } from '../config/settings.ts'
import { openEndPayoutAct } from '../merchant-payouts/dispatch/end-payout.ts'
import type { OwnAccounts, PayoutRules } from '../merchant-payouts/rules.ts'
import { openNegativeBalanceAct } from '../merchants/directory/refund-right.ts'
import type { Secrets } from '../platform/secrets.ts'
import { secondAdminOf } from './admin-access.ts'
import type { RemittanceSystem } from './remittance-system.ts'

export function bankRules(settings: Settings): BankRules {
  return {
    bankAccounts: ownAccounts(settings),
    tolerance: settings.BANK_MATCH_TOLERANCE,
    missingAfterDays: settings.BANK_MISSING_AFTER_DAYS,
    writeOffAlone: settings.BANK_WRITE_OFF_ALONE,
    settlementDays: [settings.CARD_SETTLEMENT_DAYS, settings.MOBILE_MONEY_SETTLEMENT_DAYS],
  }
}

/** The accounts that pay merchants in the sandbox. Banks refuse them: the 0 in the BIC marks a test bank. */
const testAccounts: OwnAccounts = {
  USD: { name: 'LIKUTA TEST', account: '00099000010000000000195', bic: 'LKTACDK0' },
  CDF: { name: 'LIKUTA TEST', account: '00099000010000000000292', bic: 'LKTACDK0' },
}

/** Our accounts at banks, by environment and currency. */
function ownAccounts(settings: Settings): PayoutRules['bankAccounts'] {
  return { sandbox: testAccounts, production: settings.PAYOUT_BANK_ACCOUNTS ?? {} }
}

export function payoutRules(settings: CompleteSettings): PayoutRules {
  return {
    fees: settings.PAYOUT_FEES ?? { wallet: {}, bank: {} },
    approvalFrom: settings.PAYOUT_APPROVAL_FROM ?? {},
    bankAccounts: ownAccounts(settings),
    destinationDelaySeconds: settings.PAYOUT_DESTINATION_DELAY_SECONDS,
  }
}

/** How one-time links reach their users. */
export function linkDeliveryOf({ messages, production, ADMIN_ALERTS_LANGUAGE: language }: CompleteSettings) {
  const environment = production ? ('production' as const) : ('sandbox' as const)
  return { mailed: messages.smtp !== undefined, environment, language }
}

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
  cards: Parameters<typeof openRefundAct>[0] &
    Parameters<typeof openVoidAct>[0] &
    Parameters<typeof openOtherNumberAct>[0],
  { acts }: Pick<RemittanceSystem, 'acts'>,
  bank: ImportNeeds & Parameters<typeof openStaffRoleAct>[0],
): Acts {
  return {
    refund: openRefundAct(cards),
    void: openVoidAct(cards),
    other_number: openOtherNumberAct(cards),
    balance_adjustment: openBalanceAdjustmentAct(bank),
    negative_balance_limit: openNegativeBalanceAct(bank),
    bank_line: openBankLineAct(bank),
    payout_end: openEndPayoutAct(bank),
    staff_role: openStaffRoleAct(bank),
    ...acts,
  }
}
