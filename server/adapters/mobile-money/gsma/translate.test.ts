import { describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { OperatorReply } from '../call.ts'
import { payoutReply, requestStateIn, reversalReply, transactionIn } from './translate.ts'

const expected = {
  transactionId: 'IMT-IN-A1B2C3D4E5F6G7H8',
  msisdn: '243900000001',
  amount: money(2550n, 'USD'),
  isReversal: false,
}
const state = { serverCorrelationId: 'b0f7d0f2-1111-4222-8333-444455556666', notificationMethod: 'callback' }
const transaction = {
  transactionReference: 'SIM-1',
  transactionStatus: 'completed',
  type: 'inttransfer',
  amount: '25.50',
  currency: 'USD',
  creditParty: [{ key: 'msisdn', value: '+243900000001' }],
  requestingOrganisationTransactionReference: 'IMT-IN-A1B2C3D4E5F6G7H8',
}

function reply(status: number, json: unknown): OperatorReply {
  return { kind: 'reply', status, json }
}

function refusal(status: number, errorCategory: string, errorCode: string): OperatorReply {
  return reply(status, { errorCategory, errorCode, errordescription: 'as the operator says it' })
}

describe('GSMA payout replies', () => {
  const cases: [string, OperatorReply, object][] = [
    [
      'paid, by 201 with the transaction',
      reply(201, transaction),
      { kind: 'succeeded', upstreamId: 'SIM-1' },
    ],
    [
      'paid, without the optional members of the transaction',
      reply(201, { ...transaction, creditParty: undefined, requestingOrganisationTransactionReference: '' }),
      { kind: 'succeeded', upstreamId: 'SIM-1' },
    ],
    [
      'pending, with an unknown status',
      reply(201, { ...transaction, transactionStatus: 'in-clearing' }),
      { kind: 'pending', upstreamId: 'SIM-1' },
    ],
    [
      'pending, with a status that is an object property name',
      reply(201, { ...transaction, transactionStatus: 'constructor' }),
      { kind: 'pending' },
    ],
    [
      'pending, by 202',
      reply(202, { ...state, status: 'pending' }),
      { kind: 'pending', upstreamId: state.serverCorrelationId },
    ],
    [
      'pending, by 202 with a completed state, until the transaction is read',
      reply(202, { ...state, status: 'completed', objectReference: 'SIM-1' }),
      { kind: 'pending', upstreamId: state.serverCorrelationId },
    ],
    [
      'declined, by a failed state',
      reply(202, {
        ...state,
        status: 'failed',
        error: { errorCategory: 'x', errorCode: 'maxBalanceExceeded' },
      }),
      { kind: 'declined', reason: 'RECIPIENT_LIMIT_REACHED', code: 'maxBalanceExceeded' },
    ],
    [
      'declined, by a failed state without a reason',
      reply(202, { ...state, status: 'failed' }),
      { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
    ],
    [
      'declined, by a failed transaction',
      reply(201, { ...transaction, transactionStatus: 'Failed' }),
      { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: 'Failed', upstreamId: 'SIM-1' },
    ],
    ['not sent', { kind: 'no_reply', cause: 'ECONNREFUSED', sent: false }, { kind: 'unreached' }],
    ['throttled', reply(429, undefined), { kind: 'unreached' }],
    ['throttled, by an error code', refusal(400, 'businessRule', 'rateLimitError'), { kind: 'unreached' }],
    ['unauthorized', refusal(401, 'authorisation', 'clientAuthorisationError'), { kind: 'unreached' }],
    ['a duplicate', refusal(400, 'businessRule', 'duplicateRequest'), { kind: 'repeated' }],
  ]
  test.each(cases)('a payout reply is translated: %s', (_name, input, response) => {
    expect(payoutReply(input, expected)).toMatchObject(response)
  })
})

describe('GSMA refusals', () => {
  const cases: [number, string, string, string][] = [
    [404, 'identification', 'identifierError', 'RECIPIENT_NOT_FOUND'],
    [404, 'Identification', 'identifierError', 'RECIPIENT_NOT_FOUND'],
    [400, 'businessRule', 'dailyVolumeLimitExceeded', 'RECIPIENT_LIMIT_REACHED'],
    [400, 'businessRule', 'monthlyValueLimitExceeded', 'RECIPIENT_LIMIT_REACHED'],
    [400, 'businessRule', 'greaterThanTransactionMaxValue', 'AMOUNT_NOT_ACCEPTED'],
    [400, 'validation', 'currencyNotSupported', 'AMOUNT_NOT_ACCEPTED'],
    [400, 'businessRule', 'insufficientFunds', 'OPERATOR_FLOAT_EXHAUSTED'],
    [400, 'businessRule', 'incorrectState', 'RECIPIENT_NOT_ALLOWED'],
    [400, 'businessRule', 'countryofOriginNotPermitted', 'REFUSED_BY_OPERATOR'],
    [401, 'authorisation', 'requestDeclined', 'REFUSED_BY_OPERATOR'],
    [400, 'businessRule', 'constructor', 'REFUSED_BY_OPERATOR'],
    [400, 'validation', 'aCodeOfTomorrow', 'REFUSED_BY_OPERATOR'],
  ]
  test.each(cases)('%d %s %s: %s', (status, category, code, reason) => {
    const outcome = payoutReply(refusal(status, category, code), expected)
    expect(outcome).toEqual({ kind: 'declined', reason, code, message: 'as the operator says it' })
  })
})

describe('GSMA payout replies with an unknown outcome', () => {
  const cases: [string, OperatorReply][] = [
    ['a lost reply', { kind: 'no_reply', cause: 'DEADLINE', sent: true }],
    ['a server error', refusal(500, 'internal', 'genericError')],
    ['an unavailable service', refusal(503, 'serviceUnavailable', 'genericError')],
    ['an internal error with status 400', refusal(400, 'internal', 'genericError')],
    ['a refusal with status 500', refusal(500, 'businessRule', 'insufficientFunds')],
    [
      'a refusal with a status that is not used for refusals',
      refusal(409, 'businessRule', 'insufficientFunds'),
    ],
    ['an incomplete error', reply(400, { errorCode: 'insufficientFunds' })],
    ['an HTML page with status 400', reply(400, undefined)],
    ['an HTML page with status 404', reply(404, undefined)],
    ['an HTML page with status 401', reply(401, undefined)],
    ['a redirect', reply(302, transaction)],
    ['an empty 202', reply(202, undefined)],
    ['an unknown state', reply(202, { ...state, status: 'queued' })],
    ['a state without its id', reply(202, { status: 'pending' })],
    ['a transaction with status 202', reply(202, transaction)],
    ['an empty 201', reply(201, undefined)],
    ['a list', reply(201, [transaction])],
    ['no reference', reply(201, { ...transaction, transactionReference: undefined })],
    ['a reference that is a path', reply(201, { ...transaction, transactionReference: '../balance' })],
    ['no status', reply(201, { ...transaction, transactionStatus: undefined })],
    ['no amount', reply(201, { ...transaction, amount: undefined })],
    ['another amount', reply(201, { ...transaction, amount: '2550' })],
    ['an invalid amount', reply(201, { ...transaction, amount: '25,50' })],
    ['another currency', reply(201, { ...transaction, currency: 'CDF' })],
    ['an unknown currency', reply(201, { ...transaction, currency: 'XTS' })],
    [
      'another payout',
      reply(201, { ...transaction, requestingOrganisationTransactionReference: 'IMT-IN-0' }),
    ],
    [
      'another wallet',
      reply(201, { ...transaction, creditParty: [{ key: 'msisdn', value: '+243900000002' }] }),
    ],
    ['a reversal', reply(201, { ...transaction, type: 'reversal' })],
  ]
  test.each(cases)('a payout has an unknown outcome after %s', (_name, input) => {
    expect(payoutReply(input, expected).kind).toBe('unknown')
  })
})

test('an amount sent as a JSON number keeps its digits', () => {
  const reported = transactionIn({ ...transaction, amount: JSON.rawJSON('25.5') }, expected)
  expect(reported).toMatchObject({ amount: money(2550n, 'USD'), outcome: { kind: 'succeeded' } })
})

test('a reversed transaction is read as reversed', () => {
  const reported = transactionIn({ ...transaction, transactionStatus: 'reversed' }, expected)
  expect(reported).toMatchObject({ outcome: { kind: 'reversed', upstreamId: 'SIM-1' } })
})

test('a completed request state names its transaction', () => {
  const completed = requestStateIn({ ...state, status: 'completed', objectReference: 'SIM-1' })
  expect(completed).toMatchObject({ kind: 'completed', objectReference: 'SIM-1' })
})

describe('GSMA reversal replies', () => {
  const requested = { amount: money(2550n, 'USD'), isReversal: true, originalReference: 'SIM-1' }
  const reversal = {
    transactionReference: 'SIM-2',
    transactionStatus: 'completed',
    type: 'reversal',
    amount: '25.50',
    currency: 'USD',
    originalTransactionReference: 'SIM-1',
  }
  const cases: [string, OperatorReply, object][] = [
    ['done', reply(201, reversal), { kind: 'reversed', upstreamId: 'SIM-2' }],
    ['pending', reply(202, { ...state, status: 'pending' }), { kind: 'pending' }],
    [
      'refused',
      refusal(400, 'businessRule', 'incorrectState'),
      { kind: 'refused', code: 'incorrectState', message: 'as the operator says it' },
    ],
    ['refused, by its state', reply(202, { ...state, status: 'failed' }), { kind: 'refused' }],
    ['not sent', { kind: 'no_reply', cause: 'ECONNREFUSED', sent: false }, { kind: 'unreached' }],
    ['unknown after a lost reply', { kind: 'no_reply', cause: 'DEADLINE', sent: true }, { kind: 'unknown' }],
    ['unknown with another amount', reply(201, { ...reversal, amount: '1' }), { kind: 'unknown' }],
    [
      'unknown for another transaction',
      reply(201, { ...reversal, originalTransactionReference: 'SIM-9' }),
      { kind: 'unknown' },
    ],
    ['unknown when the reply is the payout itself', reply(201, transaction), { kind: 'unknown' }],
    ['a duplicate', refusal(400, 'businessRule', 'duplicateRequest'), { kind: 'repeated' }],
  ]
  test.each(cases)('a reversal reply is translated: %s', (_name, input, response) => {
    expect(reversalReply(input, requested)).toMatchObject(response)
  })
})
