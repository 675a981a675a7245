import { afterEach, describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { callbackOf, exampleCollection, type PlayedReply, readReceived, replied } from '../testing.ts'
import { collectionInquiryReply, collectionReply } from './collection-outcomes.ts'
import { readCollectionCallback } from './collections.ts'
import { openBefore, pending, serverCorrelationId } from './testing.ts'

const { reference, amount } = exampleCollection
const now = Temporal.Instant.from('2026-12-01T12:00:00Z')
const transaction = {
  transactionReference: 'TX-1',
  transactionStatus: 'completed',
  type: 'merchantpay',
  amount: '25.50',
  currency: 'USD',
  debitParty: [{ key: 'msisdn', value: '+243970000001' }],
  requestingOrganisationTransactionReference: reference,
}
const approved = { kind: 'approved', upstreamId: 'TX-1', amount }
const error = (errorCategory: string, errorCode: string, errordescription = '') => ({
  errorCategory,
  errorCode,
  errordescription,
})
const stateOf = (status: string, more: object = {}) => ({ serverCorrelationId, status, ...more })
const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

async function facing(respond: (path: string) => PlayedReply) {
  const collections = { creditParty: { key: 'organisationid' as const, value: 'LIKUTA' } }
  const world = await openBefore(
    ({ path }) => respond(path),
    () => ({ collections }),
  )
  opened.push(world)
  if (!world.operator.collections) throw new Error('no collections')
  return { ...world, collector: world.operator.collections }
}

test('a merchant payment debits the payer, under our UUID, with a callback URL that says what it is about', async () => {
  const { collector, received } = await facing(() => pending)
  expect(await collector.request(exampleCollection)).toEqual({
    kind: 'pending',
    upstreamId: serverCorrelationId,
  })
  expect(received.map(readReceived)).toMatchObject([
    {
      method: 'POST',
      path: '/v1.2/mm/transactions/type/merchantpay',
      headers: {
        'x-correlationid': reference,
        'x-callback-url': 'https://api.example/operators/callbacks/secret?about=collection',
      },
      body: {
        amount: '25.50',
        currency: 'USD',
        debitParty: [{ key: 'msisdn', value: '+243970000001' }],
        creditParty: [{ key: 'organisationid', value: 'LIKUTA' }],
        requestingOrganisationTransactionReference: reference,
        descriptionText: 'Boutique Lac Kivu',
      },
    },
  ])
})

test('a duplicate is looked up and not requested again', async () => {
  const { collector, received } = await facing((path) => {
    if (path.endsWith('merchantpay')) return { status: 400, body: error('businessRule', 'duplicateRequest') }
    return path.includes('/responses/')
      ? { status: 200, body: { link: '/transactions/TX-1' } }
      : { status: 200, body: transaction }
  })
  expect(await collector.request(exampleCollection)).toEqual(approved)
  expect(received.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

describe('GSMA replies to a merchant payment', () => {
  test.each([
    ['completed at once', replied(transaction, 201), approved],
    [
      'another amount, which is reported',
      replied({ ...transaction, amount: '25' }, 201),
      { ...approved, amount: money(2500n, 'USD') },
    ],
    [
      'accepted, with the life of the prompt',
      replied(stateOf('pending', { expiryTime: '2026-12-01T12:01:00Z' }), 202),
      { kind: 'pending', upstreamId: serverCorrelationId, expiresAt: now.add({ minutes: 1 }) },
    ],
    [
      'another reference',
      replied({ ...transaction, requestingOrganisationTransactionReference: 'another' }, 201),
      { kind: 'unknown' },
    ],
    [
      'another wallet',
      replied({ ...transaction, debitParty: [{ key: 'msisdn', value: '+243970000002' }] }, 201),
      { kind: 'unknown' },
    ],
    ['another type', replied({ ...transaction, type: 'inttransfer' }, 201), { kind: 'unknown' }],
    [
      'an unlisted status',
      replied({ ...transaction, transactionStatus: 'on-hold' }, 201),
      { kind: 'unknown' },
    ],
    [
      'not approved',
      replied(error('authorisation', 'requestDeclined'), 401),
      { kind: 'declined', reason: 'MM_DECLINED' },
    ],
    [
      'a wrong PIN, in words',
      replied(error('authorisation', 'requestDeclined', 'Wrong PIN'), 401),
      { kind: 'declined', reason: 'MM_WRONG_PIN' },
    ],
    [
      'no money',
      replied(error('businessRule', 'insufficientFunds'), 400),
      { kind: 'declined', reason: 'MM_INSUFFICIENT_FUNDS' },
    ],
    [
      'a limit',
      replied(error('businessRule', 'monthlyValueLimitExceeded'), 400),
      { kind: 'declined', reason: 'MM_LIMIT' },
    ],
    [
      'an amount that is too small',
      replied(error('businessRule', 'lessThanTransactionMinValue'), 400),
      { kind: 'declined', reason: 'MM_LIMIT' },
    ],
    [
      'no wallet',
      replied(error('identification', 'identifierError'), 404),
      { kind: 'declined', reason: 'MM_NO_WALLET' },
    ],
    [
      'a blocked wallet',
      replied(error('businessRule', 'incorrectState'), 400),
      { kind: 'declined', reason: 'MM_BLOCKED' },
    ],
    [
      'another business rule',
      replied(error('businessRule', 'genericError'), 400),
      { kind: 'declined', reason: 'MM_DECLINED' },
    ],
    [
      'our own fault',
      replied(error('validation', 'formatError'), 400),
      { kind: 'declined', reason: 'MM_DECLINED', isMisconfigured: true },
    ],
    ['an unlisted authorisation code', replied(error('authorisation', 'tomorrow'), 401), { kind: 'unknown' }],
    ['an internal error', replied(error('internal', 'genericError'), 500), { kind: 'unknown' }],
    ['too many calls', replied({}, 429), { kind: 'unreached' }],
  ])('the reply is translated: %s', (_name, reply, outcome) => {
    expect(collectionReply(reply, exampleCollection, now)).toMatchObject(outcome)
  })
})

describe('GSMA inquiries about a merchant payment', () => {
  const lapsed = { expiresAt: now.subtract({ seconds: 1 }) }
  const failed = { kind: 'failed', id: serverCorrelationId } as const
  const generic = { category: 'businessrule', code: 'genericError', message: '' }
  test.each([
    ['a prompt that has lapsed', { ...failed, ...lapsed, error: generic }, 'MM_NO_ANSWER'],
    [
      'a prompt that was refused before it lapsed',
      { ...failed, ...lapsed, error: { ...generic, code: 'insufficientFunds' } },
      'MM_INSUFFICIENT_FUNDS',
    ],
    [
      'a request that failed before its end',
      { ...failed, expiresAt: now.add({ minutes: 1 }), error: generic },
      'MM_DECLINED',
    ],
    ['a request that failed without a reason', failed, 'MM_DECLINED'],
  ])('%s is declined', (_name, state, reason) => {
    expect(collectionInquiryReply({ kind: 'state', state }, exampleCollection, now)).toMatchObject({
      kind: 'declined',
      reason,
    })
  })

  test('a transaction under another id than the link named is no outcome', () => {
    const found = { kind: 'transaction', reference: 'TX-2', json: transaction } as const
    expect(collectionInquiryReply(found, exampleCollection, now).kind).toBe('unavailable')
  })
})

describe('GSMA callbacks about a merchant payment', () => {
  const put = (body: object, about?: string) => ({
    ...callbackOf(JSON.stringify(body), { method: 'PUT', headers: { 'x-correlationid': reference } }),
    path: `/operators/callbacks/secret${about ? `?about=${about}` : ''}`,
  })
  test('an approval is reported with its amount', () => {
    expect(readCollectionCallback(put(transaction, 'collection'))).toEqual({
      kind: 'report',
      reference,
      outcome: { kind: 'approved', upstreamId: 'TX-1', amount },
    })
  })

  test('an error object is distinguished from that of a payout by the URL alone', () => {
    const body = error('authorisation', 'requestDeclined', 'Wrong PIN')
    const outcome = { kind: 'declined', reason: 'MM_WRONG_PIN' }
    expect(readCollectionCallback(put(body, 'collection'))).toMatchObject({ kind: 'report', outcome })
    expect(readCollectionCallback(put(body))).toEqual({ kind: 'payout' })
  })

  test('an operator that calls another URL still names the type', () => {
    const outcome = { kind: 'approved' }
    expect(readCollectionCallback(put(transaction))).toMatchObject({ kind: 'report', outcome })
  })

  test('a refund is reported once it has an outcome', () => {
    const refund = { ...transaction, type: 'reversal' }
    expect(readCollectionCallback(put(refund, 'refund'))).toMatchObject({
      kind: 'refund_report',
      reference,
      outcome: { kind: 'reversed' },
    })
    expect(readCollectionCallback(put({}, 'refund')).kind).toBe('unreadable')
  })
})
