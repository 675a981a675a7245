// Verifies receipts without a network: `<base64url JSON>.<base64url Ed25519 signature over the first part>`.
import type { ReceiptContent, ReceiptKeySet, ReceiptState } from './types/receipts.ts'

export type ReceiptCause =
  /** Not a receipt token. */
  | 'malformed'
  /** Signed with a key that is not in the set: fetch the set again, and reject the receipt if it is still missing. */
  | 'key_unknown'
  /** Changed after it was signed, or forged. */
  | 'signature_mismatch'

const messages: Record<ReceiptCause, string> = {
  malformed: 'this is not a receipt token',
  key_unknown: 'the receipt was signed with a key that is not in the key set',
  signature_mismatch: 'the receipt is forged, or was changed after it was signed',
}

export class ReceiptError extends Error {
  readonly reason: ReceiptCause

  constructor(reason: ReceiptCause) {
    super(messages[reason])
    this.name = 'ReceiptError'
    this.reason = reason
  }
}

/**
 * Verifies a receipt and returns what it states, as of the time it was issued: only `GET /api/v1/receipts/{code}` knows of a refund
 * since.
 * @param token the token, or the address of the page that verifies it.
 * @param keySet from `/.well-known/receipt-keys.json`; keep it, and fetch it again now and then.
 * @throws ReceiptError
 */
export async function verifyReceipt(token: string, keySet: ReceiptKeySet): Promise<ReceiptContent> {
  const [, content = '', signature = ''] =
    /^(?:https?:\/\/[^#]*#)?([\w-]{2,})\.([\w-]{86})$/.exec(token.trim()) ?? []
  const sent = contentOf(content)
  // Other signed tokens name their kind, such as a quote, which is no payment.
  if ('p' in sent) throw new ReceiptError('malformed')
  const jwk = keySet.keys.find(({ kid }) => kid === sent.k)
  if (!jwk) throw new ReceiptError('key_unknown')
  const key = await crypto.subtle.importKey('raw', bytesOf(jwk.x), 'Ed25519', false, ['verify'])
  const signed = new TextEncoder().encode(content)
  if (!(await crypto.subtle.verify('Ed25519', key, bytesOf(signature), signed)))
    throw new ReceiptError('signature_mismatch')
  return {
    code: sent.c,
    merchant: sent.m,
    reference: sent.r,
    amount: sent.a,
    currency: sent.u,
    paidAt: new Date(sent.t * 1000),
    state: sent.s,
    asOf: new Date(sent.i * 1000),
    keyId: sent.k,
  }
}

type Sent = {
  k: string
  c: string
  m: string
  a: string
  u: string
  r: string
  t: number
  s: ReceiptState
  i: number
}

function contentOf(part: string): Sent {
  try {
    const sent: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(part)))
    if (typeof sent === 'object' && sent !== null && !Array.isArray(sent)) return sent as Sent
  } catch {}
  throw new ReceiptError('malformed')
}

/** @throws ReceiptError for text with bits that mean nothing: only one text stands for given bytes, so that any change is noticed. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  const again = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  if (again !== base64url) throw new ReceiptError('malformed')
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
