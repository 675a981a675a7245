// Merchant calls that move no money (look-ups, rates), and the error responses common to all remittance calls.
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { send } from '../../../test/support/http/send.ts'
import { inboundBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { operators } from '../../kernel/operators.ts'

let world: World
let transfers: Transfers
beforeAll(async () => {
  world = await openWorld({ role: 'api', routes: { vodacom: 'mpesa', airtel: 'airtel', orange: 'pawapay' } })
  transfers = transfersOf(world)
})
afterAll(() => world.close())
afterEach(() => world.fault({ target: 'operator', mode: 'off' }))

const base = '/api/v1/remittance'
const stranger = (method: string, path: string, headers = {}) =>
  send(world.url, method, path, Buffer.alloc(0), headers)

function isRefused(response: ApiResponse, status: number, code: string, fields?: string[]): void {
  const named = response.body?.errors?.map(({ field }: { field: string }) => field)
  expect([response.status, response.body?.status, response.body?.code, named]).toEqual([
    status,
    'error',
    code,
    fields,
  ])
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
}

describe('[R4.3] account-lookup', () => {
  const lookUp = (query: string) => transfers.get(`/account-lookup?${query}`)

  test('account-lookup returns the wallet owner; name_match is null without an expected name', async () => {
    const response = await lookUp('customer_number=243810000001')
    expect([response.status, response.body]).toEqual([
      200,
      {
        status: 'success',
        data: {
          customer_number: '243810000001',
          operator: 'vodacom',
          subscriber_name: 'Jean Mukendi',
          active: true,
          name_match: null,
        },
      },
    ])
  })

  test.each([
    ['Jean Mukendi', 'MATCH'],
    ['MUKENDI, jéan', 'MATCH'],
    ['Jean Mukend', 'MATCH'],
    ['Jean Mukendi Kalala Ilunga', 'PARTIAL'],
    ['Jean', 'NO_MATCH'],
    ['Somebody Else', 'NO_MATCH'],
  ])('the expected name %j is a %s of Jean Mukendi', async (expected, decision) => {
    const { status, body } = await lookUp(
      `customer_number=0810000001&operator=vodacom&expected_receiver_name=${encodeURIComponent(expected)}`,
    )
    assert.equal(status, 200)
    const match = body.data.name_match
    expect(match).toMatchObject({ expected, matched: 'Jean Mukendi', decision })
    const [least, most] = { MATCH: [0.9, 1], PARTIAL: [0.6, 0.9], NO_MATCH: [0, 0.6] }[decision]!
    assert.ok(match.score >= least! && match.score <= most!, String(match.score))
  })

  test.each(['%2B243810000001', '+243810000001', '0810000001', '810000001', '+243%2081%20000%200001'])(
    'account-lookup takes a phone number in any form: %s',
    async (number) => {
      const { status, body } = await lookUp(`customer_number=${number}`)
      expect([status, body.data?.customer_number]).toEqual([200, '243810000001'])
    },
  )

  test('account-lookup returns null for name and match when the operator protocol has no names', async () => {
    const { status, body } = await lookUp('customer_number=0840000001&expected_receiver_name=Jean+Mukendi')
    assert.equal(status, 200)
    expect(body.data).toMatchObject({
      operator: 'orange',
      subscriber_name: null,
      active: null,
      name_match: null,
    })
  })

  test('account-lookup without a number is RMT-1005', async () => {
    for (const query of ['', 'customer_number=', 'customer_number=0810000001&customer_number=0810000002'])
      isRefused(await lookUp(query), 400, 'RMT-1005', ['customer_number'])
    const long = 'x'.repeat(201)
    isRefused(await lookUp(`customer_number=0810000001&expected_receiver_name=${long}`), 400, 'RMT-1005', [
      'expected_receiver_name',
    ])
  })

  test('account-lookup for an unsupported number or another operator is RMT-1004', async () => {
    for (const number of ['12', 'abc', '%2B33612345678', '%2B243871234567'])
      isRefused(await lookUp(`customer_number=${number}`), 400, 'RMT-1004', ['customer_number'])
    isRefused(await lookUp('customer_number=0810000001&operator=airtel'), 400, 'RMT-1004', ['operator'])
  })

  test('account-lookup for a number without a wallet is 404 RMT-4001', async () => {
    isRefused(await lookUp('customer_number=0810000005'), 404, 'RMT-4001')
  })

  test('account-lookup is 502 RMT-5001 while the operator is down or not connected', async () => {
    isRefused(await lookUp('customer_number=0900000001'), 502, 'RMT-5001')
    await world.fault({ target: 'operator', mode: 'down' })
    isRefused(await lookUp('customer_number=0970000001'), 502, 'RMT-5001')
  })
})

describe('[R4.10] [R2.5] kyc', () => {
  const check = (phone: string) => transfers.get(`/kyc?phone=${phone}`)

  test.each([
    '%2B243810000001',
    '+243810000001',
    '243810000001',
    '0810000001',
    '810000001',
    '00243810000001',
    '%2B243%20(81)%20000-00-01',
  ])('kyc normalises %s', async (phone) => {
    const { status, body } = await check(phone)
    expect([status, body]).toEqual([
      200,
      {
        status: 'success',
        data: {
          phone: '243810000001',
          e164: '+243810000001',
          country: 'CD',
          operator: 'vodacom',
          blacklisted: false,
        },
      },
    ])
  })

  test.each([
    ['%2B33612345678', '+33612345678', 'FR'],
    ['%2B14165550123', '+14165550123', 'CA'],
    ['%2B256712345678', '+256712345678', 'UG'],
  ])('a foreign number has its country but no operator: %s', async (phone, e164, country) => {
    expect((await check(phone)).body.data).toEqual({
      phone: e164.slice(1),
      e164,
      country,
      operator: null,
      blacklisted: false,
    })
  })

  test.each(Object.values(operators).map(({ prefixes }) => prefixes[0]))(
    'kyc reports blacklisted numbers: prefix %s',
    async (prefix) => {
      expect((await check(`0${prefix}0000007`)).body.data.blacklisted).toBe(true)
    },
  )

  test('kyc does not call the operator: it is independent of account-lookup', async () => {
    await world.fault({ target: 'operator', mode: 'down' })
    assert.equal((await check('0810000005')).status, 200)
  })

  test('kyc without a phone is RMT-1005, with an invalid one RMT-1004', async () => {
    for (const query of ['/kyc', '/kyc?phone=', '/kyc?phone=%20'])
      isRefused(await transfers.get(query), 400, 'RMT-1005', ['phone'])
    for (const phone of ['abc', '12', '%2B999123456789', '0'.repeat(50), '%2B243810000001%20ext%205'])
      isRefused(await check(phone), 400, 'RMT-1004', ['phone'])
  })
})

describe('[R4.2] outbound', () => {
  test.each(['{}', '{"amount":1}', '{', ''])(
    'outbound is disabled for any body: 403 RMT-9001 for %j',
    async (rawBody) => {
      const response = await world.basic('POST', `${base}/outbound`, undefined, { rawBody })
      isRefused(response, 403, 'RMT-9001')
      assert.equal(response.body.message, 'Outbound transfers are disabled')
    },
  )
})

describe('[R4.8] [R4.9] rates', () => {
  test('the rate table is public and live rates work for merchants as soon as the service runs', async () => {
    const card = await stranger('GET', `${base}/rate`)
    expect([card.status, card.body.data.base, card.body.data.rates.length]).toEqual([200, 'USD', 8])
    const live = await transfers.get('/rate/live?currency=UGX')
    expect([live.status, live.body.data.source]).toEqual([200, 'live'])
  })

  test('only a live rate request calls the rate provider [R8]', async () => {
    const requestsOf = async () =>
      JSON.stringify(((await (await fetch(`${world.sandboxUrl}/sandbox/rates`)).json()) as any).requests)
    const before = await requestsOf()
    for (const path of ['/balance', '/transactions', '/kyc?phone=0810000001', '/wallet/history', '/rate'])
      assert.equal((await transfers.get(path)).status, 200)
    assert.equal((await transfers.inbound({ currency: 'EUR', amount: 0.5 })).body.code, 'RMT-2001')
    assert.equal(await requestsOf(), before)
    assert.equal((await transfers.get('/rate/live?currency=UGX')).status, 200)
    assert.notEqual(await requestsOf(), before)
  })
})

describe('[R5] endpoints without authentication', () => {
  test.each(['/rate', '/health'])('%s responds with any Authorization header', async (path) => {
    for (const headers of [{}, { authorization: 'Basic !' }, { authorization: 'Bearer x' }])
      assert.equal((await stranger('GET', base + path, headers)).status, 200)
  })
})

test('no response allows a browser script of another origin to read it [R5] [S-52]', async () => {
  const origin = { origin: 'https://shop.example', 'access-control-request-method': 'POST' }
  const responses = [
    await stranger('OPTIONS', `${base}/inbound`, origin),
    await stranger('GET', `${base}/rate`, origin),
    await transfers.get('/balance', { headers: origin }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([405, 200, 200])
  for (const { headers } of responses) {
    assert.ok(!Object.keys(headers).some((name) => name.startsWith('access-control-')))
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
  }
})

describe('[R7] an error has the shape {status, code, message, errors?} [S-71]', () => {
  const inbound = (rawBody: string | Buffer, headers: Record<string, string> = {}) =>
    world.basic('POST', `${base}/inbound`, undefined, { rawBody, headers })
  const good = JSON.stringify(inboundBody())

  test.each([
    ['nothing', ''],
    ['a blank', ' '],
    ['half an object', '{"reference":'],
    ['single quotes', "{'a':1}"],
    ['a byte order mark', `\uFEFF${good}`],
    ['a duplicate key', '{"reference":"a","reference":"b"}'],
    ['__proto__', '{"__proto__":{}}'],
    ['NaN', '{"amount":NaN}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('%s is 400 RMT-1001', async (_, rawBody) => {
    isRefused(await inbound(rawBody), 400, 'RMT-1001')
  })

  test('a body over 64 KiB is 413 RMT-413; a wrong content type or encoding is 415 RMT-415 [S-22]', async () => {
    isRefused(await inbound(`{"a":"${'x'.repeat(66_000)}"}`), 413, 'RMT-413')
    isRefused(await inbound(good, { 'content-type': 'text/plain' }), 415, 'RMT-415')
    isRefused(await inbound(good, { 'content-type': 'application/x-www-form-urlencoded' }), 415, 'RMT-415')
    isRefused(await inbound(gzipSync(good), { 'content-encoding': 'gzip' }), 415, 'RMT-415')
  })

  test.each([
    ['GET', '/inbound', 'POST'],
    ['DELETE', '/inbound', 'POST'],
    ['GET', '/outbound', 'POST'],
    ['POST', '/balance', 'GET, HEAD'],
    ['POST', '/rate', 'GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
    ['PUT', '/transactions', 'GET, HEAD'],
    ['GET', '/sandbox/topup', 'POST'],
  ])('%s %s is 405 RMT-405, with Allow', async (method, path, allow) => {
    const response = await stranger(method, base + path)
    isRefused(response, 405, 'RMT-405')
    assert.equal(response.headers.allow, allow)
  })

  test.each([
    '',
    '/',
    '/nothing',
    '/transactions/a/b',
    '/transaction',
    '/balance/',
    '/transactions/%00/timeline',
  ])('an unknown path is 404 RMT-404: %j', async (path) => {
    isRefused(await transfers.get(path), 404, 'RMT-404')
  })

  test.each([
    ['GET', '/balance', 401],
    ['GET', '/nothing', 404],
    ['GET', '/outbound', 405],
    ['POST', '/inbound', 401],
  ])('%s %s is JSON even for a browser: %i', async (method, path, status) => {
    const response = await stranger(method, base + path, { accept: 'text/html,application/xhtml+xml' })
    isRefused(response, status, `RMT-${status}`)
  })

  test('an authenticated browser gets JSON too', async () => {
    const headers = { ...authorization(), accept: 'text/html' }
    const response = await stranger('GET', `${base}/transaction/status`, headers)
    isRefused(response, 400, 'RMT-1005', ['reference', 'transaction_id'])
    assert.equal((await stranger('GET', `${base}/balance`, headers)).body.status, 'success')
  })

  test('every response has its own X-Request-Id and Cache-Control: no-store', async () => {
    const responses = [
      await transfers.get('/balance'),
      await transfers.get('/nothing'),
      await stranger('GET', `${base}/kyc`),
    ]
    expect(new Set(responses.map(({ headers }) => headers['x-request-id'])).size).toBe(3)
    for (const { headers } of responses) assert.equal(headers['cache-control'], 'no-store')
  })

  const authorization = () => ({
    authorization: `Basic ${btoa(`${world.merchant.merchant_code}:${world.merchant.merchant_secret}`)}`,
  })
})
