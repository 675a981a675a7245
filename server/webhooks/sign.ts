// Signs webhooks: the service's own signature and the one of Standard Webhooks.
import { createHmac } from 'node:crypto'

/**
 * Headers of a signed event. The signature is HMAC-SHA256 in hex, keyed with the merchant's callback secret, over the
 * timestamp's digits directly followed by the body. Nothing separates them, so the timestamp must have ten digits and the
 * body must start with a brace. Several secrets give a signature each, in their order.
 */
export function signatureHeaders(
  secrets: string | readonly string[],
  body: string,
  unixSeconds: number,
): Record<string, string> {
  const timestamp = String(unixSeconds)
  if (!/^\d{10}$/.test(timestamp) || !body.startsWith('{'))
    throw new RangeError('the signed text would be ambiguous')
  // guard: webhook-body-signature
  const sign = (secret: string) => createHmac('sha256', secret).update(timestamp).update(body).digest('hex')
  const signatures = [secrets].flat().map((secret) => `,v1=${sign(secret)}`)
  return { 'X-Service-Signature': `t=${timestamp}${signatures.join('')}`, 'X-Service-Timestamp': timestamp }
}

/**
 * The `webhook-signature` header as Standard Webhooks libraries verify it: base64 HMAC-SHA256 over id, timestamp and body,
 * joined by dots. The key is the UTF-8 text of the callback secret; the libraries expect its base64 form.
 */
export function standardSignature(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
): string {
  // guard: standard-webhook-signature
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/**
 * All headers of one attempt. The event id is the same in all attempts, the timestamp is that of the attempt. An unsigned
 * event has neither signature. @param as.signingSecrets is called only if the event is signed.
 */
export function attemptHeaders(
  {
    event_id: id,
    signed,
    body,
    headers: own,
    resend_id: resend,
  }: {
    event_id: string
    signed: boolean
    body: string
    headers?: Record<string, string> | null
    resend_id?: string | null
  },
  as: { attempt: number; unixSeconds: number; signingSecrets: () => readonly string[] },
): Record<string, string> {
  const timestamp = String(as.unixSeconds)
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Likuta-Webhooks/1',
    'X-Service-Event-Id': id,
    'X-Service-Attempt': String(as.attempt),
    'X-Service-Timestamp': timestamp,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...own,
    ...(resend && { 'X-Service-Replay': 'true' }),
  }
  // guard: unsigned-webhook
  if (!signed) return headers
  const secrets = as.signingSecrets()
  const standard = secrets.map((secret) => standardSignature(secret, { id, timestamp, body }))
  return {
    ...headers,
    ...signatureHeaders(secrets, body, as.unixSeconds),
    'webhook-signature': standard.join(' '),
  }
}
