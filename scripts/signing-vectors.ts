// Requests and webhooks with their signatures, made by the server's own functions, for authors of clients.
import { requestSignature } from '../server/merchants/identity/signed-request.ts'
import { signatureHeaders, standardSignature } from '../server/webhooks/sign.ts'
import { receiptVectors } from './receipt-vectors.ts'

const apiSecret = 'sk_test_9f86d081884c7d659a2feaa0c55ad015'
const callbackSecret = 'whsec_60303ae22b998861bce3b28f33eec1be'
const now = 1_795_000_000

const requests: [name: string, method: string, path: string, body: string][] = [
  ['a body', 'POST', '/api/v1/payment/status', '{"transaction_uuid":"LKT-20261118-101112-AB12CD34-CD"}'],
  [
    'letters beyond ASCII, as UTF-8',
    'POST',
    '/api/v1/payment/orders',
    '{"bill_to_forename":"Grâce","note":"✓ 25,50 €"}',
  ],
  ['spaces and line breaks, unchanged', 'POST', '/api/v1/payment-links', '{\n  "amount": 25.50\n}\n'],
  ['no body', 'GET', '/api/v1/payment-links/K7PQ2M4XW9ZB', ''],
  ['a query', 'GET', '/api/v1/payment-links?page=2&limit=50', ''],
]

const body = JSON.stringify({
  status: 'SUCCESS',
  reference: 'INV-1',
  customer_name: 'Grâce Mukendi',
  amount: '25.50',
})
const signed = (secret: string, at: number, text = body) =>
  signatureHeaders(secret, text, at)['X-Service-Signature']!
const genuine = signed(callbackSecret, now)
const signedByTwo = (...secrets: [string, string]) =>
  signatureHeaders(secrets, body, now)['X-Service-Signature']!

const webhooks: [name: string, genuine: boolean, signature: string | null, body: string, now: number][] = [
  ['fresh', true, genuine, body, now],
  ['with spaces, unchanged', true, signed(callbackSecret, now, '{ "a" : 1 }\n'), '{ "a" : 1 }\n', now],
  ['five minutes old', true, genuine, body, now + 300],
  ['older than five minutes', false, genuine, body, now + 301],
  ['from the future', false, genuine, body, now - 301],
  ['without a signature', false, null, body, now],
  ['with an empty signature', false, '', body, now],
  ['with a changed body', false, genuine, body.replace('25.50', '2.50'), now],
  ['with a reformatted body', false, genuine, JSON.stringify(JSON.parse(body), null, 2), now],
  ['signed with another secret', false, signed('whsec_other', now), body, now],
  ['with the time of another event', false, genuine.replace(String(now), String(now + 1)), body, now + 1],
  [
    'with an upper-case signature',
    false,
    genuine.toUpperCase().replace('T=', 't=').replace('V1=', 'v1='),
    body,
    now,
  ],
  [
    'signed with the old secret, then with this one',
    true,
    signedByTwo('whsec_other', callbackSecret),
    body,
    now,
  ],
  [
    'signed with this secret, then with the new one',
    true,
    signedByTwo(callbackSecret, 'whsec_other'),
    body,
    now,
  ],
  ['signed with two other secrets', false, signedByTwo('whsec_other', 'whsec_third'), body, now],
  [
    'with three signatures',
    false,
    `${signedByTwo('whsec_other', callbackSecret)},v1=${'0'.repeat(64)}`,
    body,
    now,
  ],
  ['with a line break after its signature', false, `${genuine}\n`, body, now],
]

const id = '01939c3b-1f6a-7c52-9a41-5d0a6a3f2b11'
const standard = (overrides: { id?: string; body?: string; at?: number; secret?: string }) =>
  standardSignature(overrides.secret ?? callbackSecret, {
    id: overrides.id ?? id,
    timestamp: String(overrides.at ?? now),
    body: overrides.body ?? body,
  })

/** `signature` is the header webhook-signature; the signed text consists of the id, time and body that are sent. */
const standardWebhooks: [name: string, genuine: boolean, signature: string, body: string, now: number][] = [
  ['fresh', true, standard({}), body, now],
  [
    'beside a signature of another secret',
    true,
    `${standard({ secret: 'whsec_other' })} ${standard({})}`,
    body,
    now,
  ],
  ['beside a signature of another version', true, `v2,AAAA ${standard({})}`, body, now],
  ['older than five minutes', false, standard({}), body, now + 301],
  ['with a changed body', false, standard({}), body.replace('25.50', '2.50'), now],
  ['with the id of another event', false, standard({ id: 'another' }), body, now],
  ['with the time of another event', false, standard({ at: now + 1 }), body, now],
  ['signed with another secret', false, standard({ secret: 'whsec_other' }), body, now],
]

/** docs/test-vectors.json: times are Unix seconds; `signature` of a webhook is the header X-Service-Signature. */
export function signingVectors(): string {
  const vectors = {
    receipts: receiptVectors(),
    requests: requests.map(([name, method, path, text]) => {
      const timestamp = String(now)
      const signature = requestSignature(apiSecret, { timestamp, method, path, body: Buffer.from(text) })
      return { name, api_secret: apiSecret, timestamp: now, method, path, body: text, signature }
    }),
    webhooks: webhooks.map(([name, isGenuine, signature, text, at]) => {
      return { name, callback_secret: callbackSecret, now: at, body: text, signature, genuine: isGenuine }
    }),
    standard_webhooks: standardWebhooks.map(([name, isGenuine, signature, text, at]) => {
      const library_secret = Buffer.from(callbackSecret).toString('base64')
      const sent = { id, timestamp: now, body: text, signature }
      return { name, callback_secret: callbackSecret, library_secret, now: at, ...sent, genuine: isGenuine }
    }),
  }
  return `${JSON.stringify(vectors, null, 2)}\n`
}
