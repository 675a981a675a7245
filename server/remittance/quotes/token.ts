// The signed token of a quote: what was promised, which anyone verifies without a network, and later. It is no payment, and says so.
import { sign } from 'node:crypto'
import { formatRate } from '../../kernel/money.ts'
import type { SigningKey } from '../../receipts/keys.ts'
import { formatHundredths } from '../transfer/formats.ts'
import type { QuoteRow } from './queries.ts'

/** @param merchant the name of the merchant that the price is promised to. */
export function quoteToken(
  quote: QuoteRow,
  { merchant, key }: { merchant: string; key: SigningKey },
): string {
  const content = {
    k: key.keyId,
    p: 'quote',
    q: quote.quote_id,
    m: [...merchant].slice(0, 40).join(''),
    a: formatHundredths(quote.amount_hundredths),
    u: quote.currency,
    b: formatHundredths(quote.receiver_minor),
    x: formatRate(quote.rate_micros),
    f: formatHundredths(quote.fee_minor),
    t: secondsOf(quote.created_at),
    e: secondsOf(quote.expires_at),
  }
  const signed = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`
}

const secondsOf = (instant: Temporal.Instant) => Math.floor(instant.epochMilliseconds / 1_000)
