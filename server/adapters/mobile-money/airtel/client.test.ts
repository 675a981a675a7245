import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { silentLog } from '../../../platform/process/log.ts'
import { manualClock } from '../../../platform/time/clock.ts'
import type { AirtelConnection } from '../operator-settings.ts'
import { examplePayout, openLocalOperator, type PlayedReply, type ReceivedRequest } from '../testing.ts'
import { openAirtel } from './adapter.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const { reference } = examplePayout

const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

const tokenPath = '/auth/oauth2/token'
const keyPath = '/v1/rsa/encryption-keys'
const payPath = '/standard/v2/disbursements/'

const taken: PlayedReply = {
  status: 200,
  body: {
    data: { transaction: { id: reference, airtel_money_id: 'CI1', status: 'TIP' } },
    status: { response_code: 'DP00900001006', success: true },
  },
}
const key: PlayedReply = { status: 200, body: { data: { key: spki }, status: { success: true } } }

/** An operator that issues token-1, token-2 … and its key, and replies on other paths as the test says. */
async function facing(
  responses: Record<string, (requested: ReceivedRequest) => PlayedReply>,
  changes: Partial<AirtelConnection> = {},
) {
  let input = 0
  const local = await openLocalOperator((requested) => {
    const reply = responses[requested.path.split('?')[0] ?? '']
    if (reply) return reply(requested)
    if (requested.path === keyPath) return key
    input += 1
    return { status: 200, body: { token_type: 'bearer', access_token: `token-${input}`, expires_in: '180' } }
  })
  opened.push(local)
  const connection: AirtelConnection = {
    protocol: 'airtel',
    url: local.url,
    clientId: 'us',
    clientSecret: 'shh',
    pin: '1234',
    rsaPadding: 'oaep',
    signMessages: false,
    ...changes,
  }
  const clock = manualClock()
  const operator = openAirtel(connection, { clock, log: silentLog, timeoutMs: 5_000 })
  opened.push(operator)
  return { operator, clock, received: local.received, paths: () => local.received.map(({ path }) => path) }
}

function decryptOaep(text: string): string {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const options = { key: privateKey, padding, oaepHash: 'sha256' }
  return privateDecrypt(options, Buffer.from(text, 'base64')).toString()
}

describe('Airtel disbursements', () => {
  test('a disbursement has our UUID, a 9-digit number, a plain amount and an encrypted PIN', async () => {
    const { operator, received: requests, paths } = await facing({ [payPath]: () => taken })
    expect(await operator.pay(examplePayout)).toEqual({ kind: 'pending', upstreamId: 'CI1' })
    expect(paths()).toEqual([tokenPath, keyPath, payPath])
    const [token, , paid] = requests
    expect(JSON.parse(token?.text ?? '')).toEqual({
      client_id: 'us',
      client_secret: 'shh',
      grant_type: 'client_credentials',
    })
    expect(paid?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'x-country': 'CD',
      'x-currency': 'USD',
      'content-type': 'application/json',
    })
    expect(paid?.headers).not.toHaveProperty('x-signature')
    const { pin, ...body } = JSON.parse(paid?.text ?? '')
    expect(decryptOaep(pin)).toBe('1234')
    expect(body).toEqual({
      payee: { msisdn: '970000001', currency: 'USD', name: 'Jean Mukendi' },
      reference: 'IMTINA1B2C3D4E5F6G7H8',
      transaction: { amount: 25.5, id: reference, type: 'B2C' },
    })
    expect(paid?.text).toContain('"amount":25.50')
  })

  test('a disbursement keeps every digit of a large amount', async () => {
    const { operator, received: requests } = await facing({ [payPath]: () => taken })
    await operator.pay({ ...examplePayout, amount: money(9_007_199_254_740_993_01n, 'USD') })
    expect(requests.at(-1)?.text).toContain('"amount":9007199254740993.01')
  })

  test('a disbursement encrypts the PIN with the older padding for a configured key', async () => {
    const changes = { rsaPadding: 'pkcs1', publicKey: spki } as const
    const { operator, received: requests, paths } = await facing({ [payPath]: () => taken }, changes)
    await operator.pay(examplePayout)
    expect(paths()).toEqual([tokenPath, payPath])
    const pin = Buffer.from(JSON.parse(requests[1]?.text ?? '').pin, 'base64')
    const padded = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, pin)
    expect([...padded.subarray(0, 2)]).toEqual([0, 2])
    expect(padded.subarray(padded.indexOf(0, 2) + 1).toString()).toBe('1234')
  })

  test('a signed disbursement repeats its body encrypted under a new key each time', async () => {
    const { operator, received: requests } = await facing({ [payPath]: () => taken }, { signMessages: true })
    await operator.pay(examplePayout)
    await operator.pay(examplePayout)
    const sent = requests.filter(({ path }) => path === payPath)
    const keys = sent.map(({ headers, text }) => {
      const pair = decryptOaep(headers['x-key'] ?? '').split(':')
      const [aes = Buffer.of(), vector = Buffer.of()] = pair.map((part) => Buffer.from(part, 'base64'))
      const cipher = createDecipheriv('aes-256-cbc', aes, vector)
      const signature = Buffer.from(headers['x-signature'] ?? '', 'base64')
      expect(Buffer.concat([cipher.update(signature), cipher.final()]).toString()).toBe(text)
      return pair.join()
    })
    expect(new Set(keys).size).toBe(2)
  })
})

describe('Airtel access tokens', () => {
  const old: PlayedReply = { status: 403, body: { error: 'invalid_token' } }

  test('an expired Airtel token is renewed and the call is sent once more', async () => {
    const respond = ({ headers }: ReceivedRequest) =>
      headers.authorization === 'Bearer token-1' ? old : taken
    const { operator, paths, received: requests } = await facing({ [payPath]: respond })
    expect((await operator.pay(examplePayout)).kind).toBe('pending')
    expect(paths()).toEqual([tokenPath, keyPath, payPath, tokenPath, payPath])
    expect(requests[4]?.text).toBe(requests[2]?.text)
  })

  test('a token that is refused every time leaves the payout unsent', async () => {
    const { operator, paths } = await facing({ [payPath]: () => old })
    expect((await operator.pay(examplePayout)).kind).toBe('unreached')
    expect(paths().filter((path) => path === payPath)).toHaveLength(2)
  })

  test('an Airtel token is renewed before its 180 seconds have passed', async () => {
    const { operator, received: requests, clock } = await facing({ [payPath]: () => taken })
    await operator.pay(examplePayout)
    clock.forward({ seconds: 151 })
    await operator.pay(examplePayout)
    expect(requests.at(-1)?.headers.authorization).toBe('Bearer token-2')
  })
})

describe('Airtel encryption keys', () => {
  test('the encryption key is fetched once an hour', async () => {
    const { operator, paths, clock } = await facing({ [payPath]: () => taken })
    const keyCalls = () => paths().filter((path) => path === keyPath).length
    await Promise.all([operator.pay(examplePayout), operator.pay(examplePayout)])
    clock.forward({ minutes: 58 })
    await operator.pay(examplePayout)
    expect(keyCalls()).toBe(1)
    clock.forward({ minutes: 2 })
    await operator.pay(examplePayout)
    expect(keyCalls()).toBe(2)
  })

  test('the encryption key is fetched again after the operator could not read a PIN', async () => {
    const wrongPin: PlayedReply = { status: 400, body: { status_code: 'ROUTER114' } }
    const { operator, paths } = await facing({ [payPath]: () => wrongPin })
    expect((await operator.pay(examplePayout)).kind).toBe('unreached')
    expect((await operator.pay(examplePayout)).kind).toBe('unreached')
    expect(paths().filter((path) => path === keyPath)).toHaveLength(2)
  })

  test.each<[string, PlayedReply]>([
    ['a server error', { status: 500 }],
    ['silence', 'silence'],
    ['a reply without a key', { status: 200, body: { data: {} } }],
    ['an invalid key', { status: 200, body: { data: { key: 'A'.repeat(400) } } }],
  ])(
    'a payout stays unsent when the encryption key is unavailable because of %s',
    async (_name, reported) => {
      const { operator, paths } = await facing({ [keyPath]: () => reported, [payPath]: () => taken })
      expect((await operator.pay(examplePayout)).kind).toBe('unreached')
      expect(paths()).not.toContain(payPath)
    },
  )
})

describe('duplicate Airtel disbursements', () => {
  const duplicate: PlayedReply = {
    status: 200,
    body: { status: { response_code: 'DP00900001017', success: false } },
  }
  const enquiryPath = `${payPath}${reference}`

  test('a disbursement refused as a duplicate has the outcome of the first', async () => {
    const done: PlayedReply = {
      status: 200,
      body: {
        data: { transaction: { id: reference, airtel_money_id: 'CI1', status: 'TS' } },
        status: { response_code: 'DP00900001001', success: true },
      },
    }
    const { operator, received: requests } = await facing({
      [payPath]: () => duplicate,
      [enquiryPath]: () => done,
    })
    expect(await operator.pay(examplePayout)).toEqual({ kind: 'succeeded', upstreamId: 'CI1' })
    expect(requests.at(-1)).toMatchObject({ method: 'GET', path: `${enquiryPath}?transactionType=B2C` })
  })

  test.each(['1015', '1014', '1000'])(
    'a duplicate disbursement stays unknown when its only enquiry returns %s',
    async (code) => {
      const none: PlayedReply = {
        status: 200,
        body: { status: { response_code: `DP0090000${code}`, success: false } },
      }
      const { operator, paths } = await facing({ [payPath]: () => duplicate, [enquiryPath]: () => none })
      expect((await operator.pay(examplePayout)).kind).toBe('unknown')
      expect(paths()).toHaveLength(4)
    },
  )
})

describe('Airtel refunds', () => {
  const refundPath = '/standard/v1/disbursements/refund'
  const original = { reference, upstreamId: 'CI1' }
  const reversal = { reference: 'r', original, amount: examplePayout.amount, callbackUrl: '' }
  const repeated: PlayedReply = {
    status: 200,
    body: { status: { response_code: 'DP00900001011', success: false } },
  }
  const state = (status: string): PlayedReply => ({
    status: 200,
    body: { data: { transaction: { id: reference, airtel_money_id: 'CI1', status } } },
  })

  test('a refund names the operator id of the payout', async () => {
    const { operator, received: requests } = await facing({
      [refundPath]: () => repeated,
      [`${payPath}${reference}`]: () => state('TR'),
    })
    expect(await operator.reverse(reversal)).toEqual({ kind: 'reversed' })
    expect(requests[1]).toMatchObject({ method: 'POST', text: '{"transaction":{"airtel_money_id":"CI1"}}' })
  })

  test('a duplicate refund counts as reversed only when the payout shows it', async () => {
    const { operator } = await facing({
      [refundPath]: () => repeated,
      [`${payPath}${reference}`]: () => state('TS'),
    })
    expect((await operator.reverse(reversal)).kind).toBe('unknown')
  })
})

test.each<[string, PlayedReply, 'up' | 'down']>([
  ['returned', { status: 200, body: { status: { response_code: 'DP02100000001' } } }, 'up'],
  ['refused', { status: 200, body: { status: { response_code: 'DP02100000000' } } }, 'down'],
  ['lost', 'reset', 'down'],
])('the operator is %2$s when its balance is %1$s', async (_name, reported, kind) => {
  const { operator } = await facing({ '/standard/v1/users/balance': () => reported })
  expect((await operator.health()).kind).toBe(kind)
})
