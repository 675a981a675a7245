// What the operators of an environment accept as payments from wallets, as merchants read it.
import type { Environment } from '../kernel/environment.ts'
import { formatMoney, type LocalCurrency, localCurrencies } from '../kernel/money.ts'
import { type OperatorCode, operatorCodes } from '../kernel/operators.ts'
import type { Collector } from './collector.ts'
import type { OperatorFor } from './operator.ts'

type WalletTerms = {
  operator: OperatorCode
  is_open: boolean
  limits: { currency: LocalCurrency; minimum: string; maximum: string }[]
}

/** The operators that take payments, in the order of the catalogue. */
export async function walletTermsOf(
  operatorFor: OperatorFor,
  environment: Environment,
): Promise<WalletTerms[]> {
  const all = await Promise.all(
    operatorCodes.map(async (operator) => {
      const collector = operatorFor(environment, operator)?.collections
      return collector ? [{ operator, ...(await limitsOf(collector, operator)) }] : []
    }),
  )
  return all.flat()
}

/** A hub that cannot be reached names no limits now, which is no reason to hide the operator. */
async function limitsOf(collector: Collector, operator: OperatorCode) {
  const all = await Promise.all(
    localCurrencies.map((currency) => collector.terms(operator, currency).catch(() => undefined)),
  )
  const known = all.filter((terms) => terms !== undefined)
  return {
    is_open: known.some(({ isOpen }) => isOpen),
    limits: known.map(({ min, max }) => ({
      currency: min.currency,
      minimum: formatMoney(min),
      maximum: formatMoney(max),
    })),
  }
}
