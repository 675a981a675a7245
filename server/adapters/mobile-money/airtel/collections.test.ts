import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { silentLog } from '../../../platform/process/log.ts'
import { manualClock } from '../../../platform/time/clock.ts'
import { callbackOf, exampleCollection, openLocalOperator, readReceived, replied } from '../testing.ts'
import { openAirtel } from './adapter.ts'
import { collectionInquiryReply, collectionRefundReply, collectionReply } from './collection-outcomes.ts'
import { readCollectionCallback } from './collections.ts'

const id = 'C019a00000000700080000000000000c1'
const { reference } = exampleCollection
/** As in a published sample: the id is `false`, and the status says success although nobody has approved. */
const sample = { data: { transaction: { id: false, status: 'SUCCESS' } } }
const coded = (digits: string, transaction: object = { id: false, status: 'SUCCESS' }, success = true) =>
  replied({
    data: { transaction },
    status: { response_code: `DP0080000${digits}`, success, message: 'Theirs' },
  })

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

async function facing(version: 'v1' | 'v2') {
  const local = await openLocalOperator(({ path }) =>
    path === '/auth/oauth2/token'
      ? { status: 200, body: { token_type: 'bearer', access_token: 'token', expires_in: 180 } }
      : { status: 200, body: { ...sample, status: { response_code: 'DP00800001006', success: true } } },
  )
  const operator = openAirtel(
    {
      protocol: 'airtel',
      url: local.url,
      clientId: 'us',
      clientSecret: 'shh',
      pin: '1234',
      rsaPadding: 'oaep',
      signMessages: false,
      collections: { version },
    },
    { clock: manualClock(), log: silentLog, timeoutMs: 5_000 },
  )
  opened.push(operator, local)
  if (!operator.collections) throw new Error('no collections')
  const calls = () => local.received.map(readReceived).filter(({ path }) => !path.startsWith('/auth'))
  return { collector: operator.collections, calls }
}

test.each(['v1', 'v2'] as const)(
  'a payment by version %s has the 9-digit number, currency and country',
  async (version) => {
    const { collector, calls } = await facing(version)
    expect(await collector.request({ ...exampleCollection, amount: money(2_500_00n, 'CDF') })).toEqual({
      kind: 'pending',
    })
    expect(calls()).toMatchObject([
      {
        method: 'POST',
        path: `/merchant/${version}/payments/`,
        headers: { 'x-country': 'CD', 'x-currency': 'CDF' },
        body: {
          reference: '019a00000000700080000000000000aa',
          subscriber: { country: 'CD', currency: 'CDF', msisdn: '970000001' },
          transaction: { country: 'CD', currency: 'CDF', id },
        },
      },
    ])
  },
)

test('a part is not refunded by the API, and no call is made for it', async () => {
  const { collector, calls } = await facing('v2')
  const original = { reference, upstreamId: 'CI1', amount: exampleCollection.amount }
  const refund = { reference: 'r', original, callbackUrl: '' }
  expect(await collector.refund({ ...refund, amount: money(500n, 'USD') })).toEqual({ kind: 'unsupported' })
  expect(calls()).toEqual([])
  await collector.refund({ ...refund, amount: exampleCollection.amount })
  expect(calls()).toMatchObject([
    { path: '/standard/v2/payments/refund', body: { transaction: { airtel_money_id: 'CI1' } } },
  ])
})

describe('Airtel replies to a payment', () => {
  test.each([
    ['1006', { kind: 'pending' }],
    ['1002', { kind: 'declined', reason: 'MM_WRONG_PIN', code: 'DP00800001002', message: 'Theirs' }],
    ['1003', { kind: 'declined', reason: 'MM_LIMIT' }],
    ['1004', { kind: 'declined', reason: 'MM_LIMIT' }],
    ['1005', { kind: 'declined', reason: 'MM_NO_ANSWER' }],
    ['1007', { kind: 'declined', reason: 'MM_INSUFFICIENT_FUNDS' }],
    ['1008', { kind: 'declined', reason: 'MM_DECLINED' }],
    ['1009', { kind: 'declined', reason: 'MM_DECLINED' }],
    ['1010', { kind: 'declined', reason: 'MM_NO_WALLET' }],
    ['1029', { kind: 'declined', reason: 'MM_NO_ANSWER' }],
    ['1026', { kind: 'declined', isMisconfigured: true }],
    ['1000', { kind: 'unknown' }],
    ['1024', { kind: 'unknown' }],
    ['1025', { kind: 'unknown' }],
    ['9999', { kind: 'unknown' }],
    ['1011', { kind: 'repeated' }],
    ['1017', { kind: 'repeated' }],
  ])('the code …%s is translated', (digits, outcome) => {
    expect(collectionReply(coded(digits), id)).toMatchObject(outcome)
  })

  test('success is an approval only with the id of Airtel, and never under the id of another payment', () => {
    const transaction = { id, airtel_money_id: 'CI1', status: 'TS' }
    expect(collectionReply(coded('1001', transaction), id)).toEqual({ kind: 'approved', upstreamId: 'CI1' })
    expect(collectionReply(coded('1001'), id).kind).toBe('unknown')
    expect(collectionReply(coded('1001', { ...transaction, id: 'Canother' }), id).kind).toBe('unknown')
    expect(collectionReply(coded('1001', transaction, false), id).kind).toBe('unknown')
  })

  test('a router that does not know us alerts staff, and one that times out leaves the payment unknown', () => {
    const router = (status_code: string, status: number) => replied({ status_code }, status)
    expect(collectionReply(router('ROUTER006', 400), id)).toMatchObject({ isMisconfigured: true })
    expect(collectionReply(router('ROUTER117', 503), id).kind).toBe('unknown')
    expect(collectionReply(router('', 429), id).kind).toBe('unreached')
  })
})

test.each([
  ['TS', '1001', { kind: 'approved', upstreamId: 'CI1' }],
  ['TIP', '1006', { kind: 'pending' }],
  ['TA', '1000', { kind: 'unavailable' }],
  ['TE', '1029', { kind: 'declined', reason: 'MM_NO_ANSWER' }],
  ['TF', '1002', { kind: 'declined', reason: 'MM_WRONG_PIN' }],
  ['TF', '1001', { kind: 'declined', reason: 'MM_DECLINED' }],
  ['TS', '1007', { kind: 'unavailable' }],
  ['XX', '1001', { kind: 'unavailable' }],
])('a payment with the status %s and the code …%s is translated', (status, digits, outcome) => {
  const reply = coded(digits, { id, airtel_money_id: 'CI1', status, message: '' })
  expect(collectionInquiryReply(reply, id)).toMatchObject(outcome)
  const other = coded(digits, { id: 'Canother', airtel_money_id: 'CI1', status })
  expect(collectionInquiryReply(other, id).kind).toBe('unavailable')
  const nameless = coded(digits, { airtel_money_id: 'CI1', status })
  expect(collectionInquiryReply(nameless, id).kind).toBe('unavailable')
})

test('an unknown payment is absent, and a refund of it is refused', () => {
  const reply = replied({ status: { response_code: 'DP00800001025', success: false } })
  expect(collectionInquiryReply(reply, id)).toEqual({ kind: 'absent' })
  expect(collectionRefundReply(reply)).toMatchObject({ kind: 'refused' })
  expect(collectionRefundReply(coded('1001', { airtel_money_id: 'RF1', status: 'SUCCESS' }))).toEqual({
    kind: 'reversed',
    upstreamId: 'RF1',
  })
  expect(collectionRefundReply(coded('9999')).kind).toBe('unknown')
})

describe('Airtel callbacks about a payment', () => {
  const text = `{"id":"${id}","message":"Paid","status_code":"TS","airtel_money_id":"CI1"}`
  const hash = (key: string) => createHmac('sha256', key).update(`{"transaction":${text}}`).digest('base64')
  const callback = (key: string) => callbackOf(`{"transaction":${text},"hash":"${hash(key)}"}`)
  const approved = { kind: 'approved', upstreamId: 'CI1' } as const

  test('a callback with another hash is forged, and without a key no hash is looked at', () => {
    const report = { kind: 'report', reference, outcome: approved }
    expect(readCollectionCallback(callback('key'), 'key')).toEqual(report)
    expect(readCollectionCallback(callback('other'), 'key').kind).toBe('forged')
    expect(readCollectionCallback(callback('any'), undefined)).toEqual(report)
  })

  test('a callback about a disbursement is left to the operator port', () => {
    const body = text.replace(id, reference)
    expect(readCollectionCallback(callbackOf(`{"transaction":${body}}`), 'key')).toEqual({ kind: 'payout' })
  })
})
