// What the settings say about payouts to merchants.
import type { CompleteSettings, Settings } from '../../config/settings.ts'
import type { OwnAccounts, PayoutRules } from '../../merchant-payouts/rules.ts'

/** The accounts that pay merchants in the sandbox. Banks refuse them: the 0 in the BIC marks a test bank. */
const testAccounts: OwnAccounts = {
  USD: { name: 'LIKUTA TEST', account: '00099000010000000000195', bic: 'LKTACDK0' },
  CDF: { name: 'LIKUTA TEST', account: '00099000010000000000292', bic: 'LKTACDK0' },
}

/** Our accounts at banks, by environment and currency. */
export function ownAccounts(settings: Settings): PayoutRules['bankAccounts'] {
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
