import { describe, expect, test } from 'vitest'
import type { OperatorReply } from '../call.ts'
import { inquiryReply, payoutReply, refundReply, subscriberReply } from './translate.ts'

const reference = '019a0000-0000-7000-8000-000000000001'
const airtelId = 'disbursement-TGQ1DTO8D4-019a0000-0000-7000-8000-000000000001'

function reply(httpStatus: number, json: unknown): OperatorReply {
  return { kind: 'reply', status: httpStatus, json }
}

/** An answer with a transaction, of code `DP0090000…`. */
function transactionReply(
  status: string,
  code: string,
  changes: { success?: unknown; id?: string; airtelId?: string } = {},
) {
  const { success = true, id = reference } = changes
  const transaction = { id, airtel_money_id: airtelId, status, message: 'in its words', ...changes }
  return reply(200, {
    data: { transaction: { ...transaction, airtel_money_id: changes.airtelId ?? airtelId } },
    status: { response_code: `DP0090000${code}`, code: '200', success, message: 'said' },
  })
}

function refused(code: string, httpStatus = 200, success: unknown = false): OperatorReply {
  const status = { response_code: `DP0090000${code}`, code: '400', success, message: 'said' }
  return reply(httpStatus, { status })
}

describe('a disbursement is', () => {
  const cases: [string, OperatorReply, object][] = [
    ['paid by TS and its code', transactionReply('TS', '1001'), { kind: 'succeeded', upstreamId: airtelId }],
    ['under way by TIP', transactionReply('TIP', '1006'), { kind: 'pending', upstreamId: airtelId }],
    ['under way by its code alone', refused('1006'), { kind: 'pending' }],
    [
      'declined by TF and a code',
      transactionReply('TF', '1003', { success: false }),
      {
        kind: 'declined',
        reason: 'RECIPIENT_LIMIT_REACHED',
        code: 'DP00900001003',
        message: 'in its words',
        upstreamId: airtelId,
      },
    ],
    ['declined when it expired', transactionReply('TE', '1005', { success: false }), { kind: 'declined' }],
    [
      'declined under 400 too',
      refused('1013', 400),
      { kind: 'declined', code: 'DP00900001013', message: 'said' },
    ],
    ['a repetition, still in process', refused('1017'), { kind: 'repeated' }],
    ['a repetition', refused('1011'), { kind: 'repeated' }],
    ['not sent', { kind: 'no_reply', cause: 'ECONNREFUSED', sent: false }, { kind: 'unreached' }],
    ['told to slow down', reply(429, undefined), { kind: 'unreached' }],
    ['not let in', reply(403, { error: 'invalid_token' }), { kind: 'unreached' }],
    ['not let in, by another status', reply(401, { error: 'invalid_token' }), { kind: 'unreached' }],
  ]
  test.each(cases)('%s', (_name, input, response) => {
    expect(payoutReply(input, reference)).toMatchObject(response)
  })
})

test.each([
  ['1003', 'RECIPIENT_LIMIT_REACHED'],
  ['1004', 'AMOUNT_NOT_ACCEPTED'],
  ['1005', 'REFUSED_BY_OPERATOR'],
  ['1007', 'OPERATOR_FLOAT_EXHAUSTED'],
  ['1009', 'RECIPIENT_NOT_FOUND'],
  ['1010', 'RECIPIENT_NOT_ALLOWED'],
  ['1012', 'RECIPIENT_NOT_FOUND'],
  ['1013', 'REFUSED_BY_OPERATOR'],
  ['1016', 'REFUSED_BY_OPERATOR'],
])('the code %s declines a disbursement as %s', (code, reason) => {
  const outcome = payoutReply(refused(code), reference)
  expect(outcome).toEqual({ kind: 'declined', reason, code: `DP0090000${code}`, message: 'said' })
})

test.each(['001', '003', '005', '006', '110', '112', '114', '115', '116'])(
  'what the router turns back by ROUTER%s went no further',
  (code) => {
    const input = reply(400, { status_message: 'said', status_code: `ROUTER${code}` })
    expect(payoutReply(input, reference).kind).toBe('unreached')
    expect(refundReply(input).kind).toBe('unreached')
  },
)

describe('nobody knows what became of a disbursement after', () => {
  const cases: [string, OperatorReply][] = [
    ['a lost reply', { kind: 'no_reply', cause: 'DEADLINE', sent: true }],
    ['a server error', reply(500, undefined)],
    ['success under 500', { ...transactionReply('TS', '1001'), status: 500 } as OperatorReply],
    ['a decline under 502', refused('1005', 502)],
    ['an answer under a redirect', { ...transactionReply('TS', '1001'), status: 302 } as OperatorReply],
    ['the ambiguous code', refused('1000')],
    ['the ambiguous status', transactionReply('TA', '1000')],
    ['a time-out over there', refused('1014')],
    ['a time-out of the router', reply(400, { status_code: 'ROUTER117' })],
    ['a time-out of the router under 503', reply(503, { status_code: 'ROUTER117' })],
    ['a refusal of the router under 500', reply(500, { status_code: 'ROUTER110' })],
    ['a word of the router of tomorrow', reply(400, { status_code: 'ROUTER999' })],
    ['a code of one source only', refused('1018')],
    ['a code of tomorrow', refused('1099')],
    [
      'a code that every object inherits',
      reply(200, { status: { response_code: 'constructor', success: false } }),
    ],
    ['a status of tomorrow', transactionReply('TX', '1001')],
    ['a status that says less than the code', transactionReply('TIP', '1001')],
    ['a status that says more than the code', transactionReply('TS', '1006')],
    ['a decline with the code of success', transactionReply('TF', '1001')],
    ['success with the code of a decline', transactionReply('TS', '1005')],
    ['success that is none', transactionReply('TS', '1001', { success: false })],
    ['success that says nothing of it', transactionReply('TS', '1001', { success: 'yes' })],
    ['a decline that is success', refused('1005', 200, true)],
    ['success of another disbursement', transactionReply('TS', '1001', { id: 'other' })],
    ['a decline of another disbursement', transactionReply('TF', '1005', { id: 'other', success: false })],
    [
      'success without saying of what',
      reply(200, { status: { response_code: 'DP00900001001', success: true } }),
    ],
    ['success without an id of theirs', transactionReply('TS', '1001', { airtelId: 'no id' })],
    ['only an older code', reply(200, { status: { result_code: 'ESB000008', success: false } })],
    ['an empty 200', reply(200, undefined)],
    ['a page under 400', reply(400, undefined)],
    ['a page under 403', reply(403, undefined)],
    ['a list', reply(200, [])],
  ]
  test.each(cases)('%s', (_name, input) => {
    expect(payoutReply(input, reference).kind).toBe('unknown')
  })
})

describe('an enquiry tells', () => {
  const cases: [string, OperatorReply, object][] = [
    ['success', transactionReply('TS', '1001'), { kind: 'succeeded', upstreamId: airtelId }],
    [
      'success without a code',
      reply(200, { data: { transaction: { id: reference, airtel_money_id: 'A', status: 'TS' } } }),
      { kind: 'succeeded', upstreamId: 'A' },
    ],
    [
      'a decline, with the reason of its code',
      transactionReply('TF', '1007'),
      { kind: 'declined', reason: 'OPERATOR_FLOAT_EXHAUSTED' },
    ],
    [
      'a decline, when only the enquiry went well',
      transactionReply('TF', '1001'),
      { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
    ],
    ['expiry', transactionReply('TE', '1005'), { kind: 'declined' }],
    ['that it is under way', transactionReply('TIP', '1006'), { kind: 'pending' }],
    ['that it was taken back', transactionReply('TR', '1001'), { kind: 'reversed', upstreamId: airtelId }],
    ['that there is none', refused('1015'), { kind: 'absent' }],
    ['that there is none, under 400', refused('1015', 400), { kind: 'absent' }],
  ]
  test.each(cases)('%s', (_name, input, response) => {
    expect(inquiryReply(input, reference)).toMatchObject(response)
  })
})

describe('an enquiry tells nothing by', () => {
  const cases: [string, OperatorReply][] = [
    ['no reply', { kind: 'no_reply', cause: 'DEADLINE', sent: true }],
    ['a server error', refused('1015', 500)],
    ['a page under 404', reply(404, undefined)],
    ['an old token', reply(403, { error: 'invalid_token' })],
    ['the ambiguous status', transactionReply('TA', '1000')],
    ['success with the code of doubt', transactionReply('TS', '1000')],
    ['success with the code of a decline', transactionReply('TS', '1005')],
    ['success of another disbursement', transactionReply('TS', '1001', { id: 'other' })],
    [
      'the absence of another disbursement',
      reply(200, { data: { transaction: { id: 'other' } }, status: { response_code: 'DP00900001015' } }),
    ],
    ['a refusal of the enquiry itself', refused('1005')],
    ['a status of tomorrow', transactionReply('TX', '1001')],
    ['nothing', reply(200, {})],
  ]
  test.each(cases)('%s', (_name, input) => {
    expect(inquiryReply(input, reference).kind).toBe('unavailable')
  })
})

describe('a refund is', () => {
  const cases: [string, OperatorReply, object][] = [
    ['done', transactionReply('TS', '1001', { id: '' }), { kind: 'reversed', upstreamId: airtelId }],
    ['under way', transactionReply('TIP', '1006', { id: '' }), { kind: 'pending' }],
    ['refused', refused('1005'), { kind: 'refused', code: 'DP00900001005', message: 'said' }],
    ['a repetition', refused('1011'), { kind: 'repeated' }],
    ['unreached', { kind: 'no_reply', cause: 'ECONNREFUSED', sent: false }, { kind: 'unreached' }],
    ['unknown after a lost reply', { kind: 'no_reply', cause: 'DEADLINE', sent: true }, { kind: 'unknown' }],
    ['unknown in doubt', refused('1000'), { kind: 'unknown' }],
    ['unknown in a code of tomorrow', refused('1099'), { kind: 'unknown' }],
    ['unknown when it speaks against itself', transactionReply('TF', '1001'), { kind: 'unknown' }],
  ]
  test.each(cases)('%s', (_name, input, response) => {
    expect(refundReply(input)).toMatchObject(response)
  })
})

describe('a subscriber is', () => {
  const data = { first_name: 'Jean', last_name: 'Mukendi', msisdn: '970000001', is_barred: false }
  const user = (changes: object, code = 'DP02200000001') =>
    reply(200, { data: { ...data, ...changes }, status: { response_code: code, success: true } })
  const cases: [string, OperatorReply, object][] = [
    ['found by both names', user({}), { kind: 'found', name: 'Jean Mukendi', active: true }],
    ['found by one name', user({ last_name: null }), { kind: 'found', name: 'Jean' }],
    ['found, but barred', user({ is_barred: true }), { kind: 'found', active: false }],
    ['found, but perhaps barred', user({ is_barred: undefined }), { kind: 'found', active: false }],
    ['found by a number with country code', user({ msisdn: '243970000001' }), { kind: 'found' }],
    ['not there', user({}, 'DP02200000000'), { kind: 'no_wallet' }],
    ['not told by another code', user({}, 'DP02200000002'), { kind: 'unavailable' }],
    ['not told without a name', user({ first_name: '', last_name: '' }), { kind: 'unavailable' }],
    ['not told by a user of another number', user({ msisdn: '970000002' }), { kind: 'unavailable' }],
    ['not told by an error', reply(500, {}), { kind: 'unavailable' }],
    ['not told by silence', { kind: 'no_reply', cause: 'x', sent: true }, { kind: 'unavailable' }],
  ]
  test.each(cases)('%s', (_name, input, response) => {
    expect(subscriberReply(input, '970000001')).toMatchObject(response)
  })
})
