import { describe, expect, test } from 'vitest'
import type { CallbackRequest } from '../../../remittance/operator.ts'
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

describe('a result', () => {
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
  ])('with %o tells of our payout: %o', (changes, word) => {
    expect(readCallback(callback({ ...result, ...changes }))).toEqual({ kind: 'news', reference, word })
  })

  test('of a reversal of ours tells that it is done, not that something was paid', () => {
    const input_ThirdPartyConversationID = `R${result.input_ThirdPartyConversationID}`
    const word = { kind: 'reversed', upstreamId: 'AB12' }
    expect(readCallback(callback({ ...result, input_ThirdPartyConversationID }))).toEqual({
      kind: 'news',
      reference,
      word,
    })
  })

  test.each([
    ['of a code nobody told us of', { input_ResultCode: 'INS-4711' }],
    ['of no code', { input_ResultCode: undefined }],
    ['of a status nobody told us of', { input_TransactionStatus: 'Expired' }],
    ['of a conversation that is none of ours', { input_ThirdPartyConversationID: 'hello' }],
    ['of no conversation', { input_ThirdPartyConversationID: undefined }],
  ])('%s tells nothing', (_name, changes) => {
    expect(readCallback(callback({ ...result, ...changes })).kind).toBe('unreadable')
  })

  test('is a POST of one JSON object, and anything else a forgery', () => {
    for (const body of [
      '',
      'null',
      '[]',
      '"INS-0"',
      '{',
      '{"input_ResultCode":"INS-6","input_ResultCode":"INS-0"}',
    ]) {
      expect(readCallback(callback(body)).kind).toBe('forged')
    }
    expect(readCallback(callback(result, { method: 'GET' })).kind).toBe('forged')
  })
})

test('what was stored is acknowledged under the ids that were sent', () => {
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
