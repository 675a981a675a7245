import { describe, expect, test } from 'vitest'
import type { CardFacts } from '../../cards/gateway/gateway.ts'
import { money } from '../../kernel/money.ts'
import type { GatewayReply } from './client.ts'
import { chargeReply, refundReply, undoReply } from './translate.ts'

const card: CardFacts = {
  type: 'VISA',
  last4: '1091',
  expiry: '01-2029',
  binCountry: '',
  issuer: '',
  scheme: '',
}
const requested = { code: 'LKT-1', card }

function reply(status: number, json: unknown): GatewayReply {
  return { kind: 'reply', status, json, text: '', correlationId: 'c-1' }
}

/** A sale as the gateway returns it, with changes for the case. */
function sale(changes: object = {}): GatewayReply {
  return reply(201, {
    id: '7500001000016000000005',
    status: 'AUTHORIZED',
    clientReferenceInformation: { code: 'LKT-1' },
    orderInformation: { amountDetails: { totalAmount: '25.00', authorizedAmount: '25.00', currency: 'USD' } },
    paymentInformation: {
      card: { type: '001' },
      scheme: 'VISA CREDIT',
      issuer: 'SANDBOX BANK',
      binCountry: 'CD',
    },
    processorInformation: { responseCode: '00', consumerAuthenticationResponse: { code: '2' } },
    ...changes,
  })
}

function amounts(changes: object): object {
  return { orderInformation: { amountDetails: { totalAmount: '25.00', currency: 'USD', ...changes } } }
}

function problem(status: string, reason: string): object {
  return { status, errorInformation: { reason, message: 'wording of the gateway' } }
}

function refusal(reason: string, field?: string): GatewayReply {
  return reply(400, { status: 'INVALID_REQUEST', reason, ...(field && { details: [{ field, reason }] }) })
}

test('an approval has the amount of the reply, the card of reply and token, and a correlation id', () => {
  expect(chargeReply(sale(), requested)).toEqual({
    kind: 'approved',
    paymentId: '7500001000016000000005',
    amount: money(2500n, 'USD'),
    card: { ...card, binCountry: 'CD', issuer: 'SANDBOX BANK', scheme: 'VISA CREDIT' },
    cavvResult: '2',
    correlationId: 'c-1',
  })
})

test('the outcome reports the approved amount and currency, even when they differ', () => {
  const outcome = chargeReply(sale(amounts({ authorizedAmount: '24.50', currency: 'CDF' })), requested)
  expect(outcome).toMatchObject({ kind: 'approved', amount: money(2450n, 'CDF') })
})

describe('charge replies', () => {
  const review = { decision: 'REVIEW', reason: 'REVIEW' }
  const cases: [string, GatewayReply, object][] = [
    [
      'a partial approval',
      sale({ status: 'PARTIAL_AUTHORIZED' }),
      { kind: 'held', reason: 'AMOUNT_MISMATCH' },
    ],
    ['a review', sale(problem('AUTHORIZED_PENDING_REVIEW', 'AVS_FAILED')), { kind: 'held', ...review }],
    ['a review before authorization', sale({ status: 'PENDING_REVIEW' }), { kind: 'held', ...review }],
    [
      'a risk decline after the bank approved',
      sale(problem('AUTHORIZED_RISK_DECLINED', 'DECISION_PROFILE_REJECT')),
      { kind: 'held', decision: 'REJECT', reason: 'RISK_DECLINE' },
    ],
    ['an unknown currency', sale(amounts({ authorizedAmount: '25.00', currency: 'XTS' })), { kind: 'held' }],
    ['an invalid amount', sale(amounts({ authorizedAmount: '-25' })), { kind: 'held' }],
    [
      'a sale that was not captured',
      sale({ embeddedActions: { CAPTURE: { status: 'INVALID_REQUEST' } } }),
      { kind: 'held', reason: 'NOT_COMPLETED' },
    ],
    [
      'insufficient funds',
      sale(problem('DECLINED', 'INSUFFICIENT_FUND')),
      {
        kind: 'declined',
        decision: 'REJECT',
        reason: 'INSUFFICIENT_FUND',
        paymentId: '7500001000016000000005',
      },
    ],
    [
      'declined for review',
      sale(problem('DECLINED', 'DECISION_PROFILE_REVIEW')),
      { kind: 'declined', ...review },
    ],
    ['declined for an unknown reason', sale(problem('DECLINED', 'NEW_WORD')), { reason: 'GENERAL_DECLINE' }],
    [
      'declined for a reason that is an object property name',
      sale(problem('DECLINED', 'constructor')),
      { reason: 'GENERAL_DECLINE' },
    ],
    [
      'authentication required',
      sale(problem('PENDING_AUTHENTICATION', 'CONSUMER_AUTHENTICATION_REQUIRED')),
      { kind: 'declined', reason: 'NON_3DS' },
    ],
    ['an invalid request', refusal('MISSING_FIELD', 'x'), { kind: 'declined', reason: 'GATEWAY_ERROR' }],
    [
      'a card type that is not accepted',
      refusal('CARD_TYPE_NOT_ACCEPTED'),
      { reason: 'CARD_TYPE_NOT_ACCEPTED' },
    ],
    [
      'wrong credentials',
      reply(401, { response: { rmsg: 'x' } }),
      { kind: 'declined', reason: 'CONFIGURATION' },
    ],
    ['missing permission', reply(403, undefined), { kind: 'declined', reason: 'CONFIGURATION' }],
    [
      'a request that was never sent',
      { kind: 'no_reply', cause: 'ECONNREFUSED', sent: false },
      { kind: 'not_sent' },
    ],
  ]
  test.each(cases)('a charge reply is translated: %s', (_name, input, expected) => {
    expect(chargeReply(input, requested)).toMatchObject(expected)
  })
})

describe('charge replies with an unknown outcome', () => {
  const cases: [string, GatewayReply][] = [
    ['a lost reply', { kind: 'no_reply', cause: 'DEADLINE', sent: true }],
    ['a server error', reply(502, { status: 'SERVER_ERROR', reason: 'SYSTEM_ERROR' })],
    ['an error page', reply(500, undefined)],
    ['an approval in HTML', reply(200, undefined)],
    ['a refusal in HTML', reply(400, undefined)],
    ['a redirect', reply(302, undefined)],
    ['not found', reply(404, { errors: [{ type: 'notFound' }] })],
    ['a list', reply(201, [])],
    ['a repeated reference', refusal('DUPLICATE_REQUEST')],
    ['a reference refused as data', refusal('INVALID_DATA', 'clientReferenceInformation.transactionId')],
    ['an unknown status', sale({ status: 'AUTHORISED' })],
    ['a status inherited by every object', sale({ status: 'constructor' })],
    ['a status that is not text', sale({ status: true })],
    ['no status', sale({ status: undefined })],
    ['no id', sale({ id: undefined })],
    ['an id that is a path', sale({ id: '../card-gateway/refunds/1' })],
    ['no authorized amount', sale(amounts({}))],
    ['the approval of another charge', sale({ clientReferenceInformation: { code: 'LKT-2' } })],
  ]
  test.each(cases)('the outcome of a charge stays unknown after %s', (_name, input) => {
    expect(chargeReply(input, requested).kind).toBe('unknown')
  })
})

describe('charge replies that acknowledge the request', () => {
  const broke = { status: 'SERVER_ERROR', reason: 'SYSTEM_ERROR' }
  const cases: [string, GatewayReply, boolean][] = [
    ['a system failure of the gateway itself', reply(502, broke), true],
    ['a system failure with another 5xx status', reply(500, broke), true],
    ['a timeout behind the gateway', reply(502, { ...broke, reason: 'SERVER_TIMEOUT' }), false],
    ['a service that did not respond', reply(502, { ...broke, reason: 'SERVICE_TIMEOUT' }), false],
    ['a failure that names a payment', reply(502, { ...broke, id: '7000000000000000000001' }), false],
    ["a proxy's page", reply(502, undefined), false],
    ["a proxy's JSON", reply(503, { status: 503, message: 'upstream connect error' }), false],
    ['a success status with the same body', reply(201, broke), false],
  ]
  test.each(cases)('%s: %o', (_name, input, expected) => {
    const outcome = chargeReply(input, requested)
    expect([outcome.kind, 'acknowledged' in outcome]).toEqual(['unknown', expected])
  })
})

test('gateway texts that are endless or contain control characters are dropped', () => {
  const facts = { card: { type: '001' }, issuer: 'BANK\r\nSet-Cookie: a=b', scheme: 'x'.repeat(5000) }
  const outcome = chargeReply(sale({ paymentInformation: facts }), requested)
  expect(outcome).toMatchObject({ kind: 'approved', card: { issuer: '', scheme: '' } })
})

describe('refund replies', () => {
  const booked = {
    id: '7500001000016000000007',
    status: 'PENDING',
    clientReferenceInformation: { code: 'LKT-1' },
    refundAmountDetails: { refundAmount: '10.00', currency: 'USD' },
  }
  const cases: [string, GatewayReply, object][] = [
    ['accepted', reply(201, booked), { kind: 'accepted', refundId: booked.id, amount: money(1000n, 'USD') }],
    [
      'declined with a reason',
      reply(201, { ...booked, ...problem('DECLINED', 'PROCESSOR_DECLINED') }),
      { kind: 'declined', refundId: booked.id, reason: 'PROCESSOR_DECLINED' },
    ],
    ['declined before processing', refusal('INVALID_AMOUNT'), { kind: 'declined', reason: 'INVALID_AMOUNT' }],
    [
      'declined for missing credentials',
      reply(401, undefined),
      { kind: 'declined', reason: 'CONFIGURATION' },
    ],
    ['unknown when repeated', refusal('DUPLICATE_REQUEST'), { kind: 'unknown' }],
    ['unknown with an unknown status', reply(201, { ...booked, status: 'ODD' }), { kind: 'unknown' }],
    ['unknown without an amount', reply(201, { ...booked, refundAmountDetails: {} }), { kind: 'unknown' }],
    ['unknown after a server error', reply(502, undefined), { kind: 'unknown' }],
    [
      'unknown when it was possibly never sent',
      { kind: 'no_reply', cause: 'x', sent: false },
      { kind: 'unknown' },
    ],
  ]
  test.each(cases)('a refund reply is translated: %s', (_name, input, expected) => {
    expect(refundReply(input, { code: 'LKT-1' })).toMatchObject(expected)
  })
})

describe('void and reversal replies', () => {
  const cases: [string, GatewayReply, object][] = [
    ['done by a void', reply(201, { id: '8', status: 'VOIDED' }), { kind: 'undone', upstreamId: '8' }],
    ['done by a reversal', reply(201, { id: '9', status: 'REVERSED' }), { kind: 'undone', upstreamId: '9' }],
    ['refused in a reply', reply(201, { id: '8', status: 'FAILED' }), { kind: 'refused' }],
    ['done before', refusal('AUTH_ALREADY_REVERSED'), { kind: 'undone_before' }],
    ['done before or too late', refusal('NOT_VOIDABLE'), { kind: 'undone_or_too_late' }],
    ['refused because it was captured', refusal('TRANSACTION_ALREADY_SETTLED'), { kind: 'refused' }],
    [
      'refused because it is invalid',
      refusal('MISSING_FIELD', 'x'),
      { kind: 'refused', cause: 'MISSING_FIELD' },
    ],
    ['without a matching payment', refusal('MISSING_AUTH'), { kind: 'nothing_there' }],
    [
      'for a request that never arrived',
      refusal('INVALID_DATA', 'clientReferenceInformation.transactionId'),
      { kind: 'nothing_there' },
    ],
    ['unknown with an unknown status', reply(201, { id: '8', status: 'PENDING' }), { kind: 'unknown' }],
    ['unknown without credentials', reply(401, undefined), { kind: 'unknown' }],
    ['unknown after a server error', reply(502, undefined), { kind: 'unknown' }],
    ['unknown without a reply', { kind: 'no_reply', cause: 'DEADLINE', sent: true }, { kind: 'unknown' }],
  ]
  test.each(cases)('a void or reversal reply is translated: %s', (_name, input, expected) => {
    expect(undoReply(input)).toMatchObject(expected)
  })
})
