// Sends one signed call to the gateway and returns its reply. It is stateless and knows nothing about payments.

import { createHash, createHmac } from 'node:crypto'
import type { Upstream } from '../../platform/network/upstream.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { decodeText, readJson } from '../reply.ts'

export type CybersourceSettings = Credentials & {
  /** May include a path prefix, which is then signed too. */
  baseUrl: string
  /** For a whole call, connecting included. */
  timeoutMs?: number
}

type GatewayCall = {
  /** Name of the call in the log. */
  operation: string
  method: 'GET' | 'POST'
  path: string
  accept?: string
  body?: object
  /** Sent as `v-c-idempotency-id` as an extra; protection relies on clientReferenceInformation.transactionId. */
  reference?: string
  maxReplyBytes?: number
}

export type GatewayReply =
  | { kind: 'reply'; status: number; text: string; json: unknown; correlationId?: string }
  | { kind: 'no_reply'; cause: string; sent: boolean }

export type GatewayClient = {
  call(call: GatewayCall): Promise<GatewayReply>
  /** Whether a URL is secure enough. http is accepted only when the gateway itself is reached over http, as in a sandbox. */
  accepts(url: string): boolean
}

const usualTimeoutMs = 12_000

/** @throws when the base URL of the settings is invalid. */
export function openClient(
  settings: CybersourceSettings,
  { log, clock, upstream }: { log: Log; clock: Clock; upstream: Upstream },
): GatewayClient {
  const base = new URL(settings.baseUrl)
  const schemes = base.protocol === 'http:' ? ['http:', 'https:'] : ['https:']
  const prefix = base.pathname.replace(/\/$/, '')

  async function call(wanted: GatewayCall): Promise<GatewayReply> {
    const { method } = wanted
    const url = new URL(prefix + wanted.path, base)
    const body = wanted.body && new TextEncoder().encode(JSON.stringify(wanted.body))
    const reply = await upstream.call({
      method,
      url,
      headers: {
        ...signedHeaders(settings, { method, url, at: clock.now(), ...(body && { body }) }),
        accept: wanted.accept ?? 'application/hal+json;charset=utf-8',
        ...(body && { 'content-type': 'application/json' }),
        ...(wanted.reference && { 'v-c-idempotency-id': wanted.reference }),
      },
      ...(body && { body }),
      timeoutMs: settings.timeoutMs ?? usualTimeoutMs,
      ...(wanted.maxReplyBytes && { maxReplyBytes: wanted.maxReplyBytes }),
    })
    if (reply.kind === 'no_reply') return reply
    const correlationId = plainId(reply.headers['v-c-correlation-id'])
    const text = decodeText(reply.body)
    return {
      kind: 'reply',
      status: reply.status,
      text,
      json: readJson(text),
      ...(correlationId && { correlationId }),
    }
  }

  return {
    async call(wanted) {
      const start = performance.now()
      const reply = await call(wanted)
      logReply(log, wanted, reply, performance.now() - start)
      return reply
    },
    accepts: (url) => URL.canParse(url) && schemes.includes(new URL(url).protocol),
  }
}

function logReply(log: Log, { operation, method }: GatewayCall, reply: GatewayReply, ms: number): void {
  const requested = { operation, method, duration_ms: Math.round(ms) }
  if (reply.kind === 'no_reply') {
    log.warn('card gateway did not reply', { ...requested, reason: reply.cause })
    return
  }
  const { status, correlationId } = reply
  const fields = {
    ...requested,
    http_status: status,
    ...(correlationId && { correlation_id: correlationId }),
  }
  if (status < 400 || status === 404) log.debug('card gateway replied', fields)
  else log.warn(status < 500 ? 'card gateway refused' : 'card gateway failed', fields)
}

function plainId(text: string | undefined): string | undefined {
  return text && /^[\w-]{1,64}$/.test(text) ? text : undefined
}

// HTTP Signature of the gateway's REST calls (Cybersource developer guide, "Generate a Header Using HTTP Signature").

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
