// Options of a client, validated once when it is created.

export type LikutaOptions = {
  /** Base URL of the service, such as `https://pay.example`. */
  baseUrl: string
  /** `pk_test_…` or `pk_live_…`: for payments. */
  apiKey?: string | undefined
  /** `sk_test_…` or `sk_live_…`: for payments. */
  apiSecret?: string | undefined
  /** `LKT-XXXX-XXXX`: for remittance. */
  merchantCode?: string | undefined
  /** `msk_test_…` or `msk_live_…`: for remittance. */
  merchantSecret?: string | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /** Timeout of one attempt in milliseconds, up to the last byte of the response; default 20,000, at most 2^31 - 1. */
  timeoutMs?: number | undefined
  /** How many times a repeatable request is retried; default 2, 0 for never. */
  retries?: number | undefined
}

export type Settings = {
  /** Without a trailing slash. */
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
  if (!Number.isInteger(retries) || retries < 0) throw new TypeError('retries: an integer of at least 0')
  return {
    baseUrl: baseUrlOf(options.baseUrl),
    // Resolved at each call, so that a later replacement of the global `fetch` takes effect.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: checkedTimeout(timeoutMs),
    retries,
    card: pairOf({ apiKey, apiSecret }),
    wallet: pairOf({ merchantCode, merchantSecret }),
  }
}

/** Timers treat anything longer as no delay at all. */
const longestTimeoutMs = 2 ** 31 - 1

/** @throws TypeError for a timeout that a timer cannot handle. */
export function checkedTimeout(ms: number): number {
  if (Number.isFinite(ms) && ms > 0 && ms <= longestTimeoutMs) return ms
  throw new TypeError(`timeoutMs: a number of milliseconds above 0, at most ${longestTimeoutMs}`)
}

function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username
  if (!isPlain) throw new TypeError('baseUrl: a URL such as https://pay.example')
  return url.href.replace(/\/+$/, '')
}

/** Both options of a pair, or neither. */
function pairOf<Name extends string>(
  pair: Record<Name, string | undefined>,
): Record<Name, string> | undefined {
  const entries = Object.entries<string | undefined>(pair)
  const missing = entries.filter(([, value]) => value === undefined || value === '').map(([name]) => name)
  if (missing.length === entries.length) return undefined
  if (missing.length > 0) throw new TypeError(`${missing[0]} is missing`)
  return pair as Record<Name, string>
}
