import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

const path = '/api/v1/payment/orders'
let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

const create = (overrides: Record<string, unknown> = {}) =>
  world.signed('POST', path, orderBody(world.url, overrides))
/** Sends an order whose amount is written exactly as given. */
const withAmount = (digits: string, currency = 'USD') =>
  world.signed('POST', path, undefined, {
    rawBody: JSON.stringify(orderBody(world.url, { amount: '@', currency })).replace('"@"', digits),
  })

/** These columns of the transaction. */
async function stored(uuid: string, columns: string) {
  const text = `select ${columns} from card_transaction where transaction_uuid = $1`
  const [row] = await world.db.rows<Record<string, unknown>>({ name: '', text }, [uuid])
  return row
}

describe('creating an order (2.1, 2.2)', () => {
  test('an order returns its link and commission, with two decimals in every amount', async () => {
    const { status, body } = await create()
    assert.equal(status, 200)
    expect(body).toEqual({
      status: 'success',
      data: {
        amount: '25.50',
        currency: 'USD',
        transaction_uuid: expect.stringMatching(/^LKT-\d{8}-\d{6}-[A-Z0-9]{8}-CD$/),
        transaction_status: 'PENDING',
        links: expect.stringMatching(
          new RegExp(`^${world.url}/api/v1/payment/LKT-[\\w-]+\\?sig=[\\w-]{43}$`),
        ),
        financial_details: {
          commission_rate: '3.50',
          commission_amount: '0.89',
          merchant_amount: '24.61',
          bank_commission_amount: '0.38',
          service_commission_amount: '0.51',
        },
      },
    })
  })

  test('an order normalises email, phone and country', async () => {
    const { transactionUuid } = await world.createOrder()
    const columns = 'bill_to_email, bill_to_phone, bill_to_address_country, bill_to_forename'
    expect(await stored(transactionUuid, columns)).toEqual({
      bill_to_email: 'grace@example.com',
      bill_to_phone: '+243991234567',
      bill_to_address_country: 'CD',
      bill_to_forename: 'Grâce',
    })
  })

  test('two identical orders are two transactions', async () => {
    const [a, b] = await Promise.all([create(), create()])
    assert.notEqual(a.body.data.transaction_uuid, b.body.data.transaction_uuid)
  })

  test('200 concurrent orders each get their own amount', async () => {
    const amounts = Array.from({ length: 200 }, (_, i) => (i + 100) / 4)
    const responses = await Promise.all(amounts.map((amount) => create({ amount })))
    const expected = amounts.map((amount) => amount.toFixed(2))
    assert.deepEqual(
      responses.map(({ body }) => body.data.amount),
      expected,
    )
  })

  test('redirect_url is an alias of return_url, which takes precedence', async () => {
    const one = await world.createOrder({ redirect_url: 'https://shop.example/r' })
    const both = await world.createOrder({
      redirect_url: 'https://shop.example/r',
      return_url: 'https://shop.example/ret',
    })
    const returns = [one, both].map(({ transactionUuid }) => stored(transactionUuid, 'return_url'))
    expect(await Promise.all(returns)).toEqual([
      { return_url: 'https://shop.example/r' },
      { return_url: 'https://shop.example/ret' },
    ])
  })

  test('an order ignores unknown fields and accepts null for optional ones [S-13]', async () => {
    const { status, body } = await create({
      status: 'SUCCESS',
      merchant_id: 1,
      is_test: false,
      return_url: null,
      cancel_url: null,
      bill_to_address_state: null,
    })
    assert.equal(status, 200)
    assert.equal((await world.status(body.data.transaction_uuid)).transaction_status, 'PENDING')
  })
})

describe('business rules are 400 (section 7)', () => {
  test.each([
    [{ currency: 'EUR' }, "Currency 'EUR' is not supported. Allowed: CDF, USD"],
    [{ currency: 'usd' }, "Currency 'usd' is not supported. Allowed: CDF, USD"],
    [{ amount: 0.99 }, 'Minimum amount for USD is 1.00'],
    [{ amount: 499.99, currency: 'CDF' }, 'Minimum amount for CDF is 500.00'],
    [{ amount: 10.001 }, 'Amount must have at most two decimal places'],
    [{ bill_to_address_country: 'US' }, 'bill_to_address_state is required for US/CA'],
    [
      { bill_to_address_country: 'CA', bill_to_address_state: '' },
      'bill_to_address_state is required for US/CA',
    ],
    [
      { bill_to_address_country: 'US', bill_to_address_state: 'NY' },
      'Invalid US ZIP code format (expected: 12345 or 12345-6789)',
    ],
    [
      { bill_to_address_country: 'US', bill_to_address_state: 'NY', bill_to_address_postal_code: '1234' },
      'Invalid US ZIP code format (expected: 12345 or 12345-6789)',
    ],
    [
      { bill_to_address_country: 'CA', bill_to_address_state: 'ON', bill_to_address_postal_code: 'K1A 0B1' },
      'Invalid Canadian postal code format (expected: A1A1A1)',
    ],
    [
      { bill_to_address_country: 'CA', bill_to_address_state: 'ON' },
      'Invalid Canadian postal code format (expected: A1A1A1)',
    ],
  ])('an order with %j is 400: %s', async (overrides, detail) => {
    const { status, body } = await create({ bill_to_phone: '+12125550123', ...overrides })
    assert.deepEqual([status, body], [400, { detail }])
  })

  test.each([
    { bill_to_address_country: 'us', bill_to_address_state: 'ny', bill_to_address_postal_code: '10001' },
    { bill_to_address_country: 'US', bill_to_address_state: 'NY', bill_to_address_postal_code: '10001-1234' },
    { bill_to_address_country: 'CA', bill_to_address_state: 'ON', bill_to_address_postal_code: 'K1A0B1' },
    { amount: 1 },
    { amount: 500, currency: 'CDF' },
  ])('an order with %j is accepted', async (overrides) => {
    const { status, text } = await create({ bill_to_phone: '+12125550123', ...overrides })
    assert.equal(status, 200, text)
  })
})

describe('amounts are parsed from their digits', () => {
  test.each([
    ['10.10', 200],
    ['10.100000', 200],
    ['9999999999.99', 200],
    ['1.005', 400],
    ['10000000000', 422],
    ['9999999999.991', 422],
    ['0', 422],
    ['-0', 422],
    ['-5', 422],
    ['0.00', 422],
    ['1e2', 200],
    ['2.55e1', 200],
    ['1e-3', 400],
    [`25.${'0'.repeat(60)}`, 200],
    ['9'.repeat(60), 422],
    ['-1e3', 422],
    ['1e400', 422],
    ['"10"', 422],
    ['true', 422],
    ['null', 422],
    ['[10]', 422],
    ['{"rawJSON":"10"}', 422],
  ])('an order amount written as %s is %i [S-25]', async (digits, status) => {
    const response = await withAmount(digits)
    assert.equal(response.status, status, response.text)
  })

  test('an amount beyond float precision keeps its cents [S-25]', async () => {
    assert.equal((await withAmount('4503599627.37')).body.data.amount, '4503599627.37')
  })
})

describe('a body of the wrong shape is 422 with every fault', () => {
  test('an empty order reports all missing fields together', async () => {
    const { status, body } = await world.signed('POST', path, {})
    assert.equal(status, 422)
    expect(body.detail.map((fault: { loc: string[] }) => fault.loc[1])).toEqual([
      'amount',
      'currency',
      'merchant_reference',
      'callback_url',
      'bill_to_forename',
      'bill_to_surname',
      'bill_to_email',
      'bill_to_phone',
      'bill_to_address_line1',
      'bill_to_address_city',
      'bill_to_address_country',
    ])
    for (const fault of body.detail)
      expect(fault).toMatchObject({ type: 'missing', msg: 'Field required', input: null })
  })

  test.each([
    ['amount', '10', 'float_type'],
    ['amount', -1, 'greater_than'],
    ['currency', 5, 'string_type'],
    ['merchant_reference', '', 'string_too_short'],
    ['merchant_reference', '   ', 'string_too_short'],
    ['merchant_reference', 'a\u0000b', 'value_error'],
    ['bill_to_forename', 'a\tb', 'value_error'],
    ['bill_to_surname', 'a\nb', 'value_error'],
    ['bill_to_surname', 'a\u0085b', 'value_error'],
    ['bill_to_address_city', 'a\u2028b', 'value_error'],
    ['bill_to_address_line1', 'a\u2029b', 'value_error'],
    ['bill_to_address_line1', 'a\tb', 'value_error'],
    ['bill_to_address_line1', 'a\u001bb', 'value_error'],
    ['callback_url', `https://shop.example/${'a'.repeat(3_000)}`, 'url_parsing'],
    ['callback_url', 'https://shop.example/\u0000', 'url_parsing'],
    ['return_url', '', 'url_parsing'],
    ['merchant_reference', null, 'string_type'],
    ['merchant_reference', 'x'.repeat(1025), 'string_too_long'],
    ['callback_url', 'not a url', 'url_parsing'],
    ['callback_url', 'javascript:alert(1)', 'url_parsing'],
    ['callback_url', 'ftp://shop.example/x', 'url_parsing'],
    ['callback_url', 'https://user:pass@shop.example/', 'url_parsing'],
    ['callback_url', 7, 'string_type'],
    ['return_url', '/relative', 'url_parsing'],
    ['cancel_url', 'data:text/html,x', 'url_parsing'],
    ['bill_to_email', 'nobody', 'string_pattern_mismatch'],
    ['bill_to_email', `${'.'.repeat(60_000)}`, 'string_too_long'],
    ['bill_to_phone', '12', 'string_too_short'],
    ['bill_to_phone', 'phone number', 'string_pattern_mismatch'],
    ['bill_to_phone', '+1 2', 'string_too_short'],
    ['bill_to_phone', '00000', 'value_error'],
    ['bill_to_address_country', 'XX', 'value_error'],
    ['bill_to_address_country', 'Congo', 'value_error'],
    ['bill_to_address_country', 'ß', 'value_error'],
    ['callback_url', 'http:x.y', 'url_parsing'],
    ['callback_url', 'http:\\\\x.y', 'url_parsing'],
    ['callback_url', 'http://x\t.y/', 'url_parsing'],
  ])('order field %s = %j is %s', async (field, value, type) => {
    const { status, body, text } = await create({ [field]: value })
    assert.equal(status, 422, text)
    expect(body.detail).toHaveLength(1)
    expect(body.detail[0]).toMatchObject({ type, loc: ['body', field] })
  })

  test('line breaks in an address are stored as spaces', async () => {
    const sent = { bill_to_address_line1: ' 12, avenue des Aviateurs\r\nGombe\nKinshasa\n' }
    const { status, body } = await create(sent)
    assert.equal(status, 200)
    const row = await stored(body.data.transaction_uuid, 'bill_to_address_line1 as line')
    assert.equal(row?.line, '12, avenue des Aviateurs Gombe Kinshasa')
  })

  test('a state of the United States or Canada has two letters; elsewhere it is free text', async () => {
    const long = { bill_to_address_state: 'New York', bill_to_phone: '+12125550123' }
    const { status, body } = await create({ ...long, bill_to_address_country: 'US' })
    assert.equal(status, 422)
    expect(body.detail).toMatchObject([{ type: 'value_error', loc: ['body', 'bill_to_address_state'] }])
    const postalCode = 'B.P. 1234, quartier Himbi'
    const elsewhere = { bill_to_address_state: 'Nord-Kivu', bill_to_address_postal_code: postalCode }
    assert.equal((await create(elsewhere)).status, 200)
  })

  test('an impossible phone is reported together with the other faults', async () => {
    const { body } = await create({ bill_to_phone: '00000', bill_to_forename: '' })
    expect(body.detail.map((fault: { loc: string[] }) => fault.loc[1]).sort()).toEqual([
      'bill_to_forename',
      'bill_to_phone',
    ])
  })

  test.each(['[]', '"text"', '5', 'null'])(
    'an order body of %s is rejected as not an object',
    async (rawBody) => {
      const { status, body } = await world.signed('POST', path, undefined, { rawBody })
      assert.equal(status, 422)
      expect(body.detail[0]).toMatchObject({ type: 'model_attributes_type', loc: ['body'] })
    },
  )

  test('an order error never echoes a card number [S-56]', async () => {
    const wrong = { merchant_reference: 4242424242424242, bill_to_phone: '4242 4242 4242 4242x' }
    const { text } = await create(wrong)
    assert.ok(!/4242/.test(text), text)
  })
})

describe('a body that is not JSON', () => {
  test.each([
    ['', 400],
    ['   ', 400],
    ['{"amount":1,"amount":2}', 400],
    ['{"__proto__":{}}', 400],
    ['\ufeff{}', 400],
  ])('an order body of %j is malformed JSON: %i', async (rawBody, status) => {
    const response = await world.signed('POST', path, undefined, {
      rawBody,
      headers: { 'content-type': 'application/json' },
    })
    assert.deepEqual([response.status, response.body], [status, { detail: 'Malformed JSON body' }])
  })

  test('an order of another media type or compressed is 415, over 64 KiB 413 [S-22]', async () => {
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ])
      assert.equal((await world.signed('POST', path, {}, { headers })).status, 415)
    assert.equal((await world.signed('POST', path, { merchant_reference: 'x'.repeat(70_000) })).status, 413)
  })
})

describe('status (2.3, 4.2)', () => {
  test('the status of a pending transaction has all fields, unknown ones empty', async () => {
    const { transactionUuid } = await world.createOrder()
    expect(await world.status(transactionUuid)).toEqual({
      amount: '25.50',
      currency: 'USD',
      merchant_reference: 'INV-1',
      message: '',
      transaction_uuid: transactionUuid,
      transaction_status: 'PENDING',
      card_type: '',
      card_last4: '',
      card_expiry_date: '',
      card_bin_country: '',
      card_issuer: '',
      card_scheme: '',
    })
  })

  test('the status of a foreign transaction is the same 404 as an unknown one', async () => {
    const { transactionUuid } = await world.createOrder()
    const as = await world.register()
    const [foreign, none] = await Promise.all(
      [transactionUuid, 'LKT-20260101-000000-AAAAAAAA-CD'].map((transaction_uuid) =>
        world.signed('POST', '/api/v1/payment/status', { transaction_uuid }, { as }),
      ),
    )
    assert.equal(foreign?.status, 404)
    assert.deepEqual(foreign?.body, { detail: 'Transaction not found' })
    assert.equal(foreign?.text, none?.text)
  })

  test('a status request without a uuid is 422', async () => {
    assert.equal((await world.signed('POST', '/api/v1/payment/status', {})).status, 422)
  })
})

describe('every response', () => {
  test('an unsupported method on a known path is 405 with Allow', async () => {
    const response = await world.signed('PUT', path, {})
    assert.deepEqual(
      [response.status, response.body, response.headers.allow],
      [405, { detail: 'Method Not Allowed' }, 'POST'],
    )
  })

  test('an unknown path is 404, and every response carries a request id', async () => {
    const response = await world.signed('GET', '/api/v1/nothing')
    assert.deepEqual([response.status, response.body], [404, { detail: 'Not Found' }])
    assert.match(response.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/)
  })
})

describe('Idempotency-Key', () => {
  const keyed = (key: string, overrides = {}) =>
    world.signed('POST', path, orderBody(world.url, overrides), { headers: { 'idempotency-key': key } })

  test('a repeated Idempotency-Key replays the response, marked, with one transaction', async () => {
    const first = await keyed('a')
    const second = await keyed('a')
    assert.deepEqual(second.body, first.body)
    assert.equal(second.headers['idempotency-replayed'], 'true')
    assert.equal(first.headers['idempotency-replayed'], undefined)
  })

  test('an Idempotency-Key reused with another body or too long is 422', async () => {
    await keyed('b')
    assert.equal((await keyed('b', { amount: 30 })).status, 422)
    assert.equal((await keyed('x'.repeat(256))).status, 422)
  })

  test('20 concurrent orders with one Idempotency-Key create one order', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => keyed('c')))
    const created = responses.filter(({ status }) => status === 200)
    assert.equal(new Set(created.map(({ body }) => body.data.transaction_uuid)).size, 1)
    for (const { status } of responses) assert.ok(status === 200 || status === 409)
  })

  test('an Idempotency-Key does not store a refusal', async () => {
    assert.equal((await keyed('d', { amount: 0.5 })).status, 400)
    assert.equal((await keyed('d')).status, 200)
  })
})
