import { createHmac } from 'node:crypto'

/** Headers of a signed webhook: HMAC-SHA256 over the timestamp's ten digits directly followed by the body. */
export function signatureHeaders(secret: string, body: string, unixSeconds: number): Record<string, string> {
  const mac = createHmac('sha256', secret).update(`${unixSeconds}${body}`).digest('hex')
  return { 'X-Service-Signature': `t=${unixSeconds},v1=${mac}`, 'X-Service-Timestamp': String(unixSeconds) }
}
