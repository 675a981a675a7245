// Custom checkout over its API: the capture context (2.4, 4.4), who may call it, and the page that a challenge returns to.
import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { send } from '../../../test/support/http/send.ts'
import {
  call,
  cardToken,
  chargeBody,
  detail,
  enrolled,
  fault,
  local,
  merchant,
  openCustomCheckout,
  openSession,
  origin,
  other,
  payments,
  rows,
  status,
  world,
} from '../../../test/support/world/custom-checkout.ts'

openCustomCheckout()

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
