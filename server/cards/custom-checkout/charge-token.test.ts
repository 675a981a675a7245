// Charges of custom checkout (4.6): each outcome, once, with its webhook and postings.
import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { send } from '../../../test/support/http/send.ts'
import {
  billTo,
  call,
  cardToken,
  chargeBody,
  charged,
  detail,
  enrolled,
  events,
  openCustomCheckout,
  openSession,
  origin,
  payments,
  rows,
  solveChallenge,
  status,
  world,
} from '../../../test/support/world/custom-checkout.ts'
import { charge as chargeTransaction } from '../charges/charge.ts'
import { cardProblems } from '../transaction/problems.ts'
import { pricedTransactionByUuid } from '../transaction/queries.ts'

openCustomCheckout()

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
