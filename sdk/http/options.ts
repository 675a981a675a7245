// What a client is made with, read once.

export type LikutaOptions = {
  /** Where the service is, such as `https://pay.example`. */
  baseUrl: string
  /** `pk_test_…` or `pk_live_…`: for payments. */
  apiKey?: string | undefined
  /** `sk_test_…` or `sk_live_…`: for payments. */
  apiSecret?: string | undefined
  /** `LKT-XXXX-XXXX`: for remittance. */
  merchantCode?: string | undefined
  /** `msk_test_…` or `msk_live_…`: for remittance. */
  merchantSecret?: string | undefined
  /** Instead of the global one. */
  fetch?: typeof globalThis.fetch | undefined
  /** For one attempt, from its start to the last byte of the answer; 20,000 unless told, at most 2^31 - 1. */
  timeoutMs?: number | undefined
  /** How often a request that may be repeated is sent again; 2 unless told, 0 for never. */
  retries?: number | undefined
}

export type Settings = {
  /** Without a slash at its end. */
  baseUrl: string
  fetch: typeof globalThis.fetch
  timeoutMs: number
  retries: number
  card: { apiKey: string; apiSecret: string } | undefined
  wallet: { merchantCode: string; merchantSecret: string } | undefined
}

const usualTimeoutMs = 20_000
const usualRetries = 2

/** @throws TypeError that names the option. */
export function readOptions(options: LikutaOptions): Settings {
  const { apiKey, apiSecret, merchantCode, merchantSecret } = options
  const { timeoutMs = usualTimeoutMs, retries = usualRetries } = options
  if (!Number.isInteger(retries) || retries < 0) throw new TypeError('retries: a whole number from 0')
  return {
    baseUrl: baseUrlOf(options.baseUrl),
    // Looked up at each call, so that what replaces the global one later counts.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: checkedTimeout(timeoutMs),
    retries,
    card: pairOf({ apiKey, apiSecret }),
    wallet: pairOf({ merchantCode, merchantSecret }),
  }
}

/** Timers take any time beyond this for none. */
const longestTimeoutMs = 2 ** 31 - 1

/** @throws TypeError for what no timer can wait. */
export function checkedTimeout(ms: number): number {
  if (Number.isFinite(ms) && ms > 0 && ms <= longestTimeoutMs) return ms
  throw new TypeError(`timeoutMs: a number of milliseconds above 0, at most ${longestTimeoutMs}`)
}

function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
  if (!isPlain) throw new TypeError('baseUrl: an address such as https://pay.example')
  return url.href.replace(/\/+$/, '')
}

/** Both, or neither. */
function pairOf<Name extends string>(
  pair: Record<Name, string | undefined>,
): Record<Name, string> | undefined {
  const entries = Object.entries<string | undefined>(pair)
  const missing = entries.filter(([, value]) => value === undefined || value === '').map(([name]) => name)
  if (missing.length === entries.length) return undefined
  if (missing.length > 0) throw new TypeError(`${missing[0]} is missing`)
  return pair as Record<Name, string>
}
