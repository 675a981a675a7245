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

const callbackWith = (text: object) => ({ kind: 'news', reference, outcome: text })

describe('a callback with its hash brings', () => {
  test('success', () => {
    expect(readCallback(callbackOf(bodyOf(success)), key)).toEqual(
      callbackWith({ kind: 'succeeded', upstreamId: 'CI1' }),
    )
  })

  test.each<[string, object, object]>([
    [
      'a decline in its words',
      { status_code: 'TF' },
      { kind: 'declined', reason: 'REFUSED_BY_OPERATOR', code: 'TF', message: 'said', upstreamId: 'CI1' },
    ],
    ['expiry', { status_code: 'TE' }, { kind: 'declined', code: 'TE' }],
    ['patience', { status_code: 'TIP' }, { kind: 'pending', upstreamId: 'CI1' }],
    ['a reversal', { status_code: 'TR' }, { kind: 'reversed', upstreamId: 'CI1' }],
  ])('%s', (_name, changes, text) => {
    const body = bodyOf(transactionOf(changes))
    expect(readCallback(callbackOf(body), key)).toMatchObject(callbackWith(text))
  })

  test('its news however it is written, as long as its bytes are those that were hashed', () => {
    const spaced = `{ "id" : "${reference}",\n "status_code":"TS", "airtel_money_id":"CI1", "extra":{"a":[1,{}]} }`
    const hash = hashOf(spaced)
    const bodies = [
      bodyOf(spaced),
      `{"hash":"${hash}","transaction":${spaced}}`,
      ` {\n "x" : {"transaction":{}} , "hash" : "${hash}" , "transaction" :  ${spaced} } `,
    ]
    for (const body of bodies) expect(readCallback(callbackOf(body), key).kind).toBe('news')
  })
})

describe('a callback is forged', () => {
  test.each([
    ['when a byte of it was changed', bodyOf(success.replace('25.50', '25.51'), hashOf(success))],
    ['when it was written anew', bodyOf(JSON.stringify(JSON.parse(success), null, 1), hashOf(success))],
    ['by another key', bodyOf(success, hashOf(success, 'another key'))],
    [
      'by a hash of the transaction alone',
      bodyOf(success, createHmac('sha256', key).update(success).digest('base64')),
    ],
    ['without a hash', `{"transaction":${success}}`],
    ['with an empty hash', bodyOf(success, '')],
    ['without a transaction', `{"hash":"${hashOf('undefined')}"}`],
    ['with two transactions', `{"transaction":${success},"transaction":{},"hash":"${hashOf(success)}"}`],
    ['when it is no JSON', 'transaction'],
    ['when it is empty', ''],
    ['when it is a list', `[${bodyOf(success)}]`],
  ])('%s', (_name, body) => {
    expect(readCallback(callbackOf(body), key).kind).toBe('forged')
  })

  test('whatever its hash, where no key is set', () => {
    expect(readCallback(callbackOf(bodyOf(success)), undefined).kind).toBe('forged')
    expect(readCallback(callbackOf(bodyOf(success, hashOf(success, 'undefined'))), undefined).kind).toBe(
      'forged',
    )
  })

  test('when it comes by another method', () => {
    expect(readCallback(callbackOf(bodyOf(success), { method: 'PUT' }), key).kind).toBe('forged')
  })
})

describe('a callback that is authentic is unreadable', () => {
  test.each<[string, object]>([
    ['in doubt', { status_code: 'TA' }],
    ['in a status of tomorrow', { status_code: 'TX' }],
    ['in a status that every object inherits', { status_code: 'constructor' }],
    ['without a status', { status_code: undefined }],
    ['without saying of what', { id: undefined }],
    ['when it is success without an id', { airtel_money_id: undefined }],
  ])('%s', (_name, changes) => {
    expect(readCallback(callbackOf(bodyOf(transactionOf(changes))), key).kind).toBe('unreadable')
  })
})
