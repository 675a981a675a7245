import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import type { CallbackRequest, InquiryReply } from '../../../operator-calls/operator.ts'
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

/** Reads a callback without confirming it by an inquiry. */
const readUnconfirmed = (request: CallbackRequest) => readCallback(request, undefined)

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('GSMA callbacks', () => {
  test.each([
    ['success', {}, { kind: 'succeeded', upstreamId: 'SIM-1' }],
    [
      'a pending payout, for an unknown status',
      { transactionStatus: 'odd' },
      { kind: 'pending', upstreamId: 'SIM-1' },
    ],
    ['a failure', { transactionStatus: 'failed' }, { kind: 'declined', reason: 'REFUSED_BY_OPERATOR' }],
    [
      'a reversal of the payout',
      { transactionStatus: 'reversed' },
      { kind: 'reversed', upstreamId: 'SIM-1' },
    ],
    ['a completed reversal', { type: 'reversal' }, { kind: 'reversed', upstreamId: 'SIM-1' }],
    ['a pending reversal', { type: 'reversal', transactionStatus: 'pending' }, { kind: 'pending' }],
  ])('a callback reports %s, with its amount', async (_name, changes, text) => {
    const read = await readUnconfirmed(put({ ...transaction, ...changes }))
    expect(read).toMatchObject({ kind: 'report', reference, outcome: text, amount: usd })
  })

  test('a callback with an error object is a decline', async () => {
    const error = { errorCategory: 'businessRule', errorCode: 'maxBalanceExceeded', errorDescription: 'full' }
    expect(await readUnconfirmed(put(error))).toEqual({
      kind: 'report',
      reference,
      outcome: {
        kind: 'declined',
        reason: 'RECIPIENT_LIMIT_REACHED',
        code: 'maxBalanceExceeded',
        message: 'full',
      },
    })
  })

  test('a callback is read with an upper-case reference and a valid hash', async () => {
    const body = JSON.stringify(transaction)
    const headers = {
      'x-correlationid': reference.toUpperCase(),
      'x-content-hash': hashOf(body).toUpperCase(),
    }
    expect(await readUnconfirmed(put(body, headers))).toMatchObject({ kind: 'report', reference })
  })
})

describe('forged GSMA callbacks', () => {
  test('a callback whose hash does not match its bytes is refused', async () => {
    const headers = { 'x-correlationid': reference, 'x-content-hash': hashOf('{}') }
    expect((await readUnconfirmed(put(transaction, headers))).kind).toBe('forged')
  })

  test('a callback without a UUID as its reference is refused', async () => {
    expect((await readUnconfirmed(put(transaction, {}))).kind).toBe('forged')
    expect((await readUnconfirmed(put(transaction, { 'x-correlationid': "1' or '1" }))).kind).toBe('forged')
  })

  test('a callback by another method than PUT is refused', async () => {
    const headers = { 'x-correlationid': reference }
    expect((await readUnconfirmed(callbackOf(JSON.stringify(transaction), { headers }))).kind).toBe('forged')
  })
})

describe('unreadable GSMA callbacks', () => {
  test.each<[string, object | string]>([
    ['an empty body', ''],
    ['a body that is not JSON', '<xml/>'],
    ['a duplicate key', '{"transactionReference":"SIM-1","transactionReference":"SIM-2"}'],
    ['a list', [transaction]],
    ['the result of a batch change', { result: 'success' }],
    ['a transaction without amount', { ...transaction, amount: undefined }],
    ['a transaction in an unknown currency', { ...transaction, currency: 'XTS' }],
    ['an internal error of the operator', { errorCategory: 'internal', errorCode: 'genericError' }],
    ['an incomplete error', { errorCode: 'insufficientFunds' }],
  ])('no outcome is read from a callback with %s', async (_name, body) => {
    expect((await readUnconfirmed(put(body))).kind).toBe('unreadable')
  })
})

describe('GSMA callbacks confirmed by inquiry', () => {
  const error = { errorCategory: 'businessRule', errorCode: 'maxBalanceExceeded' }
  const declined: InquiryReply = {
    kind: 'declined',
    reason: 'REFUSED_BY_OPERATOR',
    code: 'failed',
    message: '',
  }
  const succeeded: InquiryReply = { kind: 'succeeded', upstreamId: 'SIM-1' }
  const confirmedBy = (body: object, found: InquiryReply) => readCallback(put(body), async () => found)

  test('the outcome of the inquiry replaces that of the callback', async () => {
    const taken = { kind: 'report', reference, outcome: succeeded }
    expect(await confirmedBy(transaction, succeeded)).toMatchObject(taken)
    expect(await confirmedBy(error, succeeded)).toMatchObject(taken)
    expect(await confirmedBy({ ...transaction, transactionStatus: 'failed' }, succeeded)).toMatchObject(taken)
    expect(await confirmedBy(transaction, declined)).toMatchObject({ outcome: declined })
  })

  test('a confirmed decline keeps the reason of the callback', async () => {
    expect(await confirmedBy(error, declined)).toMatchObject({
      outcome: { kind: 'declined', reason: 'RECIPIENT_LIMIT_REACHED', code: 'maxBalanceExceeded' },
    })
  })

  test.each<InquiryReply>([{ kind: 'pending' }, { kind: 'absent' }, { kind: 'unavailable', cause: 'x' }])(
    'a callback is not trusted when the inquiry returns $kind',
    async (found) => {
      expect((await confirmedBy(transaction, found)).kind).toBe('unreadable')
      expect((await confirmedBy(error, found)).kind).toBe('unreadable')
    },
  )

  test('no inquiry is made for a forged or pending callback', async () => {
    const send = () => expect.unreachable()
    expect((await readCallback(put(transaction, {}), send)).kind).toBe('forged')
    const underWay = { ...transaction, transactionStatus: 'pending' }
    expect((await readCallback(put(underWay), send)).kind).toBe('report')
  })
})
