// An exchange rate is exact: how many units of a currency one US dollar buys, in whole millionths.
import { withoutTrailing } from './text-end.ts'

const one = 1_000_000n
const places = 6
/** Beyond this no currency is worth so little, and the digits are a mistake. */
const most = 10n ** 15n * one

const plainDecimal = /^(\d+)(?:\.(\d+))?$/

/** Reads a plain decimal; half a millionth and more counts as one. Undefined when it is none, or too large to be a rate. */
export function parseRate(text: string): bigint | undefined {
  const match = plainDecimal.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const kept = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  const rate = kept + ((fraction[places] ?? '0') >= '5' ? 1n : 0n)
  return rate <= most ? rate : undefined
}

/** A plain decimal without needless zeros: 3600, 0.86. */
export function formatRate(rate: bigint): string {
  const fraction = withoutTrailing((rate % one).toString().padStart(places, '0'), '0')
  return fraction === '' ? `${rate / one}` : `${rate / one}.${fraction}`
}
