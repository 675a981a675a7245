import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '../books/book.ts'
import { between, type OperatorWorld, openOperatorWorld, type Received } from '../testing.ts'
import {
  type AirtelClient,
  about,
  base,
  fetchToken,
  openAirtelClient,
  signed,
  statusOf,
  transactionOf,
} from './testing.ts'

let world: OperatorWorld
let client: AirtelClient
beforeAll(async () => {
  world = await openOperatorWorld()
  await world.control('/operators/portal', { airtel: `${world.receiver.url}/airtel` })
  client = await openAirtelClient(world)
})
afterAll(() => world.close())

const enquire = async (reference: string) =>
  transactionOf(await client.get(`/standard/v2/disbursements/${reference}?transactionType=B2C`)).status
const words = (callbacks: Received[]) => callbacks.map((callback) => transactionOf(callback).status_code)

describe('disbursements by wallet', () => {
  test('wallet 01: in process at first, then successful by callback, with its hash', async () => {
    const paid = await client.pay('970000001')
    expect(paid.body).toEqual({
      data: {
        transaction: {
          id: paid.reference,
          reference_id: expect.stringMatching(/^SIM-AIRTEL-/),
          airtel_money_id: expect.stringMatching(/^SIM-AIRTEL-/),
          status: 'TIP',
        },
      },
      status: {
        response_code: 'DP00900001006',
        code: '200',
        success: true,
        result_code: 'ESB000010',
        message: 'Transaction in process',
      },
    })
    const [callback] = await world.receiver.waitFor(1, about(paid.reference))
    expect(callback).toMatchObject({ method: 'POST', path: '/airtel' })
    expect(callback?.body).toEqual({
      transaction: {
        id: paid.reference,
        message: 'Transaction successful',
        status_code: 'TS',
        airtel_money_id: transactionOf(paid).airtel_money_id,
      },
      hash: expect.any(String),
    })
    const [, inner = ''] = /^\{"transaction":(.*),"hash":"[^"]+"\}$/.exec(callback?.text ?? '') ?? []
    const hmac = createHmac('sha256', 'sandbox-operator-secret').update(`{"transaction":${inner}}`)
    expect(callback?.body.hash).toBe(hmac.digest('base64'))
    expect(await enquire(paid.reference)).toBe('TS')
    expect(await world.completed(paid.reference, 'succeeded')).toMatchObject({
      protocol: 'airtel',
      operator: 'airtel',
      msisdn: '243970000001',
      client_reference: 'IMTIN0001',
      executions: 1,
    })
  })

  test('wallet 02: failed, by callback and enquiry', async () => {
    const { reference } = await client.pay('970000002')
    expect(words(await world.receiver.waitFor(1, about(reference)))).toEqual(['TF'])
    const enquiry = await client.get(`/standard/v1/disbursements/${reference}`)
    expect([transactionOf(enquiry).status, statusOf(enquiry).response_code]).toEqual(['TF', 'DP00900001005'])
    expect(await world.completed(reference, 'declined')).toMatchObject({ executions: 0 })
  })

  test('wallet 03: successful without a callback', async () => {
    const { reference } = await client.pay('970000003')
    await world.completed(reference, 'succeeded')
    await world.quiet()
    expect(world.receiver.received.filter(about(reference))).toEqual([])
    expect(await enquire(reference)).toBe('TS')
  })

  test('wallet 04: successful, then reversed, both by callback and enquiry', async () => {
    const { reference } = await client.pay('970000004')
    const callbacks = await world.receiver.waitFor(2, about(reference))
    expect(words(callbacks)).toEqual(['TS', 'TR'])
    const entry = await world.completed(reference, 'reversed')
    expect(between(entry.settled_at, entry.reversed_at)).toBeGreaterThan(55)
    expect(await enquire(reference)).toBe('TR')
  })

  test('wallet 05: no name, no disbursement, and the id can be used again', async () => {
    const name = await client.get('/standard/v1/users/970000005')
    expect([name.status, statusOf(name)]).toMatchObject([
      200,
      { response_code: 'DP02200000000', success: false },
    ])
    const paid = await client.pay('970000005')
    expect([paid.status, statusOf(paid)]).toMatchObject([
      200,
      { code: '400', success: false, response_code: 'DP00900001012', result_code: '521050' },
    ])
    const repeated = await client.pay('970000001', { reference: paid.reference })
    expect(statusOf(repeated).response_code).toBe('DP00900001006')
  })

  test('wallet 06: the reply is late, but the disbursement was already accepted', async () => {
    const start = performance.now()
    const reference = randomUUID()
    const response = client.pay('970000006', { reference })
    await world.completed(reference, 'pending')
    expect(await enquire(reference)).toBe('TIP')
    expect(transactionOf(await response).status).toBe('TIP')
    expect(performance.now() - start).toBeGreaterThan(990)
    expect(words(await world.receiver.waitFor(1, about(reference)))).toEqual(['TS'])
  })

  test('wallet 08: callbacks with the final status, an older one, and the final one again', async () => {
    const { reference } = await client.pay('990000008')
    expect(words(await world.receiver.waitFor(3, about(reference)))).toEqual(['TS', 'TIP', 'TS'])
    expect(await world.completed(reference, 'succeeded')).toMatchObject({ executions: 1 })
  })

  test('a forged callback has a hash with another key', async () => {
    await world.control('/operators/callbacks', { forge_rate: 1 })
    const { reference } = await client.pay('970000007')
    const callbacks = await world.receiver.waitFor(2, about(reference))
    const forged = callbacks.find(
      ({ body }) => (body.transaction as { status_code: string }).status_code === 'TF',
    )
    await world.control('/operators/callbacks', {})
    const text = JSON.stringify({ transaction: forged?.body.transaction })
    const right = createHmac('sha256', 'sandbox-operator-secret').update(text).digest('base64')
    expect(forged?.body.hash).toEqual(expect.any(String))
    expect(forged?.body.hash).not.toBe(right)
  })

  test('without a URL in the portal no callback is sent', async () => {
    const other = await openOperatorWorld()
    const { reference } = await (await openAirtelClient(other)).pay('970000001')
    await other.quiet()
    const { callbacks } = await other.completed(reference, 'succeeded')
    expect(callbacks).toMatchObject([{ said: 'succeeded', url: null, result: 'no callback URL' }])
    await other.close()
  })
})

describe('duplicate disbursements', () => {
  test('a duplicate id in process is refused with 1017 and pays nothing', async () => {
    const idle = await openOperatorWorld({ operators: { outcomeAfterMs: { min: 60_000, max: 60_000 } } })
    const other = await openAirtelClient(idle)
    const { reference } = await other.pay('970000001')
    const repeat = await other.pay('970000001', { reference })
    expect([repeat.status, statusOf(repeat)]).toMatchObject([
      200,
      { response_code: 'DP00900001017', success: false },
    ])
    expect((await idle.books()).payouts).toMatchObject([{ reference, executions: 0, pay_requests: 2 }])
    await idle.close()
  })

  test('a duplicate id of a completed disbursement is refused with 1011 and pays nothing', async () => {
    const { reference } = await client.pay('970000001')
    await world.completed(reference, 'succeeded')
    const repeat = await client.pay('970000001', { reference })
    expect(statusOf(repeat)).toMatchObject({ response_code: 'DP00900001011', success: false })
    await world.quiet()
    expect(await world.completed(reference, 'succeeded')).toMatchObject({ executions: 1, pay_requests: 2 })
  })
})

describe('refunds', () => {
  test('a refund of a disbursement that did not succeed is refused', async () => {
    const paid = await client.pay('970000002')
    await world.completed(paid.reference, 'declined')
    const { airtel_money_id } = transactionOf(paid)
    const refused = await client.post('/standard/v1/disbursements/refund', {
      transaction: { airtel_money_id },
    })
    expect(statusOf(refused)).toMatchObject({ response_code: 'DP00900001005', success: false })
  })

  test('a refund returns the money once', async () => {
    const paid = await client.pay('970000001')
    const { airtel_money_id } = transactionOf(paid)
    const wanted = { transaction: { airtel_money_id } }
    await world.completed(paid.reference, 'succeeded')
    const refunded = await client.post('/standard/v1/payments/refund', wanted)
    expect([transactionOf(refunded).status, statusOf(refunded).response_code]).toEqual([
      'TS',
      'DP00900001001',
    ])
    const repeated = await client.post('/standard/v1/disbursements/refund', wanted)
    expect(statusOf(repeated).response_code).toBe('DP00900001011')
    expect(await enquire(paid.reference)).toBe('TR')
    expect(await world.completed(paid.reference, 'reversed')).toMatchObject({
      movements: [{ kind: 'credit' }, { kind: 'reversal' }],
    })
  })
})

describe('authentication of callers', () => {
  test('an access token requires client id and secret', async () => {
    const wrong = await fetchToken(world, { client_secret: 'wrong' })
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_client'])
    expect((await fetchToken(world)).body).toMatchObject({ token_type: 'bearer', expires_in: 180 })
  })

  test('an access token expires after 180 seconds', async () => {
    const other = await openOperatorWorld()
    const early = await openAirtelClient(other)
    expect((await early.get('/standard/v1/users/970000001')).status).toBe(200)
    await other.control('/clock', { offset_seconds: 181 })
    const { status, body } = await early.get('/standard/v1/users/970000001')
    expect([status, body.error]).toEqual([403, 'invalid_token'])
    await other.close()
  })

  test('country and currency are required, each with its own refusal', async () => {
    const path = '/standard/v1/users/970000001'
    const { authorization } = { authorization: `Bearer ${(await fetchToken(world)).body.access_token}` }
    const send = (headers: Record<string, string>) =>
      world.send('GET', base + path, { headers: { authorization, ...headers } })
    const noCountry = await send({ 'x-currency': 'USD' })
    expect([noCountry.status, noCountry.body.status_code]).toEqual([400, 'ROUTER110'])
    const longCountry = await send({ 'x-country': 'COD', 'x-currency': 'USD' })
    expect([longCountry.status, statusOf(longCountry).response_code]).toEqual([400, 'DP00900001013'])
    const noCurrency = await send({ 'x-country': 'CD' })
    expect([noCurrency.status, statusOf(noCurrency)]).toMatchObject([200, { result_code: 'ESB000008' }])
    expect(statusOf(noCurrency)).not.toHaveProperty('response_code')
    const emptyCurrency = await send({ 'x-country': 'CD', 'x-currency': '' })
    expect([emptyCurrency.status, statusOf(emptyCurrency).response_code]).toEqual([200, 'DP00900001013'])
  })

  test('only JSON is accepted', async () => {
    const { status } = await client.post('/standard/v2/disbursements/', {}, { 'content-type': 'text/plain' })
    expect(status).toBe(415)
  })
})

describe('the PIN and the signature', () => {
  test.each(['pkcs1', 'oaep'] as const)('a PIN encrypted with %s is accepted', async (padding) => {
    const paid = await client.pay('970000001', { body: { pin: client.pin(padding) } })
    expect(transactionOf(paid).status).toBe('TIP')
  })

  test('a disbursement with a wrong, unencrypted or missing PIN pays nothing', async () => {
    for (const pin of [client.pin('oaep', '4321'), '1234', '']) {
      const paid = await client.pay('970000001', { body: { pin } })
      const { status_code } = paid.body
      expect(status_code ?? statusOf(paid).response_code).toBe(pin === '' ? 'DP00900001013' : 'ROUTER114')
      expect((await world.books(`reference=${paid.reference}`)).payouts).toEqual([])
    }
  })

  test('version 3 requires a signature of exactly the body', async () => {
    const path = '/standard/v3/disbursements'
    const message = { ...client.body('970000001'), payee: { msisdn: '970000001', wallet_type: 'NORMAL' } }
    const unsigned = await client.post(path, message)
    expect(statusOf(unsigned).response_code).toBe('DP00900001016')
    const other = await client.post(path, message, signed(client, { ...message, reference: 'Other' }))
    expect(statusOf(other).response_code).toBe('DP00900001016')
    const right = await client.post(path, message, signed(client, message))
    expect(transactionOf(right).status).toBe('TIP')
  })

  test('version 2 verifies a signature when there is one', async () => {
    const message = client.body('970000001')
    const path = '/standard/v2/disbursements/'
    const wrong = await client.post(path, message, signed(client, {}))
    expect(statusOf(wrong).response_code).toBe('DP00900001016')
    expect(transactionOf(await client.post(path, message, signed(client, message))).status).toBe('TIP')
  })

  test('version 1 has neither currency nor type', async () => {
    const { pin, reference } = client.body('970000001')
    const transaction = { amount: '1.00', id: randomUUID() }
    const message = { payee: { msisdn: '970000001' }, reference, pin, transaction }
    expect(transactionOf(await client.post('/standard/v1/disbursements/', message)).status).toBe('TIP')
  })
})

describe('invalid disbursements', () => {
  const cases: [what: string, body: Message, code: string, result: string][] = [
    ['a number with its country code', { payee: { msisdn: '243970000001' } }, 'DP00900001013', '521002'],
    ['a number of another operator', { payee: { msisdn: '810000001' } }, 'DP00900001012', '521050'],
    ['a reference with a hyphen', { reference: 'IMT-IN-1' }, 'DP00900001013', 'ESB000008'],
    ['an invalid amount', { transaction: { amount: 'one' } }, 'DP00900001004', 'ESB000008'],
    ['an amount with fractions of a cent', { transaction: { amount: 1.001 } }, 'DP00900001004', 'ESB000008'],
    ['an amount of zero', { transaction: { amount: 0 } }, 'DP00900001004', '521050'],
    ['an amount above the maximum', { transaction: { amount: 2500.01 } }, 'DP00900001004', '521050'],
    ['another type', { transaction: { type: 'P2P' } }, 'DP00900001013', 'ESB000008'],
    ['another currency than in the header', { payee: { currency: 'CDF' } }, 'DP00900001013', 'ESB000008'],
  ]
  test.each(cases)('a disbursement with %s is refused under HTTP 200', async (_what, body, code, result) => {
    const payee = { msisdn: '970000001', currency: 'USD', ...(body.payee as object) }
    const paid = await client.pay('970000001', { body: { ...body, payee } })
    expect([paid.status, statusOf(paid)]).toMatchObject([
      200,
      { code: '400', success: false, response_code: code, result_code: result },
    ])
    expect((await world.books(`reference=${paid.reference}`)).payouts).toEqual([])
  })

  test('a disbursement beyond the float is refused', async () => {
    await world.control('/operators/float', { protocol: 'airtel', currency: 'CDF', available: '10.00' })
    const paid = await client.pay('970000001', {
      headers: { 'x-currency': 'CDF' },
      body: { payee: { msisdn: '970000001', currency: 'CDF' }, transaction: { amount: 10.01 } },
    })
    expect(statusOf(paid).response_code).toBe('DP00900001007')
  })
})

describe('enquiries', () => {
  test.each([
    ['970000001', 'Jean', 'Mukendi'],
    ['970000008', 'Dieudonné', 'Kasongo'],
    ['961234567', 'Test', 'Subscriber'],
  ])('%s is registered to %s %s', async (msisdn, first_name, last_name) => {
    const { body } = await client.get(`/standard/v1/users/${msisdn}`)
    expect(body).toMatchObject({
      data: { first_name, last_name, msisdn, is_barred: false },
      status: { response_code: 'DP02200000001', success: true },
    })
    const { name_lookups } = await world.books(`msisdn=243${msisdn}`)
    expect(name_lookups).toMatchObject([{ protocol: 'airtel', outcome: 'found' }])
  })

  test('a number of another operator is unknown', async () => {
    const { body } = await client.get('/standard/v1/users/810000001')
    expect(body).toMatchObject({ status: { response_code: 'DP02200000000', success: false } })
  })

  test('an enquiry about an unknown id is not found', async () => {
    const enquiry = await client.get(`/standard/v1/disbursements/${randomUUID()}`)
    expect([enquiry.status, statusOf(enquiry)]).toMatchObject([
      200,
      { response_code: 'DP00900001015', success: false },
    ])
  })

  test('the balance is the float minus payouts', async () => {
    await world.control('/operators/float', { protocol: 'airtel', currency: 'USD', available: '500.00' })
    const { reference } = await client.pay('970000001', { body: { transaction: { amount: 2.5 } } })
    await world.completed(reference, 'succeeded')
    const { body } = await client.get('/standard/v2/users/balance?type=DISB')
    expect(body).toMatchObject({
      data: { balance: '497.50', currency: 'USD', account_status: 'Active' },
      status: { response_code: 'DP02100000001' },
    })
  })
})
