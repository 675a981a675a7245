import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signatureHeaders as serverSigns } from '../server/webhooks/sign.ts'
import { verifyWebhook, type WebhookCause, WebhookError, type WebhookRequest } from './likuta.ts'

const secret = 'whsec_example'
const t = 1_700_000_000
const at = (seconds: number) => new Date(seconds * 1000)
const body = JSON.stringify({ status: 'SUCCESS', transaction_uuid: 'T', customer_name: 'Aimée Ngalula' })

/** What the service sends with a body. */
const sent = (text: string, key = secret): Record<string, string> => ({
  ...serverSigns(key, text, t),
  'X-Service-Event-Id': 'e1',
})

function received(changed: Partial<WebhookRequest> = {}): WebhookRequest {
  const headers = { ...sent(body), 'X-Service-Attempt': '2' }
  return { body, headers, secret, now: at(t + 10), ...changed }
}

const causeOf = (request: WebhookRequest): Promise<WebhookCause | undefined> =>
  verifyWebhook(request).then(
    () => undefined,
    (error) => {
      assert(error instanceof WebhookError, String(error))
      return error.reason
    },
  )

describe('webhook verification', () => {
  test('a webhook signed by the server is authentic, whatever the secret and body', async () => {
    const secrets = fc.string({ minLength: 1, unit: 'grapheme' })
    await fc.assert(
      fc.asyncProperty(secrets, fc.dictionary(fc.string(), fc.jsonValue()), async (secret, value) => {
        const body = JSON.stringify(value)
        const event = await verifyWebhook({ body, headers: sent(body, secret), secret, now: at(t) })
        assert.deepEqual(event.data, JSON.parse(body))
      }),
    )
  })

  test('a verified webhook has its id, attempt and time', async () => {
    const { id, attempt, sentAt, signed, type } = await verifyWebhook(received())
    assert.deepEqual([id, attempt, sentAt, signed, type], ['e1', 2, at(t), true, 'PAYMENT'])
  })

  test.each([
    ['text', body],
    ['a Buffer', Buffer.from(body)],
    ['bytes', new TextEncoder().encode(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('a webhook body can be given as %s', async (_what, given) => {
    assert.equal(await causeOf(received({ body: given })), undefined)
  })

  test('webhook headers can be those of fetch or Node, or lists of values', async () => {
    const headers = received().headers as Record<string, string>
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    for (const given of [new Headers(headers), lower, lists])
      assert.equal(await causeOf(received({ headers: given })), undefined)
  })

  test.each([
    ['PAYMENT', { status: 'FAILED', transaction_uuid: 'T' }],
    ['REFUND', { event_type: 'REFUND' }],
    ['VOID', { event_type: 'VOID' }],
    ['REMITTANCE', { event_type: 'REMITTANCE', status: 'Successful' }],
    ['TEST', { event_type: 'TEST' }],
    ['UNKNOWN', { event_type: 'CHARGEBACK' }],
    ['UNKNOWN', {}],
  ])('a webhook has the type %s when its body is %j', async (type, value) => {
    const body = JSON.stringify(value)
    assert.equal((await verifyWebhook(received({ body, headers: sent(body) }))).type, type)
  })

  const headers = (value: string | string[]) => ({ headers: { 'x-service-signature': value } })
  const v1 = serverSigns(secret, body, t)['X-Service-Signature']!.slice(-64)
  test.each<[WebhookCause, string, Partial<WebhookRequest>]>([
    ['header_missing', 'has no signature', { headers: {} }],
    ['signature_malformed', 'has an empty signature', headers('')],
    ['signature_malformed', 'has an upper-case signature', headers(`t=${t},v1=${v1.toUpperCase()}`)],
    ['signature_malformed', 'has two signatures', headers([`t=${t},v1=${v1}`, `t=${t},v1=${v1}`])],
    ['signature_malformed', 'has a time that is not a number', headers(`t=now,v1=${v1}`)],
    ['signature_mismatch', 'has another time than was signed', headers(`t=${t + 1},v1=${v1}`)],
    ['signature_mismatch', 'was signed with another secret', { secret: 'whsec_other' }],
    ['signature_mismatch', 'has a changed body', { body: body.replace('SUCCESS', 'FAILED') }],
    [
      'signature_mismatch',
      'was parsed and serialized again',
      { body: JSON.stringify(JSON.parse(body), null, 1) },
    ],
    ['timestamp_too_old', 'is a second older than five minutes', { now: at(t + 301) }],
    ['timestamp_in_future', 'is a second further ahead', { now: at(t - 301) }],
    ['timestamp_too_old', 'is older than the configured tolerance', { toleranceSeconds: 9 }],
    ['signature_mismatch', 'is old and not authentic', { now: at(t + 999), secret: 'whsec_other' }],
    ['event_id_missing', 'has no id', { headers: serverSigns(secret, body, t) }],
    ['body_malformed', 'is signed but is not an object', { body: '[]', headers: listSigned() }],
  ])('a webhook is refused as %s when it %s', async (cause, _what, changed) => {
    assert.equal(await causeOf(received(changed)), cause)
  })

  test('the id of a webhook can be in webhook-id, where a proxy passes only the standard headers', async () => {
    const headers = { ...serverSigns(secret, body, t), 'webhook-id': 'e3' }
    assert.equal((await verifyWebhook(received({ headers }))).id, 'e3')
  })

  test('a webhook is accepted until the last second of the tolerance', async () => {
    for (const seconds of [300, -300])
      assert.equal(await causeOf(received({ now: at(t + seconds) })), undefined)
  })

  test('a parsed webhook body or a missing secret is a TypeError', async () => {
    await expect(verifyWebhook(received({ body: JSON.parse(body) }))).rejects.toThrow(TypeError)
    await expect(verifyWebhook(received({ secret: '' }))).rejects.toThrow(TypeError)
  })

  test.each([
    ...[Number.NaN, Number.POSITIVE_INFINITY, -1, '5m', '300', null].map((toleranceSeconds) => ({
      toleranceSeconds,
    })),
    ...[new Date('soon'), t * 1000, '2026-11-01', null].map((now) => ({ now })),
  ])('a webhook is never verified with %j, which would accept any age', async (wrong) => {
    const request = { ...received({ now: at(t + 1e6) }), ...wrong } as WebhookRequest
    await expect(verifyWebhook(request)).rejects.toThrow(TypeError)
  })
})

test('only a cancellation can be unsigned, and only where that is allowed', async () => {
  const cancelled = JSON.stringify({ event_type: 'PAYMENT_CANCELLATION', transaction_uuid: 'T' })
  const headers = { 'x-service-timestamp': String(t), 'x-service-event-id': 'e2' }
  const request = received({ body: cancelled, headers })
  assert.equal(await causeOf(request), 'header_missing')
  const event = await verifyWebhook({ ...request, allowUnsignedCancellation: true })
  assert.deepEqual(
    [event.type, event.signed, event.id, event.sentAt],
    ['PAYMENT_CANCELLATION', false, 'e2', at(t)],
  )
  const forged = { ...request, allowUnsignedCancellation: true, body }
  assert.equal(await causeOf(forged), 'header_missing')
})

/** A signed body of a kind that the server would never send. */
function listSigned(): Record<string, string> {
  const v1 = createHmac('sha256', secret).update(`${t}[]`).digest('hex')
  return { 'x-service-signature': `t=${t},v1=${v1}` }
}
