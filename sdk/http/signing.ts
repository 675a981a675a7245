// Signatures and credentials of requests, using web standards only.

const text = new TextEncoder()

/** HMAC-SHA256 in lower-case hex. @param key used as UTF-8 bytes. */
async function hmacHex(key: string, message: Uint8Array<ArrayBuffer>): Promise<string> {
  const imported = await hmacKey(key, 'sign')
  return hexOf(await crypto.subtle.sign('HMAC', imported, message))
}

/** @throws TypeError for an empty secret, so that a missing setting is noticed. */
export async function hmacKey(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  if (typeof secret !== 'string' || secret === '') throw new TypeError('the secret is empty')
  return crypto.subtle.importKey('raw', text.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

/** The bytes of `start` directly followed by those of `rest`. */
export function joined(start: string, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = text.encode(start)
  const bytes = new Uint8Array(head.length + rest.length)
  bytes.set(head)
  bytes.set(rest, head.length)
  return bytes
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The parts of a request to the card service that are signed. */
export type RequestToSign = {
  apiKey: string
  apiSecret: string
  method: string
  /** Including the query, exactly as it is sent. */
  path: string
  /** Exactly the bytes that are sent; omit it for an empty body. */
  body?: string | Uint8Array
  /** Unix seconds. A request is valid for 30 seconds before and after. */
  timestamp: number
}

/**
 * The three headers of a request to the card service: the signature is the lower-case hex HMAC-SHA256 of timestamp,
 * method, path and body, joined by line feeds.
 */
export async function signatureHeaders(request: RequestToSign): Promise<Record<string, string>> {
  const { apiKey, apiSecret, method, path, body = '' } = request
  const timestamp = String(Math.floor(request.timestamp))
  const bytes = typeof body === 'string' ? text.encode(body) : body
  return {
    'X-API-Key': apiKey,
    'X-Timestamp': timestamp,
    'X-Signature': await hmacHex(apiSecret, joined(`${timestamp}\n${method}\n${path}\n`, bytes)),
  }
}

/** The `Authorization` header of the remittance service. */
export function basicAuthorization(merchantCode: string, merchantSecret: string): string {
  const bytes = text.encode(`${merchantCode}:${merchantSecret}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}
