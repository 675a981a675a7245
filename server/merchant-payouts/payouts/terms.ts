// What a merchant should know before it requests a payout: the fee, the most it can request, and from which sum on it is approved.
import { readFunds } from '../../balances/lock-balance.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { secondUserFrom } from '../../merchants/approvals.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { PayoutOwner } from '../payout/queries.ts'
import { feeOf, type PayoutRules } from '../rules.ts'
import { approvedOn, payable, requestedAlone } from './create-payout.ts'
import { localCurrencies } from './schemas.ts'

/** The terms of the merchant's payouts now, one per currency. */
export async function payoutTerms(
  sql: Sql,
  rules: PayoutRules,
  { merchantId, environment }: PayoutOwner,
  now: Temporal.Instant,
) {
  const termsOf = async (currency: (typeof localCurrencies)[number]) => {
    const text = (minor: bigint) => formatMoney(money(minor, currency))
    const owner = { merchantId, environment }
    const { available } = await readFunds(sql, { ...owner, currency })
    const ofType = (type: 'wallet' | 'bank') => {
      const fee = feeOf(rules, type, currency)
      return { fee: text(fee), most: formatMoney(payable(available, fee, { type, currency })) }
    }
    const approvalFrom = rules.approvalFrom[currency]
    const left = (approvalFrom ?? 0n) - (await approvedOn(sql, owner, currency, now))
    const alone = await requestedAlone(sql, owner, currency, { now })
    return {
      currency,
      available: text(available),
      wallet: ofType('wallet'),
      bank: rules.bankAccounts[environment][currency] ? ofType('bank') : null,
      approval_from: approvalFrom === undefined ? null : text(left > 0n ? left : 0n),
      second_user_from: await secondUserFrom(sql, merchantId, 'payout', money(alone, currency)),
    }
  }
  const terms = await Promise.all(localCurrencies.map(termsOf))
  return { terms, destination_delay_seconds: rules.destinationDelaySeconds }
}
