// Validates card amounts, checking the rules in the order that the contract fixes, and splits them into commission and share.
import {
  type Currency,
  formatBasisPoints,
  formatMoney,
  type LocalCurrency,
  type Money,
  money,
  parseMoney,
  share,
  sortedCurrencies,
  subtract,
} from '../../kernel/money.ts'
import { InvalidBody, Problem } from '../../kernel/problem.ts'
import { decimalNumber } from '../../platform/http/body/body.ts'
import { cardProblems } from './problems.ts'

/** In the order in which the API names them. */
export const cardCurrencies: readonly LocalCurrency[] = sortedCurrencies

export const minAmounts: Record<LocalCurrency, Money<LocalCurrency>> = {
  USD: money(100n, 'USD'),
  CDF: money(50_000n, 'CDF'),
}
/** SQL: the lower bound of a payment in the currency of the column, in minor units. */
export const minAmountOf = (column: string): string =>
  `case ${column} ${cardCurrencies.map((currency) => `when '${currency}' then ${minAmounts[currency].minor}`).join(' ')} end`

const maxAmount = '9999999999.99'

/**
 * Checks the number itself, so that its faults are reported with those of the other fields.
 * @param decimal plain, without superfluous zeros, as `decimalNumber` returns it.
 */
export function amountFault(decimal: string): { type: string; msg: string } | undefined {
  if (isAbove(decimal, maxAmount))
    return { type: 'less_than_equal', msg: `Input should be less than or equal to ${maxAmount}` }
  if (decimal.startsWith('-') || decimal === '0')
    return { type: 'greater_than', msg: 'Input should be greater than 0' }
  return undefined
}

function isAbove(decimal: string, bound: string): boolean {
  const [whole = '', fraction = ''] = decimal.split('.')
  const [boundWhole = '', boundFraction = ''] = bound.split('.')
  if (whole.startsWith('-')) return false
  if (whole.length !== boundWhole.length) return whole.length > boundWhole.length
  return whole > boundWhole || (whole === boundWhole && fraction > boundFraction)
}

/** The amount field of a body; its faults are reported with those of the other fields. */
export const amountField = decimalNumber
  .superRefine((digits, context) => {
    const fault = amountFault(digits)
    if (fault) context.addIssue({ code: 'custom', params: fault })
  })
  .meta({
    description: 'At most two decimals, at least 1.00 USD or 500.00 CDF.',
    exclusiveMinimum: 0,
    maximum: 9_999_999_999.99,
  })

/**
 * Converts a decimal and a currency code to money.
 * @throws Problem 400 for too many decimals, then an unknown currency, then an amount below the minimum.
 */
export function cardAmount(decimal: string, currency: string): Money<LocalCurrency> {
  const fault = amountFault(decimal)
  if (fault) throw new InvalidBody([{ ...fault, loc: ['body', 'amount'], input: JSON.rawJSON(decimal) }])
  // guard: card-amount-decimals
  if ((decimal.split('.')[1] ?? '').length > 2) throw new Problem(cardProblems.amount_too_precise)
  const known = cardCurrencies.find((allowed) => allowed === currency)
  if (known === undefined) throw new Problem(cardProblems.currency_not_supported, { currency })
  const amount = parseMoney(decimal, known) as Money<LocalCurrency>
  // guard: minimum-card-amount
  if (amount.minor < minAmounts[known].minor) {
    throw new Problem(cardProblems.amount_below_minimum, { currency, min: formatMoney(minAmounts[known]) })
  }
  return amount
}

/** Formats the amount of a payment with two decimals: "25.50". */
export function amountText(transaction: { amount_minor: bigint; currency: LocalCurrency }): string {
  return formatMoney(money(transaction.amount_minor, transaction.currency))
}

/** Formats an amount with two decimals; null while the amount is not known. */
export function amountOf(minor: bigint, currency: LocalCurrency): string
export function amountOf(minor: bigint | null, currency: LocalCurrency | null): string | null
export function amountOf(minor: bigint | null, currency: LocalCurrency | null): string | null {
  return minor === null || currency === null ? null : formatMoney(money(minor, currency))
}

export type Commission<C extends Currency = Currency> = {
  rateBp: number
  commission: Money<C>
  bank: Money<C>
  service: Money<C>
  merchant: Money<C>
}

/** The bank's share is capped at the whole commission; the service keeps the rest. */
export function commissionOn<C extends Currency>(
  amount: Money<C>,
  rates: { commissionRateBp: number; bankRateBp: number },
): Commission<C> {
  const commission = share(amount, rates.commissionRateBp)
  const requested = share(amount, rates.bankRateBp)
  const bank = requested.minor > commission.minor ? commission : requested
  return {
    rateBp: rates.commissionRateBp,
    commission,
    bank,
    service: subtract(commission, bank),
    merchant: subtract(amount, commission),
  }
}

/** Formats the split as the `financial_details` of an order. */
export function financialDetails(parts: Commission) {
  return {
    commission_rate: formatBasisPoints(parts.rateBp),
    commission_amount: formatMoney(parts.commission),
    merchant_amount: formatMoney(parts.merchant),
    bank_commission_amount: formatMoney(parts.bank),
    service_commission_amount: formatMoney(parts.service),
  }
}
