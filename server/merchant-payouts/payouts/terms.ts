// What a merchant should know before it requests a payout: the fee, the most it can request, and from which sum we approve it.
import { readFunds } from '../../balances/lock-balance.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { PayoutOwner } from '../payout/queries.ts'
import { feeOf, type PayoutRules } from '../rules.ts'
import { payable } from './create-payout.ts'
import { payoutCurrencies } from './schemas.ts'

/** The terms of the merchant's payouts now, one per currency. */
export async function payoutTerms(sql: Sql, rules: PayoutRules, { merchantId, environment }: PayoutOwner) {
  const termsOf = async (currency: (typeof payoutCurrencies)[number]) => {
    const text = (minor: bigint) => formatMoney(money(minor, currency))
    const { available } = await readFunds(sql, { merchantId, environment, currency })
    const ofType = (type: 'wallet' | 'bank') => {
      const fee = feeOf(rules, type, currency)
      return { fee: text(fee), most: formatMoney(payable(available, fee, { type, currency })) }
    }
    const approvalFrom = rules.approvalFrom[currency]
    return {
      currency,
      available: text(available),
      wallet: ofType('wallet'),
      bank: rules.bankAccounts[environment][currency] ? ofType('bank') : null,
      approval_from: approvalFrom === undefined ? null : text(approvalFrom),
    }
  }
  const terms = await Promise.all(payoutCurrencies.map(termsOf))
  return { terms, destination_delay_seconds: rules.destinationDelaySeconds }
}
