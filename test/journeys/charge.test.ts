// A payment from order to webhook, with the calls that the page makes. The browser has its own tests beside this
// file.
import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { releaseAuthentication } from '../../server/cards/authentication/move-authentication.ts'
import { eventually } from '../support/http/eventually.ts'
import { send } from '../support/http/send.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(() => world.fault({ mode: 'off' }))

const visit = (link: string, headers: Record<string, string> = { accept: 'text/html' }) => {
  const { pathname, search } = new URL(link)
  return send(world.url, 'GET', pathname + search, Buffer.alloc(0), headers)
}
const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)
const events = (uuid: string) =>
  rows<{ event_type: string; body: string; signed: boolean }>(
    `select e.event_type, e.body, e.signed from webhook_event e join card_transaction t on e.subject = 'card:' || t.id where t.transaction_uuid = $1 order by e.id`,
    [uuid],
  )
const finished = (uuid: string) =>
  eventually(`${uuid} finished`, async () => {
    const record = await world.status(uuid)
    return record.transaction_status !== 'PENDING' && record
  })
const gatewayPayments = async (uuid: string) =>
  (await world.books()).payments.filter((payment: { code: string }) => payment.code === uuid)

describe('a card that is accepted', () => {
  test('a voided payment leads back to the merchant as not paid', async () => {
    const { transactionUuid, link } = await world.createOrder({ return_url: 'https://shop.example/done' })
    expect((await world.payByCalls(link)).body).toEqual({ state: 'DONE' })
    const before = new URL((await visit(link)).headers.location ?? '').searchParams
    const voided = await world.admin('POST', `/api/v1/admin/payment/voids/${before.get('transaction_id')}`, {
      reason: 'Returned',
    })
    assert.equal(voided.status, 200, voided.text)
    const target = new URL((await visit(link)).headers.location ?? '')
    expect(Object.fromEntries(target.searchParams)).toEqual({
      status: 'FAILED',
      transaction_uuid: transactionUuid,
      reason_code: '',
      message: 'Payment voided',
    })
  })

  test('an approved card ends in SUCCESS, books that balance, a redirect and one signed webhook', async () => {
    const { transactionUuid, link } = await world.createOrder({
      return_url: 'https://shop.example/done?order=7',
    })
    expect((await world.payByCalls(link)).body).toEqual({ state: 'DONE' })

    expect(await world.status(transactionUuid)).toMatchObject({
      transaction_status: 'SUCCESS',
      message: '',
      card_type: 'VISA',
      card_last4: '4242',
      card_expiry_date: '12-2030',
    })

    const page = await visit(link)
    assert.equal(page.status, 303)
    const target = new URL(page.headers.location ?? '')
    assert.equal(target.origin + target.pathname, 'https://shop.example/done')
    expect(Object.fromEntries(target.searchParams)).toEqual({
      order: '7',
      status: 'SUCCESS',
      transaction_uuid: transactionUuid,
      transaction_id: expect.stringMatching(/^\d{22}$/),
      amount: '25.50',
      currency: 'USD',
      reference: 'INV-1',
    })

    const [event, ...others] = await events(transactionUuid)
    assert.equal(others.length, 0)
    assert.equal(event?.signed, true)
    expect(JSON.parse(event?.body ?? '')).toEqual({
      status: 'SUCCESS',
      reference: 'INV-1',
      amount: '25.50',
      currency: 'USD',
      decision: 'ACCEPT',
      message: '',
      transaction_uuid: transactionUuid,
      cs_payment_id: target.searchParams.get('transaction_id'),
      auth_cavv_result: expect.any(String),
      customer_name: 'Grâce Mukendi',
      customer_email: 'grace@example.com',
      cavv_message: expect.any(String),
      card_type: 'VISA',
      card_last4: '4242',
      card_expiry_date: '12-2030',
      card_bin_country: expect.stringMatching(/^[A-Z]{2}$/),
      card_issuer: expect.any(String),
      card_scheme: expect.any(String),
    })

    const entries = await rows<{ code: string; amount: bigint }>(
      `select a.code, e.amount_minor as amount from ledger_entry e join ledger_account a on a.id = e.account_id
         join ledger_posting p on p.id = e.posting_id join operation o on p.key = 'charge:' || o.id
         join card_transaction t on t.id = o.card_transaction_id where t.transaction_uuid = $1 order by a.code`,
      [transactionUuid],
    )
    expect(entries).toEqual([
      { code: 'bank_commission', amount: -38n },
      { code: 'gateway_receivable', amount: 2550n },
      { code: 'merchant_payable', amount: -2461n },
      { code: 'service_commission', amount: -51n },
    ])
    const [payment] = await gatewayPayments(transactionUuid)
    expect(payment).toMatchObject({ captured_amount: '25.50', currency: 'USD' })
  })

  test('a card is charged once, however often and from however many tabs the button is pressed', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const tokens = await Promise.all(
      Array.from({ length: 4 }, () => world.cardToken(link, '4242424242424242')),
    )
    const setups = await Promise.all(
      tokens.map((transient_token) => world.checkout(link, 'setup', { transient_token })),
    )
    const presses = setups.flatMap(({ body }) => [body.reference_id, body.reference_id, body.reference_id])
    const responses = await Promise.all(
      presses.map((reference_id) => world.checkout(link, 'pay', { reference_id, browser: {} })),
    )
    assert.equal((await finished(transactionUuid)).transaction_status, 'SUCCESS')
    assert.equal((await gatewayPayments(transactionUuid)).length, 1)
    assert.equal((await events(transactionUuid)).length, 1)
    for (const { status, text } of responses) assert.ok([200, 409].includes(status), text)
  })
})

describe('a card that is refused', () => {
  test.each([
    ['4000000000000002', 'GENERAL_DECLINE', 'Declined by the bank', 'REJECT'],
    ['4000000000009995', 'INSUFFICIENT_FUND', 'Insufficient funds', 'REJECT'],
    ['4000000000000069', 'EXPIRED_CARD', 'Card expired', 'REJECT'],
    ['4000000000003063', 'AUTHENTICATION_FAILED', 'Authentication failed', 'REJECT'],
    ['4000000000009235', 'REVIEW', 'Declined after review', 'REVIEW'],
  ])('card %s ends in FAILED: %s', async (number, reasonCode, message, decision) => {
    const { transactionUuid, link } = await world.createOrder({ return_url: 'https://shop.example/done' })
    expect((await world.payByCalls(link, number)).body).toEqual({ state: 'DONE' })
    expect(await world.status(transactionUuid)).toMatchObject({
      transaction_status: 'FAILED',
      message,
      card_last4: number.slice(-4),
    })
    const target = new URL((await visit(link)).headers.location ?? '')
    expect(Object.fromEntries(target.searchParams)).toEqual({
      status: 'FAILED',
      transaction_uuid: transactionUuid,
      reason_code: reasonCode,
      message,
    })
    const [event] = await events(transactionUuid)
    expect(JSON.parse(event?.body ?? '')).toMatchObject({ status: 'FAILED', decision, message })
    await eventually('nothing is held at the gateway', async () => {
      const payments = await gatewayPayments(transactionUuid)
      return payments.every(
        (payment: any) => payment.reversed || payment.voided || payment.status === 'DECLINED',
      )
    })
  })
})

describe('a reply that never arrives', () => {
  test('a charge whose reply was lost is found by an inquiry: charged once, SUCCESS, one webhook', async () => {
    const { transactionUuid, link } = await world.createOrder({ return_url: 'https://shop.example/done' })
    const { back_url, ...progress } = (await world.payByCalls(link, '4000000000000259')).body
    expect(progress).toEqual({ state: 'CONFIRMING' })
    expect(Object.fromEntries(new URL(back_url).searchParams)).toEqual({
      status: 'PENDING',
      transaction_uuid: transactionUuid,
      reference: 'INV-1',
    })
    assert.equal((await world.status(transactionUuid)).transaction_status, 'PENDING')
    assert.equal((await finished(transactionUuid)).transaction_status, 'SUCCESS')
    assert.equal((await gatewayPayments(transactionUuid)).length, 1)
    assert.equal((await events(transactionUuid)).length, 1)
  })

  test("a charge that failed with the gateway's own system error ends in FAILED, uncharged", async () => {
    const { transactionUuid, link } = await world.createOrder()
    const { body } = await world.payByCalls(link, '4000000000000119')
    expect(body).toEqual({ state: 'CONFIRMING', back_url: null })
    expect(await finished(transactionUuid)).toMatchObject({
      transaction_status: 'FAILED',
      message: 'Payment not completed',
    })
    for (const payment of await gatewayPayments(transactionUuid))
      assert.equal(payment.captured_amount, '0.00')
  })

  test("an unknown outcome survives a reload: the payment is confirming and can't be cancelled", async () => {
    const { link } = await world.createOrder()
    await world.payByCalls(link, '4000000000000259')
    const { pathname, search } = new URL(link)
    const progress = await send(world.url, 'GET', `${pathname}/progress${search}`, Buffer.alloc(0), {})
    expect(progress.body).toEqual({ state: 'CONFIRMING', back_url: null })
    assert.equal((await world.checkout(link, 'cancel')).status, 409)
    assert.equal((await visit(link)).status, 200)
  })

  test('a gateway that is down charges nothing, returns 502, and the customer can try again', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const setup = await world.checkout(link, 'setup', {
      transient_token: await world.cardToken(link, '4242424242424242'),
    })
    await world.fault({ mode: 'down' })
    const response = await world.checkout(link, 'session')
    assert.deepEqual([response.status, response.body], [502, { detail: 'Payment gateway unreachable' }])
    const failed = await world.checkout(link, 'pay', { reference_id: setup.body.reference_id, browser: {} })
    assert.equal(failed.status, 502)
    await world.fault({ mode: 'off' })
    expect((await world.payByCalls(link)).body).toEqual({ state: 'DONE' })
    assert.equal((await world.status(transactionUuid)).transaction_status, 'SUCCESS')
    assert.equal((await gatewayPayments(transactionUuid)).length, 1)
  })
})

test('a customer whose charge never left this machine can pay again with any card', async () => {
  const { transactionUuid, link } = await world.createOrder()
  const setup = await world.checkout(link, 'setup', {
    transient_token: await world.cardToken(link, '4242424242424242'),
  })
  const [authentication] = await rows<{ id: string }>(
    "update card_authentication set state = 'used' where reference_id = $1 returning id",
    [setup.body.reference_id],
  )
  await releaseAuthentication(world.db, authentication?.id ?? '', world.clock.now())
  expect((await world.payByCalls(link, '5555555555554444')).body).toEqual({ state: 'DONE' })
  assert.equal((await world.status(transactionUuid)).transaction_status, 'SUCCESS')
})

describe('the checkout link', () => {
  test('a link to an unknown transaction is 404 whatever its signature; a wrong signature is 403 [S-49]', async () => {
    const { link } = await world.createOrder()
    const json = { accept: 'application/json' }
    expect(
      (await visit(`${world.url}/api/v1/payment/LKT-20260101-000000-AAAAAAAA-CD?sig=x`, json)).body,
    ).toEqual({ detail: 'Transaction not found' })
    for (const sig of ['', '?sig=', `?sig=${'a'.repeat(43)}`, `${new URL(link).search}x`, '?sig=a&sig=b']) {
      const response = await visit(link.split('?')[0] + sig, json)
      assert.deepEqual([response.status, response.body], [403, { detail: 'Invalid checkout signature' }])
    }
    const page = await visit(`${link}x`)
    assert.deepEqual([page.status, page.headers['content-type']], [403, 'text/html; charset=utf-8'])
  })

  test('an open checkout link shows the page for any Accept header', async () => {
    const { link } = await world.createOrder()
    for (const accept of ['text/html', 'application/json', '*/*']) {
      const response = await visit(link, { accept })
      assert.deepEqual([response.status, response.headers['content-type']], [200, 'text/html; charset=utf-8'])
    }
  })

  test('a cancelled payment: 303 to cancel_url, both webhooks, and 410 from then on', async () => {
    const { transactionUuid, link } = await world.createOrder({ cancel_url: 'https://shop.example/cart' })
    const { pathname, search } = new URL(link)
    const response = await send(world.url, 'POST', `${pathname}/cancel${search}`, Buffer.alloc(0), {
      accept: 'text/html',
    })
    assert.equal(response.status, 303)
    assert.equal(
      response.headers.location,
      `https://shop.example/cart?status=CANCELLED&transaction_uuid=${transactionUuid}&reference=INV-1`,
    )
    assert.equal((await world.status(transactionUuid)).transaction_status, 'CANCELLED')
    expect((await visit(link, { accept: 'application/json' })).body).toEqual({
      detail: 'Transaction cancelled',
    })
    const [cancellation, payment] = await events(transactionUuid)
    assert.deepEqual([cancellation?.event_type, cancellation?.signed], ['PAYMENT_CANCELLATION', false])
    expect(JSON.parse(cancellation?.body ?? '')).toEqual({
      event_type: 'PAYMENT_CANCELLATION',
      transaction_uuid: transactionUuid,
      reference: 'INV-1',
      amount: '25.50',
      currency: 'USD',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
    expect(JSON.parse(payment?.body ?? '')).toMatchObject({
      status: 'FAILED',
      decision: 'REJECT',
      message: 'Cancelled by customer',
    })
  })

  test('only our own page can act on a checkout link [S-47]', async () => {
    const { link } = await world.createOrder()
    const { pathname, search } = new URL(link)
    const acts = ['session', 'setup', 'pay', 'continue', 'restart', 'cancel']
    const foreign = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]
    for (const act of acts) {
      for (const headers of foreign) {
        const path = `${pathname}/${act}${search}`
        const { status, body } = await send(world.url, 'POST', path, Buffer.alloc(0), headers)
        assert.deepEqual([act, status, body], [act, 403, { detail: 'Cross-site request refused' }])
      }
    }
  })
})

test('a forged transient token is 400', async () => {
  const { link } = await world.createOrder()
  const response = await world.checkout(link, 'setup', { transient_token: 'eyJhbGciOiJub25lIn0.e30.' })
  assert.deepEqual([response.status, response.body], [400, { detail: 'Invalid transient token' }])
})
