// Which ways to pay an order and a payment link offer.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call, tokenOf } from '../../../test/support/callers/self-service.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  token = await tokenOf(world, world.merchant)
})
afterAll(() => world.close())
beforeEach(() => offer(['card']))

async function offer(payment_methods: string[]) {
  const { status, body } = await call(world, 'PUT', 'checkout', {
    token,
    body: { checkout_attempts: null, payment_methods },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}
const order = (more: object = {}) =>
  world.signed('POST', '/api/v1/payment/orders', orderBody(world.url, { ...more }))
const link = (more: object = {}) =>
  world.signed('POST', '/api/v1/payment-links', {
    ...{ amount: 5, currency: 'USD', merchant_reference: 'STALL-7' },
    ...more,
  })

async function stored(uuid: string) {
  const text =
    'select checkout_attempts as attempts, payment_methods as methods from card_transaction where transaction_uuid = $1'
  const [row] = await world.db.rows<{ attempts: number; methods: string[] | null }>({ name: '', text }, [
    uuid,
  ])
  return row
}
const ofOrder = async (more: object = {}) => {
  const { status, body } = await order(more)
  assert.equal(status, 200, JSON.stringify(body))
  return stored(body.data.transaction_uuid)
}

test('a merchant takes cards only until it offers mobile money', async () => {
  const { body } = await call(world, 'GET', 'checkout', { token })
  expect(body.data.payment_methods).toEqual(['card'])
  expect(await ofOrder()).toEqual({ attempts: 1, methods: null })
  expect((await offer(['mobile_money', 'card', 'card'])).payment_methods).toEqual(['card', 'mobile_money'])
})

test('an order that offers mobile money allows five attempts, one of cards alone as before', async () => {
  await offer(['card', 'mobile_money'])
  expect(await ofOrder()).toEqual({ attempts: 5, methods: null })
  expect(await ofOrder({ payment_methods: ['card'] })).toEqual({ attempts: 1, methods: ['card'] })
  expect(await ofOrder({ payment_methods: ['mobile_money'] })).toEqual({
    attempts: 5,
    methods: ['mobile_money'],
  })
})

test('settings without payment methods keep them', async () => {
  await offer(['mobile_money'])
  const { body } = await call(world, 'PUT', 'checkout', { token, body: { checkout_attempts: 2 } })
  expect(body.data).toMatchObject({ checkout_attempts: 2, payment_methods: ['mobile_money'] })
})

test.each([{ of: order }, { of: link }])(
  'a method that the merchant does not offer is refused %#',
  async ({ of }) => {
    const refused = await of({ payment_methods: ['card', 'mobile_money'] })
    expect([refused.status, refused.body]).toEqual([403, { detail: 'Payment method not enabled' }])
    expect((await of({ payment_methods: [] })).status).toBe(422)
    expect((await of({ payment_methods: ['cash'] })).status).toBe(422)
    await offer(['card', 'mobile_money'])
    expect((await of({ payment_methods: ['mobile_money'] })).status).toBe(200)
  },
)

test('a card cannot pay an order that excludes cards', async () => {
  await offer(['card', 'mobile_money'])
  const { link: checkout } = await world.createOrder({ payment_methods: ['mobile_money'] })
  const refused = await world.payByCalls(checkout)
  expect([refused.status, refused.body]).toEqual([403, { detail: 'Payment method not enabled' }])
})
