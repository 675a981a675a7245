import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { callbackOf, examplePayout } from '../testing.ts'
import { readCallback } from './callback.ts'

const { reference } = examplePayout
const transaction = {
  transactionReference: 'SIM-1',
  transactionStatus: 'completed',
  type: 'inttransfer',
  amount: '25.50',
  currency: 'USD',
}
const usd = money(2550n, 'USD')

function put(body: object | string, headers: Record<string, string> = { 'x-correlationid': reference }) {
  return callbackOf(typeof body === 'string' ? body : JSON.stringify(body), { method: 'PUT', headers })
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('a callback brings', () => {
  test.each([
    ['success', {}, { kind: 'succeeded', upstreamId: 'SIM-1' }],
    [
      'patience, in a status of tomorrow',
      { transactionStatus: 'odd' },
      { kind: 'pending', upstreamId: 'SIM-1' },
    ],
    ['a failure', { transactionStatus: 'failed' }, { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' }],
    [
      'a reversal of the payout',
      { transactionStatus: 'reversed' },
      { kind: 'reversed', upstreamId: 'SIM-1' },
    ],
    ['the end of a reversal', { type: 'reversal' }, { kind: 'reversed', upstreamId: 'SIM-1' }],
    ['a reversal under way', { type: 'reversal', transactionStatus: 'pending' }, { kind: 'pending' }],
  ])('%s, with the amount it is about', (_name, changes, word) => {
    const read = readCallback(put({ ...transaction, ...changes }))
    expect(read).toMatchObject({ kind: 'news', reference, word, amount: usd })
  })

  test('a refusal as an error', () => {
    const error = { errorCategory: 'businessRule', errorCode: 'maxBalanceExceeded', errorDescription: 'full' }
    expect(readCallback(put(error))).toEqual({
      kind: 'news',
      reference,
      word: {
        kind: 'declined',
        reason: 'RECIPIENT_LIMIT_REACHED',
        code: 'maxBalanceExceeded',
        message: 'full',
      },
    })
  })

  test('its news under a reference in capitals too, and with a hash that fits', () => {
    const body = JSON.stringify(transaction)
    const headers = {
      'x-correlationid': reference.toUpperCase(),
      'x-content-hash': hashOf(body).toUpperCase(),
    }
    expect(readCallback(put(body, headers))).toMatchObject({ kind: 'news', reference })
  })
})

describe('a callback is refused', () => {
  test('when its hash is of other bytes', () => {
    const headers = { 'x-correlationid': reference, 'x-content-hash': hashOf('{}') }
    expect(readCallback(put(transaction, headers)).kind).toBe('forged')
  })

  test('without a reference, or with one that is no UUID', () => {
    expect(readCallback(put(transaction, {})).kind).toBe('forged')
    expect(readCallback(put(transaction, { 'x-correlationid': "1' or '1" })).kind).toBe('forged')
  })

  test('when it comes by another method', () => {
    const headers = { 'x-correlationid': reference }
    expect(readCallback(callbackOf(JSON.stringify(transaction), { headers })).kind).toBe('forged')
  })
})

describe('nothing is read from', () => {
  test.each<[string, object | string]>([
    ['an empty body', ''],
    ['no JSON', '<xml/>'],
    ['a key written twice', '{"transactionReference":"SIM-1","transactionReference":"SIM-2"}'],
    ['a list', [transaction]],
    ['the result of a change', { result: 'success' }],
    ['a transaction without amount', { ...transaction, amount: undefined }],
    ['a transaction of a currency we do not know', { ...transaction, currency: 'XTS' }],
    ['an operator that broke down', { errorCategory: 'internal', errorCode: 'genericError' }],
    ['half an error', { errorCode: 'insufficientFunds' }],
  ])('%s', (_name, body) => {
    expect(readCallback(put(body)).kind).toBe('unreadable')
  })
})
