import { createHmac } from 'node:crypto'

/**
 * The headers of a signed event. The signature is HMAC-SHA256, in hex, keyed with the merchant's callback secret, over
 * the timestamp's digits directly followed by the body. There is no separator between them, so the timestamp always
 * has ten digits and the body always starts with a brace.
 */
export function signatureHeaders(secret: string, body: string, unixSeconds: number): Record<string, string> {
  const timestamp = String(unixSeconds)
  if (!/^\d{10}$/.test(timestamp) || !body.startsWith('{'))
    throw new RangeError('such a signature would be ambiguous')
  const signature = createHmac('sha256', secret).update(timestamp).update(body).digest('hex')
  return { 'X-Service-Signature': `t=${timestamp},v1=${signature}`, 'X-Service-Timestamp': timestamp }
}

/** What every delivery carries beside its signature; the id stays the same over all attempts. */
function eventHeaders(eventId: string, attempt: number): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Mosolo-Webhooks/1',
    'X-Service-Event-Id': eventId,
    'X-Service-Attempt': String(attempt),
  }
}

/** All headers of one attempt. An event that is not signed only tells when it was sent. @param as.secret asked for only where it is needed. */
export function attemptHeaders(
  event: { event_id: string; signed: boolean; body: string },
  as: { attempt: number; unixSeconds: number; secret: () => string },
): Record<string, string> {
  const proof = event.signed
    ? signatureHeaders(as.secret(), event.body, as.unixSeconds)
    : { 'X-Service-Timestamp': String(as.unixSeconds) }
  return { ...eventHeaders(event.event_id, as.attempt), ...proof }
}
