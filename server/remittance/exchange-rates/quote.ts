// Quotes a transfer: its amount converted to dollars by the rate table, and the fee of the merchant's profile.
import { formatRate, money, share } from '../../kernel/money.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { formatHundredths, type SenderCurrency } from '../transfer/formats.ts'
import type { TimelineEvent } from '../transfer/timeline.ts'
import { convert, type RateTable } from './rate-table.ts'

export type Quote = {
  /** US cents: `amount` is what the beneficiary receives, `fee` what the merchant pays on top. */
  amount: bigint
  fee: bigint
  /** Whether the exact value exceeds `amount`, by less than a cent. */
  isRoundedDown: boolean
  /** Millionths of the sender's currency for one dollar, with its time and source, which are undefined for dollars. */
  rateMicros: bigint
  rateAsOf: Temporal.Instant | undefined
  rateSource: string | undefined
}

export type FeeSchedule = Pick<Merchant, 'remittanceFeeBp' | 'remittanceFeeFixedMinor'>

/** A dollar for a dollar. */
export const par = 1_000_000n

/** What a merchant pays on top of a payout, in US cents. */
export const feeOf = (amount: bigint, fees: FeeSchedule): bigint =>
  share(money(amount, 'USD'), fees.remittanceFeeBp).minor + fees.remittanceFeeFixedMinor

/**
 * Quotes a transfer; undefined if there is no rate for its currency.
 * @param card the rate table; not needed for dollars. The caller checks that it is fresh.
 */
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
    fee: feeOf(amount, fees),
    rateMicros,
    rateAsOf: inDollars ? undefined : card?.asOf,
    rateSource: inDollars ? undefined : card?.source,
  }
}

/** The timeline events of a conversion and reservation. */
export function quotedTimeline(
  transfer: bigint,
  sent: { amount: bigint; currency: string },
  quote: Quote,
): TimelineEvent[] {
  const { amount, fee, rateMicros } = quote
  const converted = `${formatHundredths(sent.amount)} ${sent.currency} at ${formatRate(rateMicros)} is ${formatHundredths(amount)} USD`
  const reserved = `${formatHundredths(amount + fee)} USD, of which ${formatHundredths(fee)} fee`
  return [
    ...(sent.currency === 'USD' ? [] : [{ transfer, kind: 'fx.converted', detail: converted } as const]),
    { transfer, kind: 'wallet.reserved', detail: reserved },
  ]
}
