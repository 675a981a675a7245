// Reads what a person scanned, pasted or typed: a receipt token, alone or in a link, or the code of a receipt.
import { typedCode, typedLine } from '../ui/language/typed-text.ts'

/** The content of a token; `docs/receipts.md` describes it. */
export type Content = {
  /** The id of the key that signed it. */
  k: string
  /** The code. */
  c: string
  /** The merchant's name. */
  m: string
  a: string
  u: string
  /** The reference. */
  r: string
  /** When it was paid, and when the receipt was issued, in Unix seconds. */
  t: number
  i: number
  s: State
  /** How far the merchant's clock was ahead of UTC, in minutes; earlier receipts have none. */
  z?: number
}

/** The content of a quote's token: a price that was promised for a transfer. Nothing was paid. */
export type QuoteContent = {
  k: string
  p: 'quote'
  /** The quote's id. */
  q: string
  m: string
  /** What the sender pays, and its currency; what the beneficiary receives in dollars; the fee in dollars. */
  a: string
  u: string
  b: string
  f: string
  /** Units of the currency for a dollar. */
  x: string
  /** When it was made, and when it expires, in Unix seconds. */
  t: number
  e: number
}

export const states = [
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'disputed',
  'returned',
  'successful',
  'reversed',
] as const
export type State = (typeof states)[number]

export type Token = {
  content: Content | QuoteContent
  signed: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

export type Input = { token: Token } | { code: string } | 'no_code' | 'unreadable' | 'empty'

/** What a text means. Spaces and line breaks that messengers add inside a link are ignored. */
export function inputOf(text: string): Input {
  const compact = typedLine(text).replace(/\s/g, '')
  if (compact === '') return 'empty'
  const typed = /^.*[^\p{P}\p{S}]/su.exec(compact.slice(compact.indexOf('#') + 1))?.[0] ?? ''
  const code = typedCode(typed).replaceAll('-', '')
  if (/^[A-HJKMNP-Z2-9]{10}$/.test(code)) return { code }
  // Too short to be part of a link: a slip in a typed code.
  if (/^[A-Z0-9]{1,20}$/.test(code)) return 'no_code'
  const [content = '', signature = '', ...rest] = typed.split('.')
  const isToken = /^[\w-]+$/.test(content) && /^[\w-]{86}$/.test(signature) && rest.length === 0
  if (!isToken) return 'unreadable'
  try {
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(content)))
    if (!isContent(read) && !isQuoteContent(read)) return 'unreadable'
    const signed = new TextEncoder().encode(content)
    return { token: { content: read, signed, signature: bytesOf(signature) } }
  } catch {
    return 'unreadable'
  }
}

function isContent(value: unknown): value is Content {
  if (typeof value !== 'object' || value === null) return false
  const { k, c, m, a, u, r, t, i, s, z, p } = value as Record<string, unknown>
  return (
    p === undefined &&
    [k, c, m, u, r].every((text) => typeof text === 'string') &&
    typeof a === 'string' &&
    /^\d+\.\d\d$/.test(a) &&
    Number.isSafeInteger(t) &&
    Number.isSafeInteger(i) &&
    states.some((state) => state === s) &&
    (z === undefined || (Number.isSafeInteger(z) && Math.abs(z as number) <= 14 * 60))
  )
}

function isQuoteContent(value: unknown): value is QuoteContent {
  if (typeof value !== 'object' || value === null) return false
  const { k, p, q, m, a, u, b, f, x, t, e } = value as Record<string, unknown>
  return (
    p === 'quote' &&
    [k, q, m, u].every((text) => typeof text === 'string') &&
    [a, b, f].every((amount) => typeof amount === 'string' && /^\d+\.\d\d$/.test(amount)) &&
    typeof x === 'string' &&
    /^\d+(\.\d+)?$/.test(x) &&
    Number.isSafeInteger(t) &&
    Number.isSafeInteger(e)
  )
}

/** @throws for text with bits that mean nothing: only one text stands for given bytes, so that any change is noticed. */
export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  const again = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  if (again !== base64url) throw new Error('not canonical')
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
