import { describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { detailsBody, searchBody } from '../wire.ts'
import {
  canBe,
  chargeApplications,
  chargeFound,
  isAmbiguous,
  isRelated,
  isUndo,
  isUndone,
  mayBeOf,
  refundFound,
} from './found.ts'

const wanted = {
  code: 'LKT-1',
  reference: '019a0000-0000-7000-8000-000000000001',
  amount: money(2500n, 'USD'),
  requestedAt: Temporal.Instant.from('2025-06-15T15:09:45Z'),
}

function summary(changes: object = {}) {
  const hit = {
    id: '7500001000016000000005',
    submitTimeUtc: '2025-06-15T15:09:46Z',
    clientReferenceInformation: { code: 'LKT-1' },
    applicationInformation: { applications: [{ name: 'ics_auth', rCode: '1' }, { name: 'ics_bill' }] },
    orderInformation: { amountDetails: { totalAmount: '25.00', currency: 'USD' } },
    ...changes,
  }
  const body = { _embedded: { transactionSummaries: [hit] } }
  return searchBody.parse(body)._embedded.transactionSummaries[0]!
}

function details(status: string, applicationInformation: object = {}, changes: object = {}) {
  const applications = [
    { name: 'ics_auth', rCode: '1' },
    { name: 'ics_bill', rCode: '1' },
  ]
  return detailsBody.parse({
    id: '7500001000016000000005',
    rootId: '7500001000016000000005',
    applicationInformation: { status, reasonCode: '100', applications, ...applicationInformation },
    orderInformation: { amountDetails: { totalAmount: '25.00', authorizedAmount: '25.00', currency: 'USD' } },
    paymentInformation: {
      card: {
        suffix: '1091',
        expirationMonth: '01',
        expirationYear: '2029',
        type: '001',
        brandName: 'VISA',
      },
      issuerInformation: { name: 'SANDBOX BANK', country: 'CD' },
      features: { accountFundingSource: 'CREDIT' },
    },
    ...changes,
  })
}

const onlyAuthorized = { applications: [{ name: 'ics_auth', rCode: '1' }] }

describe('charges of earlier attempts at the same payment', () => {
  const among = (others: { paymentIds: string[]; unidentified: boolean }) => ({ ...wanted, others })

  test('a hit that is known to be an earlier attempt is not the wanted charge', () => {
    const earlier = { paymentIds: ['7500001000016000000005'], unidentified: false }
    expect(canBe(summary(), among(earlier), chargeApplications)).toBe(false)
    expect(canBe(summary({ id: '7500001000016000000006' }), among(earlier), chargeApplications)).toBe(true)
  })

  test('a charge without a reference is ambiguous while an earlier attempt has no known id', () => {
    const unidentified = among({ paymentIds: [], unidentified: true })
    expect(isAmbiguous(details('DECLINED'), unidentified)).toBe(true)
    const shown = details('DECLINED', {}, { clientReferenceInformation: { transactionId: 'ours' } })
    expect(isAmbiguous(shown, unidentified)).toBe(false)
    expect(isAmbiguous(details('DECLINED'), wanted)).toBe(false)
  })
})

describe('a search hit is rejected as the wanted charge', () => {
  test.each([
    ['under another code', { clientReferenceInformation: { code: 'LKT-2' } }],
    ['of another amount', { orderInformation: { amountDetails: { totalAmount: '26.00', currency: 'USD' } } }],
    [
      'in another currency',
      { orderInformation: { amountDetails: { totalAmount: '25.00', currency: 'CDF' } } },
    ],
    ['from before the charge was sent', { submitTimeUtc: '2025-06-15T15:00:00Z' }],
    ['without a valid time', { submitTimeUtc: 'yesterday' }],
    ['as an authentication', { applicationInformation: { applications: [{ name: 'ics_pa_enroll' }] } }],
    ['as a refund', { applicationInformation: { applications: [{ name: 'ics_credit' }] } }],
  ])('a search hit %s is not the wanted charge', (_name, changes) => {
    expect(canBe(summary(changes), wanted, chargeApplications)).toBe(false)
    expect(canBe(summary(), wanted, chargeApplications)).toBe(true)
  })

  test('a search hit whose details show another reference is rejected', () => {
    const shown = (transactionId?: string) =>
      mayBeOf(details('PENDING', {}, { clientReferenceInformation: { transactionId } }), wanted)
    expect(shown('019a0000000070008000000000000001')).toBe(true)
    expect(shown('another')).toBe(false)
    expect(shown()).toBe(true)
  })
})

describe('the details of a charge', () => {
  test.each([
    ['a sale waiting for its batch', details('PENDING'), 'approved'],
    ['a sale sent for settlement', details('TRANSMITTED'), 'approved'],
    ['a voided sale', details('VOIDED'), 'approved'],
    ['an authorization without capture', details('AUTHORIZED', onlyAuthorized), 'held'],
    ['an authorization reversed', details('REVERSED', onlyAuthorized), 'held'],
    ['a partial approval', details('PENDING', { reasonCode: '110' }), 'held'],
    ['a review', details('AUTHORIZED_PENDING_REVIEW', { reasonCode: 480 }), 'held'],
    ['a server error', details('SERVER_ERROR', { reasonCode: 150, applications: [] }), 'held'],
    ['a decline', details('DECLINED', { reasonCode: '204' }), 'declined'],
    ['an unknown status', details('WONDERFUL'), undefined],
    ['no status', details(''), undefined],
  ])('the details of %s are read as such', (_name, reply, kind) => {
    expect(chargeFound(reply)?.kind).toBe(kind)
  })

  test('charge details give an approval with the card facts', () => {
    expect(chargeFound(details('PENDING'))).toEqual({
      kind: 'approved',
      paymentId: '7500001000016000000005',
      amount: money(2500n, 'USD'),
      card: {
        type: 'VISA',
        last4: '1091',
        expiry: '01-2029',
        binCountry: 'CD',
        issuer: 'SANDBOX BANK',
        scheme: 'VISA CREDIT',
      },
      cavvResult: '',
    })
  })

  test('charge details give a decline with the reason of its numeric code', () => {
    expect(chargeFound(details('DECLINED', { reasonCode: '204' }))).toMatchObject({
      reason: 'INSUFFICIENT_FUND',
    })
  })
})

test('only a successful void or reversal of this charge counts as its undo', () => {
  const voided = (rCode: string) =>
    summary({ applicationInformation: { applications: [{ name: 'ics_void', rCode }] } })
  expect(isUndo(voided('1'))).toBe(true)
  expect(isUndo(voided('0'))).toBe(false)
  expect(isUndo(summary())).toBe(false)
  const links = { relatedTransactions: [{ href: 'https://api.example/tss/v2/transactions/88' }] }
  expect(isRelated(details('VOIDED', {}, { _links: links }), '88')).toBe(true)
  expect(isRelated(details('VOIDED', {}, { rootId: '77' }), '77')).toBe(true)
  expect(isRelated(details('VOIDED', {}, { _links: links }), '8')).toBe(false)
  expect([isUndone(details('VOIDED')), isUndone(details('PENDING'))]).toEqual([true, false])
})

test('the details of a refund give accepted, declined or unknown', () => {
  expect(refundFound(details('PENDING'))).toMatchObject({ kind: 'accepted', amount: money(2500n, 'USD') })
  expect(refundFound(details('DECLINED', { reasonCode: '203' }))).toMatchObject({
    kind: 'declined',
    reason: 'PROCESSOR_DECLINED',
  })
  expect(refundFound(details('VOIDED'))).toMatchObject({ kind: 'declined', reason: 'VOIDED' })
  expect(refundFound(details('WONDERFUL'))).toBeUndefined()
})
