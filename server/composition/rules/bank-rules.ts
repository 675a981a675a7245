// What the settings say about bank files.
import type { BankRules } from '../../bank/rules.ts'
import type { Settings } from '../../config/settings.ts'
import { ownAccounts } from './payout-rules.ts'

export function bankRules(settings: Settings): BankRules {
  return {
    bankAccounts: ownAccounts(settings),
    tolerance: settings.BANK_MATCH_TOLERANCE,
    missingAfterDays: settings.BANK_MISSING_AFTER_DAYS,
    writeOffAlone: settings.BANK_WRITE_OFF_ALONE,
    settlementDays: settings.CARD_SETTLEMENT_DAYS,
  }
}
