// What a deployment decides about bank files.

import type { Environment } from '../kernel/environment.ts'
import type { OwnAccounts, Sums } from '../merchant-payouts/rules.ts'

/** Days from a charge until the card gateway pays us, and until an operator does. */
export type SettlementDays = readonly [gateway: number, operator: number]

export type BankRules = {
  /** Our accounts, whose statements are read. */
  bankAccounts: Readonly<Record<Environment, OwnAccounts>>
  /** How far, in minor units, the amount of a line may be from the expected one; 0 for a currency that is missing. */
  tolerance: Sums
  /** Days after the expected one from which a movement without a line is missing. */
  missingAfterDays: number
  /** Up to these amounts one admin writes a line off alone. */
  writeOffAlone: Sums
  settlementDays: SettlementDays
}
