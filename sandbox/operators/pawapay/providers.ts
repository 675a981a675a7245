// The three operators of DR Congo that pawaPay reaches, their limits, and their numbers. Limits in francs are those of a
// published configuration; those in dollars are our own choice.
import type { currencies as localCurrencies } from '../constants.generated.ts'

type Limits = { minAmount: string; maxAmount: string; decimalsInAmount: 'NONE' | 'TWO_PLACES' }

const dollars: Limits = { minAmount: '0.01', maxAmount: '2500', decimalsInAmount: 'TWO_PLACES' }

export const providers = {
  VODACOM_MPESA_COD: {
    operator: 'vodacom',
    name: 'Vodacom M-Pesa',
    currencies: {
      USD: dollars,
      CDF: { minAmount: '1000', maxAmount: '1000000', decimalsInAmount: 'NONE' },
    },
  },
  AIRTEL_COD: {
    operator: 'airtel',
    name: 'Airtel',
    currencies: {
      USD: dollars,
      CDF: { minAmount: '100', maxAmount: '6250000', decimalsInAmount: 'TWO_PLACES' },
    },
  },
  ORANGE_COD: {
    operator: 'orange',
    name: 'Orange',
    currencies: {
      USD: dollars,
      CDF: { minAmount: '10', maxAmount: '1000000', decimalsInAmount: 'TWO_PLACES' },
    },
  },
} as const satisfies Record<
  string,
  { operator: string; name: string; currencies: Record<(typeof localCurrencies)[number], Limits> }
>

export type Provider = keyof typeof providers
export type Availability = 'OPERATIONAL' | 'DELAYED' | 'CLOSED'

export const providerCodes = Object.keys(providers) as Provider[]

export function isProvider(code: string): code is Provider {
  return Object.hasOwn(providers, code)
}

export function providerOf(operator: string | null): Provider | null {
  return providerCodes.find((code) => providers[code].operator === operator) ?? null
}
