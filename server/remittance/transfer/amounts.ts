// Amounts of transfers: the sender currencies, and rendering of hundredths as text or as JSON numbers.
import { formatMoney, money } from '../../kernel/money.ts'

/** The currencies a sender may pay in. */
export const senderCurrencies = ['USD', 'EUR', 'NGN', 'GHS', 'UGX', 'CAD'] as const
export type SenderCurrency = (typeof senderCurrencies)[number]

export type JsonNumber = { readonly rawJSON: string }

/** Renders hundredths as a JSON number without trailing zeros; null stays null. */
export function amountNumber(hundredths: bigint): JsonNumber
export function amountNumber(hundredths: bigint | null): JsonNumber | null
export function amountNumber(hundredths: bigint | null): JsonNumber | null {
  return hundredths === null ? null : JSON.rawJSON(formatHundredths(hundredths).replace(/\.?0+$/, ''))
}

/** Renders hundredths of any currency with two decimals. */
export function formatHundredths(hundredths: bigint): string {
  return formatMoney(money(hundredths, 'USD'))
}
