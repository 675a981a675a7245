// Enrolment in custom checkout (4.5), and the validation that it shares with charges.
import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import {
  billTo,
  call,
  cardToken,
  chargeBody,
  charged,
  detail,
  enrolled,
  events,
  fault,
  openCustomCheckout,
  openSession,
  payments,
  rows,
  setUp,
  solveChallenge,
  status,
} from '../../../test/support/world/custom-checkout.ts'

openCustomCheckout()

const age = (uuid: string, seconds: number) =>
  rows(
    `update card_token_key k set created_at = k.created_at - $2 * interval '1 second'
       from card_transaction t where t.id = k.transaction_id and t.transaction_uuid = $1`,
    [uuid, seconds],
  )

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
