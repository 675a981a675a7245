// Payment links in parts and with open amounts: what is paid, what remains, and that nobody pays more than the total.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { twoAdmins } from '../../../test/support/callers/admins.ts'
import { checkoutOfLink, fillLinkForm, uuidOf } from '../../../test/support/callers/payment-links.ts'
import { send } from '../../../test/support/http/send.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { adminToken } from '../../../test/support/world/settings.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

const path = '/api/v1/payment-links'
let world: World
beforeAll(async () => {
  world = await openWorld({ settings: { ADMIN_TOKENS: `amina:${adminToken},${twoAdmins.ADMIN_TOKENS}` } })
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)

const schedule = [
  { due_on: '2027-01-15', amount: 100 },
  { due_on: '2027-02-15', amount: 100 },
  { due_on: '2027-03-15', amount: 100 },
]
const parts = { kind: 'parts', total: 300, minimum_part: 20, schedule, amount: undefined }
const create = (overrides: Record<string, unknown> = {}) =>
  world.signed('POST', path, {
    ...{
      currency: 'USD',
      merchant_reference: 'ELEVE-12',
      callback_url: `${world.url}/api/v1/test/test-callback`,
    },
    ...parts,
    ...overrides,
  })
const newLink = async (overrides: Record<string, unknown> = {}): Promise<string> => {
  const made = await create(overrides)
  assert.equal(made.status, 200, made.text)
  return made.body.data.code
}
const read = async (code: string) => (await world.signed('GET', `${path}/${code}`)).body.data
const order = (code: string, amount: number, overrides: Record<string, unknown> = {}) =>
  world.signed('POST', `${path}/${code}/orders`, orderBody(world.url, { amount, ...overrides }))
const ordered = async (code: string, amount: number): Promise<{ uuid: string; link: string }> => {
  const { status, text, body } = await order(code, amount)
  assert.equal(status, 200, text)
  return { uuid: body.data.transaction_uuid, link: body.data.links }
}
const pay = async (code: string, amount: number) => {
  const { uuid, link } = await ordered(code, amount)
  const response = await world.payByCalls(link)
  expect(response.body).toEqual({ state: 'DONE' })
  return { uuid, link }
}
const paymentId = async (uuid: string) =>
  (
    await rows<{ id: string }>(
      'select cs_payment_id as id from card_transaction where transaction_uuid = $1',
      [uuid],
    )
  )[0]!.id
const refund = async (uuid: string, amount?: number) => {
  const body = { reason: 'customer asked', ...(amount && { amount }) }
  const { status, text } = await world.admin(
    'POST',
    `/api/v1/admin/payment/refunds/${await paymentId(uuid)}`,
    body,
  )
  assert.equal(status, 200, text)
}
const stored = async (code: string) =>
  (
    await rows<object>(
      `select paid_minor::int as paid, running_minor::int as running, uses_reserved as reserved, uses_held as held
         from payment_link where code = $1`,
      [code],
    )
  )[0]
const page = (code: string) =>
  send(world.url, 'GET', `/pl/${code}/checkout?lang=en`, Buffer.alloc(0), { accept: 'text/html' })

describe('a payment link in parts', () => {
  test('a new link in parts shows total, paid, remaining and what is due next', async () => {
    const { body, status } = await create({ payer_label: 'Amina K., 5e B', group: '5e B' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      ...{ kind: 'parts', status: 'ACTIVE', amount: '300.00', max_uses: null, uses: 0 },
      ...{ paid: '0.00', remaining: '300.00', next_due: { due_on: '2027-01-15', amount: '100.00' } },
      ...{ minimum_part: '20.00', payer_label: 'Amina K., 5e B', group: '5e B' },
    })
    const life = Date.parse(body.data.expires_at) - Date.parse(body.data.created_at)
    expect(life).toBe(730 * 86_400_000)
    expect(await read(body.data.code)).toEqual(body.data)
  })

  test('parts lower what remains and what is due; the last one exhausts the link', async () => {
    const code = await newLink()
    await pay(code, 150)
    expect(await read(code)).toMatchObject({
      ...{ status: 'ACTIVE', paid: '150.00', remaining: '150.00', uses: 1 },
      next_due: { due_on: '2027-02-15', amount: '50.00' },
    })
    await pay(code, 140)
    // The rest may be below the lowest part.
    await pay(code, 10)
    expect(await read(code)).toMatchObject({
      ...{ status: 'EXHAUSTED', paid: '300.00', remaining: '0.00', uses: 3, next_due: null },
    })
    expect((await order(code, 20)).status).toBe(409)
    expect(await stored(code)).toEqual({ paid: 30_000, running: 0, reserved: 0, held: 0 })
  })

  test.each([
    [320, 409, 'Amount exceeds remaining'],
    [19.99, 422, 'greater_than_equal'],
    [299.5, 422, 'rest_too_small'],
    [0.5, 400, /minimum/i],
  ])('an order for %s of a link over 300.00 is refused with %s', async (amount, status, reason) => {
    const response = await order(await newLink(), amount)
    expect(response.status).toBe(status)
    const { detail } = response.body
    expect(Array.isArray(detail) ? detail[0].type : detail).toMatch(reason)
    if (Array.isArray(detail)) expect(detail[0].loc).toEqual(['body', 'amount'])
  })

  test('an order in another currency is refused, and one for a link with a fixed amount', async () => {
    const { status, body } = await order(await newLink(), 20_000, { currency: 'CDF' })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'currency']])
    const single = await newLink({ kind: undefined, amount: 25 })
    expect(await order(single, 25)).toMatchObject({
      ...{ status: 409, body: { detail: 'Payment link has a fixed amount' } },
    })
  })

  test('two orders that fit one after the other are not both paid; the second payer is not charged', async () => {
    const code = await newLink()
    const [a, b] = [await ordered(code, 200), await ordered(code, 200)]
    await world.payByCalls(a.link)
    const setup = await world.checkout(b.link, 'setup', {
      transient_token: await world.cardToken((await ordered(code, 50)).link, '4242424242424242'),
    })
    expect(setup).toMatchObject({ status: 409, body: { detail: 'Amount exceeds remaining' } })
    expect((await world.status(b.uuid)).transaction_status).toBe('PENDING')
    expect(await read(code)).toMatchObject({ paid: '200.00', status: 'ACTIVE' })
  })

  test('a declined card leaves nothing reserved, and a second card pays the part', async () => {
    const code = await newLink()
    const link = await checkoutOfLink(world, code, { part: 'other', amount: '120,50' })
    expect((await world.payByCalls(link, '4000000000000002')).body.state).toBe('CARD')
    expect(await stored(code)).toEqual({ paid: 0, running: 0, reserved: 0, held: 0 })
    expect((await world.payByCalls(link)).body).toEqual({ state: 'DONE' })
    expect(await read(code)).toMatchObject({ paid: '120.50', remaining: '179.50' })
  })

  test('a refund and a void make a paid link active again, with that amount to pay', async () => {
    const code = await newLink({ schedule: undefined })
    const [a, b] = [await pay(code, 200), await pay(code, 100)]
    await refund(a.uuid, 50)
    expect(await read(code)).toMatchObject({ status: 'ACTIVE', paid: '250.00', remaining: '50.00' })
    await pay(code, 50)
    expect(await read(code)).toMatchObject({ status: 'EXHAUSTED' })
    const { status, text } = await world.admin(
      'POST',
      `/api/v1/admin/payment/voids/${await paymentId(b.uuid)}`,
      { reason: 'wrong order' },
    )
    expect(status, text).toBe(200)
    expect(await read(code)).toMatchObject({ status: 'ACTIVE', paid: '200.00', remaining: '100.00' })
    const moves = await rows<{ event: string }>(
      'select event from payment_link_move m join payment_link l on l.id = m.payment_link_id where l.code = $1 order by m.id',
      [code],
    )
    expect(moves.map(({ event }) => event)).toEqual(['used_up', 'reopened', 'used_up', 'reopened'])
  })

  test('a refund does not reopen a link that was cancelled or has expired', async () => {
    const cancelled = await newLink()
    const { uuid } = await pay(cancelled, 100)
    await world.signed('POST', `${path}/${cancelled}/cancel`)
    await refund(uuid)
    expect(await read(cancelled)).toMatchObject({ status: 'CANCELLED', paid: '0.00' })
    const expired = await newLink()
    const whole = await pay(expired, 300)
    await rows(`update payment_link set expires_at = now() - interval '1 minute' where code = $1`, [expired])
    await refund(whole.uuid)
    expect(await read(expired)).toMatchObject({ status: 'EXPIRED', remaining: '300.00' })
  })

  test.each([
    [{ kind: 'often' }, 'kind', 'literal_error'],
    [{ amount: 5 }, 'amount', 'value_error'],
    [{ total: undefined }, 'total', 'missing'],
    [{ minimum_part: undefined }, 'minimum_part', 'missing'],
    [{ minimum_part: 301 }, 'minimum_part', 'value_error'],
    [{ group: 'a/b' }, 'group', 'value_error'],
    [{ expires_at: '2099-01-01T00:00:00Z' }, 'expires_at', 'value_error'],
    [{ kind: 'open', minimum: 10, maximum: 5 }, 'maximum', 'value_error'],
    [{ kind: 'open' }, 'minimum', 'missing'],
    [{ schedule: [schedule[1], schedule[0]] }, 'schedule', 'value_error'],
    [{ schedule: [{ due_on: '2027-02-30', amount: 10 }] }, 'schedule', 'date_parsing'],
    [{ schedule: [{ due_on: '2027-02-01', amount: 301 }] }, 'schedule', 'value_error'],
  ])('a link in parts with %j is refused: 422 that names %s', async (overrides, field, type) => {
    const { status, body } = await create(overrides)
    expect([status, body.detail[0].loc[1], body.detail[0].type]).toEqual([422, field, type])
  })
})

describe('the page of a payment link in parts', () => {
  test('the page shows what remains, what is due and what was paid when, and no names', async () => {
    const code = await newLink({ description: 'Minerval' })
    await pay(code, 150)
    const { status, text } = await page(code)
    expect(status).toBe(200)
    for (const part of [
      'Left to pay',
      '150.00',
      '300.00',
      'Due by 15 February 2027',
      '50.00',
      'Payments made',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('Mukendi')
  })

  test('the page marks a payment whose day has passed as overdue', async () => {
    const code = await newLink({ schedule: [{ due_on: '2026-11-15', amount: 100 }] })
    const { text } = await page(code)
    expect(text).toContain('Payment overdue')
    expect(text).toContain('Overdue since 15 November 2026')
  })

  test('the page of a fully paid link says that all is paid', async () => {
    const code = await newLink()
    await pay(code, 300)
    const { status, text } = await page(code)
    expect(status).toBe(410)
    expect(text).toContain('Everything is paid')
  })

  test('a link whose refund leaves less than any payment counts as paid, until more is refunded', async () => {
    const code = await newLink({ group: 'Rest', schedule: [{ due_on: '2026-11-15', amount: 300 }] })
    const { uuid } = await pay(code, 300)
    const path = `/api/v1/admin/payment/refunds/${await paymentId(uuid)}`
    const refund = async (amount: number) => {
      const { status, text } = await world.admin('POST', path, { amount, reason: 'goodwill' })
      assert.equal(status, 200, text)
    }
    await refund(0.5)
    expect(await read(code)).toMatchObject({ status: 'EXHAUSTED', remaining: '0.50', next_due: null })
    expect((await page(code)).text).toContain('Everything is paid')
    await refund(0.5)
    expect(await read(code)).toMatchObject({
      status: 'ACTIVE',
      remaining: '1.00',
      next_due: { amount: '1.00' },
    })
    await pay(code, 1)
    expect(await read(code)).toMatchObject({ status: 'EXHAUSTED', remaining: '0.00' })
  })

  test('a payment under way that leaves too little for another is named in place of the form', async () => {
    const code = await newLink()
    const text = 'update payment_link set running_minor = amount_minor - 50 where code = $1'
    await world.db.rows({ name: 'test_run_almost_all', text }, [code])
    const shown = (await page(code)).text
    expect(shown).toContain('If it fails, its amount can be paid here')
    expect(shown).not.toContain('id="amount"')
  })

  test.each([
    [{ part: '100.00' }, '100.00'],
    [{ part: 'other', amount: '1\u00a000,50' }, '100.50'],
    [{ part: '300.00', amount: '7' }, '300.00'],
  ])('the form with %j makes an order of %s', async (fields, amount) => {
    const link = await checkoutOfLink(world, await newLink(), fields)
    expect((await world.status(uuidOf(link))).amount).toBe(amount)
  })

  test.each([
    [{ part: 'other' }, 'Enter an amount.'],
    [{ part: 'other', amount: 'cent' }, 'Enter the amount in digits'],
    [{ part: 'other', amount: '5' }, 'Pay at least'],
    [{ part: 'other', amount: '299.50' }, 'Too little would be left'],
    [{ part: '301.00' }, 'You can pay'],
  ])('the form with %j is shown again: %s', async (fields, message) => {
    const response = await fillLinkForm(
      world,
      ...([await newLink(), fields, { accept: 'text/html' }, '?lang=en'] as const),
    )
    expect(response.status).toBe(422)
    expect(response.text).toContain(message)
    expect(response.text).toContain('Goma')
  })

  test('the form of an open amount takes what is within its bounds, and the link stays open', async () => {
    const code = await newLink({ kind: 'open', minimum: 5, maximum: 50 })
    expect(await read(code)).toMatchObject({ amount: null, remaining: null, next_due: null, minimum: '5.00' })
    const response = await fillLinkForm(world, code, { amount: '51' })
    expect(response.status).toBe(422)
    const link = await checkoutOfLink(world, code, { amount: '12,5' })
    await world.payByCalls(link)
    await pay(code, 5)
    expect(await read(code)).toMatchObject({ status: 'ACTIVE', paid: '17.50', uses: 2 })
    expect((await page(code)).text).toContain('Amount of your choice')
  })
})
