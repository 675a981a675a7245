// Payment links from form to webhook: their uses, races and ends, with the calls that a browser makes.
import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { charge } from '../../server/cards/charges/charge.ts'
import { pricedTransactionByUuid } from '../../server/cards/transaction/queries.ts'
import {
  checkoutOfLink,
  createLink,
  fillLinkForm,
  html,
  type LinkForm,
  uuidOf,
} from '../support/callers/payment-links.ts'
import { eventually } from '../support/http/eventually.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { send } from '../support/http/send.ts'
import { unreachableGateway } from '../support/world/unreachable-gateway.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  // A decline ends a payment here; server/cards/charges/checkout-attempts.test.ts tests payments with several attempts.
  await rows('update merchant set checkout_attempts = 1, version = version + 1')
})
afterAll(() => world.close())
afterEach(() => world.fault({ mode: 'off' }))

const path = '/api/v1/payment-links'

const newLink = (overrides?: Record<string, unknown>) => createLink(world, overrides)
const read = async (code: string) => (await world.signed('GET', `${path}/${code}`)).body.data
const fill = (...form: LinkForm) => fillLinkForm(world, ...form)
const checkoutOf = (...form: LinkForm) => checkoutOfLink(world, ...form)
const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)
const counters = async (code: string) =>
  (
    await rows<any>(
      'select status, uses_reserved as reserved, uses_confirmed as confirmed from payment_link where code = $1',
      [code],
    )
  )[0]
const finished = (uuid: string) =>
  eventually(`${uuid} finished`, async () => {
    const record = await world.status(uuid)
    return record.transaction_status !== 'PENDING' && record
  })
type Payment = { code: string; captured_amount: string }
/** The charges that the gateway received for these transactions. */
const reached = async (uuids: string[]): Promise<Payment[]> =>
  (await world.books()).payments.filter(({ code }: Payment) => uuids.includes(code))
const charged = async (uuids: string[]) =>
  (await reached(uuids)).filter((payment) => payment.captured_amount !== '0.00')

/** What a browser sends when somebody opens an address. */
const visit = (code: string, cookie?: string) =>
  send(world.url, 'GET', `/pl/${code}`, Buffer.alloc(0), {
    ...html,
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    ...(cookie && { cookie }),
  })

describe('a payment link that is paid', () => {
  test('a payer who opens the link again sees the receipt, and nobody else does', async () => {
    const code = await newLink()
    const submitted = await fill(code)
    const cookies = [submitted.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0])
    const own = cookies.join('; ')
    const checkout = String(submitted.headers.location)
    // While the link is open, it asks for the next payment.
    assert.equal((await visit(code, own)).status, 200)
    await world.payByCalls(checkout)
    const again = await visit(code, own)
    assert.equal(again.status, 303, again.text)
    assert.equal(again.headers.location, checkout.replace('?', '/result?'))
    const forged = own.replace(/(likuta-payment=[^.]+)\.[\w-]+/, `$1.${'A'.repeat(43)}`)
    assert.notEqual(forged, own)
    for (const cookie of [undefined, forged]) {
      const other = await visit(code, cookie)
      assert.equal(other.status, 410)
      assert.match(other.text, /Ce lien a déjà servi|This link has been used/)
    }
    // A payment by another link is not this one's.
    const second = await newLink({ merchant_reference: 'INV-2' })
    await world.payByCalls(await checkoutOf(second))
    assert.equal((await visit(second, own)).status, 410)
  })

  test("a link's form leads to a signed checkout for a new transaction; its payment exhausts it [C4.10]", async () => {
    const code = await newLink({ return_url: 'https://shop.example/done' })
    const link = await checkoutOf(code)
    const uuid = uuidOf(link)
    const [row] = await rows<any>(
      'select origin, status, bill_to_email, bill_to_phone, merchant_reference from card_transaction where transaction_uuid = $1',
      [uuid],
    )
    expect(row).toEqual({
      origin: 'link',
      status: 'PENDING',
      bill_to_email: 'grace@example.com',
      bill_to_phone: '+243991234567',
      merchant_reference: 'INV-1',
    })
    assert.deepEqual(await counters(code), { status: 'ACTIVE', reserved: 0, confirmed: 0 })
    expect((await world.payByCalls(link)).body).toEqual({ state: 'DONE' })
    assert.equal((await world.status(uuid)).transaction_status, 'SUCCESS')
    assert.deepEqual(await counters(code), { status: 'EXHAUSTED', reserved: 0, confirmed: 1 })
    expect(await read(code)).toMatchObject({ status: 'EXHAUSTED', uses: 1 })
    const back = await send(
      world.url,
      'GET',
      new URL(link).pathname + new URL(link).search,
      Buffer.alloc(0),
      html,
    )
    assert.equal(new URL(back.headers.location as string).searchParams.get('status'), 'SUCCESS')
    const [event] = await rows<any>(
      `select e.body from webhook_event e join card_transaction t on e.subject = 'card:' || t.id where transaction_uuid = $1`,
      [uuid],
    )
    expect(JSON.parse(event.body)).toMatchObject({
      status: 'SUCCESS',
      reference: 'INV-1',
      amount: '25.50',
      customer_name: 'Grâce Mukendi',
    })
  })

  test('a link with three uses sells exactly three times [C3]', async () => {
    const code = await newLink({ max_uses: 3 })
    for (const uses of [1, 2, 3]) {
      await world.payByCalls(await checkoutOf(code))
      expect(await read(code)).toMatchObject({ uses, status: uses === 3 ? 'EXHAUSTED' : 'ACTIVE' })
    }
    const late = await fill(code, {}, {})
    assert.deepEqual([late.status, late.body], [410, { detail: 'Payment link exhausted' }])
  })

  test('a form sent twice is one transaction; a corrected form is another [C4.10]', async () => {
    const code = await newLink({ max_uses: 5 })
    const visit = { visit: 'the-same-page' }
    const [a, b, ...more] = await Promise.all([1, 2, 3, 4].map(() => checkoutOf(code, visit)))
    for (const link of [b, ...more]) assert.equal(link, a)
    assert.notEqual(await checkoutOf(code, { ...visit, bill_to_address_city: 'Bukavu' }), a)
    await world.payByCalls(a as string)
    assert.notEqual(await checkoutOf(code, visit), a)
  })
})

describe('twenty customers race for the last use', () => {
  test.each([1, 2, 3, 4, 5])(
    'race %i for the last use: one charge, one SUCCESS; the others get 409 uncharged [C4.10]',
    async () => {
      const code = await newLink()
      const links = await Promise.all(Array.from({ length: 20 }, () => checkoutOf(code)))
      const tokens = await Promise.all(links.map((link) => world.cardToken(link, '4242424242424242')))
      const setups = await Promise.all(
        links.map((link, i) => world.checkout(link, 'setup', { transient_token: tokens[i] })),
      )
      const responses = await Promise.all(
        links.map((link, i) =>
          world.checkout(link, 'pay', { reference_id: setups[i]?.body.reference_id, browser: {} }),
        ),
      )
      assert.equal(responses.filter(({ status }) => status === 200).length, 1)
      for (const { status, body } of responses.filter(({ status }) => status !== 200))
        assert.deepEqual([status, body], [409, { detail: 'Payment link exhausted' }])
      assert.equal((await reached(links.map(uuidOf))).length, 1)
      assert.equal((await charged(links.map(uuidOf))).length, 1)
      const ends = await rows<any>(
        `select t.status, count(*)::int as n from card_transaction t join payment_link l on l.id = t.payment_link_id where code = $1 group by 1 order by 1`,
        [code],
      )
      assert.deepEqual(ends, [
        { status: 'PENDING', n: 19 },
        { status: 'SUCCESS', n: 1 },
      ])
      assert.deepEqual(await counters(code), { status: 'EXHAUSTED', reserved: 0, confirmed: 1 })
      const loser = links[responses.findIndex(({ status }) => status === 409)] as string
      const page = await look(loser, html)
      assert.equal(page.status, 409)
      assert.match(page.text, /Ce lien vient d’être utilisé/)
      assert.deepEqual((await look(loser, {})).body, { detail: 'Payment link exhausted' })
    },
  )
})

const look = (link: string, headers: Record<string, string>): Promise<ApiResponse> => {
  const { pathname, search } = new URL(link)
  return send(world.url, 'GET', pathname + search, Buffer.alloc(0), headers)
}

test('a link is paid without a phone number, which the gateway does not need', async () => {
  const link = await checkoutOf(await newLink(), { bill_to_phone: '' })
  expect((await world.payByCalls(link)).body).toEqual({ state: 'DONE' })
  const [row] = await rows('select bill_to_phone from card_transaction where transaction_uuid = $1', [
    uuidOf(link),
  ])
  assert.deepEqual(row, { bill_to_phone: '' })
})

describe('a reserved use', () => {
  test.each([
    ['a decline', '4000000000000002'],
    ['a review', '4000000000009235'],
    ['a failed authentication', '4000000000003063'],
  ])('a reserved use is released after %s [C3]', async (_what, number) => {
    const code = await newLink()
    const refused = await checkoutOf(code)
    await world.payByCalls(refused, number)
    assert.equal((await finished(uuidOf(refused))).transaction_status, 'FAILED')
    assert.deepEqual(await counters(code), { status: 'ACTIVE', reserved: 0, confirmed: 0 })
    const link = await checkoutOf(code)
    await world.payByCalls(link)
    assert.equal((await finished(uuidOf(link))).transaction_status, 'SUCCESS')
    assert.deepEqual(await counters(code), { status: 'EXHAUSTED', reserved: 0, confirmed: 1 })
  })

  test('a reserved use is released when the gateway could not be reached [C3]', async () => {
    const code = await newLink()
    const link = await checkoutOf(code)
    const setup = await world.checkout(link, 'setup', {
      transient_token: await world.cardToken(link, '4242424242424242'),
    })
    await world.fault({ mode: 'down' })
    assert.equal(
      (await world.checkout(link, 'pay', { reference_id: setup.body.reference_id, browser: {} })).status,
      502,
    )
    await world.fault({ mode: 'off' })
    assert.deepEqual(await counters(code), { status: 'ACTIVE', reserved: 0, confirmed: 0 })
    await world.payByCalls(link)
    assert.equal((await counters(code)).status, 'EXHAUSTED')
  })

  test('a reserved use is released when the charge never left this machine [C3]', async () => {
    const code = await newLink()
    const link = await checkoutOf(code)
    const transaction = await pricedTransactionByUuid(world.db, uuidOf(link))
    const needs = { ...world.system.cards, gatewayFor: unreachableGateway(world) }
    assert.equal(
      (await charge(needs, transaction, { token: { jwt: 'x.y.z', id: 'token-1' } })).state,
      'not_sent',
    )
    assert.deepEqual(await counters(code), { status: 'ACTIVE', reserved: 0, confirmed: 0 })
    expect((await world.payByCalls(link)).body).toEqual({ state: 'DONE' })
    assert.deepEqual(await counters(code), { status: 'EXHAUSTED', reserved: 0, confirmed: 1 })
  })

  test('a use stays reserved while the charge outcome is unknown, and counts once it is found [C3]', async () => {
    const code = await newLink()
    const link = await checkoutOf(code)
    const other = await checkoutOf(code)
    expect((await world.payByCalls(link, '4000000000000259')).body).toMatchObject({ state: 'CONFIRMING' })
    assert.deepEqual(await counters(code), { status: 'ACTIVE', reserved: 1, confirmed: 0 })
    expect((await world.checkout(other, 'session')).body).toEqual({ detail: 'Payment link exhausted' })
    assert.equal((await finished(uuidOf(link))).transaction_status, 'SUCCESS')
    assert.deepEqual(await counters(code), { status: 'EXHAUSTED', reserved: 0, confirmed: 1 })
  })

  test('a reserved use is released when an unknown charge is abandoned [C3]', async () => {
    const code = await newLink()
    const link = await checkoutOf(code)
    await world.payByCalls(link, '4000000000000119')
    assert.equal((await counters(code)).reserved, 1)
    assert.equal((await finished(uuidOf(link))).transaction_status, 'FAILED')
    assert.deepEqual(await counters(code), { status: 'ACTIVE', reserved: 0, confirmed: 0 })
  })
})

describe('a link that ends during a payment', () => {
  test('a link cancelled during a payment: 409 before any money moves [C4.10]', async () => {
    const code = await newLink()
    const link = await checkoutOf(code)
    const setup = await world.checkout(link, 'setup', {
      transient_token: await world.cardToken(link, '4242424242424242'),
    })
    await world.signed('POST', `${path}/${code}/cancel`)
    const response = await world.checkout(link, 'pay', { reference_id: setup.body.reference_id, browser: {} })
    assert.deepEqual([response.status, response.body], [409, { detail: 'Payment link cancelled' }])
    assert.deepEqual(await reached([uuidOf(link)]), [])
    assert.match((await look(link, html)).text, /Ce lien n’est plus valable/)
  })

  test('a link cancelled during a charge: the charge counts, the link stays CANCELLED [C3]', async () => {
    const code = await newLink({ max_uses: 2 })
    const link = await checkoutOf(code)
    await world.payByCalls(link, '4000000000000259')
    await world.signed('POST', `${path}/${code}/cancel`)
    assert.equal((await finished(uuidOf(link))).transaction_status, 'SUCCESS')
    assert.deepEqual(await counters(code), { status: 'CANCELLED', reserved: 0, confirmed: 1 })
  })

  test('the transactions of a link never outlive it [C3]', async () => {
    const suffix = new Date(Date.now() + 60_000).toISOString()
    const link = await checkoutOf(await newLink({ expires_at: suffix }))
    const [row] = await rows<any>('select expires_at from card_transaction where transaction_uuid = $1', [
      uuidOf(link),
    ])
    assert.equal(row.expires_at.toString({ smallestUnit: 'millisecond' }), suffix)
  })

  test('sending the form of an expired link records the expiry and returns 410 [C3]', async () => {
    const code = await newLink()
    await rows("update payment_link set expires_at = now() - interval '1 second' where code = $1", [code])
    const response = await fill(code, {}, {})
    assert.deepEqual([response.status, response.body], [410, { detail: 'Payment link expired' }])
    assert.equal((await counters(code)).status, 'EXPIRED')
  })
})

describe('the merchant behind a link', () => {
  const change = (code: string, what: string) =>
    rows(
      `update merchant set ${what}, version = version + 1 where id = (select merchant_id from payment_link where code = $1)`,
      [code],
    )
  const look = (code: string) => send(world.url, 'GET', `/pl/${code}`, Buffer.alloc(0), {})

  test('a link of a suspended merchant takes no payments: 403 [C5]', async () => {
    const code = await newLink()
    await change(code, "status = 'suspended'")
    assert.deepEqual(
      [(await look(code)).status, (await fill(code, {}, {})).body],
      [403, { detail: 'Merchant suspended' }],
    )
    await change(code, "status = 'active'")
    assert.equal((await fill(code)).status, 303)
  })

  test('a merchant that goes live leaves its sandbox links behind: 404 [C5]', async () => {
    const code = await newLink()
    await change(code, "environment = 'production'")
    assert.deepEqual([(await look(code)).status, (await fill(code, {}, {})).status], [404, 404])
    await change(code, "environment = 'sandbox'")
  })
})
