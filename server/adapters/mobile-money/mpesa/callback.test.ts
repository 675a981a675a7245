import { describe, expect, test } from 'vitest'
import type { CallbackRequest, InquiryReply } from '../../../operator-calls/operator.ts'
import { callbackOf, examplePayout } from '../testing.ts'
import { acknowledge, readCallback } from './callback.ts'

const { reference } = examplePayout

function callback(body: object | string, more: { method?: string } = {}): CallbackRequest {
  return callbackOf(typeof body === 'string' ? body : JSON.stringify(body), more)
}

const result = {
  input_OriginalConversationID: 'AG_20261121_1',
  input_TransactionID: 'AB12',
  input_ResultCode: 'INS-0',
  input_ResultDesc: 'Request processed successfully',
  input_ThirdPartyConversationID: '019a0000000070008000000000000001',
}

describe('M-Pesa results', () => {
  test.each([
    [{}, { kind: 'succeeded', upstreamId: 'AB12' }],
    [{ input_TransactionStatus: 'Completed' }, { kind: 'succeeded', upstreamId: 'AB12' }],
    [{ input_TransactionStatus: 'Reversed' }, { kind: 'reversed', upstreamId: 'AB12' }],
    [{ input_TransactionID: undefined }, { kind: 'pending' }],
    [{ input_TransactionID: 'N/A' }, { kind: 'pending' }],
    [{ input_ResultCode: 'INS-9' }, { kind: 'pending', upstreamId: 'AB12' }],
    [{ input_ResultCode: 'INS-10', input_TransactionID: undefined }, { kind: 'pending' }],
    [
      { input_ResultCode: 'INS-2051', input_ResultDesc: 'MSISDN invalid.', input_TransactionID: undefined },
      { kind: 'declined', reason: 'RECIPIENT_NOT_FOUND', code: 'INS-2051', message: 'MSISDN invalid.' },
    ],
  ])('a result with %o reports for our payout %o', async (changes, text) => {
    expect(await readCallback(callback({ ...result, ...changes }), undefined)).toEqual({
      kind: 'report',
      reference,
      outcome: text,
    })
  })

  test('a result of our reversal reports the payout as reversed, not as paid', async () => {
    const input_ThirdPartyConversationID = `R${result.input_ThirdPartyConversationID}`
    const text = { kind: 'reversed', upstreamId: 'AB12' }
    expect(await readCallback(callback({ ...result, input_ThirdPartyConversationID }), undefined)).toEqual({
      kind: 'report',
      reference,
      outcome: text,
    })
  })

  test.each([
    ['with an undocumented code', { input_ResultCode: 'INS-4711' }],
    ['without a code', { input_ResultCode: undefined }],
    ['with an undocumented status', { input_TransactionStatus: 'Expired' }],
    ['of a conversation that is not ours', { input_ThirdPartyConversationID: 'hello' }],
    ['without a conversation', { input_ThirdPartyConversationID: undefined }],
  ])('a result %s reports nothing', async (_name, changes) => {
    expect((await readCallback(callback({ ...result, ...changes }), undefined)).kind).toBe('unreadable')
  })

  test('anything but a POST of one JSON object is refused as forged', async () => {
    for (const body of [
      '',
      'null',
      '[]',
      '"INS-0"',
      '{',
      '{"input_ResultCode":"INS-6","input_ResultCode":"INS-0"}',
    ]) {
      expect((await readCallback(callback(body), undefined)).kind).toBe('forged')
    }
    expect((await readCallback(callback(result, { method: 'GET' }), undefined)).kind).toBe('forged')
  })
})

describe('M-Pesa results confirmed by inquiry', () => {
  const declined = {
    ...result,
    input_ResultCode: 'INS-2051',
    input_ResultDesc: '',
    input_TransactionID: undefined,
  }
  const failed = { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: 'Failed', message: '' } as const
  const requests: string[] = []
  const read = (body: object, found: InquiryReply) =>
    readCallback(callback(body), async (conversation) => {
      requests.push(conversation)
      return found
    })

  test('a result that the inquiry confirms is reported', async () => {
    const text = { kind: 'succeeded', upstreamId: 'AB12' } as const
    expect(await read(result, text)).toEqual({ kind: 'report', reference, outcome: text })
    expect(requests.at(-1)).toBe('019a0000000070008000000000000001')
    const why = { kind: 'declined', reason: 'RECIPIENT_NOT_FOUND', code: 'INS-2051', message: '' }
    expect(await read(declined, failed)).toEqual({ kind: 'report', reference, outcome: why })
  })

  test('the outcome of the inquiry is reported when it differs from the result', async () => {
    const text = { kind: 'succeeded', upstreamId: 'AB12' } as const
    expect(await read(declined, text)).toEqual({ kind: 'report', reference, outcome: text })
    expect(await read({ ...result, input_TransactionID: 'EVIL1' }, text)).toMatchObject({ outcome: text })
    expect(await read(result, failed)).toMatchObject({ outcome: failed })
  })

  test('a result reports nothing while the inquiry has no final outcome', async () => {
    const responses: InquiryReply[] = [
      { kind: 'pending' },
      { kind: 'absent' },
      { kind: 'unavailable', cause: 'DEADLINE' },
    ]
    for (const found of responses) {
      for (const body of [result, declined]) expect((await read(body, found)).kind).toBe('unreadable')
    }
  })

  test('an inquiry about a reversal reports the payout as reversed', async () => {
    const input_ThirdPartyConversationID = `R${result.input_ThirdPartyConversationID}`
    const found = { kind: 'succeeded', upstreamId: 'RV1' } as const
    expect(await read({ ...result, input_ThirdPartyConversationID }, found)).toEqual({
      kind: 'report',
      reference,
      outcome: { kind: 'reversed', upstreamId: 'RV1' },
    })
    expect(requests.at(-1)).toBe(input_ThirdPartyConversationID)
  })

  test('no inquiry is made for a result that is pending or unreadable', async () => {
    const before = requests.length
    await read({ ...result, input_ResultCode: 'INS-9' }, { kind: 'pending' })
    await read({ ...result, input_ThirdPartyConversationID: 'hello' }, { kind: 'pending' })
    expect(requests).toHaveLength(before)
  })
})

test('a stored result is acknowledged with the ids that were sent', () => {
  expect(acknowledge(callback(result))).toEqual({
    status: 200,
    body: {
      output_OriginalConversationID: 'AG_20261121_1',
      output_ResponseCode: '0',
      output_ResponseDesc: 'Successfully Accepted Result',
      output_ThirdPartyConversationID: '019a0000000070008000000000000001',
    },
  })
  expect(acknowledge(callback('nonsense')).status).toBe(200)
})
