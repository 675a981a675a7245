// The rates of the simulated providers: a table of rates that drift a little every hour, reproducibly, unless a test sets
// one.
import { createHash } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** Units of the currency for 1 USD, about the rates of 2026. */
const table: Record<string, string> = {
  UGX: '3600', NGN: '1450', KES: '129.2', TZS: '2490', RWF: '1455', ZAR: '16.8', GHS: '11.2', CDF: '2250',
  EUR: '0.86', CAD: '1.38', AED: '3.6725', AOA: '912', AUD: '1.53', BIF: '2950', BRL: '5.4', BWP: '13.4',
  CHF: '0.8', CNY: '7.12', DKK: '6.42', DZD: '130', EGP: '48.5', ETB: '145', GBP: '0.75', HKD: '7.8',
  IDR: '16500', ILS: '3.4', INR: '88.2', JPY: '148', KRW: '1400', KWD: '0.3062', LSL: '16.8', MAD: '9.1',
  MGA: '4450', MUR: '45.6', MWK: '1734', MXN: '18.6', MYR: '4.2', MZN: '63.9', NAD: '16.8', NOK: '10',
  NZD: '1.71', PHP: '57', PKR: '283', PLN: '3.66', QAR: '3.64', RUB: '82', SAR: '3.75', SDG: '600',
  SEK: '9.45', SGD: '1.29', SOS: '571', SSP: '4700', SZL: '16.8', THB: '32.4', TND: '2.9', TRY: '41.8',
  VND: '26300', XAF: '564.1', XOF: '564.1', ZMW: '23.4',
} // biome-ignore format: a table with one row per line

const millionth = 1_000_000n
/** Maximum deviation from the table, in millionths. */
const drift = 3_000
const hourMs = 3_600_000

export type Quotes = {
  /** When the rates were last published: at the full hour, or when a test set one. In milliseconds. */
  publishedAt(): number
  nextPublishedAt(): number
  /** Rates by currency, as decimal text with at most six places; includes USD. */
  rates(): Record<string, string>
  /** Fixes the rate of a currency; null lets it drift again. Returns false for an invalid code. */
  set(currency: string, rate: string | null): boolean
}

export function openQuotes(clock: Clock): Quotes {
  const held = new Map<string, string>()
  let setAt = Number.NEGATIVE_INFINITY
  const hour = () => Math.floor(clock.now() / hourMs)

  return {
    publishedAt: () => Math.max(hour() * hourMs, Math.min(setAt, clock.now())),
    nextPublishedAt: () => (hour() + 1) * hourMs,
    rates() {
      const drifting = Object.entries(table).map(([code, rate]) => [code, driftedBy(rate, code, hour())])
      return { USD: '1', ...Object.fromEntries(drifting), ...Object.fromEntries(held) }
    },
    set(currency, rate) {
      if (!/^[A-Z]{3}$/.test(currency) || currency === 'USD') return false
      if (rate === null) held.delete(currency)
      else held.set(currency, rate)
      setAt = clock.now()
      return true
    },
  }
}

function driftedBy(rate: string, code: string, hour: number): string {
  const seed = createHash('sha256').update(`${code} ${hour}`).digest().readUInt32BE()
  const perMillion = BigInt((seed % (2 * drift + 1)) - drift)
  return decimal((millionths(rate) * (millionth + perMillion)) / millionth)
}

function millionths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

function decimal(micros: bigint): string {
  const fraction = String(micros % millionth)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${micros / millionth}${fraction === '' ? '' : `.${fraction}`}`
}
