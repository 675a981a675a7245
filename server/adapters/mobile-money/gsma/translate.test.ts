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

describe('a payout is', () => {
  const cases: [string, OperatorReply, object][] = [
    ['paid by 201 and the transaction', reply(201, transaction), { kind: 'succeeded', upstreamId: 'SIM-1' }],
    [
      'paid whatever the transaction leaves out that it need not tell',
      reply(201, { ...transaction, creditParty: undefined, requestingOrganisationTransactionReference: '' }),
      { kind: 'succeeded', upstreamId: 'SIM-1' },
    ],
    [
      'under way in a status of tomorrow',
      reply(201, { ...transaction, transactionStatus: 'in-clearing' }),
      { kind: 'pending', upstreamId: 'SIM-1' },
    ],
    [
      'under way in a status that every object inherits',
      reply(201, { ...transaction, transactionStatus: 'constructor' }),
      { kind: 'pending' },
    ],
    [
      'under way by 202',
      reply(202, { ...state, status: 'pending' }),
      { kind: 'pending', upstreamId: state.serverCorrelationId },
    ],
    [
      'under way by 202 that says completed, until the transaction was seen',
      reply(202, { ...state, status: 'completed', objectReference: 'SIM-1' }),
      { kind: 'pending', upstreamId: state.serverCorrelationId },
    ],
    [
      'declined by a state that failed',
      reply(202, {
        ...state,
        status: 'failed',
        error: { errorCategory: 'x', errorCode: 'maxBalanceExceeded' },
      }),
      { kind: 'declined', reason: 'RECIPIENT_LIMIT_REACHED', code: 'maxBalanceExceeded' },
    ],
    [
      'declined by a state that failed without a reason',
      reply(202, { ...state, status: 'failed' }),
      { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
    ],
    [
      'declined by a transaction that failed',
      reply(201, { ...transaction, transactionStatus: 'Failed' }),
      { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: 'Failed', upstreamId: 'SIM-1' },
    ],
    ['not sent', { kind: 'no_reply', cause: 'ECONNREFUSED', sent: false }, { kind: 'unreached' }],
    ['told to slow down', reply(429, undefined), { kind: 'unreached' }],
    ['told to slow down in words', refusal(400, 'businessRule', 'rateLimitError'), { kind: 'unreached' }],
    ['not let in', refusal(401, 'authorisation', 'clientAuthorisationError'), { kind: 'unreached' }],
    ['a repetition', refusal(400, 'businessRule', 'duplicateRequest'), { kind: 'repeated' }],
  ]
  test.each(cases)('%s', (_name, input, response) => {
    expect(payoutReply(input, expected)).toMatchObject(response)
  })
})

describe('a refusal is a decline', () => {
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

describe('nobody knows what became of a payout after', () => {
  const cases: [string, OperatorReply][] = [
    ['a lost reply', { kind: 'no_reply', cause: 'DEADLINE', sent: true }],
    ['a server error', refusal(500, 'internal', 'genericError')],
    ['a service that is away', refusal(503, 'serviceUnavailable', 'genericError')],
    ['an internal error under 400', refusal(400, 'internal', 'genericError')],
    ['a refusal under 500', refusal(500, 'businessRule', 'insufficientFunds')],
    ['a refusal under a status it has none of', refusal(409, 'businessRule', 'insufficientFunds')],
    ['half an error', reply(400, { errorCode: 'insufficientFunds' })],
    ['a page under 400', reply(400, undefined)],
    ['a page under 404', reply(404, undefined)],
    ['a page under 401', reply(401, undefined)],
    ['a redirect', reply(302, transaction)],
    ['an empty 202', reply(202, undefined)],
    ['a state of tomorrow', reply(202, { ...state, status: 'queued' })],
    ['a state without its id', reply(202, { status: 'pending' })],
    ['a transaction under 202', reply(202, transaction)],
    ['an empty 201', reply(201, undefined)],
    ['a list', reply(201, [transaction])],
    ['no reference', reply(201, { ...transaction, transactionReference: undefined })],
    ['a reference that is a path', reply(201, { ...transaction, transactionReference: '../balance' })],
    ['no status', reply(201, { ...transaction, transactionStatus: undefined })],
    ['no amount', reply(201, { ...transaction, amount: undefined })],
    ['another amount', reply(201, { ...transaction, amount: '2550' })],
    ['an amount that is none', reply(201, { ...transaction, amount: '25,50' })],
    ['another currency', reply(201, { ...transaction, currency: 'CDF' })],
    ['a currency we do not know', reply(201, { ...transaction, currency: 'XTS' })],
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
  test.each(cases)('%s', (_name, input) => {
    expect(payoutReply(input, expected).kind).toBe('unknown')
  })
})

test('an amount written as a number keeps its digits', () => {
  const reported = transactionIn({ ...transaction, amount: JSON.rawJSON('25.5') }, expected)
  expect(reported).toMatchObject({ amount: money(2550n, 'USD'), outcome: { kind: 'succeeded' } })
})

test('a transaction that was taken back says so', () => {
  const reported = transactionIn({ ...transaction, transactionStatus: 'reversed' }, expected)
  expect(reported).toMatchObject({ outcome: { kind: 'reversed', upstreamId: 'SIM-1' } })
})

test('a state that completed names its transaction', () => {
  const completed = requestStateIn({ ...state, status: 'completed', objectReference: 'SIM-1' })
  expect(completed).toMatchObject({ kind: 'completed', objectReference: 'SIM-1' })
})

describe('a reversal is', () => {
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
    ['under way', reply(202, { ...state, status: 'pending' }), { kind: 'pending' }],
    [
      'refused',
      refusal(400, 'businessRule', 'incorrectState'),
      { kind: 'refused', code: 'incorrectState', message: 'as the operator says it' },
    ],
    ['refused by its state', reply(202, { ...state, status: 'failed' }), { kind: 'refused' }],
    ['not sent', { kind: 'no_reply', cause: 'ECONNREFUSED', sent: false }, { kind: 'unreached' }],
    ['unknown after a lost reply', { kind: 'no_reply', cause: 'DEADLINE', sent: true }, { kind: 'unknown' }],
    ['unknown when it is of another amount', reply(201, { ...reversal, amount: '1' }), { kind: 'unknown' }],
    [
      'unknown when it is of another transaction',
      reply(201, { ...reversal, originalTransactionReference: 'SIM-9' }),
      { kind: 'unknown' },
    ],
    ['unknown when the answer is the payout', reply(201, transaction), { kind: 'unknown' }],
    ['a repetition', refusal(400, 'businessRule', 'duplicateRequest'), { kind: 'repeated' }],
  ]
  test.each(cases)('%s', (_name, input, response) => {
    expect(reversalReply(input, requested)).toMatchObject(response)
  })
})
