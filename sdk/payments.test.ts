// Tests the client's card payments against the real server, its database and its webhook dispatcher.
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, openReceiver, type Receiver } from '../test/support/callers/merchant-client.ts'
import { addAvailable, payoutSettings, usableDestination } from '../test/support/callers/payouts.ts'
import { eventually } from '../test/support/http/eventually.ts'
import { orderBody } from '../test/support/world/bodies.ts'
import { openWorld, type World } from '../test/support/world/world.ts'
import {
  AuthenticationError,
  type BillTo,
  ConflictError,
  Likuta,
  NotFoundError,
  type OrderRequest,
  PermissionError,
  RateLimitError,
  ValidationError,
  verifyWebhook,
  type WebhookEvent,
} from './likuta.ts'

const merchant = 'https://shop.example'
let world: World
let receiver: Receiver
let likuta: Likuta
beforeAll(async () => {
  receiver = await openReceiver()
  world = await openWorld({ settings: { ...payoutSettings, PAYOUT_APPROVAL_FROM: 'USD=100' } })
  Object.assign(world.merchant, await world.register({ microformOrigins: [merchant] }))
  likuta = clientOf(world.url, world.merchant)
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
})

const order = (changed: Partial<OrderRequest> = {}) =>
  ({ ...orderBody(world.url), callback_url: receiver.url, ...changed }) as OrderRequest

/** The verified webhooks of this transaction. */
async function events(uuid: string): Promise<WebhookEvent[]> {
  const ours = receiver.received.filter(({ body }) => body.includes(uuid))
  const secret = world.merchant.callback_secret
  return Promise.all(
    ours.map(({ body, headers }) =>
      verifyWebhook({ body, headers, secret, allowUnsignedCancellation: true }),
    ),
  )
}

const webhook = <Type extends WebhookEvent['type']>(uuid: string, type: Type) =>
  eventually(`a ${type} webhook`, async () =>
    (await events(uuid)).find((event): event is WebhookEvent & { type: Type } => event.type === type),
  )

describe('orders made by the client', () => {
  test('an order is paid by its link, and its webhooks of payment and refund are authentic', async () => {
    const made = await likuta.payments.orders.create(order({ merchant_reference: 'INV-é' }))
    assert.equal(made.amount, '25.50')
    assert.equal((await likuta.payments.status(made.transaction_uuid)).transaction_status, 'PENDING')

    await world.payByCalls(made.links)
    const paid = await webhook(made.transaction_uuid, 'PAYMENT')
    const { status, reference, decision, cs_payment_id } = paid.data
    expect({ status, reference, decision }).toEqual({
      status: 'SUCCESS',
      reference: 'INV-é',
      decision: 'ACCEPT',
    })
    expect([paid.signed, paid.attempt, paid.id.length > 0]).toEqual([true, 1, true])
    assert.equal((await likuta.payments.status(made.transaction_uuid)).transaction_status, 'SUCCESS')

    await world.admin('POST', `/api/v1/admin/payment/refunds/${cs_payment_id}`, {
      amount: 5,
      reason: 'returned',
    })
    const refunded = await webhook(made.transaction_uuid, 'REFUND')
    expect([refunded.data.amount, refunded.data.remaining]).toEqual(['5.0000', '20.5000'])
    assert.equal(
      (await likuta.payments.status(made.transaction_uuid)).transaction_status,
      'PARTIALLY_REFUNDED',
    )
  })

  test('an order that the customer leaves sends an unsigned and a signed webhook', async () => {
    const made = await likuta.payments.orders.create(order())
    await world.checkout(made.links, 'cancel')
    assert.equal((await webhook(made.transaction_uuid, 'PAYMENT_CANCELLATION')).signed, false)
    assert.equal((await webhook(made.transaction_uuid, 'PAYMENT')).data.status, 'FAILED')
  })

  test('two orders with one key are one order; without the key they are two', async () => {
    const idempotencyKey = `key-${order().merchant_reference}`
    const [first, second, third] = [
      await likuta.payments.orders.create(order(), { idempotencyKey }),
      await likuta.payments.orders.create(order(), { idempotencyKey }),
      await likuta.payments.orders.create(order()),
    ]
    assert.deepEqual(first, second)
    assert.notEqual(first.transaction_uuid, third.transaction_uuid)
  })
})

describe('errors of the card service', () => {
  test('a validation error of the card service lists every field', async () => {
    const { amount: _, ...rest } = order({ bill_to_email: 'nobody' })
    const error = await likuta.payments.orders.create(rest as OrderRequest).catch((thrown) => thrown)
    assert(error instanceof ValidationError)
    expect(error).toMatchObject({ name: 'ValidationError', status: 422, retryable: false, attempts: 1 })
    expect(error.faults.map(({ field, type }) => [field, type])).toEqual([
      ['amount', 'missing'],
      ['bill_to_email', 'string_pattern_mismatch'],
    ])
    expect(error.requestId).toMatch(/^[\w-]{10,}$/)
  })

  test('a business rule error has the message of the service', async () => {
    const refused = likuta.payments.orders.create(order({ amount: 0.5 }))
    await expect(refused).rejects.toMatchObject({ status: 400, detail: 'Minimum amount for USD is 1.00' })
  })

  test.each([
    ['a wrong secret', { apiSecret: 'sk_test_wrong' }, 'Invalid request signature'],
    ['an unknown key', { apiKey: 'pk_test_nobody' }, 'Merchant not found'],
  ])('%s is an authentication error', async (_what, options, detail) => {
    const error = await clientOf(world.url, world.merchant, options)
      .payments.status('x')
      .catch((thrown) => thrown)
    assert(error instanceof AuthenticationError)
    assert.equal(error.detail, detail)
  })

  test('a missing payment is a NotFoundError, an unlisted origin a PermissionError', async () => {
    await expect(likuta.payments.status('LKT-none')).rejects.toBeInstanceOf(NotFoundError)
    await expect(likuta.payments.links.read('NONE')).rejects.toBeInstanceOf(NotFoundError)
    const session = { target_origin: 'https://other.example', merchant_reference: 'x' }
    await expect(likuta.payments.checkout.createSession(session)).rejects.toBeInstanceOf(PermissionError)
  })

  test('neither errors nor the client reveal a secret when printed or serialized', async () => {
    const error = await clientOf(world.url, world.merchant, { apiSecret: 'sk_test_hidden' })
      .payments.orders.create(order())
      .catch((thrown) => thrown)
    const shown = [likuta, error].flatMap((thing) => [
      inspect(thing, { depth: 20, showHidden: true }),
      JSON.stringify(thing),
      String(thing),
    ])
    for (const secret of [world.merchant.api_secret, world.merchant.merchant_secret, 'sk_test_hidden'])
      assert(!shown.join('').includes(secret))
  })
})

describe('payment links made by the client', () => {
  test('a payment link is created, read, listed and cancelled once', async () => {
    const { links } = likuta.payments
    const wanted = {
      amount: 12,
      currency: 'USD',
      merchant_reference: 'LINK',
      callback_url: receiver.url,
    } as const
    const made = [await links.create(wanted), await links.create(wanted), await links.create(wanted)]
    const codes = made.map(({ code }) => code)
    assert.deepEqual(await links.read(codes[0]!), made[0])
    const listed: string[] = []
    for await (const { code } of links.list({ limit: 2 })) listed.push(code)
    assert.deepEqual(listed, codes.toReversed())
    assert.equal((await links.cancel(codes[0]!)).status, 'CANCELLED')
    await expect(links.cancel(codes[0]!)).rejects.toBeInstanceOf(ConflictError)
  })

  test('many links are created at once, listed by group, and their payments downloaded', async () => {
    const { links } = likuta.payments
    const rows = ['Amina', 'Béa'].map((payer_label, at) => ({
      ...{ kind: 'parts' as const, total: 30, minimum_part: 5, currency: 'USD' as const },
      ...{ merchant_reference: `P-${at}`, payer_label, group: '6e A, été' },
    }))
    const made = await links.createMany(rows)
    expect(made.map(({ row, payer_label }) => [row, payer_label])).toEqual([
      [1, 'Amina'],
      [2, 'Béa'],
    ])
    expect(await links.createMany(rows)).toEqual(made)
    const listed: string[] = []
    for await (const { code } of links.list({ group: '6e A, été', limit: 1 })) listed.push(code)
    expect(listed.toSorted()).toEqual(made.map(({ code }) => code).toSorted())
    const file = new TextDecoder().decode(await links.groupFile('6e A, été'))
    for (const name of ['Amina', 'Béa']) expect(file).toContain(name)
  })

  test('a link code that cannot be part of a path is refused before sending', async () => {
    for (const code of ['', '.', '..'])
      await expect(likuta.payments.links.read(code)).rejects.toThrow(TypeError)
  })
})

test('the client reads the balance and its transactions', async () => {
  const { balance, orders } = likuta.payments
  const made = await orders.create(order({ amount: 10 }))
  await world.payByCalls(made.links)
  const [francs, dollars] = await balance.read()
  expect(francs).toEqual({ currency: 'CDF', pending: '0.00', available: '0.00', reserved: '0.00' })
  expect(Number(dollars!.pending)).toBeGreaterThan(9)
  const [newest] = (await balance.transactions({ type: 'charge', currency: 'USD', limit: 5 }).page(1)).items
  expect(newest).toMatchObject({ source: made.transaction_uuid, amount: '10.00', fee: '0.35', net: '9.65' })
  let sum = 0
  for await (const { net } of balance.transactions({ currency: 'USD' })) sum += Math.round(Number(net) * 100)
  expect(sum).toBe(Math.round(Number(dollars!.pending) * 100))
})

test('the client requests, reads, lists and cancels payouts', async () => {
  const { payouts } = likuta.payments
  await addAvailable(world, world.merchant, 20_000n)
  const destination_id = await usableDestination(world, world.merchant)
  const wanted = { amount: 150, currency: 'USD', destination_id, reference: 'SDK-1' } as const
  const made = await payouts.create(wanted)
  expect(await payouts.create(wanted)).toEqual(made)
  expect((await payouts.read(made.payout_id)).history[0]).toMatchObject({ state: 'REQUESTED' })
  expect((await payouts.list({ currency: 'USD' }).page(1)).items.map(({ payout_id }) => payout_id)).toEqual([
    made.payout_id,
  ])
  expect((await payouts.cancel(made.payout_id)).state).toBe('CANCELLED')
  await expect(payouts.create({ ...wanted, amount: 1 })).rejects.toBeInstanceOf(ConflictError)
})

test('the client reads statements and fee invoices, and downloads them as files', async () => {
  const { statements, invoices } = likuta.payments
  const period = new Date().toISOString().slice(0, 10)
  const statement = await statements.read({ period, currency: 'USD' })
  expect(statement).toMatchObject({ period, currency: 'USD', final: false, opening: '0.00' })
  const csv = await statements.download({ period, currency: 'USD', format: 'csv' })
  expect(new TextDecoder().decode(csv)).toContain('"CLOSING"')
  const pdf = await statements.download({ period, currency: 'USD', format: 'pdf', lang: 'fr' })
  expect(new TextDecoder('latin1').decode(pdf.slice(0, 5))).toBe('%PDF-')
  expect((await invoices.list({ currency: 'USD' }).page(1)).items).toEqual([])
  await expect(invoices.read('FAC-2026-000001')).rejects.toBeInstanceOf(NotFoundError)
  await expect(invoices.download('FAC-2026-000001', { lang: 'fr' })).rejects.toBeInstanceOf(NotFoundError)
})

describe('custom checkout by the client', () => {
  const billTo: BillTo = {
    first_name: 'Grâce',
    last_name: 'Mukendi',
    email: 'grace@example.com',
    phone_number: '0991234567',
    address_line1: '12 avenue du Lac',
    address_city: 'Goma',
    address_country: 'CD',
  }

  async function tokenFor(jwt: string, number: string): Promise<string> {
    const card = { jwt, number, securityCode: '123', expirationMonth: '12', expirationYear: '2030' }
    const response = await fetch(`${world.sandboxUrl}/sandbox/microform/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(card),
    })
    return ((await response.json()) as { transient_token: string }).transient_token
  }

  test.each([
    ['4242424242424242', 'SUCCESS'],
    ['4000000000000002', 'FAILED'],
  ])('the card %s is charged once, and every repeat returns %s', async (number, status) => {
    const { checkout } = likuta.payments
    const { jwt, transaction_uuid } = await checkout.createSession({
      target_origin: merchant,
      merchant_reference: 'C-1',
    })
    const transient_token = await tokenFor(jwt, number)
    const { reference_id } = await checkout.setUp({ transaction_uuid, transient_token })
    const payment = {
      transaction_uuid,
      transient_token,
      amount: 30,
      currency: 'USD',
      bill_to: billTo,
    } as const
    const enrolled = await checkout.enrol({ ...payment, reference_id, browser: { java_enabled: false } })
    assert.equal(enrolled.status, 'AUTHENTICATED')
    const charge = {
      ...payment,
      merchant_reference: 'C-1',
      callback_url: receiver.url,
      authentication_transaction_id: enrolled.authentication_transaction_id as string,
    }
    const outcome = await checkout.charge(charge)
    assert.equal(outcome.status, status)
    assert.deepEqual(await checkout.charge(charge), outcome)
    assert.equal((await webhook(transaction_uuid, 'PAYMENT')).data.status, status)
  })
})

describe('rate limiting', () => {
  test('too many requests are an error with the time to wait, and are not retried', async () => {
    const narrow = await openWorld({ settings: { RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1' } })
    try {
      const client = clientOf(narrow.url, narrow.merchant)
      await expect(client.payments.status('x')).rejects.toBeInstanceOf(NotFoundError)
      const error = await client.payments.status('x').catch((thrown) => thrown)
      assert(error instanceof RateLimitError)
      expect(error).toMatchObject({ retryAfterSeconds: 1, retryable: true, attempts: 1 })
    } finally {
      await narrow.close()
    }
  })
})

describe('client options', () => {
  test.each([
    [{ baseUrl: 'pay.example' }, 'baseUrl'],
    [{ baseUrl: 'https://pay.example?x=1' }, 'baseUrl'],
    [{ apiKey: 'pk' }, 'apiSecret'],
    [{ merchantSecret: 'msk' }, 'merchantCode'],
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ retries: -1 }, 'retries'],
  ])('the client options %j are refused, naming the option', (options, name) => {
    assert.throws(() => new Likuta({ baseUrl: world.url, ...options }), {
      name: 'TypeError',
      message: new RegExp(name),
    })
  })

  test('a client without keys refuses calls that need them', async () => {
    const unused = new Likuta({ baseUrl: `${world.url}/` })
    await expect(unused.payments.status('x')).rejects.toThrow('apiKey')
    await expect(unused.remittance.balance()).rejects.toThrow('merchantCode')
    assert.equal((await unused.remittance.health()).status, 'healthy')
  })
})
