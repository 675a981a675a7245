import { afterEach, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { silentLog } from '../../../platform/process/log.ts'
import { manualClock } from '../../../platform/time/clock.ts'
import { exampleCollection, openLocalOperator, type PlayedReply, readReceived, replied } from '../testing.ts'
import { openPawapay } from './adapter.ts'
import {
  collectionInquiryReply,
  collectionReply,
  refundInquiryReply,
  refundReply,
} from './collection-outcomes.ts'
import { connectionTo } from './testing.ts'

const { reference, amount } = exampleCollection
const depositId = '019a0000-0000-4000-8000-0000000000c1'
const deposit = {
  depositId,
  status: 'COMPLETED',
  amount: '25.5',
  currency: 'USD',
  payer: { type: 'MMO', accountDetails: { phoneNumber: '243970000001', provider: 'AIRTEL_COD' } },
  providerTransactionId: 'CI1',
}
const failure = (failureCode: string, failureMessage = '') => ({
  failureReason: { failureCode, failureMessage },
})
const found = (changes: object) => replied({ status: 'FOUND', data: { ...deposit, ...changes } })

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

async function facing(respond: (requested: { method: string }) => PlayedReply, limits = {}) {
  const local = await openLocalOperator(respond)
  const connection = connectionTo(local.url, { collections: { limits } })
  const clock = manualClock()
  const operator = openPawapay(connection, { clock, log: silentLog, timeoutMs: 5_000 })
  opened.push(operator, local)
  if (!operator.collections) throw new Error('no collections')
  return { collector: operator.collections, clock, calls: () => local.received.map(readReceived) }
}

test('a deposit has an id of version 4, the payer, the merchant, and whole francs without decimals', async () => {
  const { collector, calls } = await facing(() => ({ status: 200, body: { depositId, status: 'ACCEPTED' } }))
  const francs = { ...exampleCollection, amount: money(2_500_00n, 'CDF') }
  expect(await collector.request(francs)).toEqual({ kind: 'pending' })
  expect(calls()).toMatchObject([
    {
      method: 'POST',
      path: '/v2/deposits',
      body: {
        depositId,
        amount: '2500',
        currency: 'CDF',
        payer: deposit.payer,
        clientReferenceId: exampleCollection.transactionUuid,
        customerMessage: 'Boutique Lac Kivu',
        metadata: [{ reference }],
      },
    },
  ])
})

test('an operator that pawaPay does not reach is declined without a call, and alerts staff', async () => {
  const { collector, calls } = await facing(() => 'reset')
  const reply = await collector.request({ ...exampleCollection, operator: 'africell' })
  expect(reply).toMatchObject({ kind: 'declined', isMisconfigured: true })
  expect(calls()).toEqual([])
})

test.each([
  ['INVALID_PHONE_NUMBER', { kind: 'declined', reason: 'MM_NO_WALLET' }],
  ['INVALID_AMOUNT', { kind: 'declined', reason: 'MM_LIMIT' }],
  ['AMOUNT_OUT_OF_BOUNDS', { kind: 'declined', reason: 'MM_LIMIT' }],
  ['INVALID_CURRENCY', { kind: 'declined', isMisconfigured: true }],
  ['DEPOSITS_NOT_ALLOWED', { kind: 'declined', isMisconfigured: true }],
  ['PROVIDER_TEMPORARILY_UNAVAILABLE', { kind: 'unreached' }],
])('a deposit that is rejected with %s is translated', (code, outcome) => {
  expect(
    collectionReply(replied({ depositId, status: 'REJECTED', ...failure(code) }), reference),
  ).toMatchObject(outcome)
})

test.each([
  ['an error', replied(failure('UNKNOWN_ERROR'), 500)],
  ['another deposit', replied({ depositId: '019a0000-0000-4000-8000-0000000000c2', status: 'ACCEPTED' })],
  ['a payout', replied({ payoutId: depositId, status: 'ACCEPTED' })],
  ['an unlisted status', replied({ depositId, status: 'COMPLETED' })],
])('a deposit is unknown after %s', (_name, reply) => {
  expect(collectionReply(reply, reference).kind).toBe('unknown')
})

test('a refused token is unreached, and a duplicate leads to an inquiry', () => {
  expect(collectionReply(replied(failure('AUTHENTICATION_ERROR'), 403), reference).kind).toBe('unreached')
  expect(collectionReply(replied({ depositId, status: 'DUPLICATE_IGNORED' }), reference).kind).toBe(
    'duplicate',
  )
})

test.each([
  ['COMPLETED', { kind: 'approved', upstreamId: 'CI1', amount }],
  ['ACCEPTED', { kind: 'pending' }],
  ['PROCESSING', { kind: 'pending' }],
  ['SUBMITTED', { kind: 'pending' }],
  ['IN_RECONCILIATION', { kind: 'unavailable' }],
  ['TOMORROW', { kind: 'unavailable' }],
])('a deposit with the status %s is translated', (status, outcome) => {
  expect(collectionInquiryReply(found({ status }), exampleCollection)).toMatchObject(outcome)
})

test.each([
  ['PAYMENT_NOT_APPROVED', '', 'MM_DECLINED'],
  ['PAYMENT_NOT_APPROVED', 'The customer entered an incorrect PIN', 'MM_WRONG_PIN'],
  ['INSUFFICIENT_BALANCE', '', 'MM_INSUFFICIENT_FUNDS'],
  ['PAYER_LIMIT_REACHED', '', 'MM_LIMIT'],
  ['PAYER_NOT_FOUND', '', 'MM_NO_WALLET'],
  ['PAYMENT_IN_PROGRESS', '', 'MM_DECLINED'],
  ['UNSPECIFIED_FAILURE', '', 'MM_DECLINED'],
  ['TOMORROW', '', 'MM_DECLINED'],
])('a deposit that failed with %s %s is declined as %s', (code, message, reason) => {
  const reply = found({ status: 'FAILED', ...failure(code, message) })
  expect(collectionInquiryReply(reply, exampleCollection)).toMatchObject({ kind: 'declined', reason, code })
})

test('a completed deposit of another amount is reported with that amount', () => {
  const reply = collectionInquiryReply(found({ amount: '20' }), exampleCollection)
  expect(reply).toEqual({ kind: 'approved', upstreamId: 'CI1', amount: money(2000n, 'USD') })
})

test.each([
  ['another id', { depositId: '019a0000-0000-4000-8000-0000000000c2' }],
  ['another number', { payer: { accountDetails: { phoneNumber: '243970000002', provider: 'AIRTEL_COD' } } }],
  [
    'another provider',
    { payer: { accountDetails: { phoneNumber: '243970000001', provider: 'ORANGE_COD' } } },
  ],
  ['no readable amount', { amount: 'much' }],
])('a completed deposit with %s is not ours', (_name, changes) => {
  expect(collectionInquiryReply(found(changes), exampleCollection).kind).toBe('unavailable')
})

test('one refund at a time: a second one waits, and others are refused for good', () => {
  const rejected = (code: string) => replied({ refundId: depositId, status: 'REJECTED', ...failure(code) })
  expect(refundReply(rejected('REFUND_IN_PROGRESS'), reference).kind).toBe('unreached')
  for (const code of ['DEPOSIT_NOT_COMPLETED', 'AMOUNT_TOO_LARGE', 'PAWAPAY_WALLET_OUT_OF_FUNDS']) {
    expect(refundReply(rejected(code), reference)).toMatchObject({ kind: 'refused', code })
  }
  expect(refundReply(replied({ refundId: depositId, status: 'ACCEPTED' }), reference)).toEqual({
    kind: 'pending',
  })
  const completed = replied({ status: 'FOUND', data: { refundId: depositId, status: 'COMPLETED' } })
  expect(refundInquiryReply(completed, reference)).toEqual({ kind: 'reversed' })
  expect(refundInquiryReply(replied({ status: 'NOT_FOUND' }), reference)).toEqual({ kind: 'absent' })
})

test.each([
  ['REVERSED', { kind: 'reversed' }],
  ['COMPLETED', { kind: 'unknown', cause: 'refunded before, under another id' }],
])(
  'a deposit that is %s and was refunded under another id is not paid out again',
  async (status, outcome) => {
    const { collector } = await facing(({ method }) =>
      method === 'POST'
        ? {
            status: 200,
            body: { refundId: depositId, status: 'REJECTED', ...failure('DEPOSIT_ALREADY_REFUNDED') },
          }
        : { status: 200, body: { status: 'FOUND', data: { ...deposit, status } } },
    )
    const original = { reference, upstreamId: 'CI1', amount }
    expect(await collector.refund({ reference, original, amount, callbackUrl: 'https://pay.test/' })).toEqual(
      outcome,
    )
  },
)

test('limits of the settings win, and the catalogue decides while the configuration cannot be read', async () => {
  const usd = { min: '2', max: '300.50' }
  const { collector, calls, clock } = await facing(() => ({ status: 503 }), { USD: usd })
  const terms = await collector.terms('orange', 'USD')
  expect(terms).toMatchObject({ min: money(200n, 'USD'), max: money(300_50n, 'USD'), isOpen: true })
  expect(await collector.terms('orange', 'CDF')).toMatchObject({ min: money(1_000n, 'CDF') })
  expect(calls()).toHaveLength(1)
  clock.forward({ minutes: 6 })
  await Promise.all([collector.terms('orange', 'USD'), collector.terms('orange', 'CDF')])
  expect(calls()).toHaveLength(2)
})
