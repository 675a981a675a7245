// What a transfer costs: its amount in dollars by the card of the day, and the fee of the merchant's profile.
import { money, share } from '../../kernel/money.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { SenderCurrency } from '../transfer/amounts.ts'
import { convert, type RateTable } from './rate-table.ts'

export type Quote = {
  /** US cents: what the beneficiary gets, and what the merchant pays on top. */
  amount: bigint
  fee: bigint
  /** The exact value is more than `amount`, by less than a cent. */
  isRoundedDown: boolean
  /** Millionths of the sender's currency for one dollar, with where it came from; the dollar itself needs no card. */
  rateMicros: bigint
  rateAsOf: Temporal.Instant | undefined
  rateSource: string | undefined
}

export type FeeSchedule = Pick<Merchant, 'remittanceFeeBp' | 'remittanceFeeFixedMinor'>

const par = 1_000_000n

/** @param card not needed for dollars; otherwise undefined gives no quote. Whether it is fresh is the caller's question. */
export function quote(
  sent: { amount: bigint; currency: SenderCurrency },
  card: RateTable | undefined,
  fees: FeeSchedule,
): Quote | undefined {
  const inDollars = sent.currency === 'USD'
  const rateMicros = inDollars ? par : card?.rates.get(sent.currency)
  if (rateMicros === undefined) return undefined
  const amount = convert({ hundredths: sent.amount, currency: sent.currency, rateTable: card })
  return {
    amount,
    isRoundedDown: amount * rateMicros < sent.amount * par,
    fee: share(money(amount, 'USD'), fees.remittanceFeeBp).minor + fees.remittanceFeeFixedMinor,
    rateMicros,
    rateAsOf: inDollars ? undefined : card?.asOf,
    rateSource: inDollars ? undefined : card?.source,
  }
}
