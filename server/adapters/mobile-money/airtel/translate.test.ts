import { describe, expect, test } from 'vitest'
import type { OperatorReply } from '../call.ts'
import { inquiryReply, payoutReply, refundReply, subscriberReply } from './translate.ts'

const reference = '019a0000-0000-7000-8000-000000000001'
const airtelId = 'disbursement-TGQ1DTO8D4-019a0000-0000-7000-8000-000000000001'

function reply(httpStatus: number, json: unknown): OperatorReply {
  return { kind: 'reply', status: httpStatus, json }
}

/** A reply with a transaction and the code `DP0090000…`. */
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

describe('Airtel disbursement replies', () => {
  const cases: [string, OperatorReply, object][] = [
    ['paid, by TS and its code', transactionReply('TS', '1001'), { kind: 'succeeded', upstreamId: airtelId }],
    ['pending, by TIP', transactionReply('TIP', '1006'), { kind: 'pending', upstreamId: airtelId }],
    ['pending, by its code alone', refused('1006'), { kind: 'pending' }],
    [
      'declined, by TF and a code',
      transactionReply('TF', '1003', { success: false }),
      {
        kind: 'declined',
        reason: 'RECIPIENT_LIMIT_REACHED',
        code: 'DP00900001003',
        message: 'in its words',
        upstreamId: airtelId,
      },
    ],
    [
      'declined, because it expired',
      transactionReply('TE', '1005', { success: false }),
      { kind: 'declined' },
    ],
    [
      'declined, with status 400',
      refused('1013', 400),
      { kind: 'declined', code: 'DP00900001013', message: 'said' },
    ],
    ['a duplicate, still in process', refused('1017'), { kind: 'repeated' }],
    ['a duplicate', refused('1011'), { kind: 'repeated' }],
    ['not sent', { kind: 'no_reply', cause: 'ECONNREFUSED', sent: false }, { kind: 'unreached' }],
    ['throttled', reply(429, undefined), { kind: 'unreached' }],
    ['unauthorized', reply(403, { error: 'invalid_token' }), { kind: 'unreached' }],
    ['unauthorized, with another status', reply(401, { error: 'invalid_token' }), { kind: 'unreached' }],
  ]
  test.each(cases)('a disbursement reply is translated: %s', (_name, input, response) => {
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
  'a disbursement refused with ROUTER%s was not processed',
  (code) => {
    const input = reply(400, { status_message: 'said', status_code: `ROUTER${code}` })
    expect(payoutReply(input, reference).kind).toBe('unreached')
    expect(refundReply(input).kind).toBe('unreached')
  },
)

describe('Airtel disbursement replies with an unknown outcome', () => {
  const cases: [string, OperatorReply][] = [
    ['a lost reply', { kind: 'no_reply', cause: 'DEADLINE', sent: true }],
    ['a server error', reply(500, undefined)],
    ['success with status 500', { ...transactionReply('TS', '1001'), status: 500 } as OperatorReply],
    ['a decline with status 502', refused('1005', 502)],
    ['a result with a redirect status', { ...transactionReply('TS', '1001'), status: 302 } as OperatorReply],
    ['the ambiguous code', refused('1000')],
    ['the ambiguous status', transactionReply('TA', '1000')],
    ['a timeout at the operator', refused('1014')],
    ['a timeout of the router', reply(400, { status_code: 'ROUTER117' })],
    ['a timeout of the router with status 503', reply(503, { status_code: 'ROUTER117' })],
    ['a refusal of the router with status 500', reply(500, { status_code: 'ROUTER110' })],
    ['an unknown code of the router', reply(400, { status_code: 'ROUTER999' })],
    ['a code that only one source documents', refused('1018')],
    ['an unknown code', refused('1099')],
    [
      'a code that is an object property name',
      reply(200, { status: { response_code: 'constructor', success: false } }),
    ],
    ['an unknown status', transactionReply('TX', '1001')],
    ['a pending status with a success code', transactionReply('TIP', '1001')],
    ['a success status with a pending code', transactionReply('TS', '1006')],
    ['a declined status with a success code', transactionReply('TF', '1001')],
    ['a success status with a decline code', transactionReply('TS', '1005')],
    ['a success status with success: false', transactionReply('TS', '1001', { success: false })],
    ['a success status with an invalid success flag', transactionReply('TS', '1001', { success: 'yes' })],
    ['a decline code with success: true', refused('1005', 200, true)],
    ['success of another disbursement', transactionReply('TS', '1001', { id: 'other' })],
    ['a decline of another disbursement', transactionReply('TF', '1005', { id: 'other', success: false })],
    [
      'success without a transaction id',
      reply(200, { status: { response_code: 'DP00900001001', success: true } }),
    ],
    ['success without a valid operator id', transactionReply('TS', '1001', { airtelId: 'no id' })],
    ['only an older code', reply(200, { status: { result_code: 'ESB000008', success: false } })],
    ['an empty 200', reply(200, undefined)],
    ['an HTML page with status 400', reply(400, undefined)],
    ['an HTML page with status 403', reply(403, undefined)],
    ['a list', reply(200, [])],
  ]
  test.each(cases)('a disbursement has an unknown outcome after %s', (_name, input) => {
    expect(payoutReply(input, reference).kind).toBe('unknown')
  })
})

describe('Airtel enquiry replies', () => {
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
      'a decline, when the code is that of the enquiry',
      transactionReply('TF', '1001'),
      { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' },
    ],
    ['expiry', transactionReply('TE', '1005'), { kind: 'declined' }],
    ['a pending payout', transactionReply('TIP', '1006'), { kind: 'pending' }],
    ['a reversed payout', transactionReply('TR', '1001'), { kind: 'reversed', upstreamId: airtelId }],
    ['no such payout', refused('1015'), { kind: 'absent' }],
    ['no such payout, with status 400', refused('1015', 400), { kind: 'absent' }],
  ]
  test.each(cases)('an enquiry reply is translated: %s', (_name, input, response) => {
    expect(inquiryReply(input, reference)).toMatchObject(response)
  })
})

describe('Airtel enquiry replies without a result', () => {
  const cases: [string, OperatorReply][] = [
    ['no reply', { kind: 'no_reply', cause: 'DEADLINE', sent: true }],
    ['a server error', refused('1015', 500)],
    ['an HTML page with status 404', reply(404, undefined)],
    ['an expired token', reply(403, { error: 'invalid_token' })],
    ['the ambiguous status', transactionReply('TA', '1000')],
    ['success with an ambiguous code', transactionReply('TS', '1000')],
    ['success with a decline code', transactionReply('TS', '1005')],
    ['success of another disbursement', transactionReply('TS', '1001', { id: 'other' })],
    [
      'the absence of another disbursement',
      reply(200, { data: { transaction: { id: 'other' } }, status: { response_code: 'DP00900001015' } }),
    ],
    ['a refusal of the enquiry itself', refused('1005')],
    ['an unknown status', transactionReply('TX', '1001')],
    ['nothing', reply(200, {})],
  ]
  test.each(cases)('an enquiry has no result after %s', (_name, input) => {
    expect(inquiryReply(input, reference).kind).toBe('unavailable')
  })
})

describe('Airtel refund replies', () => {
  const cases: [string, OperatorReply, object][] = [
    ['done', transactionReply('TS', '1001', { id: '' }), { kind: 'reversed', upstreamId: airtelId }],
    ['pending', transactionReply('TIP', '1006', { id: '' }), { kind: 'pending' }],
    ['refused', refused('1005'), { kind: 'refused', code: 'DP00900001005', message: 'said' }],
    ['a duplicate', refused('1011'), { kind: 'repeated' }],
    ['unreached', { kind: 'no_reply', cause: 'ECONNREFUSED', sent: false }, { kind: 'unreached' }],
    ['unknown after a lost reply', { kind: 'no_reply', cause: 'DEADLINE', sent: true }, { kind: 'unknown' }],
    ['unknown with an ambiguous code', refused('1000'), { kind: 'unknown' }],
    ['unknown with an unknown code', refused('1099'), { kind: 'unknown' }],
    [
      'unknown when status and code contradict each other',
      transactionReply('TF', '1001'),
      { kind: 'unknown' },
    ],
  ]
  test.each(cases)('a refund reply is translated: %s', (_name, input, response) => {
    expect(refundReply(input)).toMatchObject(response)
  })
})

describe('Airtel subscriber replies', () => {
  const data = { first_name: 'Jean', last_name: 'Mukendi', msisdn: '970000001', is_barred: false }
  const user = (changes: object, code = 'DP02200000001') =>
    reply(200, { data: { ...data, ...changes }, status: { response_code: code, success: true } })
  const cases: [string, OperatorReply, object][] = [
    ['found by both names', user({}), { kind: 'found', name: 'Jean Mukendi', active: true }],
    ['found by one name', user({ last_name: null }), { kind: 'found', name: 'Jean' }],
    ['found, but barred', user({ is_barred: true }), { kind: 'found', active: false }],
    ['found, but perhaps barred', user({ is_barred: undefined }), { kind: 'found', active: false }],
    ['found by a number with country code', user({ msisdn: '243970000001' }), { kind: 'found' }],
    ['not registered', user({}, 'DP02200000000'), { kind: 'no_wallet' }],
    ['unavailable with another code', user({}, 'DP02200000002'), { kind: 'unavailable' }],
    ['unavailable without a name', user({ first_name: '', last_name: '' }), { kind: 'unavailable' }],
    ['unavailable with a user of another number', user({ msisdn: '970000002' }), { kind: 'unavailable' }],
    ['unavailable after an error', reply(500, {}), { kind: 'unavailable' }],
    ['unavailable without a reply', { kind: 'no_reply', cause: 'x', sent: true }, { kind: 'unavailable' }],
  ]
  test.each(cases)('a subscriber reply is translated: %s', (_name, input, response) => {
    expect(subscriberReply(input, '970000001')).toMatchObject(response)
  })
})
