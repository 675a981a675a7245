// What a deployment decides about payouts: their fee, and from which sum an admin approves them.

import type { Environment } from '../kernel/environment.ts'
import type { LocalCurrency, Money } from '../kernel/money.ts'

/** An account of ours that pays banks, and is named in their files. */
export type OwnAccount = Readonly<{ name: string; account: string; bic: string }>
export type OwnAccounts = Readonly<Partial<Record<LocalCurrency, OwnAccount | undefined>>>

/** Minor units per currency. */
export type Sums = Readonly<Partial<Record<LocalCurrency, bigint>>>

export type PayoutRules = {
  /** The fee per payout, on top of its amount. A currency without a fee is free of charge. */
  fees: Readonly<{ wallet: Sums; bank: Sums }>
  /**
   * A payout waits for an admin if it brings what was paid out that day without an admin to this sum. A currency without a sum
   * never waits.
   */
  approvalFrom: Sums
  /** Our accounts at banks. Without one in a currency, there are no payouts to banks in it. */
  bankAccounts: Readonly<Record<Environment, OwnAccounts>>
  /** How long a new destination cannot be used. */
  destinationDelaySeconds: number
}

export function feeOf({ fees }: PayoutRules, type: 'wallet' | 'bank', currency: LocalCurrency): bigint {
  return fees[type][currency] ?? 0n
}

/**
 * Whether a payout waits for an admin.
 * @param approvedToday what was paid out of the same balance today without an admin, in minor units: many payouts below the sum
 * would otherwise pass together.
 */
export function needsApproval(
  { approvalFrom }: PayoutRules,
  amount: Money<LocalCurrency>,
  approvedToday: bigint,
): boolean {
  const from = approvalFrom[amount.currency]
  // guard: payout-approval
  return from !== undefined && approvedToday + amount.minor >= from
}
