import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns the headers of a signed request. `path` includes the query; `body` is exactly the text or bytes that are sent. */
export function signRequest({ apiKey, apiSecret, method, path, body = '', timestamp = unixSeconds() }) {
  const signature = createHmac('sha256', apiSecret)
    .update(`${timestamp}\n${method}\n${path}\n`)
    .update(body)
    .digest('hex')
  return { 'X-API-Key': apiKey, 'X-Timestamp': String(timestamp), 'X-Signature': signature }
}

/** Whether a webhook comes from Likuta, unchanged and recent. `body` is what was received, before any parsing. */
export function verifyWebhook({ body, signature, secret, now = unixSeconds() }) {
  const [, t, signed] = /^t=(\d{10})((?:,v1=[0-9a-f]{64}){1,2})$/.exec(signature ?? '') ?? []
  if (!t || Math.abs(now - Number(t)) > 300) return false
  const expected = createHmac('sha256', secret).update(t).update(body).digest()
  return signed.match(/[0-9a-f]{64}/g).some((v1) => timingSafeEqual(expected, Buffer.from(v1, 'hex')))
}

function unixSeconds() {
  return Math.floor(Date.now() / 1000)
}
