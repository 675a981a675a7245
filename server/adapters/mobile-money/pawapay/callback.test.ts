import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { manualClock } from '../../../platform/time/clock.ts'
import type { CallbackRequest } from '../../../remittance/operators/operator.ts'
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
  kind: 'news',
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

describe('a signed callback', () => {
  const text = JSON.stringify(payment)
  const usual = signedCallback(text, { created })

  test('is believed, whether its signature is DER, as pawaPay writes it, or r‖s, as the RFC', async () => {
    expect(await read(usual)).toEqual(paid)
    const bare = (base: string) =>
      sign('sha256', Buffer.from(base), { key: callbackKey.privateKey, dsaEncoding: 'ieee-p1363' })
    expect(await read(signedCallback(text, { created, put: bare }))).toEqual(paid)
  })

  test('is believed from a key of another kind, when the algorithm is of that kind', async () => {
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
    ['a time that is over', signedCallback(text, { created: created - 61 })],
    ['a time to come', signedCallback(text, { created: created + 61 })],
    [
      'an unknown key',
      signedCallback(text, {
        created,
        parameters: `alg="ecdsa-p256-sha256";keyid="X";created=${created};expires=${created + 60}`,
      }),
    ],
    [
      'a signature that leaves out the body',
      signedCallback(text, {
        created,
        lines: ['"@method": POST', '"@authority": api.example', '"@path": /operators/callbacks/secret'],
      }),
    ],
  ])('with %s is forged', async (_name, request) => {
    expect((await read(request)).kind).toBe('forged')
  })

  test('with a digest that was exchanged along with the body is forged', async () => {
    const other = signedCallback(text.replace('COMPLETED', 'FAILED'), { created })
    const { signature, 'signature-input': input } = usual.headers
    const headers = { ...other.headers, signature: signature ?? '', 'signature-input': input ?? '' }
    expect((await read({ ...other, headers })).kind).toBe('forged')
  })
})

describe('where the account cannot sign', () => {
  test('an unsigned callback is believed, and a badly signed one is not', async () => {
    const text = JSON.stringify(payment)
    expect(await read(callbackOf(text), { signedCallbacks: false })).toEqual(paid)
    const late = signedCallback(text, { created: created - 61 })
    expect((await read(late, { signedCallbacks: false })).kind).toBe('forged')
  })
})

describe('a payment', () => {
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
  ])('with %o is %o', async (changes, text) => {
    expect(await readPayment(changes)).toMatchObject({ kind: 'news', reference, outcome: text })
  })

  test.each([
    ['of a status nobody told us of', { status: 'SLEEPING' }],
    ['of no status', { status: undefined }],
    ['without an amount', { amount: undefined }],
    ['of a currency that is none', { currency: 'XXX' }],
    ['of another id than its reference', { payoutId: 'f4401bd2-1568-4140-bf2d-eb77d2b2b639' }],
    ['of an id that is none', { payoutId: '../../x', metadata: {} }],
    ['of the other product', { payoutId: undefined, remittanceId: payment.payoutId }],
  ])('%s tells nothing', async (_name, changes) => {
    expect((await readPayment(changes)).kind).toBe('unreadable')
  })

  test('is a remittance where remittances are sent', async () => {
    const changes = { payoutId: undefined, remittanceId: payment.payoutId }
    expect(await readPayment(changes, 'remittances')).toEqual(paid)
  })

  test('without metadata is known by its id, as far as that is a reference', async () => {
    const ours = '3e1f7c52-9a4b-4c8d-9e1f-2a3b4c5d6e7f'
    const found = await readPayment({ payoutId: ours, metadata: undefined })
    expect(found).toMatchObject({ kind: 'news', reference: ours })
  })

  test('is one JSON object, posted', async () => {
    for (const text of ['', 'null', '[]', '{', '{"status":"FAILED","status":"COMPLETED"}']) {
      expect((await read(callbackOf(text), { signedCallbacks: false })).kind).toBe('forged')
    }
  })
})
