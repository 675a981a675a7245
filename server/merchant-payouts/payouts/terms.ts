// What a merchant should know before it requests a payout: the fee, the most it can request, and from which sum we approve it.
import { formatMoney, money } from '../../kernel/money.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { PayoutCurrency } from '../../remittance/operators/operator.ts'
import type { PayoutOwner } from '../payout/queries.ts'
import { feeOf, type PayoutRules } from '../rules.ts'
import { payable } from './create-payout.ts'
import { payoutCurrencies } from './schemas.ts'

const findAvailable = statement<{ currency: PayoutCurrency; available_minor: bigint }>(
  'find_available_for_payouts',
  'select currency, available_minor from merchant_balance where merchant_id = $1 and environment = $2',
)

/** The terms of the merchant's payouts now, one per currency. */
export async function payoutTerms(sql: Sql, rules: PayoutRules, { merchantId, environment }: PayoutOwner) {
  const balances = await sql.rows(findAvailable, [merchantId, environment])
  const terms = payoutCurrencies.map((currency) => {
    const text = (minor: bigint) => formatMoney(money(minor, currency))
    const available = balances.find((one) => one.currency === currency)?.available_minor ?? 0n
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
  })
  return { terms, destination_delay_seconds: rules.destinationDelaySeconds }
}
