import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { CallbackRequest } from '../../../operator-calls/operator.ts'
import { manualClock } from '../../../platform/time/clock.ts'
import type { PawapayConnection } from '../operator-settings.ts'
import { callbackOf, examplePayout } from '../testing.ts'
import { readCallback } from './callback.ts'
import { callbackKey, connectionTo, keyid, signedCallback } from './testing.ts'
import { paymentIdOf } from './wire.ts'

const clock = manualClock('2026-11-21T10:00:00Z')
const created = 1795255200
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const keys = {
  find: async (id: string) => ({ [keyid]: callbackKey.publicKey, RSA: rsa.publicKey })[id],
}
const { reference } = examplePayout
const payment = {
  payoutId: paymentIdOf(reference),
  status: 'COMPLETED',
  amount: '25.50',
  currency: 'USD',
  country: 'COD',
  providerTransactionId: 'SIM-1',
  metadata: { reference },
}
const paid = {
  kind: 'report',
  reference,
  outcome: { kind: 'succeeded', upstreamId: 'SIM-1' },
  amount: money(2550n, 'USD'),
}

function read(request: CallbackRequest, changes: Partial<PawapayConnection> = {}) {
  return readCallback(connectionTo('https://api.pawapay.example', changes), { keys, clock }, request)
}

function readPayment(changes: object, product: PawapayConnection['product'] = 'payouts') {
  return read(callbackOf(JSON.stringify({ ...payment, ...changes })), { signedCallbacks: false, product })
}

describe('signed pawaPay callbacks', () => {
  const text = JSON.stringify(payment)
  const usual = signedCallback(text, { created })

  test('a callback signed in DER, as by pawaPay, or r‖s, as in the RFC, is trusted', async () => {
    expect(await read(usual)).toEqual(paid)
    const bare = (base: string) =>
      sign('sha256', Buffer.from(base), { key: callbackKey.privateKey, dsaEncoding: 'ieee-p1363' })
    expect(await read(signedCallback(text, { created, put: bare }))).toEqual(paid)
  })

  test('a callback signed with another key type and its algorithm is trusted', async () => {
    const put = (base: string) => sign('sha256', Buffer.from(base), rsa.privateKey)
    const parameters = (alg: string) => `alg="${alg}";keyid="RSA";created=${created};expires=${created + 60}`
    const right = signedCallback(text, { created, put, parameters: parameters('rsa-v1_5-sha256') })
    expect(await read(right)).toEqual(paid)
    const wrong = signedCallback(text, { created, put, parameters: parameters('ecdsa-p256-sha256') })
    expect((await read(wrong)).kind).toBe('forged')
  })

  test.each<[string, CallbackRequest]>([
    ['another body', { ...usual, body: Buffer.from(text.replace('25.50', '2550')) }],
    ['another method', { ...usual, method: 'PUT' }],
    ['another path', { ...usual, path: '/operators/callbacks/other' }],
    ['another host', { ...usual, authority: 'api.example.org' }],
    ['another date', { ...usual, headers: { ...usual.headers, 'signature-date': '2026-11-21T10:00:01Z' } }],
    ['another signature', { ...usual, headers: { ...usual.headers, signature: 'sig-pp=:AAAA:' } }],
    ['no signature', callbackOf(text, { headers: { 'content-type': 'application/json' } })],
    ['an expired signature', signedCallback(text, { created: created - 61 })],
    ['a signature from the future', signedCallback(text, { created: created + 61 })],
    [
      'an unknown key',
      signedCallback(text, {
        created,
        parameters: `alg="ecdsa-p256-sha256";keyid="X";created=${created};expires=${created + 60}`,
      }),
    ],
    [
      'a signature that does not cover the body',
      signedCallback(text, {
        created,
        lines: ['"@method": POST', '"@authority": api.example', '"@path": /operators/callbacks/secret'],
      }),
    ],
  ])('a callback with %s is refused as forged', async (_name, request) => {
    expect((await read(request)).kind).toBe('forged')
  })

  test('a callback whose body and digest were both replaced is refused as forged', async () => {
    const other = signedCallback(text.replace('COMPLETED', 'FAILED'), { created })
    const { signature, 'signature-input': input } = usual.headers
    const headers = { ...other.headers, signature: signature ?? '', 'signature-input': input ?? '' }
    expect((await read({ ...other, headers })).kind).toBe('forged')
  })
})

describe('pawaPay accounts without signatures', () => {
  test('an unsigned callback is trusted where the account cannot sign, a badly signed one is not', async () => {
    const text = JSON.stringify(payment)
    expect(await read(callbackOf(text), { signedCallbacks: false })).toEqual(paid)
    const late = signedCallback(text, { created: created - 61 })
    expect((await read(late, { signedCallbacks: false })).kind).toBe('forged')
  })
})

describe('payments in pawaPay callbacks', () => {
  const failed = (failureCode: string) => ({
    status: 'FAILED',
    providerTransactionId: undefined,
    failureReason: { failureCode, failureMessage: 'Their words' },
  })
  const declined = (reason: string, code: string) => ({
    kind: 'declined',
    reason,
    code,
    message: 'Their words',
  })

  test.each([
    [{}, { kind: 'succeeded', upstreamId: 'SIM-1' }],
    [{ providerTransactionId: undefined }, { kind: 'succeeded', upstreamId: '' }],
    [{ status: 'REVERSED' }, { kind: 'reversed', upstreamId: 'SIM-1' }],
    [{ status: 'ACCEPTED' }, { kind: 'pending', upstreamId: 'SIM-1' }],
    [{ status: 'ENQUEUED' }, { kind: 'pending', upstreamId: 'SIM-1' }],
    [{ status: 'IN_RECONCILIATION', providerTransactionId: undefined }, { kind: 'pending' }],
    [failed('RECIPIENT_NOT_FOUND'), declined('RECIPIENT_NOT_FOUND', 'RECIPIENT_NOT_FOUND')],
    [failed('WALLET_LIMIT_REACHED'), declined('RECIPIENT_LIMIT_REACHED', 'WALLET_LIMIT_REACHED')],
    [
      failed('PAWAPAY_WALLET_OUT_OF_FUNDS'),
      declined('OPERATOR_FLOAT_EXHAUSTED', 'PAWAPAY_WALLET_OUT_OF_FUNDS'),
    ],
    [failed('toString'), declined('REFUSED_BY_OPERATOR', 'toString')],
  ])('a callback with a payment with %o reports %o', async (changes, text) => {
    expect(await readPayment(changes)).toMatchObject({ kind: 'report', reference, outcome: text })
  })

  test.each([
    ['with an undocumented status', { status: 'SLEEPING' }],
    ['without a status', { status: undefined }],
    ['without an amount', { amount: undefined }],
    ['with an invalid currency', { currency: 'XXX' }],
    ['with another id than its reference', { payoutId: 'f4401bd2-1568-4140-bf2d-eb77d2b2b639' }],
    ['with an invalid id', { payoutId: '../../x', metadata: {} }],
    ['of the other product', { payoutId: undefined, remittanceId: payment.payoutId }],
  ])('a payment %s reports nothing', async (_name, changes) => {
    expect((await readPayment(changes)).kind).toBe('unreadable')
  })

  test('a callback reports a remittance where that product is used', async () => {
    const changes = { payoutId: undefined, remittanceId: payment.payoutId }
    expect(await readPayment(changes, 'remittances')).toEqual(paid)
  })

  test('a payment without metadata is identified by its id', async () => {
    const ours = '3e1f7c52-9a4b-4c8d-9e1f-2a3b4c5d6e7f'
    const found = await readPayment({ payoutId: ours, metadata: undefined })
    expect(found).toMatchObject({ kind: 'report', reference: ours })
  })

  test('a callback must be a POST of one JSON object', async () => {
    for (const text of ['', 'null', '[]', '{', '{"status":"FAILED","status":"COMPLETED"}']) {
      expect((await read(callbackOf(text), { signedCallbacks: false })).kind).toBe('forged')
    }
  })
})
