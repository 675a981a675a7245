// The rules every card amount meets, in the order the contract gives them.
import { formatMoney, type Money, money, parseMoney } from '../kernel/money.ts'
import { InvalidBody, Problem } from '../kernel/problem.ts'
import { decimalNumber } from '../platform/body.ts'
import { cardProblems } from './problems.ts'

export const cardCurrencies = ['CDF', 'USD'] as const
export type CardCurrency = (typeof cardCurrencies)[number]

const minimum: Record<CardCurrency, Money<CardCurrency>> = {
  USD: money(100n, 'USD'),
  CDF: money(50_000n, 'CDF'),
}
const mostWhole = 9_999_999_999n
const twoDecimals = /^(-?)(\d+)(?:\.(\d*?)0*)?$/

function amountFault(digits: string): { type: string; msg: string } | undefined {
  const [, sign, whole, fraction] = twoDecimals.exec(digits) ?? []
  const isZero = /^0*$/.test(whole ?? '') && /^0*$/.test(fraction ?? '')
  const over = BigInt(whole ?? 0) > mostWhole || (BigInt(whole ?? 0) === mostWhole && (fraction ?? '') > '99')
  if (!sign && over)
    return { type: 'less_than_equal', msg: 'Input should be less than or equal to 9999999999.99' }
  if (sign || isZero) return { type: 'greater_than', msg: 'Input should be greater than 0' }
  return undefined
}

/** An amount in a body: the faults of the number itself. The rest is told by `cardAmount`, after the shape. */
export const amountField = decimalNumber.superRefine((digits, context) => {
  const fault = amountFault(digits)
  if (fault) context.addIssue({ code: 'custom', params: fault })
})

/** The amount as money. @throws Problem 400: decimals, then currency, then minimum. */
export function cardAmount(digits: string, currency: string): Money<CardCurrency> {
  const fault = amountFault(digits)
  if (fault) throw new InvalidBody([{ ...fault, loc: ['body', 'amount'], input: JSON.rawJSON(digits) }])
  if ((twoDecimals.exec(digits)?.[3] ?? '').length > 2) throw new Problem(cardProblems.amount_too_precise)
  const known = cardCurrencies.find((allowed) => allowed === currency)
  if (known === undefined) throw new Problem(cardProblems.currency_not_supported, { currency })
  const amount = parseMoney(digits, known) as Money<CardCurrency>
  if (amount.minor < minimum[known].minor) {
    throw new Problem(cardProblems.amount_below_minimum, { currency, min: formatMoney(minimum[known]) })
  }
  return amount
}
