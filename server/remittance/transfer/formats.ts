// Amounts of transfers: the sender currencies, and rendering of hundredths as text or as JSON numbers.

import { formatMoney, formatRate, money } from '../../kernel/money.ts'
import { amountNumber, type RawNumber } from '../../platform/http/body/json.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'

export { amountNumber }

/** The currencies a sender may pay in. */
export const senderCurrencies = ['USD', 'EUR', 'NGN', 'GHS', 'UGX', 'CAD'] as const
export type SenderCurrency = (typeof senderCurrencies)[number]

/** Renders a rate as a JSON number; null before the transfer is converted. */
export function rateNumber(micros: bigint | null): RawNumber | null {
  return micros === null ? null : JSON.rawJSON(formatRate(micros))
}

/** Renders hundredths of any currency with two decimals. */
export function formatHundredths(hundredths: bigint): string {
  return formatMoney(money(hundredths, 'USD'))
}

/** `2026-11-21T10:00:00.123456`: the time of an event, to the microsecond. */
export const stamp = zonelessMicrosecond

/** `2026-11-21T06:00:00`: a time in whole seconds, such as those of the rate table. */
export function stampSecond(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' }).slice(0, -1)
}
