import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedHeaders } from './client.ts'

const secret = Buffer.alloc(32, 7)
const credentials = {
  merchantId: 'shop_1',
  keyId: '08c94330-f618-42a3-b09d-e1e43be5efda',
  sharedSecret: secret.toString('base64'),
}
const at = Temporal.Instant.from('2025-06-03T10:15:30.900Z')

test('a call with a body signs host, date, target, digest and merchant, in this order', () => {
  const body = Buffer.from('{"name":"Kabongo é"}', 'utf8')
  const url = new URL('http://localhost:8090/gateway/pts/v2/payments')
  const headers = signedHeaders(credentials, { method: 'POST', url, body, at })
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`
  const signed =
    'host: localhost:8090\n' +
    'date: Tue, 03 Jun 2025 10:15:30 GMT\n' +
    'request-target: post /gateway/pts/v2/payments\n' +
    `digest: ${digest}\n` +
    'v-c-merchant-id: shop_1'
  expect(headers).toEqual({
    host: 'localhost:8090',
    date: 'Tue, 03 Jun 2025 10:15:30 GMT',
    digest,
    'v-c-merchant-id': 'shop_1',
    signature:
      'keyid="08c94330-f618-42a3-b09d-e1e43be5efda", algorithm="HmacSHA256", ' +
      'headers="host date request-target digest v-c-merchant-id", ' +
      `signature="${createHmac('sha256', secret).update(signed).digest('base64')}"`,
  })
})

test('a call without a body signs its query string as sent, and no digest', () => {
  const url = new URL('https://api.example/reporting/v3/x?startTime=2025-06-03T00%3A00%3A00Z&limit=5')
  const { signature, digest } = signedHeaders(credentials, { method: 'GET', url, at })
  const signed =
    'host: api.example\ndate: Tue, 03 Jun 2025 10:15:30 GMT\n' +
    'request-target: get /reporting/v3/x?startTime=2025-06-03T00%3A00%3A00Z&limit=5\nv-c-merchant-id: shop_1'
  expect(digest).toBeUndefined()
  expect(signature).toContain('headers="host date request-target v-c-merchant-id"')
  expect(signature).toContain(`signature="${createHmac('sha256', secret).update(signed).digest('base64')}"`)
})
