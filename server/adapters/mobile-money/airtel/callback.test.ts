import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callbackOf, examplePayout } from '../testing.ts'
import { readCallback } from './callback.ts'

const key = 'private-key-of-the-application'
const { reference } = examplePayout
const success = `{"id":"${reference}","message":"Paid {25.50} to \\"Jean\\", [ok]","status_code":"TS","airtel_money_id":"CI1"}`

function hashOf(transaction: string, withKey = key): string {
  return createHmac('sha256', withKey).update(`{"transaction":${transaction}}`).digest('base64')
}

function bodyOf(transaction: string, hash = hashOf(transaction)): string {
  return `{"transaction":${transaction},"hash":"${hash}"}`
}

function transactionOf(changes: object): string {
  const usual = { id: reference, message: 'said', status_code: 'TS', airtel_money_id: 'CI1' }
  return JSON.stringify({ ...usual, ...changes })
}

const callbackWith = (text: object) => ({ kind: 'report', reference, outcome: text })

describe('Airtel callbacks with a valid hash', () => {
  test('a callback with a valid hash reports success', () => {
    expect(readCallback(callbackOf(bodyOf(success)), key)).toEqual(
      callbackWith({ kind: 'succeeded', upstreamId: 'CI1' }),
    )
  })

  test.each<[string, object, object]>([
    [
      'a decline with its message',
      { status_code: 'TF' },
      { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: 'TF', message: 'said', upstreamId: 'CI1' },
    ],
    ['expiry', { status_code: 'TE' }, { kind: 'declined', code: 'TE' }],
    ['a pending payout', { status_code: 'TIP' }, { kind: 'pending', upstreamId: 'CI1' }],
    ['a reversal', { status_code: 'TR' }, { kind: 'reversed', upstreamId: 'CI1' }],
  ])('a callback with a valid hash reports %s', (_name, changes, text) => {
    const body = bodyOf(transactionOf(changes))
    expect(readCallback(callbackOf(body), key)).toMatchObject(callbackWith(text))
  })

  test('a callback is read in any formatting, as long as its bytes match the hash', () => {
    const spaced = `{ "id" : "${reference}",\n "status_code":"TS", "airtel_money_id":"CI1", "extra":{"a":[1,{}]} }`
    const hash = hashOf(spaced)
    const bodies = [
      bodyOf(spaced),
      `{"hash":"${hash}","transaction":${spaced}}`,
      ` {\n "x" : {"transaction":{}} , "hash" : "${hash}" , "transaction" :  ${spaced} } `,
    ]
    for (const body of bodies) expect(readCallback(callbackOf(body), key).kind).toBe('report')
  })
})

describe('forged Airtel callbacks', () => {
  test.each([
    ['with a changed byte', bodyOf(success.replace('25.50', '25.51'), hashOf(success))],
    ['with changed formatting', bodyOf(JSON.stringify(JSON.parse(success), null, 1), hashOf(success))],
    ['hashed with another key', bodyOf(success, hashOf(success, 'another key'))],
    [
      'with a hash of the transaction alone',
      bodyOf(success, createHmac('sha256', key).update(success).digest('base64')),
    ],
    ['without a hash', `{"transaction":${success}}`],
    ['with an empty hash', bodyOf(success, '')],
    ['without a transaction', `{"hash":"${hashOf('undefined')}"}`],
    ['with two transactions', `{"transaction":${success},"transaction":{},"hash":"${hashOf(success)}"}`],
    ['that is not JSON', 'transaction'],
    ['that is empty', ''],
    ['that is a list', `[${bodyOf(success)}]`],
  ])('a callback is refused as forged %s', (_name, body) => {
    expect(readCallback(callbackOf(body), key).kind).toBe('forged')
  })

  test('a callback is refused when no key is configured, whatever its hash', () => {
    expect(readCallback(callbackOf(bodyOf(success)), undefined).kind).toBe('forged')
    expect(readCallback(callbackOf(bodyOf(success, hashOf(success, 'undefined'))), undefined).kind).toBe(
      'forged',
    )
  })

  test('a callback by another method than POST is refused', () => {
    expect(readCallback(callbackOf(bodyOf(success), { method: 'PUT' }), key).kind).toBe('forged')
  })
})

describe('unreadable Airtel callbacks', () => {
  test.each<[string, object]>([
    ['with an ambiguous status', { status_code: 'TA' }],
    ['with an unknown status', { status_code: 'TX' }],
    ['with a status that is an object property name', { status_code: 'constructor' }],
    ['without a status', { status_code: undefined }],
    ['without the id of a payout', { id: undefined }],
    ['with success but without an id', { airtel_money_id: undefined }],
  ])('an authentic callback %s is unreadable', (_name, changes) => {
    expect(readCallback(callbackOf(bodyOf(transactionOf(changes))), key).kind).toBe('unreadable')
  })
})
