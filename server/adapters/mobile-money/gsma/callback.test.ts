import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { CallbackRequest, InquiryReply } from '../../../remittance/operators/operator.ts'
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

/** Read as it comes, where the operator is not asked. */
const believed = (request: CallbackRequest) => readCallback(request, undefined)

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
  ])('%s, with the amount it is about', async (_name, changes, text) => {
    const read = await believed(put({ ...transaction, ...changes }))
    expect(read).toMatchObject({ kind: 'news', reference, outcome: text, amount: usd })
  })

  test('a refusal as an error', async () => {
    const error = { errorCategory: 'businessRule', errorCode: 'maxBalanceExceeded', errorDescription: 'full' }
    expect(await believed(put(error))).toEqual({
      kind: 'news',
      reference,
      outcome: {
        kind: 'declined',
        reason: 'RECIPIENT_LIMIT_REACHED',
        code: 'maxBalanceExceeded',
        message: 'full',
      },
    })
  })

  test('its news under a reference in capitals too, and with a hash that fits', async () => {
    const body = JSON.stringify(transaction)
    const headers = {
      'x-correlationid': reference.toUpperCase(),
      'x-content-hash': hashOf(body).toUpperCase(),
    }
    expect(await believed(put(body, headers))).toMatchObject({ kind: 'news', reference })
  })
})

describe('a callback is refused', () => {
  test('when its hash is of other bytes', async () => {
    const headers = { 'x-correlationid': reference, 'x-content-hash': hashOf('{}') }
    expect((await believed(put(transaction, headers))).kind).toBe('forged')
  })

  test('without a reference, or with one that is no UUID', async () => {
    expect((await believed(put(transaction, {}))).kind).toBe('forged')
    expect((await believed(put(transaction, { 'x-correlationid': "1' or '1" }))).kind).toBe('forged')
  })

  test('when it comes by another method', async () => {
    const headers = { 'x-correlationid': reference }
    expect((await believed(callbackOf(JSON.stringify(transaction), { headers }))).kind).toBe('forged')
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
  ])('%s', async (_name, body) => {
    expect((await believed(put(body))).kind).toBe('unreadable')
  })
})

describe('where the operator is asked first', () => {
  const error = { errorCategory: 'businessRule', errorCode: 'maxBalanceExceeded' }
  const declined: InquiryReply = {
    kind: 'declined',
    reason: 'REFUSED_BY_OPERATOR',
    code: 'failed',
    message: '',
  }
  const succeeded: InquiryReply = { kind: 'succeeded', upstreamId: 'SIM-1' }
  const confirmedBy = (body: object, found: InquiryReply) => readCallback(put(body), async () => found)

  test('its word is the news, whatever the callback said', async () => {
    const taken = { kind: 'news', reference, outcome: succeeded }
    expect(await confirmedBy(transaction, succeeded)).toMatchObject(taken)
    expect(await confirmedBy(error, succeeded)).toMatchObject(taken)
    expect(await confirmedBy({ ...transaction, transactionStatus: 'failed' }, succeeded)).toMatchObject(taken)
    expect(await confirmedBy(transaction, declined)).toMatchObject({ outcome: declined })
  })

  test('a decline that it confirms keeps the reason of the callback', async () => {
    expect(await confirmedBy(error, declined)).toMatchObject({
      outcome: { kind: 'declined', reason: 'RECIPIENT_LIMIT_REACHED', code: 'maxBalanceExceeded' },
    })
  })

  test.each<InquiryReply>([{ kind: 'pending' }, { kind: 'absent' }, { kind: 'unavailable', cause: 'x' }])(
    'nothing is believed when it says $kind',
    async (found) => {
      expect((await confirmedBy(transaction, found)).kind).toBe('unreadable')
      expect((await confirmedBy(error, found)).kind).toBe('unreadable')
    },
  )

  test('it is not asked about what is forged, or still under way', async () => {
    const send = () => expect.unreachable()
    expect((await readCallback(put(transaction, {}), send)).kind).toBe('forged')
    const underWay = { ...transaction, transactionStatus: 'pending' }
    expect((await readCallback(put(underWay), send)).kind).toBe('news')
  })
})
