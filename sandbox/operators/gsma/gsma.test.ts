import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operators } from '../constants.generated.ts'
import { between, type OperatorWorld, openOperatorWorld } from '../testing.ts'
import { about, base, basic, fetchToken, type GsmaClient, openGsmaClient, transfer } from './testing.ts'

let world: OperatorWorld
let client: GsmaClient
beforeAll(async () => {
  world = await openOperatorWorld()
  client = await openGsmaClient(world)
})
afterAll(() => world.close())

const uuid = /^[0-9a-f-]{36}$/

describe('payouts by wallet', () => {
  test.each([
    ...Object.entries(operators).map(([operator, [prefix]]) => [operator, `243${prefix}0000001`] as const),
    ['africell', '243900000007'] as const,
    ['vodacom', '243861234567'] as const,
  ])('a %s payout to %s is accepted at once and completed by callback', async (operator, msisdn) => {
    const paid = await client.pay(msisdn)
    expect([paid.status, paid.body]).toEqual([
      202,
      {
        serverCorrelationId: expect.stringMatching(uuid),
        status: 'pending',
        notificationMethod: 'callback',
        objectReference: expect.stringMatching(`^SIM-${operator.toUpperCase()}-`),
      },
    ])
    const [callback] = await world.receiver.waitFor(1, about(paid.reference))
    expect(callback).toMatchObject({ method: 'PUT', path: '/gsma' })
    expect(callback?.body).toMatchObject({
      ...transfer(msisdn),
      type: 'inttransfer',
      transactionReference: paid.body.objectReference,
      transactionStatus: 'completed',
      transactionReceipt: paid.body.objectReference,
    })
    expect(callback?.headers['x-content-hash']).toBe(
      createHash('sha256')
        .update(callback?.text ?? '')
        .digest('hex'),
    )
    const entry = await world.completed(paid.reference, 'succeeded')
    expect(entry).toMatchObject({ operator, msisdn, amount: '1.00', executions: 1, pay_requests: 1 })
  })

  test('wallet 02: declined; the callback is an error object, the transaction stays failed', async () => {
    const { reference, body } = await client.pay('243810000002')
    const [callback] = await world.receiver.waitFor(1, about(reference))
    const error = { errorCategory: 'authorisation', errorCode: 'requestDeclined' }
    expect(callback?.body).toMatchObject(error)
    const state = await client.get(`/requeststates/${body.serverCorrelationId}`)
    expect(state.body).toMatchObject({ status: 'failed', error })
    const transaction = await client.get(`/transactions/${body.objectReference}`)
    expect(transaction.body).toMatchObject({ transactionStatus: 'failed' })
    expect(await world.completed(reference, 'declined')).toMatchObject({ executions: 0 })
  })

  test('wallet 03: successful without a callback', async () => {
    const silent = await client.pay('243810000003')
    await world.completed(silent.reference, 'succeeded')
    await world.quiet()
    expect(world.receiver.received.filter(about(silent.reference))).toEqual([])
    const link = (await client.get(`/responses/${silent.reference}`)).body.link
    expect((await client.get(String(link))).body.transactionStatus).toBe('completed')
  })

  test('wallet 04: successful, then reversed, both by callback and inquiry', async () => {
    const { reference, body } = await client.pay('243810000004')
    const callbacks = await world.receiver.waitFor(2, about(reference))
    expect(callbacks.map(({ body }) => body.transactionStatus)).toEqual(['completed', 'reversed'])
    const transaction = await client.get(`/transactions/${body.objectReference}`)
    expect(transaction.body.transactionStatus).toBe('reversed')
    const entry = await world.completed(reference, 'reversed')
    expect(between(entry.settled_at, entry.reversed_at)).toBeGreaterThan(55)
    expect(entry).toMatchObject({
      movements: [
        { kind: 'credit', amount: '1.00' },
        { kind: 'reversal', amount: '1.00' },
      ],
    })
  })

  test('wallet 05: no name, no payout, and the reference can be used again', async () => {
    const name = await client.get('/accounts/msisdn/%2B243810000005/accountname')
    expect([name.status, name.body.errorCode]).toEqual([404, 'identifierError'])
    const status = await client.get('/accounts/msisdn/243810000005/status')
    expect(status.body).toEqual({ accountStatus: 'unregistered' })
    const paid = await client.pay('243810000005')
    expect([paid.status, paid.body.errorCategory, paid.body.errorCode]).toEqual([
      404,
      'identification',
      'identifierError',
    ])
    expect((await client.get(`/responses/${paid.reference}`)).status).toBe(404)
    expect((await client.pay('243810000001', { reference: paid.reference })).status).toBe(202)
  })

  test('wallet 06: the reply is late, but the payout was already accepted', async () => {
    const start = performance.now()
    const reference = randomUUID()
    const response = client.pay('243810000006', { reference })
    await world.completed(reference, 'pending')
    expect((await response).status).toBe(202)
    expect(performance.now() - start).toBeGreaterThan(990)
    await world.receiver.waitFor(1, about(reference))
  })

  test('wallet 08: callbacks with the final status, an older one, and the final one again', async () => {
    const { reference } = await client.pay('243810000008')
    const callbacks = await world.receiver.waitFor(3, about(reference))
    expect(callbacks.map(({ body }) => body.transactionStatus)).toEqual(['completed', 'pending', 'completed'])
    expect(await world.completed(reference, 'succeeded')).toMatchObject({ executions: 1 })
  })

  test('without a callback URL the payer must poll', async () => {
    const { body, reference } = await client.pay('243810000001', { headers: { 'x-callback-url': '' } })
    expect(body.notificationMethod).toBe('polling')
    await world.completed(reference, 'succeeded')
    const state = await client.get(`/requeststates/${body.serverCorrelationId}`)
    expect(state.body).toMatchObject({ status: 'completed', objectReference: body.objectReference })
  })
})

describe('duplicate requests', () => {
  test('a duplicate X-CorrelationID is refused, and the first response can be found', async () => {
    const first = await client.pay('243810000001')
    const repeated = await client.pay('243810000001', { reference: first.reference.toUpperCase() })
    expect([repeated.status, repeated.body.errorCategory, repeated.body.errorCode]).toEqual([
      400,
      'businessRule',
      'duplicateRequest',
    ])
    const { body } = await client.get(`/responses/${first.reference}`)
    expect(body).toEqual({ link: `/transactions/${first.body.objectReference}` })
    expect(await world.completed(first.reference, 'succeeded')).toMatchObject({
      executions: 1,
      pay_requests: 2,
    })
  })
})

describe('reversals', () => {
  test('a reversal of a completed transaction returns the money once, with a callback', async () => {
    const paid = await client.pay('243810000001')
    await world.completed(paid.reference, 'succeeded')
    const path = `/transactions/${paid.body.objectReference}/reversals`
    const reference = randomUUID()
    const headers = { 'x-correlationid': reference }
    const taken = await client.post(path, { type: 'reversal' }, headers)
    expect([taken.status, taken.body.status]).toEqual([202, 'pending'])
    expect((await client.post(path, { type: 'reversal' }, headers)).body.errorCode).toBe('duplicateRequest')
    const [callback] = await world.receiver.waitFor(1, about(reference))
    expect(callback?.body).toMatchObject({
      type: 'reversal',
      amount: '1.00',
      originalTransactionReference: paid.body.objectReference,
      transactionStatus: 'completed',
    })
    const state = await client.get(`/requeststates/${taken.body.serverCorrelationId}`)
    expect(state.body.status).toBe('completed')
    const original = await client.get(`/transactions/${paid.body.objectReference}`)
    expect(original.body.transactionStatus).toBe('reversed')
    const repeated = await client.post(path, { type: 'reversal' })
    expect([repeated.status, repeated.body.errorCode]).toEqual([400, 'incorrectState'])
    expect(await world.completed(paid.reference, 'reversed')).toMatchObject({
      executions: 1,
      reversals: [{ reference, status: 'succeeded', amount: '1.00' }],
    })
  })

  test('a reversal can be partial, up to the remaining amount', async () => {
    const paid = await client.pay('243810000001')
    await world.completed(paid.reference, 'succeeded')
    const path = `/transactions/${paid.body.objectReference}/reversals`
    const part = await client.post(path, { type: 'reversal', amount: '0.40' })
    const link = `/transactions/${part.body.objectReference}`
    await expect.poll(async () => (await client.get(link)).body.transactionStatus).toBe('completed')
    expect((await client.post(path, { type: 'reversal', amount: '0.61' })).status).toBe(400)
    expect((await client.get(`/transactions/${paid.body.objectReference}`)).body.transactionStatus).toBe(
      'completed',
    )
    expect((await client.post(path, { type: 'reversal', amount: '0.60' })).status).toBe(202)
    expect(await world.completed(paid.reference, 'reversed')).toMatchObject({ reversed_amount: '1.00' })
  })
})

describe('authentication of callers', () => {
  test('only a client with its token and API key may call', async () => {
    const headers = { 'x-api-key': 'sandbox-operator-secret', authorization: 'Bearer wrong' }
    const wrong = await world.send('GET', `${base}/heartbeat`, { headers })
    expect([wrong.status, wrong.body.errorCategory, wrong.body.errorCode]).toEqual([
      401,
      'authorisation',
      'clientAuthorisationError',
    ])
    const keyless = { authorization: basic }
    expect((await world.send('GET', `${base}/heartbeat`, { headers: keyless })).status).toBe(401)
    const both = { ...keyless, 'x-api-key': 'sandbox-operator-secret' }
    expect((await world.send('GET', `${base}/heartbeat`, { headers: both })).body).toMatchObject({
      serviceStatus: 'available',
    })
  })

  test('a token requires the right secret and expires after five minutes', async () => {
    const refused = await fetchToken(world, `Basic ${btoa('likuta:wrong')}`)
    expect([refused.status, refused.body]).toEqual([401, { error: 'invalid_client' }])
    const other = await openOperatorWorld({ operatorSecret: 'quite another' })
    const { body } = await fetchToken(other, `Basic ${btoa('likuta:quite another')}`)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 300 })
    const headers = { authorization: `Bearer ${body.access_token}`, 'x-api-key': 'quite another' }
    expect((await other.send('GET', `${base}/heartbeat`, { headers })).status).toBe(200)
    await other.control('/clock', { offset_seconds: 301 })
    expect((await other.send('GET', `${base}/heartbeat`, { headers })).status).toBe(401)
    await other.close()
  })
})

describe('invalid requests', () => {
  const cases: [string, object, number, string, string][] = [
    ['no amount', { amount: undefined }, 400, 'mandatoryValueNotSupplied', 'amount'],
    ['a negative amount', { amount: '-1.00' }, 400, 'negativeValue', 'amount'],
    ['an amount as a number', { amount: 1 }, 400, 'formatError', 'amount'],
    ['an amount with fractions of a cent', { amount: '1.001' }, 400, 'formatError', 'amount'],
    ['another currency', { currency: 'ZAR' }, 400, 'currencyNotSupported', 'currency'],
    ['no credit party', { creditParty: [] }, 400, 'lengthError', 'creditParty'],
    [
      'a number of no operator',
      { creditParty: [{ key: 'msisdn', value: '+243870000001' }] },
      404,
      'identifierError',
      'msisdn',
    ],
    ['no number', { creditParty: [{ key: 'msisdn', value: 'Jean' }] }, 400, 'formatError', 'msisdn'],
    [
      'no origin country',
      { internationalTransferInformation: {} },
      400,
      'mandatoryValueNotSupplied',
      'internationalTransferInformation.originCountry',
    ],
    [
      'an unknown document type',
      { senderKyc: { idDocument: [{ idType: 'library card' }] } },
      400,
      'formatError',
      'senderKyc.idDocument.0.idType',
    ],
    [
      'an address without a country',
      { recipientKyc: { postalAddress: { city: 'Goma' } } },
      400,
      'mandatoryValueNotSupplied',
      'recipientKyc.postalAddress.country',
    ],
    ['a text that is too long', { descriptionText: 'x'.repeat(161) }, 400, 'lengthError', 'descriptionText'],
  ]
  test.each(cases)(
    'a payout with %s is refused, naming the value',
    async (_what, body, status, code, key) => {
      const paid = await client.pay('243810000001', { body: { ...body } })
      expect([paid.status, paid.body.errorCode, paid.body.errorParameters]).toEqual([
        status,
        code,
        [{ key, value: expect.any(String) }],
      ])
      expect((await world.books(`reference=${paid.reference}`)).payouts).toEqual([])
    },
  )

  test.each([
    ['nothing', '0.00', 'lessThanTransactionMinValue'],
    ['an amount above the maximum', '2500.01', 'greaterThanTransactionMaxValue'],
  ])('a payout with %s is refused for its amount', async (_what, amount, code) => {
    const paid = await client.pay('243810000001', { body: { amount } })
    expect([paid.status, paid.body.errorCategory, paid.body.errorCode]).toEqual([400, 'businessRule', code])
  })

  test.each([
    ['no X-CorrelationID', { 'x-correlationid': '' }, 'mandatoryValueNotSupplied'],
    ['an X-CorrelationID that is not a UUID', { 'x-correlationid': 'IMT-1' }, 'formatError'],
    ['an invalid callback URL', { 'x-callback-url': 'ftp://example.test' }, 'formatError'],
    ['a content hash of another body', { 'x-content-hash': '00' }, 'formatError'],
  ])('a payout with %s in its headers is refused', async (_what, headers, code) => {
    const paid = await client.pay('243810000001', { headers })
    expect([paid.status, paid.body.errorCode]).toEqual([400, code])
  })

  test('a transaction type that pays no wallet is refused', async () => {
    const paid = await client.pay('243810000001', { type: 'billpay' })
    expect([paid.status, paid.body.errorCode]).toEqual([400, 'transactionTypeError'])
  })

  test('a payout beyond the float is refused', async () => {
    await world.control('/operators/float', { protocol: 'gsma', currency: 'CDF', available: '999.99' })
    const paid = await client.pay('243810000001', { body: { amount: '1000.00', currency: 'CDF' } })
    expect([paid.status, paid.body.errorCode]).toEqual([400, 'insufficientFunds'])
  })
})

describe('look-ups', () => {
  test.each([
    ['243810000001', 'Jean Mukendi'],
    ['243970000002', 'Marie Ilunga'],
    ['243840000003', 'Joseph Kabongo'],
    ['243900000004', 'Chantal Mwamba'],
    ['243810000006', 'Patrick Tshibanda'],
    ['243810000007', 'Grace Lukusa'],
    ['243810000008', 'Dieudonné Kasongo'],
    ['243991234567', 'Test Subscriber'],
  ])('%s is registered to %s', async (msisdn, fullName) => {
    const { body } = await client.get(`/accounts/msisdn/%2B${msisdn}/accountname`)
    const [firstName, lastName] = fullName.split(' ')
    expect(body).toEqual({ name: { firstName, lastName, fullName } })
    const { name_lookups } = await world.books(`msisdn=${msisdn}`)
    expect(name_lookups).toMatchObject([{ protocol: 'gsma', msisdn, outcome: 'found' }])
  })

  test('the balance is the float minus payouts', async () => {
    await world.control('/operators/float', { protocol: 'gsma', currency: 'USD', available: '500.00' })
    const paid = await client.pay('243810000001', { body: { amount: '2.50' } })
    await world.completed(paid.reference, 'succeeded')
    const { body } = await client.get('/accounts/balance')
    expect(body).toMatchObject({ currency: 'USD', availableBalance: '497.50', reservedBalance: '0.00' })
  })

  test('an unknown transaction, state or response is 404 identification', async () => {
    for (const path of ['transactions/SIM-X', `requeststates/${randomUUID()}`, `responses/${randomUUID()}`]) {
      const { status, body } = await client.get(`/${path}`)
      expect([status, body.errorCategory]).toEqual([404, 'identification'])
    }
  })
})
