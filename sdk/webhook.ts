// Verifies that a webhook comes from the service, unchanged and recent: X-Service-Signature is `t=<Unix seconds>,v1=<hex>`,
// for the hours of an overlap of two secrets with a second `,v1=<hex>`;
// an HMAC-SHA256 keyed with the callback secret over the digits of `t` directly followed by the body's bytes.
import { hmacKey, joined } from './http/signing.ts'
import type { WebhookEvent } from './types/webhook-events.ts'

export type WebhookCause =
  /** No X-Service-Signature: not sent by the service, or dropped on the way (by a proxy or a framework). */
  | 'header_missing'
  /** Not `t=<ten digits>,v1=<64 hex digits>`, or sent twice. */
  | 'signature_malformed'
  /** Older than the tolerance: a replay, or this machine's clock is ahead. */
  | 'timestamp_too_old'
  /** From the future: this machine's clock is behind. */
  | 'timestamp_in_future'
  /** Signed with another secret, or the body differs from the bytes that were sent. */
  | 'signature_mismatch'
  /** Authentic, but X-Service-Event-Id was dropped on the way (by a proxy or a framework). */
  | 'event_id_missing'
  /** Authentic, but not a JSON object. */
  | 'body_malformed'

const messages: Record<WebhookCause, string> = {
  header_missing: 'there is no X-Service-Signature',
  signature_malformed: 'X-Service-Signature is not t=<ten digits>,v1=<64 hex digits>',
  timestamp_too_old: 'the webhook is older than the tolerance',
  timestamp_in_future: 'the webhook is from the future: compare the clocks',
  signature_mismatch: 'another callback secret, or a body that is not byte for byte what was received',
  event_id_missing: 'there is no X-Service-Event-Id',
  body_malformed: 'the body is not a JSON object',
}

/** Respond with 400 and ignore the webhook. */
export class WebhookError extends Error {
  readonly reason: WebhookCause

  constructor(reason: WebhookCause) {
    super(messages[reason])
    this.name = 'WebhookError'
    this.reason = reason
  }
}

type HeaderValues = string | readonly string[] | undefined

export type WebhookRequest = {
  /** As received, before any parsing. */
  body: string | Uint8Array | ArrayBuffer
  /** Headers of a `Request`, or the header object of Node and its frameworks. */
  headers: Headers | Readonly<Record<string, HeaderValues>>
  /** The merchant's callback secret, `whsec_…`. */
  secret: string
  /** Maximum age, and maximum lead, in seconds; default 300. */
  toleranceSeconds?: number
  /** Accepts the unsigned PAYMENT_CANCELLATION, which is otherwise refused with `header_missing`. */
  allowUnsignedCancellation?: boolean
  /** Replaces this machine's clock. */
  now?: Date
}

const usualToleranceSeconds = 300

/**
 * Verifies a webhook and returns its event.
 * @throws WebhookError; TypeError for invalid options, and for a body that was already parsed.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const { headers, secret, toleranceSeconds = usualToleranceSeconds, now = new Date() } = request
  if (!Number.isFinite(toleranceSeconds) || toleranceSeconds < 0)
    throw new TypeError('toleranceSeconds: a number of seconds, at least 0')
  const nowSeconds = secondsOf(now)
  const body = bytesOf(request.body)
  const key = await hmacKey(secret, 'verify')
  const signatures = valuesOf(headers, 'x-service-signature')
  if (signatures.length === 0) {
    const event = request.allowUnsignedCancellation ? eventOf(headers, body, undefined) : undefined
    if (event?.type === 'PAYMENT_CANCELLATION') return event
    throw new WebhookError('header_missing')
  }
  const [, t, signed = ''] = /^t=(\d{10})((?:,v1=[0-9a-f]{64}){1,2})$/.exec(signatures.join(',')) ?? []
  if (t === undefined) throw new WebhookError('signature_malformed')
  // While a secret is replaced, there is a signature of each. The comparison takes constant time, wherever two differ.
  const [, ...found] = signed.split(',v1=')
  const compared = found.map((v1) => crypto.subtle.verify('HMAC', key, hexBytes(v1), joined(t, body)))
  if (!(await Promise.all(compared)).includes(true)) throw new WebhookError('signature_mismatch')
  const age = nowSeconds - Number(t)
  if (age > toleranceSeconds) throw new WebhookError('timestamp_too_old')
  if (-age > toleranceSeconds) throw new WebhookError('timestamp_in_future')
  return eventOf(headers, body, Number(t))
}

/** @param signedAt Unix seconds of the signature; undefined when there is none. */
function eventOf(
  headers: WebhookRequest['headers'],
  body: Uint8Array,
  signedAt: number | undefined,
): WebhookEvent {
  const data = objectOf(body)
  const [id = ''] = [...valuesOf(headers, 'x-service-event-id'), ...valuesOf(headers, 'webhook-id')]
  // Two events without an id would be taken for the same one.
  if (id === '' && signedAt !== undefined) throw new WebhookError('event_id_missing')
  const [attempt] = valuesOf(headers, 'x-service-attempt')
  const [sent] = valuesOf(headers, 'x-service-timestamp')
  const sentAt = new Date((signedAt ?? (Number(sent) || 0)) * 1000)
  const facts = { id, attempt: Number(attempt) || 1, sentAt, signed: signedAt !== undefined }
  return { ...facts, type: typeOf(data), data } as unknown as WebhookEvent
}

const known = [
  'REFUND',
  'VOID',
  'DISPUTE',
  'PAYMENT_CANCELLATION',
  'REMITTANCE',
  'PAYOUT',
  'COLLECTION_RETURNED',
  'BATCH',
  'TEST',
]

/** The outcome of a payment is the only event without an `event_type`. */
function typeOf({ event_type: type, status, transaction_uuid }: Record<string, unknown>): string {
  if (type === undefined && status !== undefined && transaction_uuid !== undefined) return 'PAYMENT'
  return known.find((name) => name === type) ?? 'UNKNOWN'
}

function objectOf(body: Uint8Array): Record<string, unknown> {
  let data: unknown
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {}
  if (typeof data === 'object' && data !== null && !Array.isArray(data))
    return data as Record<string, unknown>
  throw new WebhookError('body_malformed')
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  // Also one of another realm, as test runners have them.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer)
  throw new TypeError('body: the text or bytes as they were received, not what was parsed from them')
}

function valuesOf(headers: WebhookRequest['headers'], name: string): string[] {
  if (typeof headers.get === 'function') {
    const value = (headers as Headers).get(name)
    return value === null ? [] : [value]
  }
  return Object.entries(headers as Record<string, HeaderValues>)
    .filter(([sent, value]) => sent.toLowerCase() === name && value !== undefined)
    .flatMap(([, value]) => value as string | string[])
}

/** Also of a date of another realm, as test runners have them. */
function secondsOf(now: unknown): number {
  const isDate = Object.prototype.toString.call(now) === '[object Date]'
  const seconds = isDate ? (now as Date).getTime() / 1000 : Number.NaN
  if (Number.isNaN(seconds)) throw new TypeError('now: a valid Date')
  return seconds
}

function hexBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
