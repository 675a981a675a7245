// HTTP Signature of the gateway's REST calls (Cybersource developer guide, "Generate a Header Using HTTP Signature").
import { createHash, createHmac } from 'node:crypto'

export type Credentials = {
  merchantId: string
  keyId: string
  /** Base64, as shown in the Business Center. */
  sharedSecret: string
}

export type Signable = { method: 'GET' | 'POST'; url: URL; body?: Uint8Array; at: Temporal.Instant }

/** All authentication headers. The request must be sent with exactly these headers to exactly this URL. */
export function signedHeaders(
  { merchantId, keyId, sharedSecret }: Credentials,
  { method, url, body, at }: Signable,
): Record<string, string> {
  // The name is `request-target` without parentheses: the gateway stopped accepting `(request-target)` in April 2024.
  const signed: Record<string, string> = {
    host: url.host,
    date: new Date(at.epochMilliseconds).toUTCString(),
    'request-target': `${method.toLowerCase()} ${url.pathname}${url.search}`,
    ...(body && { digest: digestOf(body) }),
    'v-c-merchant-id': merchantId,
  }
  const text = Object.entries(signed)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  const mac = createHmac('sha256', Buffer.from(sharedSecret, 'base64')).update(text).digest('base64')
  const { 'request-target': _, ...headers } = signed
  const names = Object.keys(signed).join(' ')
  const signature = `keyid="${keyId}", algorithm="HmacSHA256", headers="${names}", signature="${mac}"`
  return { ...headers, signature }
}

function digestOf(body: Uint8Array): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`
}
