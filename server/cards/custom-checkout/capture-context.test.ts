// Custom checkout over its API: sections 2.4 and 4.4 to 4.6 of the card specification, and the additions of the
// contract.
import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { send } from '../../../test/support/http/send.ts'
import type { SignedOptions } from '../../../test/support/world/calls.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { charge as chargeTransaction } from '../charges/charge.ts'
import { cardProblems } from '../transaction/problems.ts'
import { pricedTransactionByUuid } from '../transaction/queries.ts'

const origin = 'https://shop.example'
const local = 'http://localhost:3000'

let world: World
let merchant: Credentials
let other: Credentials
beforeAll(async () => {
  world = await openWorld()
  merchant = await world.register({
    microformOrigins: [origin, local, 'http://shop.example', 'https://münze.example'],
  })
  other = await world.register({ microformOrigins: [origin] })
})
afterAll(() => world.close())
afterEach(() => world.fault({ mode: 'off' }))

const call = (name: string, body?: unknown, options: SignedOptions = {}) =>
  world.signed('POST', `/api/v1/microform/${name}`, body, { as: merchant, ...options })
const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)
const detail = ({ status, body }: ApiResponse) => [status, body.detail]
const fault = (response: ApiResponse) =>
  response.body.detail.map(({ type, loc }: any) => [type, loc.join('.')])

const billTo = {
  first_name: 'Grâce',
  last_name: 'Mukendi',
  email: 'Grace@Example.com',
  phone_number: '0991234567',
  address_line1: '12 avenue du Lac',
  address_city: 'Goma',
  address_country: 'cd',
}

async function openSession(overrides: Record<string, unknown> = {}, as = merchant): Promise<any> {
  const body = { target_origin: origin, merchant_reference: 'INV-1', ...overrides }
  const response = await call('capture-context', body, { as })
  assert.equal(response.status, 200, response.text)
  return response.body
}

async function cardToken(jwt: string, number = '4242424242424242'): Promise<string> {
  const card = { jwt, number, securityCode: '123', expirationMonth: '12', expirationYear: '2030' }
  const response = await fetch(`${world.sandboxUrl}/sandbox/microform/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(card),
  })
  return ((await response.json()) as { transient_token: string }).transient_token
}

type Purchase = {
  uuid: string
  /** The capture context. */
  jwt: string
  token: string
  enrolment: any
  charge: Record<string, unknown>
}

/** Runs a purchase up to its enrolment; only the charge is left. */
async function enrolled(number?: string, overrides: Record<string, unknown> = {}): Promise<Purchase> {
  const { uuid, jwt, token, reference } = await setUp(number)
  const response = await call('pa-enroll', {
    transaction_uuid: uuid,
    transient_token: token,
    reference_id: reference,
    amount: 25.5,
    currency: 'USD',
    bill_to: billTo,
    ...overrides,
  })
  assert.equal(response.status, 200, response.text)
  const id = response.body.authentication_transaction_id
  return {
    uuid,
    jwt,
    token,
    enrolment: response.body,
    charge: chargeBody(uuid, token, { authentication_transaction_id: id }),
  }
}

async function setUp(number?: string) {
  const session = await openSession()
  const token = await cardToken(session.jwt, number)
  const response = await call('pa-setup', {
    transaction_uuid: session.transaction_uuid,
    transient_token: token,
  })
  assert.equal(response.status, 200, response.text)
  return {
    uuid: session.transaction_uuid as string,
    jwt: session.jwt as string,
    token,
    reference: response.body.reference_id as string,
    response,
  }
}

function chargeBody(uuid: string, token: string, overrides: Record<string, unknown> = {}) {
  return {
    transient_token: token,
    transaction_uuid: uuid,
    amount: 25.5,
    currency: 'USD',
    merchant_reference: 'INV-1',
    bill_to: billTo,
    callback_url: `${world.url}/api/v1/test/test-callback`,
    ...overrides,
  }
}

/**
 * Completes the challenge at the bank. After the last code, the bank page sends the customer back as a browser would.
 */
async function solveChallenge(enrolment: any, ...codes: string[]): Promise<void> {
  const post = (path: string, fields: Record<string, string>) =>
    fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ JWT: enrolment.access_token, MD: '', ...fields }),
    })
  await post(enrolment.step_up_url, {})
  let page = ''
  for (const code of codes)
    page = await (await post(`${world.sandboxUrl}/gateway/acs/challenge`, { action: 'verify', code })).text()
  const [, back] = /action="([^"]*\/microform\/step-up\/[^"]*)"/.exec(page) ?? []
  if (back) await post(back, { TransactionId: enrolment.authentication_transaction_id })
}

const payments = async (uuid: string) =>
  (await world.books()).payments.filter((payment: { code: string }) => payment.code === uuid)
const charged = async (uuid: string) =>
  (await payments(uuid)).filter((payment: any) => payment.status !== 'DECLINED')
const events = (uuid: string) =>
  rows<{ event_type: string; body: string; signed: boolean; url: string }>(
    `select e.event_type, e.body, e.signed, e.url from webhook_event e join card_transaction t on e.subject = 'card:' || t.id where t.transaction_uuid = $1 order by e.id`,
    [uuid],
  )
const status = async (uuid: string, as = merchant) =>
  world.signed('POST', '/api/v1/payment/status', { transaction_uuid: uuid }, { as })
const age = (uuid: string, seconds: number) =>
  rows(
    "update card_transaction set created_at = created_at - $2 * interval '1 second' where transaction_uuid = $1",
    [uuid, seconds],
  )

describe('capture-context', () => {
  test('capture-context returns jwt, transaction_uuid and expires_in without an envelope [C2.4]', async () => {
    const response = await call('capture-context', {
      target_origin: origin,
      allowed_card_networks: ['VISA'],
      locale: 'en_US',
      merchant_reference: 'INV-7',
    })
    expect(response.body).toEqual({
      jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      transaction_uuid: expect.stringMatching(/^LKT-\d{8}-\d{6}-[A-Z0-9]{8}-CD$/),
      expires_in: 900,
    })
    const claims = JSON.parse(Buffer.from(response.body.jwt.split('.')[1], 'base64url').toString())
    expect(claims.ctx[0].data).toMatchObject({ targetOrigins: [origin], allowedCardNetworks: ['VISA'] })
  })

  test('capture-context has default networks and locale, and a PENDING transaction without amount [C4.4] [C2.3]', async () => {
    const session = await openSession()
    const claims = JSON.parse(Buffer.from(session.jwt.split('.')[1], 'base64url').toString())
    expect(claims.ctx[0].data.allowedCardNetworks).toEqual(['VISA', 'MASTERCARD', 'AMEX'])
    expect((await status(session.transaction_uuid)).body.data).toMatchObject({
      amount: '',
      currency: '',
      merchant_reference: 'INV-1',
      transaction_status: 'PENDING',
      message: '',
    })
  })

  test('a custom checkout transaction expires after 20 minutes [C4.4] [C8]', async () => {
    const { transaction_uuid } = await openSession()
    const [row] = await rows<{ life: string; origin: string }>(
      'select extract(epoch from expires_at - created_at)::text as life, origin from card_transaction where transaction_uuid = $1',
      [transaction_uuid],
    )
    expect(row).toEqual({ life: '1200.000000', origin: 'microform' })
  })

  test('capture-context of a merchant without microform is 403 [C4.4]', async () => {
    const response = await call(
      'capture-context',
      { target_origin: origin, merchant_reference: 'x' },
      { as: world.merchant },
    )
    assert.deepEqual(detail(response), [403, 'Microform is not enabled for this merchant'])
  })

  test.each([
    'https://shop.example.evil.com',
    'https://evil-shop.example',
    'https://shop.example:8443',
    'http://shop.example',
    'https://SHOP.example',
    'HTTPS://shop.example',
    'https://shop.example.',
    'https://shop.example/',
    'https://shop.example/pay',
    'https://shop.example?x',
    'https://*.example',
    'https://*',
    'https://shop.example:443',
    'https://münze.example',
    'https://xn--mnze-0ra.example',
    'https://sh\u043ep.example',
    'https://other.example',
    'http://localhost:3001',
    'http://localhost',
    'https://localhost:3000',
  ])('origin %s is 403, because whole origins are compared [C4.4]', async (target_origin) => {
    const response = await call('capture-context', { target_origin, merchant_reference: 'x' })
    assert.deepEqual(detail(response), [403, 'Origin not allowed'])
  })

  test('a listed http origin is accepted only on localhost [C4.4] [S-53]', async () => {
    assert.match((await openSession({ target_origin: local })).jwt, /^ey/)
  })

  test('capture-context reports every fault of the body together [C7]', async () => {
    const response = await call('capture-context', {
      target_origin: 'shop.example',
      allowed_card_networks: ['VISA', 'DINERS', 5],
      locale: 'français',
    })
    assert.equal(response.status, 422)
    expect(fault(response)).toEqual([
      ['url_parsing', 'body.target_origin'],
      ['literal_error', 'body.allowed_card_networks.1'],
      ['literal_error', 'body.allowed_card_networks.2'],
      ['string_pattern_mismatch', 'body.locale'],
      ['missing', 'body.merchant_reference'],
    ])
    const empty = await call('capture-context', {
      target_origin: null,
      allowed_card_networks: [],
      merchant_reference: ' ',
    })
    expect(fault(empty)).toEqual([
      ['string_type', 'body.target_origin'],
      ['too_short', 'body.allowed_card_networks'],
      ['string_too_short', 'body.merchant_reference'],
    ])
  })

  test('capture-context with the gateway down is 502 and creates no transaction [C7]', async () => {
    const count = () => rows<{ n: bigint }>('select count(*) as n from card_transaction')
    const before = await count()
    await world.fault({ mode: 'down' })
    const response = await call('capture-context', { target_origin: origin, merchant_reference: 'x' })
    assert.deepEqual(detail(response), [502, 'Payment gateway unreachable'])
    expect(await count()).toEqual(before)
  })
})

describe('authentication of custom checkout calls', () => {
  const names = ['capture-context', 'pa-setup', 'pa-enroll', 'charge']

  test.each(names)('%s requires a fresh signature from a known merchant [C5]', async (name) => {
    assert.deepEqual(detail(await call(name, {}, { headers: { 'x-signature': null } })), [
      401,
      'Missing authentication headers',
    ])
    assert.deepEqual(detail(await call(name, {}, { headers: { 'x-signature': '0'.repeat(64) } })), [
      403,
      'Invalid request signature',
    ])
    assert.deepEqual(detail(await call(name, {}, { at: 1_700_000_000 })), [408, 'Request timestamp expired'])
    assert.deepEqual(detail(await call(name, {}, { headers: { 'x-api-key': 'pk_test_nobody' } })), [
      404,
      'Merchant not found',
    ])
    assert.deepEqual(detail(await call(name, undefined, { rawBody: '{' })), [400, 'Malformed JSON body'])
  })

  test.each(names)('%s rejects a test key for a production profile [C5]', async (name) => {
    const removed = await world.register({ microformOrigins: [origin] })
    await rows(
      "update merchant set environment = 'production', version = version + 1 where merchant_code = $1",
      [removed.merchant_code],
    )
    assert.deepEqual(detail(await call(name, {}, { as: removed })), [403, 'Unauthorized environment'])
  })

  test.each([5, 'text', [], null, 1.5, true])('a custom checkout body of %j is 422 [C7]', async (body) => {
    for (const name of names) assert.equal((await call(name, body)).status, 422)
  })

  test("custom checkout calls on another merchant's transaction or on an order are 404 [C7]", async () => {
    const { uuid, token, charge } = await enrolled()
    const order = await world.createOrder()
    for (const [transaction_uuid, as] of [
      [uuid, other],
      [order.transactionUuid, world.merchant],
      ['LKT-1', merchant],
    ] as const) {
      const setup = await call('pa-setup', { transaction_uuid, transient_token: token }, { as })
      assert.deepEqual(detail(setup), [404, 'Transaction not found'])
      const body = { ...charge, transaction_uuid, reference_id: 'x' }
      assert.deepEqual(detail(await call('pa-enroll', body, { as })), [404, 'Transaction not found'])
      assert.deepEqual(detail(await call('charge', body, { as })), [404, 'Transaction not found'])
    }
    assert.equal((await status(uuid, other)).status, 404)
    assert.equal((await payments(uuid)).length, 0)
  })

  test('disabling microform stops a custom checkout in progress [C4.4]', async () => {
    const shut = await world.register({ microformOrigins: [origin] })
    const session = await openSession({}, shut)
    const token = await cardToken(session.jwt)
    await rows(
      'update merchant set microform_enabled = false, version = version + 1 where merchant_code = $1',
      [shut.merchant_code],
    )
    const uuid = session.transaction_uuid
    for (const [name, body] of [
      ['pa-setup', { transaction_uuid: uuid, transient_token: token }],
      ['pa-enroll', { ...chargeBody(uuid, token), reference_id: 'x' }],
      ['charge', chargeBody(uuid, token)],
    ] as const)
      assert.deepEqual(detail(await call(name, body, { as: shut })), [
        403,
        'Microform is not enabled for this merchant',
      ])
  })
})

describe('pa-setup and pa-enroll', () => {
  test('pa-setup starts device data collection [C4.5]', async () => {
    const { uuid, response } = await setUp()
    expect(response.body).toEqual({
      status: 'COMPLETED',
      transaction_uuid: uuid,
      reference_id: expect.any(String),
      device_data_collection_url: expect.stringMatching(/^http/),
      access_token: expect.stringMatching(/^ey/),
    })
  })

  test('pa-enroll authenticates a frictionless card without a challenge [C4.5]', async () => {
    const { uuid, enrolment } = await enrolled()
    expect(enrolment).toEqual({
      status: 'AUTHENTICATED',
      transaction_uuid: uuid,
      authentication_transaction_id: expect.stringMatching(/.+/),
      challenge_required: false,
      step_up_url: null,
      access_token: null,
      message: null,
    })
    expect((await status(uuid)).body.data).toMatchObject({
      amount: '25.50',
      currency: 'USD',
      transaction_status: 'PENDING',
    })
  })

  test('pa-enroll returns that a challenge is required [C4.5]', async () => {
    const { uuid, enrolment } = await enrolled('4000000000003220')
    expect(enrolment).toEqual({
      status: 'CHALLENGE_REQUIRED',
      transaction_uuid: uuid,
      authentication_transaction_id: expect.stringMatching(/.+/),
      challenge_required: true,
      step_up_url: expect.stringMatching(/^http/),
      access_token: expect.stringMatching(/^ey/),
      message: null,
    })
  })

  test('a refused authentication is FAILED; the charge repeats it and enqueues one webhook [C4.5] [C6.1]', async () => {
    const { uuid, token, enrolment, charge } = await enrolled('4000000000003063')
    expect(enrolment).toMatchObject({
      status: 'FAILED',
      challenge_required: false,
      message: 'Authentication failed',
    })
    expect((await status(uuid)).body.data).toMatchObject({
      transaction_status: 'FAILED',
      message: 'Authentication failed',
    })
    assert.equal((await events(uuid)).length, 0)
    const outcome = {
      status: 'FAILED',
      transaction_uuid: uuid,
      transaction_id: null,
      reason_code: 'AUTHENTICATION_FAILED',
      message: 'Authentication failed',
    }
    for (let time = 0; time < 2; time += 1) {
      const response = await call('charge', charge)
      assert.deepEqual([response.status, response.body], [200, outcome])
    }
    assert.deepEqual(detail(await call('charge', chargeBody(uuid, token, { amount: 30 }))), [
      409,
      'Transaction already charged',
    ])
    const [event, ...more] = await events(uuid)
    assert.equal(more.length, 0)
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      status: 'FAILED',
      message: 'Authentication failed',
      amount: '25.50',
    })
    assert.equal((await payments(uuid)).length, 0)
  })

  test('a retry of pa-enroll gets the recorded response [C2.4]', async () => {
    const { uuid, token, reference } = await setUp('4000000000003220')
    const body = { ...chargeBody(uuid, token), reference_id: reference }
    const [first, second] = [await call('pa-enroll', body), await call('pa-enroll', body)]
    assert.equal(first.status, 200)
    expect(second.body).toEqual(first.body)
    const changed = await call('pa-enroll', { ...body, amount: 26 })
    assert.deepEqual(detail(changed), [400, 'Amount and currency must be those of the enrolment'])
  })

  test('another card can be enrolled during a challenge, for the same amount only [C4.5]', async () => {
    const { uuid, jwt, enrolment, charge } = await enrolled('4000000000003220')
    const token = await cardToken(jwt)
    const setup = await call('pa-setup', { transaction_uuid: uuid, transient_token: token })
    const body = { ...chargeBody(uuid, token), reference_id: setup.body.reference_id }
    assert.deepEqual(detail(await call('pa-enroll', { ...body, amount: 1 })), [
      400,
      'Amount and currency must be those of the enrolment',
    ])
    const second = await call('pa-enroll', body)
    assert.equal(second.body.status, 'AUTHENTICATED')
    await solveChallenge(enrolment, '1234')
    assert.deepEqual(detail(await call('charge', charge)), [400, 'Invalid authentication_transaction_id'])
    const paid = await call(
      'charge',
      chargeBody(uuid, token, { authentication_transaction_id: second.body.authentication_transaction_id }),
    )
    assert.equal(paid.body.status, 'SUCCESS')
    assert.equal((await charged(uuid)).length, 1)
  })

  test('a forged, foreign or used transient token is 400 [C7]', async () => {
    const session = await openSession()
    const uuid = session.transaction_uuid
    const used = await enrolled()
    await call('charge', used.charge)
    const foreign = await setUp()
    for (const transient_token of ['eyJhbGciOiJub25lIn0.e30.', 'x', session.jwt, used.token, foreign.token]) {
      const response = await call('pa-setup', { transaction_uuid: uuid, transient_token })
      assert.deepEqual(detail(response), [400, 'Invalid transient token'])
    }
    const own = await setUp()
    const enrol = { ...chargeBody(own.uuid, foreign.token), reference_id: own.reference }
    assert.deepEqual(detail(await call('pa-enroll', enrol)), [400, 'Invalid transient token'])
    const unknown = { ...chargeBody(own.uuid, own.token), reference_id: foreign.reference }
    assert.deepEqual(detail(await call('pa-enroll', unknown)), [409, 'No payment attempt to continue'])
  })

  test('pa-enroll reports all faults, including bill_to, without echoing a token [C7] [S-56]', async () => {
    const response = await call('pa-enroll', {
      transaction_uuid: 'x',
      transient_token: 7,
      reference_id: 'x',
      amount: '25',
      currency: 'USD',
      browser: 5,
      bill_to: {
        ...billTo,
        email: 'nobody',
        phone_number: '12345',
        address_country: 'ZZ',
        last_name: undefined,
        address_state: 7,
      },
    })
    expect(fault(response)).toEqual([
      ['string_type', 'body.transient_token'],
      ['float_type', 'body.amount'],
      ['missing', 'body.bill_to.last_name'],
      ['string_pattern_mismatch', 'body.bill_to.email'],
      ['value_error', 'body.bill_to.address_country'],
      ['string_type', 'body.bill_to.address_state'],
      ['model_attributes_type', 'body.browser'],
    ])
    assert.doesNotMatch(JSON.stringify(response.body.detail[0].input), /7/)
  })
})

describe('validation shared by enrolment and charge', () => {
  const bad = (change: Record<string, unknown>) => ({
    ...chargeBody('LKT-1', 'x'),
    reference_id: 'x',
    ...change,
  })

  test.each([
    [{ amount: 1.001 }, 400, 'Amount must have at most two decimal places'],
    [{ currency: 'EUR' }, 400, "Currency 'EUR' is not supported. Allowed: CDF, USD"],
    [{ currency: 'usd' }, 400, "Currency 'usd' is not supported. Allowed: CDF, USD"],
    [{ amount: 0.99 }, 400, 'Minimum amount for USD is 1.00'],
    [{ amount: 499.99, currency: 'CDF' }, 400, 'Minimum amount for CDF is 500.00'],
    [{ bill_to: { ...billTo, address_country: 'US' } }, 400, 'bill_to_address_state is required for US/CA'],
    [
      { bill_to: { ...billTo, address_country: 'US', address_state: 'NY', address_postal_code: '1000' } },
      400,
      'Invalid US ZIP code format (expected: 12345 or 12345-6789)',
    ],
    [
      { bill_to: { ...billTo, address_country: 'CA', address_state: 'ON' } },
      400,
      'Invalid Canadian postal code format (expected: A1A1A1)',
    ],
  ])('pa-enroll and charge with %j are %i: %s [C7]', async (change, expected, text) => {
    for (const name of ['pa-enroll', 'charge'])
      assert.deepEqual(detail(await call(name, bad(change))), [expected, text])
  })

  test.each([
    [{ amount: 0 }, 'greater_than', 'body.amount'],
    [{ amount: -1 }, 'greater_than', 'body.amount'],
    [{ amount: 10_000_000_000 }, 'less_than_equal', 'body.amount'],
    [{ amount: null }, 'float_type', 'body.amount'],
    [{ currency: undefined }, 'missing', 'body.currency'],
    [{ bill_to: undefined }, 'missing', 'body.bill_to'],
    [{ bill_to: null }, 'model_attributes_type', 'body.bill_to'],
    [{ bill_to: 5 }, 'model_attributes_type', 'body.bill_to'],
    [{ bill_to: [] }, 'model_attributes_type', 'body.bill_to'],
    [{ bill_to: { ...billTo, phone_number: '099' } }, 'string_too_short', 'body.bill_to.phone_number'],
    [{ bill_to: { ...billTo, phone_number: '12345' } }, 'value_error', 'body.bill_to.phone_number'],
    [{ bill_to: { ...billTo, first_name: 5 } }, 'string_type', 'body.bill_to.first_name'],
    [{ transient_token: '' }, 'string_too_short', 'body.transient_token'],
  ])('pa-enroll and charge with %j are 422 %s at %s [C7]', async (change, type, loc) => {
    for (const name of ['pa-enroll', 'charge']) {
      const response = await call(name, bad(change))
      assert.deepEqual([response.status, fault(response)], [422, [[type, loc]]])
    }
  })

  test('charge also requires a merchant_reference and a callback_url [C7]', async () => {
    const response = await call(
      'charge',
      bad({ merchant_reference: undefined, callback_url: 'ftp://x', authentication_transaction_id: 5 }),
    )
    expect(fault(response)).toEqual([
      ['missing', 'body.merchant_reference'],
      ['url_parsing', 'body.callback_url'],
      ['string_type', 'body.authentication_transaction_id'],
    ])
  })

  test('a capture context older than 900 seconds and an expired transaction are 410 [C8]', async () => {
    const { uuid, charge } = await enrolled()
    const fresh = await setUp()
    const bodies = (id: string, card: string, reference_id: string) =>
      [
        ['pa-setup', { transaction_uuid: id, transient_token: card }],
        ['pa-enroll', { ...chargeBody(id, card), reference_id }],
      ] as const
    await age(fresh.uuid, 901)
    for (const [name, body] of bodies(fresh.uuid, fresh.token, fresh.reference))
      assert.deepEqual(detail(await call(name, body)), [410, 'Capture context expired'])
    await age(uuid, 901)
    assert.deepEqual(detail(await call('charge', charge)), [410, 'Capture context expired'])
    await rows('update card_transaction set expires_at = now() where transaction_uuid = any($1)', [
      [uuid, fresh.uuid],
    ])
    for (const [name, body] of bodies(fresh.uuid, fresh.token, fresh.reference))
      assert.deepEqual(detail(await call(name, body)), [410, 'Transaction expired'])
    assert.deepEqual(detail(await call('charge', charge)), [410, 'Transaction expired'])
    await eventually(
      'the transaction is EXPIRED',
      async () => (await status(uuid)).body.data.transaction_status === 'EXPIRED',
    )
    assert.deepEqual(detail(await call('charge', charge)), [410, 'Transaction expired'])
    assert.equal((await payments(uuid)).length, 0)
    assert.equal((await events(uuid)).length, 0)
  })
})

describe('charge', () => {
  test('a frictionless card: SUCCESS, one signed webhook to callback_url, balanced ledger [C4.6] [C6.2]', async () => {
    const { uuid, charge } = await enrolled()
    const response = await call('charge', {
      ...charge,
      callback_url: `${world.url}/api/v1/test/test-callback?channel=${uuid}`,
    })
    assert.equal(response.status, 200)
    expect(response.body).toEqual({
      status: 'SUCCESS',
      transaction_uuid: uuid,
      transaction_id: expect.stringMatching(/^\d{22}$/),
      reason_code: null,
      message: null,
    })
    const [event, ...more] = await events(uuid)
    assert.equal(more.length, 0)
    assert.deepEqual(
      [event?.signed, event?.url],
      [true, `${world.url}/api/v1/test/test-callback?channel=${uuid}`],
    )
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      status: 'SUCCESS',
      reference: 'INV-1',
      amount: '25.50',
      currency: 'USD',
      decision: 'ACCEPT',
      message: '',
      transaction_uuid: uuid,
      cs_payment_id: response.body.transaction_id,
      customer_name: 'Grâce Mukendi',
      customer_email: 'grace@example.com',
      card_last4: '4242',
    })
    await eventually('the webhook arrives', async () => {
      const last = await send(
        world.url,
        'GET',
        `/api/v1/test/test-callback/last?channel=${uuid}`,
        Buffer.alloc(0),
        {},
      )
      return last.status === 200 && last.body.data.body.transaction_uuid === uuid
    })
    const entries = await rows<{ code: string; amount: bigint }>(
      `select a.code, e.amount_minor as amount from ledger_entry e join ledger_account a on a.id = e.account_id
         join ledger_posting p on p.id = e.posting_id join operation o on p.key = 'charge:' || o.id
         join card_transaction t on t.id = o.card_transaction_id where t.transaction_uuid = $1 order by a.code`,
      [uuid],
    )
    expect(entries).toEqual([
      { code: 'bank_commission', amount: -38n },
      { code: 'gateway_receivable', amount: 2550n },
      { code: 'merchant_payable', amount: -2461n },
      { code: 'service_commission', amount: -51n },
    ])
    expect((await status(uuid)).body.data).toMatchObject({
      transaction_status: 'SUCCESS',
      card_type: 'VISA',
      card_last4: '4242',
    })
  })

  test('a passed challenge is validated and charged [C4.5]', async () => {
    const { uuid, enrolment, charge } = await enrolled('4000000000003220')
    await solveChallenge(enrolment, '1234')
    expect((await call('charge', charge)).body).toMatchObject({ status: 'SUCCESS', transaction_uuid: uuid })
    assert.equal((await charged(uuid)).length, 1)
  })

  test('a challenge that the gateway cannot validate is 502, and a retry charges [C7]', async () => {
    const { uuid, enrolment, charge } = await enrolled('4000000000003220')
    await solveChallenge(enrolment, '1234')
    await world.fault({ mode: '5xx', operations: ['/risk/v1/authentication-results'] })
    assert.deepEqual(detail(await call('charge', charge)), [502, 'Payment gateway unreachable'])
    assert.equal((await status(uuid)).body.data.transaction_status, 'PENDING')
    await world.fault({ mode: 'off' })
    assert.equal((await call('charge', charge)).body.status, 'SUCCESS')
    assert.equal((await charged(uuid)).length, 1)
  })

  test('the commission uses the rates in force when the custom checkout was opened [C4.6] [C2.2]', async () => {
    const rated = await world.register({ microformOrigins: [origin] })
    const session = await openSession({}, rated)
    await rows(
      'update merchant set commission_rate_bp = 900, bank_rate_bp = 800, version = version + 1 where merchant_code = $1',
      [rated.merchant_code],
    )
    const body = chargeBody(session.transaction_uuid, await cardToken(session.jwt), {
      amount: 1000,
      currency: 'CDF',
    })
    assert.equal((await call('charge', body, { as: rated })).status, 200)
    const [row] = await rows(
      'select commission_minor, bank_commission_minor, merchant_minor, currency from card_transaction where transaction_uuid = $1',
      [session.transaction_uuid],
    )
    expect(row).toEqual({
      commission_minor: 3500n,
      bank_commission_minor: 1500n,
      merchant_minor: 96_500n,
      currency: 'CDF',
    })
  })

  test('a failed challenge is HTTP 200 with FAILED, with one webhook and no charge [C4.6]', async () => {
    const { uuid, enrolment, charge } = await enrolled('4000000000003220')
    await solveChallenge(enrolment, '1', '2', '3')
    const response = await call('charge', charge)
    assert.equal(response.status, 200)
    expect(response.body).toEqual({
      status: 'FAILED',
      transaction_uuid: uuid,
      transaction_id: null,
      reason_code: 'AUTHENTICATION_FAILED',
      message: 'Authentication failed',
    })
    expect((await call('charge', charge)).body).toEqual(response.body)
    assert.equal((await payments(uuid)).length, 0)
    assert.equal((await events(uuid)).length, 1)
  })

  test.each([
    ['4000000000000002', 'GENERAL_DECLINE', 'Declined by the bank'],
    ['4000000000009995', 'INSUFFICIENT_FUND', 'Insufficient funds'],
    ['4000000000000069', 'EXPIRED_CARD', 'Card expired'],
    ['4000000000009235', 'REVIEW', 'Declined after review'],
  ])('card %s is HTTP 200 with FAILED %s [C4.6]', async (number, reason_code, message) => {
    const { uuid, charge } = await enrolled(number)
    const response = await call('charge', charge)
    assert.equal(response.status, 200)
    expect(response.body).toEqual({
      status: 'FAILED',
      transaction_uuid: uuid,
      transaction_id: expect.stringMatching(/^\d{22}$/),
      reason_code,
      message,
    })
    const [event] = await events(uuid)
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      status: 'FAILED',
      message,
      cs_payment_id: response.body.transaction_id,
    })
  })

  test('a charge without authentication where 3-D Secure is required: FAILED, NON_3DS [C4.6]', async () => {
    for (const absent of [undefined, null, '']) {
      const session = await openSession()
      const uuid = session.transaction_uuid
      const body = chargeBody(uuid, await cardToken(session.jwt), { authentication_transaction_id: absent })
      const response = await call('charge', body)
      assert.equal(response.status, 200)
      expect(response.body).toMatchObject({
        status: 'FAILED',
        reason_code: 'NON_3DS',
        message: 'Rejected: non-3-D-Secure transaction',
      })
      expect((await call('charge', body)).body).toEqual(response.body)
      assert.equal((await charged(uuid)).length, 0)
      expect((await status(uuid)).body.data).toMatchObject({
        amount: '25.50',
        transaction_status: 'FAILED',
        card_last4: '4242',
      })
    }
  })

  test('twenty concurrent charges are one gateway payment; each gets the outcome or 409 [C2.4] [S-10]', async () => {
    const { uuid, charge } = await enrolled()
    const responses = await Promise.all(Array.from({ length: 20 }, () => call('charge', charge)))
    const paid = responses.filter(({ status }) => status === 200)
    assert.ok(paid.length >= 1)
    for (const { body } of paid) expect(body).toEqual(paid[0]?.body)
    for (const response of responses.filter(({ status }) => status !== 200))
      assert.deepEqual(detail(response), [409, 'Charge already in progress'])
    assert.equal((await payments(uuid)).length, 1)
    assert.equal((await events(uuid)).length, 1)
    expect((await call('charge', charge)).body).toEqual(paid[0]?.body)
  })

  test('twenty different concurrent charges are one payment, and the webhook is of the winner [C2.4]', async () => {
    const { uuid, charge } = await enrolled()
    const references = Array.from({ length: 20 }, (_, i) => `INV-${i}`)
    const responses = await Promise.all(
      references.map((merchant_reference) => call('charge', { ...charge, merchant_reference })),
    )
    const winners = references.filter((_, i) => responses[i]?.status === 200)
    assert.equal(winners.length, 1)
    for (const { status, body } of responses)
      if (status !== 200)
        assert.match(
          `${status} ${body.detail}`,
          /^409 (Charge already in progress|Transaction already charged)$/,
        )
    assert.equal((await payments(uuid)).length, 1)
    const [event] = await events(uuid)
    assert.equal(JSON.parse(event?.body ?? '').reference, winners[0])
  })

  test('a charge with other parameters after the outcome is 409 [C2.4]', async () => {
    const { charge } = await enrolled()
    const first = await call('charge', charge)
    for (const change of [
      { amount: 25.51 },
      { currency: 'CDF', amount: 2550 },
      { merchant_reference: 'INV-2' },
      { transient_token: 'other' },
      { callback_url: 'https://shop.example/other' },
      { authentication_transaction_id: null },
      { bill_to: { ...billTo, last_name: 'Ilunga' } },
    ])
      assert.deepEqual(detail(await call('charge', { ...charge, ...change })), [
        409,
        'Transaction already charged',
      ])
    expect((await call('charge', { ...charge, amount: 25.5, unknown: 'ignored' })).body).toEqual(first.body)
  })

  test('an amount or currency that was not enrolled is 400, and the enrolled one succeeds [C4.6] [S-54]', async () => {
    const { uuid, charge } = await enrolled()
    for (const change of [{ amount: 25.49 }, { amount: 2550, currency: 'CDF' }])
      assert.deepEqual(detail(await call('charge', { ...charge, ...change })), [
        400,
        'Amount and currency must be those of the enrolment',
      ])
    assert.equal((await call('charge', charge)).body.status, 'SUCCESS')
    assert.equal((await payments(uuid)).length, 1)
  })

  test('an authentication is bound to transaction, token and amount, once, for 15 minutes [C4.5] [S-54]', async () => {
    const mine = await enrolled()
    const foreign = await enrolled()
    const refused = [400, 'Invalid authentication_transaction_id']
    const swap = (change: object) => call('charge', { ...mine.charge, ...change })
    const id = foreign.enrolment.authentication_transaction_id
    assert.deepEqual(detail(await swap({ authentication_transaction_id: id })), refused)
    assert.deepEqual(detail(await swap({ authentication_transaction_id: 'made-up' })), refused)
    assert.deepEqual(detail(await swap({ transient_token: await cardToken(mine.jwt) })), refused)
    for (const transient_token of [foreign.token, 'eyJhbGciOiJub25lIn0.e30.'])
      assert.deepEqual(detail(await swap({ transient_token })), [400, 'Invalid transient token'])
    for (const [set, back] of [
      ['expires_at = now()', "expires_at = now() + interval '5 minutes'"],
      ['amount_minor = 2551', 'amount_minor = 2550'],
      ["currency = 'CDF'", "currency = 'USD'"],
      ["state = 'used'", "state = 'authenticated'"],
      ["state = 'failed'", "state = 'authenticated'"],
    ] as const) {
      const where = 'where authentication_transaction_id = $1'
      await rows(`update card_authentication set ${set} ${where}`, [
        mine.enrolment.authentication_transaction_id,
      ])
      assert.deepEqual(detail(await swap({})), refused, set)
      await rows(`update card_authentication set ${back} ${where}`, [
        mine.enrolment.authentication_transaction_id,
      ])
    }
    assert.equal((await payments(mine.uuid)).length + (await payments(foreign.uuid)).length, 0)
    assert.equal((await swap({})).body.status, 'SUCCESS')
  })

  test('a charge whose reply is lost is 502; a retry gets the outcome once found [C7]', async () => {
    const { uuid, charge } = await enrolled('4000000000000259')
    const lost = [502, 'Payment outcome not known yet']
    assert.deepEqual(detail(await call('charge', charge)), lost)
    assert.deepEqual(detail(await call('charge', charge)), lost)
    assert.deepEqual(detail(await call('charge', { ...charge, merchant_reference: 'other' })), [
      409,
      'Charge already in progress',
    ])
    const found = await eventually('the outcome', async () => {
      const response = await call('charge', charge)
      return response.status === 200 && response
    })
    expect(found.body).toMatchObject({ status: 'SUCCESS', transaction_id: expect.stringMatching(/^\d{22}$/) })
    assert.equal((await payments(uuid)).length, 1)
    assert.equal((await events(uuid)).length, 1)
  })

  test('a gateway 5xx charges nothing: 502, then FAILED [C7]', async () => {
    const { uuid, charge } = await enrolled('4000000000000119')
    assert.deepEqual(detail(await call('charge', charge)), [502, 'Payment outcome not known yet'])
    const response = await eventually('the outcome', async () => {
      const repeated = await call('charge', charge)
      return repeated.status === 200 && repeated
    })
    expect(response.body).toMatchObject({
      status: 'FAILED',
      message: 'Payment not completed',
      transaction_id: null,
    })
    assert.ok((await payments(uuid)).every((payment: any) => payment.captured_amount === '0.00'))
  })

  test('a token charged without authentication cannot be used by another payment', async () => {
    const [first, second] = [await openSession(), await openSession()]
    const transient_token = await cardToken(first.jwt)
    // Simulates a gateway that signs the tokens of two contexts with one key.
    await rows(
      `insert into card_token_key select other.id, key_id, public_key, k.created_at
         from card_token_key k join card_transaction own on own.id = k.transaction_id, card_transaction other
        where own.transaction_uuid = $1 and other.transaction_uuid = $2`,
      [first.transaction_uuid, second.transaction_uuid],
    )
    const charge = ({ transaction_uuid }: { transaction_uuid: string }) =>
      call('charge', {
        transient_token,
        transaction_uuid,
        amount: 20,
        currency: 'USD',
        merchant_reference: 'INV-1',
        bill_to: billTo,
        callback_url: `${world.url}/api/v1/test/test-callback`,
      })
    expect((await charge(first)).body.status).toBe('FAILED')
    assert.deepEqual(detail(await charge(second)), [400, 'Invalid transient token'])
    const setup = { transient_token, transaction_uuid: second.transaction_uuid }
    assert.deepEqual(detail(await call('pa-setup', setup)), [400, 'Invalid transient token'])
    expect(await payments(second.transaction_uuid)).toEqual([])
  })

  test('a charge is refused when another request has reserved the transaction since it was read', async () => {
    const { uuid } = await enrolled()
    const transaction = await pricedTransactionByUuid(world.db, uuid)
    await rows(
      "update card_transaction set charge_until = now() + interval '1 minute', charge_fingerprint = 'x' where transaction_uuid = $1",
      [uuid],
    )
    const attempt = chargeTransaction(world.system.cards, transaction, {
      token: { jwt: 'x.y.z', id: 'token-1' },
    })
    await expect(attempt).rejects.toThrow(cardProblems.attempt_running.detail)
    expect(await payments(uuid)).toEqual([])
  })

  test('a crash before the claim blocks the transaction only until its reservation expires', async () => {
    const { uuid, charge } = await enrolled()
    await rows(
      "update card_transaction set charge_until = now() + interval '1 minute', charge_fingerprint = 'x' where transaction_uuid = $1",
      [uuid],
    )
    assert.deepEqual(detail(await call('charge', charge)), [409, 'Charge already in progress'])
    await rows('update card_transaction set charge_until = now() where transaction_uuid = $1', [uuid])
    assert.equal((await call('charge', charge)).body.status, 'SUCCESS')
  })

  test('an Idempotency-Key on charge replays a retry and rejects another body with 422', async () => {
    const { charge } = await enrolled()
    const headers = { 'idempotency-key': `key-${charge.transaction_uuid}` }
    const first = await call('charge', charge, { headers })
    const second = await call('charge', charge, { headers })
    expect(second.body).toEqual(first.body)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal((await call('charge', { ...charge, amount: 30 }, { headers })).status, 422)
  })
})

describe('the challenge return page', () => {
  test('the challenge return page notifies only the origin that opened the session [C4.5] [S-48]', async () => {
    const { uuid, enrolment } = await enrolled('4000000000003220')
    const response = await send(
      world.url,
      'POST',
      `/api/v1/microform/step-up/${uuid}`,
      Buffer.from(`TransactionId=${enrolment.authentication_transaction_id}`),
      {
        'content-type': 'application/x-www-form-urlencoded',
      },
    )
    assert.equal(response.status, 200)
    assert.ok(
      response.text.includes(
        `"type":"likuta.3ds.complete","transaction_uuid":"${uuid}","authentication_transaction_id":"${enrolment.authentication_transaction_id}"`,
      ),
    )
    assert.ok(response.text.includes(`, "${origin}")`))
    assert.ok(response.headers['content-security-policy']?.includes(origin))
    assert.equal(response.headers['x-frame-options'], undefined)
    assert.equal(response.headers['cross-origin-opener-policy'], 'unsafe-none')
  })
})
