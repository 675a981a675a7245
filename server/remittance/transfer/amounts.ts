// Amounts of transfers: what senders pay in, and whole hundredths written as text or as JSON numbers of two decimals.
import { formatMoney, money } from '../../kernel/money.ts'

/** What a sender may pay in. */
export const senderCurrencies = ['USD', 'EUR', 'NGN', 'GHS', 'UGX', 'CAD'] as const
export type SenderCurrency = (typeof senderCurrencies)[number]

export type JsonNumber = { readonly rawJSON: string }

/** Hundredths as a JSON number, without needless zeros as JSON writers do it; null where they are not known yet. */
export function amountNumber(hundredths: bigint): JsonNumber
export function amountNumber(hundredths: bigint | null): JsonNumber | null
export function amountNumber(hundredths: bigint | null): JsonNumber | null {
  return hundredths === null ? null : JSON.rawJSON(formatHundredths(hundredths).replace(/\.?0+$/, ''))
}

/** Hundredths of any currency, with two decimals. */
export function formatHundredths(hundredths: bigint): string {
  return formatMoney(money(hundredths, 'USD'))
}
