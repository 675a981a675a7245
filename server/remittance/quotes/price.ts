// Prices a quote, by what the sender pays or by what the beneficiary receives, with the rounding of every other transfer.
import { type FeeSchedule, feeOf, par, type Quote, quote } from '../exchange-rates/quote.ts'
import type { RateTable } from '../exchange-rates/rate-table.ts'
import type { SenderCurrency } from '../transfer/formats.ts'

/** Which amount the merchant names: hundredths of the sender's currency, or the US cents that the beneficiary receives. */
export type NamedAmount = Readonly<{ pricedBy: 'source' | 'receiver'; amount: bigint }>

/** A quote with the amount that it is for, in hundredths of the sender's currency. */
export type Price = Quote & { sourceAmount: bigint }

/** Prices a quote; undefined if there is no rate for its currency. The caller checks that the rates are fresh. */
export function priceOf(
  { pricedBy, amount }: NamedAmount,
  currency: SenderCurrency,
  { rateTable, fees }: { rateTable: RateTable | undefined; fees: FeeSchedule },
): Price | undefined {
  if (pricedBy === 'source') {
    const made = quote({ amount, currency }, rateTable, fees)
    return made && { ...made, sourceAmount: amount }
  }
  const rate = currency === 'USD' ? par : rateTable?.rates.get(currency)
  if (rate === undefined) return undefined
  const sourceAmount = smallestSource(amount, rate)
  const made = quote({ amount: sourceAmount, currency }, rateTable, fees)
  // A hundredth of the sender's currency may be worth more than a cent: the beneficiary receives exactly what was asked for.
  // guard: quoted-receiver-amount
  return made && { ...made, sourceAmount, amount, isRoundedDown: false, fee: feeOf(amount, fees) }
}

/** The smallest amount that converts to no less than these US cents. */
function smallestSource(cents: bigint, rate: bigint): bigint {
  // guard: quoted-source-rounding
  return (cents * rate + par - 1n) / par
}
