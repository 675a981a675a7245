import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { test } from 'vitest'
import { attemptHeaders, signatureHeaders } from './sign.ts'

test('the signature covers the timestamp directly followed by the bytes of the body', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }),
      fc.jsonValue(),
      fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }),
      (secret, value, t) => {
        const body = JSON.stringify({ value })
        const bytes = Buffer.concat([Buffer.from(String(t)), Buffer.from(body)])
        assert.deepEqual(signatureHeaders(secret, body, t), {
          'X-Service-Signature': `t=${t},v1=${createHmac('sha256', secret).update(bytes).digest('hex')}`,
          'X-Service-Timestamp': String(t),
        })
      },
    ),
  )
})

test('a body or timestamp that would make the signed text ambiguous is refused', () => {
  assert.throws(() => signatureHeaders('s', '1{}', 1_700_000_000))
  assert.throws(() => signatureHeaders('s', '{}', 170_000_000))
})

test('two secrets give two signatures each, the old one first', () => {
  const event = { event_id: 'e', signed: true, body: '{}' }
  const headers = (...secrets: string[]) =>
    attemptHeaders(event, { attempt: 1, unixSeconds: 1_700_000_000, signingSecrets: () => secrets })
  const [old, fresh, both] = [headers('old'), headers('new'), headers('old', 'new')]
  const v1 = ({ 'X-Service-Signature': text = '' }) => text.replace(/^t=\d+,/, '')
  assert.equal(both['X-Service-Signature'], `t=1700000000,${v1(old)},${v1(fresh)}`)
  assert.equal(both['webhook-signature'], `${old['webhook-signature']} ${fresh['webhook-signature']}`)
})
