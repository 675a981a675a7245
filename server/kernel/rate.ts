// Exact exchange rates: how many units of a currency one US dollar buys, in whole millionths.
import { withoutTrailing } from './text/text-end.ts'

const one = 1_000_000n
const decimalPlaces = 6
/** A larger rate is taken to be a mistake, because no currency is worth that little. */
const most = 10n ** 15n * one

const plainDecimal = /^(\d+)(?:\.(\d+))?$/

/** Parses a plain decimal, rounding half up to a millionth. Undefined if it is malformed or too large to be a rate. */
export function parseRate(text: string): bigint | undefined {
  const match = plainDecimal.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const stored = BigInt(whole + fraction.slice(0, decimalPlaces).padEnd(decimalPlaces, '0'))
  const rate = stored + ((fraction[decimalPlaces] ?? '0') >= '5' ? 1n : 0n)
  return rate <= most ? rate : undefined
}

/** Formats a rate as a plain decimal without trailing zeros: 3600, 0.86. */
export function formatRate(rate: bigint): string {
  const fraction = withoutTrailing((rate % one).toString().padStart(decimalPlaces, '0'), '0')
  return fraction === '' ? `${rate / one}` : `${rate / one}.${fraction}`
}
