// What each way to pay costs a merchant, when its money is available, and what the operators of wallets accept.
import { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import { formatBasisPoints, localCurrencies } from '../../kernel/money.ts'
import { operatorCodes } from '../../kernel/operators.ts'
import { type PaymentMethod, paymentMethods } from '../../kernel/payment-method.ts'
import { twoPlaces } from '../../platform/http/api.ts'

/** The rates of a merchant; null: the same as that of cards. */
export type MethodRates = { commission_rate_bp: number; mobile_money_rate_bp: number | null }

export type MethodNeeds = {
  /** The operators whose wallets can pay, with what they accept. */
  walletTerms: (environment: Environment) => Promise<MethodTerms['operators']>
  /** Days until the money of a payment is available. */
  daysUntilAvailable: Readonly<Record<PaymentMethod, number>>
}

export const methodTermsFields = z
  .object({
    method: z.enum(paymentMethods),
    commission_rate: twoPlaces.meta({ description: 'What we take of a payment, in percent.' }),
    available_after_days: z
      .int()
      .meta({ description: 'Days (UTC) from a payment until its money is available.' }),
    operators: z
      .array(
        z.object({
          operator: z.enum(operatorCodes),
          is_open: z.boolean().meta({ description: 'False while the operator takes no payments.' }),
          limits: z.array(
            z.object({ currency: z.enum(localCurrencies), minimum: twoPlaces, maximum: twoPlaces }),
          ),
        }),
      )
      .meta({ description: 'The operators whose wallets can pay; empty for cards.' }),
  })
  .meta({ id: 'PaymentMethodTerms' })

export type MethodTerms = z.input<typeof methodTermsFields>

/** All methods, offered or not, so that a merchant knows the terms of one before turning it on. */
export async function methodTerms(
  { walletTerms, daysUntilAvailable }: MethodNeeds,
  environment: Environment,
  { commission_rate_bp, mobile_money_rate_bp }: MethodRates,
): Promise<MethodTerms[]> {
  const rates = { card: commission_rate_bp, mobile_money: mobile_money_rate_bp ?? commission_rate_bp }
  const operators = { card: [], mobile_money: await walletTerms(environment) }
  return paymentMethods.map((method) => ({
    method,
    commission_rate: formatBasisPoints(rates[method]),
    available_after_days: daysUntilAvailable[method],
    operators: operators[method],
  }))
}
