// Amounts of money: a whole number of minor units with a currency, parsed and formatted only at the edges of the service.

import assert from 'node:assert/strict'
import { withoutTrailing } from './text/characters.ts'

/** Digits after the point, per ISO 4217. */
export const minorDigits = {
  USD: 2,
  CDF: 2,
  EUR: 2,
  CAD: 2,
  NGN: 2,
  GHS: 2,
  UGX: 0,
  KES: 2,
  TZS: 2,
  RWF: 0,
  ZAR: 2,
} as const

export type Currency = keyof typeof minorDigits

/** What cards are charged in, merchants are owed, and wallets and banks are paid in. Transfers may be sent in others. */
export const localCurrencies = ['USD', 'CDF'] as const
/** As the API document and errors list them. */
export const sortedCurrencies = localCurrencies.toSorted()
export type LocalCurrency = (typeof localCurrencies)[number]

/** `minor` counts the smallest units of the currency: 12.50 USD is 1250n. */
export type Money<C extends Currency = Currency> = Readonly<{ minor: bigint; currency: C }>

export function money<C extends Currency>(minor: bigint, currency: C): Money<C> {
  return { minor, currency }
}

const plainDecimal = /^(0|[1-9]\d*)(?:\.(\d+))?$/

/** Parses an unsigned decimal such as "12.5"; undefined if it is malformed or has more places than the currency. */
export function parseMoney<C extends Currency>(text: string, currency: C): Money<C> | undefined {
  const match = plainDecimal.exec(text)
  if (!match) return undefined
  const digits = minorDigits[currency]
  const fraction = withoutTrailing(match[2] ?? '', '0')
  // guard: currency-decimals
  if (fraction.length > digits) return undefined
  return money(BigInt(match[1] + fraction.padEnd(digits, '0')), currency)
}

/**
 * Parses an amount that a person or a spreadsheet wrote as text: as `parseMoney`, but refuses more places than the currency has even
 * if they are zeros, since people write 850.000 for 850 thousand.
 */
export function parseWrittenMoney<C extends Currency>(text: string, currency: C): Money<C> | undefined {
  // guard: written-decimals
  if ((text.split('.')[1] ?? '').length > minorDigits[currency]) return undefined
  return parseMoney(text, currency)
}

/** Formats with the currency's own number of places, or padded to `places`: "12.50", "12.5000". */
export function formatMoney(amount: Money, places: number = minorDigits[amount.currency]): string {
  const digits = minorDigits[amount.currency]
  assert(places >= digits, 'formatting must never round')
  const sign = amount.minor < 0n ? '-' : ''
  const all = (amount.minor < 0n ? -amount.minor : amount.minor).toString().padStart(digits + 1, '0')
  const whole = all.slice(0, all.length - digits)
  const fraction = all.slice(all.length - digits).padEnd(places, '0')
  return sign + (fraction === '' ? whole : `${whole}.${fraction}`)
}

export function add<C extends Currency>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  assert.equal(a.currency, b.currency)
  return { minor: a.minor + b.minor, currency: a.currency }
}

export function subtract<C extends Currency>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  assert.equal(a.currency, b.currency)
  return { minor: a.minor - b.minor, currency: a.currency }
}

/** Returns a share of an amount in basis points, rounded half up to the minor unit. Both must be non-negative. */
export function share<C extends Currency>(amount: Money<C>, basisPoints: number): Money<C> {
  assert(amount.minor >= 0n && Number.isInteger(basisPoints) && basisPoints >= 0)
  // guard: share-rounding
  return { minor: (amount.minor * BigInt(basisPoints) + 5_000n) / 10_000n, currency: amount.currency }
}

/** Formats basis points as a percentage with two places: 350 is "3.50". */
export function formatBasisPoints(basisPoints: number): string {
  return `${Math.trunc(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}`
}

const one = 1_000_000n
const decimalPlaces = 6
/** A larger rate is taken to be a mistake, because no currency is worth that little. */
const maxRate = 10n ** 15n * one

const rateForm = /^(\d+)(?:\.(\d+))?$/

/** Parses a plain decimal, rounding half up to a millionth. Undefined if it is malformed or too large to be a rate. */
export function parseRate(text: string): bigint | undefined {
  const match = rateForm.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const stored = BigInt(whole + fraction.slice(0, decimalPlaces).padEnd(decimalPlaces, '0'))
  const rate = stored + ((fraction[decimalPlaces] ?? '0') >= '5' ? 1n : 0n)
  return rate <= maxRate ? rate : undefined
}

/** Formats a rate as a plain decimal without trailing zeros: 3600, 0.86. */
export function formatRate(rate: bigint): string {
  const fraction = withoutTrailing((rate % one).toString().padStart(decimalPlaces, '0'), '0')
  return fraction === '' ? `${rate / one}` : `${rate / one}.${fraction}`
}

/** "12.50" */
export function amountOf(minor: bigint, currency: Currency): string {
  return formatMoney(money(minor, currency))
}
