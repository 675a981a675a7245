import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { Operator, PayoutReply } from '../../../operator-calls/operator.ts'
import { silentLog } from '../../../platform/process/log.ts'
import { manualClock } from '../../../platform/time/clock.ts'
import type { PawapayConnection } from '../operator-settings.ts'
import {
  closedPort,
  examplePayout,
  type LocalOperator,
  openLocalOperator,
  type PlayedReply,
  type ReceivedRequest,
  readReceived,
} from '../testing.ts'
import { openPawapay } from './adapter.ts'
import { contentDigest, isSignedBy, readSignature, signatureBase } from './signature.ts'
import { callbackKey, connectionTo, keyid, pemOf, signedCallback } from './testing.ts'

const timeoutMs = 5_000
const payout = { ...examplePayout, operator: 'vodacom', msisdn: '243810000001' } as const
const payoutId = '019a0000-0000-4000-8000-000000000001'
const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
})

function connect(url: string, changes: Partial<PawapayConnection> = {}): Operator {
  const clock = manualClock('2026-11-21T10:00:00Z')
  const operator = openPawapay(connectionTo(url, changes), { log: silentLog, clock, timeoutMs })
  opened.push(operator)
  return operator
}

async function facing(
  respond: (requested: ReceivedRequest) => PlayedReply,
  changes: Partial<PawapayConnection> = {},
): Promise<{ there: LocalOperator; pawapay: Operator }> {
  const there = await openLocalOperator(respond)
  opened.push(there)
  return { there, pawapay: connect(`${there.url}/operators/pawapay`, changes) }
}

const payment = {
  payoutId,
  status: 'COMPLETED',
  amount: '25.50',
  currency: 'USD',
  recipient: { type: 'MMO', accountDetails: { phoneNumber: '243810000001', provider: 'VODACOM_MPESA_COD' } },
  clientReferenceId: payout.transactionId,
  providerTransactionId: 'SIM-1',
}

function accepted(more: object = {}): PlayedReply {
  return { status: 200, body: { payoutId, status: 'ACCEPTED', created: '2026-11-21T10:00:00Z', ...more } }
}

function found(changes: object = {}): PlayedReply {
  return { status: 200, body: { status: 'FOUND', data: { ...payment, ...changes } } }
}

function failure(failureCode: string): object {
  return { failureReason: { failureCode, failureMessage: 'Their words' } }
}

describe('pawaPay payouts', () => {
  test('a payout is requested with the token, and is pending once it is accepted', async () => {
    const { there, pawapay } = await facing(() => accepted())
    expect(await pawapay.pay(payout)).toEqual({ kind: 'pending' })
    expect(there.received.map(readReceived)).toMatchObject([
      {
        method: 'POST',
        path: '/operators/pawapay/v2/payouts',
        headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
        body: { payoutId, amount: '25.50', currency: 'USD' },
      },
    ])
  })

  test('a payout is sent as a remittance where that product is used', async () => {
    const reply = accepted({ payoutId: undefined, remittanceId: payoutId })
    const { there, pawapay } = await facing(() => reply, { product: 'remittances' })
    expect(await pawapay.pay(payout)).toEqual({ kind: 'pending' })
    expect(there.received.map(({ path }) => path)).toEqual(['/operators/pawapay/v2/remittances'])
  })

  test('a payout that pawaPay cannot handle is declined without a call', async () => {
    const { there, pawapay } = await facing(() => accepted(), { product: 'remittances' })
    const reply = await pawapay.pay({ ...payout, operator: 'africell', msisdn: '243900000001' })
    expect(reply).toMatchObject({ kind: 'declined', reason: 'RECIPIENT_NOT_ALLOWED' })
    const sender = { ...payout.travelRule.sender, msisdn: '' }
    const incomplete = { ...payout, travelRule: { ...payout.travelRule, sender } }
    expect(await pawapay.pay(incomplete)).toMatchObject({ kind: 'declined', reason: 'REFUSED_BY_OPERATOR' })
    expect(there.received).toEqual([])
  })

  test.each([
    [200, 'REJECTED', 'AMOUNT_OUT_OF_BOUNDS', 'AMOUNT_NOT_ACCEPTED'],
    [200, 'REJECTED', 'INVALID_PHONE_NUMBER', 'RECIPIENT_NOT_FOUND'],
    [200, 'REJECTED', 'PAWAPAY_WALLET_OUT_OF_FUNDS', 'OPERATOR_FLOAT_EXHAUSTED'],
    [200, 'REJECTED', 'PROVIDER_TEMPORARILY_UNAVAILABLE', 'REFUSED_BY_OPERATOR'],
    [200, 'REJECTED', 'A_CODE_OF_TOMORROW', 'REFUSED_BY_OPERATOR'],
    [400, undefined, 'INVALID_PARAMETER', 'REFUSED_BY_OPERATOR'],
    [403, undefined, 'PAYOUTS_NOT_ALLOWED', 'REFUSED_BY_OPERATOR'],
  ])('a payout with the reply HTTP %i %s %s is declined as %s', async (status, text, code, reason) => {
    const { pawapay } = await facing(() => ({ status, body: { payoutId, status: text, ...failure(code) } }))
    expect(await pawapay.pay(payout)).toEqual({ kind: 'declined', reason, code, message: 'Their words' })
  })

  test.each<[string, PlayedReply]>([
    ['an unknown error', { status: 500, body: failure('UNKNOWN_ERROR') }],
    ['a refusal with a server error status', { status: 502, body: { payoutId, status: 'REJECTED' } }],
    ['a refusal with a redirect status', { status: 302, body: { payoutId, status: 'REJECTED' } }],
    ['a 400 that is not JSON', { status: 400, body: '<html>' }],
    ['a 404', { status: 404 }],
    ['a body that is not JSON', { status: 200, body: '<html>' }],
    [
      'two statuses',
      { status: 200, body: `{"payoutId":"${payoutId}","status":"ACCEPTED","status":"REJECTED"}` },
    ],
    ['an acceptance of another payout', accepted({ payoutId: 'f4401bd2-1568-4140-bf2d-eb77d2b2b639' })],
    [
      'a rejection of another payout',
      { status: 200, body: { payoutId: 'f4401bd2-1568-4140-bf2d-eb77d2b2b639', status: 'REJECTED' } },
    ],
    ['a remittance', accepted({ payoutId: undefined, remittanceId: payoutId })],
    ['an undocumented status', accepted({ status: 'COMPLETED' })],
    ['a connection reset', 'reset'],
    ['no reply in time', 'silence'],
  ])('a payout has an unknown outcome after %s, with one call', async (_name, reply) => {
    const { there, pawapay } = await facing(() => reply)
    expect((await pawapay.pay(payout)).kind).toBe('unknown')
    expect(there.received).toHaveLength(1)
  })

  test.each<[string, PlayedReply]>([
    ['the token', { status: 401, body: failure('NO_AUTHENTICATION') }],
    ['the caller', { status: 403, body: failure('AUTHORISATION_ERROR') }],
    ['its signature', { status: 403, body: failure('HTTP_SIGNATURE_ERROR') }],
    ['the rate limit', { status: 429 }],
  ])('a payout refused because of %s was certainly not accepted', async (_name, reply) => {
    const { pawapay } = await facing(() => reply)
    expect((await pawapay.pay(payout)).kind).toBe('unreached')
  })

  test('a payout to an unreachable pawaPay was certainly not accepted', async () => {
    expect((await connect(closedPort).pay(payout)).kind).toBe('unreached')
  })

  test.each<[string, PlayedReply, PayoutReply]>([
    ['completed', found(), { kind: 'succeeded', upstreamId: 'SIM-1' }],
    ['pending', found({ status: 'PROCESSING', providerTransactionId: undefined }), { kind: 'pending' }],
    [
      'with another amount',
      found({ amount: '25.51' }),
      { kind: 'unknown', cause: 'duplicate; inquiry: payment of another amount' },
    ],
    [
      'not found',
      { status: 200, body: { status: 'NOT_FOUND' } },
      { kind: 'unknown', cause: 'duplicate of an unknown payout' },
    ],
    ['unavailable', { status: 500 }, { kind: 'unknown', cause: 'duplicate; inquiry: HTTP 500' }],
  ])('a duplicate payout takes the outcome of one inquiry: %s', async (_name, reported, expected) => {
    const { there, pawapay } = await facing(({ method }) =>
      method === 'GET' ? reported : accepted({ status: 'DUPLICATE_IGNORED' }),
    )
    expect(await pawapay.pay(payout)).toEqual(expected)
    expect(there.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /operators/pawapay/v2/payouts',
      `GET /operators/pawapay/v2/payouts/${payoutId}`,
    ])
  })
})

describe('signed requests to pawaPay', () => {
  test.each([
    ['ecdsa-p256-sha256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['ecdsa-p384-sha384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
    ['rsa-pss-sha512', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ])(
    'a signature with %s covers the target and the body of a request',
    async (algorithm, { privateKey, publicKey }) => {
      const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      const { there, pawapay } = await facing(() => accepted(), {
        signingKey: { id: 'LIKUTA:1', privateKeyPem },
      })
      await pawapay.pay(payout)
      const { method, path, headers, text } = there.received[0]!
      const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      const fields = readSignature(sent)!
      expect(fields).toMatchObject({ algorithm, keyid: 'LIKUTA:1', created: 1795255200, expires: 1795255260 })
      expect(sent['content-digest']).toBe(contentDigest(Buffer.from(text)))
      expect(fields.components).toEqual(
        expect.arrayContaining(['@method', '@authority', '@path', 'content-digest', 'content-type']),
      )
      const base = signatureBase({ method, authority: sent.host!, path, headers: sent }, fields)!
      expect(isSignedBy(publicKey, algorithm, base, fields.signature)).toBe(true)
    },
  )

  test('signing requests needs a key of a supported type', () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(() => connect(closedPort, { signingKey: { id: 'LIKUTA:1', privateKeyPem } })).toThrow(
      /signing key/,
    )
  })
})

describe('pawaPay inquiries', () => {
  test.each([
    [{}, { kind: 'succeeded', upstreamId: 'SIM-1' }],
    [{ amount: '25.5' }, { kind: 'succeeded', upstreamId: 'SIM-1' }],
    [
      { recipient: undefined, clientReferenceId: undefined },
      { kind: 'succeeded', upstreamId: 'SIM-1' },
    ],
    [{ status: 'REVERSED' }, { kind: 'reversed', upstreamId: 'SIM-1' }],
    [
      { status: 'FAILED', providerTransactionId: undefined, ...failure('UNSPECIFIED_FAILURE') },
      {
        kind: 'declined',
        reason: 'REFUSED_BY_OPERATOR',
        code: 'UNSPECIFIED_FAILURE',
        message: 'Their words',
      },
    ],
  ])('an inquiry that returns %o gives %o', async (changes, expected) => {
    const { pawapay } = await facing(() => found(changes))
    expect(await pawapay.inquire(payout)).toEqual(expected)
  })

  const elsewhere = { phoneNumber: '243970000001', provider: 'AIRTEL_COD' }
  test.each([
    ['id', { payoutId: 'f4401bd2-1568-4140-bf2d-eb77d2b2b639' }],
    ['amount', { amount: '2550' }],
    ['amount', { amount: '' }],
    ['currency', { currency: 'CDF' }],
    ['wallet', { recipient: { accountDetails: { ...elsewhere, provider: 'VODACOM_MPESA_COD' } } }],
    ['operator', { recipient: { accountDetails: { ...elsewhere, phoneNumber: '243810000001' } } }],
    ['transfer', { clientReferenceId: 'IMT-IN-0000000000000000' }],
    ['status', { status: 'SLEEPING' }],
  ])('an inquiry that finds another %s has no result: %o', async (_name, changes) => {
    const { pawapay } = await facing(() => found(changes))
    expect((await pawapay.inquire(payout)).kind).toBe('unavailable')
  })

  test.each<[string, PlayedReply, string]>([
    ['nothing', { status: 200, body: { status: 'NOT_FOUND' } }, 'absent'],
    ['nothing, with a server error status', { status: 503, body: { status: 'NOT_FOUND' } }, 'unavailable'],
    ['a 404', { status: 404 }, 'unavailable'],
    ['refused credentials', { status: 403, body: failure('AUTHENTICATION_ERROR') }, 'unavailable'],
    ['no status', { status: 200, body: {} }, 'unavailable'],
    ['no reply', 'silence', 'unavailable'],
  ])('an inquiry that finds %s is %3$s', async (_name, reported, kind) => {
    const { pawapay } = await facing(() => reported)
    expect((await pawapay.inquire(payout)).kind).toBe(kind)
  })
})

test('a callback is verified with the keys that pawaPay publishes', async () => {
  const key = pemOf(callbackKey.publicKey)
  const list = [{ id: keyid, key }] as unknown as object
  const { there, pawapay } = await facing(() => ({ status: 200, body: list }))
  const request = signedCallback(JSON.stringify({ ...payment, metadata: { reference: payout.reference } }), {
    created: 1795255200,
  })
  expect(await pawapay.readCallback(request)).toMatchObject({
    kind: 'report',
    reference: payout.reference,
    outcome: { kind: 'succeeded' },
    amount: money(2550n, 'USD'),
  })
  expect(there.received.map(({ path }) => path)).toEqual(['/operators/pawapay/v2/public-key/http'])
  expect(pawapay.acknowledge(request)).toEqual({ status: 200 })
})

test('name look-ups and reversals are not supported by pawaPay', async () => {
  const { there, pawapay } = await facing(() => ({ status: 200 }))
  expect(await pawapay.lookUp(payout)).toEqual({ kind: 'unsupported' })
  const original = { reference: payout.reference, upstreamId: 'SIM-1' }
  const { amount, callbackUrl } = payout
  expect(await pawapay.reverse({ reference: payout.reference, original, amount, callbackUrl })).toEqual({
    kind: 'unsupported',
  })
  expect(there.received).toEqual([])
})

test('pawaPay is up when the account configuration can be read', async () => {
  const { there, pawapay } = await facing(() => ({ status: 200, body: { companyName: 'Likuta' } }))
  expect(await pawapay.health()).toEqual({ kind: 'up' })
  expect(there.received[0]?.path).toContain('/v2/active-conf?country=COD&operationType=PAYOUT')
  const refused = await facing(() => ({ status: 403, body: failure('AUTHENTICATION_ERROR') }))
  expect(await refused.pawapay.health()).toEqual({ kind: 'down', cause: 'HTTP 403 AUTHENTICATION_ERROR' })
  expect((await connect(closedPort).health()).kind).toBe('down')
})
