// The receipt over all parts of a payment link: when there is one, what it states, and who reads it.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send } from '../../../../test/support/http/send.ts'
import { orderBody } from '../../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { inputOf } from '../../../../web/verify/token.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({})
})
afterAll(() => world.close())

const path = '/api/v1/payment-links'
async function newLink(overrides: Record<string, unknown> = {}): Promise<string> {
  const link = {
    kind: 'parts',
    total: 300,
    minimum_part: 20,
    currency: 'USD',
    merchant_reference: 'ELEVE-12',
  }
  return (await world.signed('POST', path, { ...link, ...overrides })).body.data.code
}
async function pay(code: string, amount: number): Promise<string> {
  const { body } = await world.signed('POST', `${path}/${code}/orders`, orderBody(world.url, { amount }))
  expect((await world.payByCalls(body.data.links)).body).toEqual({ state: 'DONE' })
  return body.data.transaction_uuid
}
const receiptOf = (code: string) => world.signed('GET', `${path}/${code}/receipt`)
const stateOf = async (receipt: string) =>
  (await send(world.url, 'GET', `/api/v1/receipts/${receipt}`, Buffer.alloc(0), {})).body.data
const page = (code: string, of = 'receipt') =>
  send(world.url, 'GET', `/pl/${code}/${of}?lang=en`, Buffer.alloc(0), { accept: 'text/html' })
async function refund(uuid: string, amount: number): Promise<void> {
  const [row] = await world.db.rows<{ id: string }>(
    {
      name: 'payment id',
      text: 'select cs_payment_id as id from card_transaction where transaction_uuid = $1',
    },
    [uuid],
  )
  const refund = { amount, reason: 'goodwill' }
  const { status, text } = await world.admin('POST', `/api/v1/admin/payment/refunds/${row!.id}`, refund)
  assert.equal(status, 200, text)
}

test('a link that is not fully paid, or is not in parts, has no receipt', async () => {
  const code = await newLink()
  await pay(code, 100)
  const refusal = { status: 409, body: { detail: 'No receipt before a link in parts is fully paid' } }
  expect(await receiptOf(code)).toMatchObject(refusal)
  expect((await page(code)).status).toBe(409)
  const open = await newLink({ kind: 'open', total: undefined, minimum_part: undefined, minimum: 5 })
  await pay(open, 10)
  expect(await receiptOf(open)).toMatchObject(refusal)
})

test('a fully paid link has one signed receipt that lists each part with the code of its own', async () => {
  const code = await newLink()
  const uuids = [await pay(code, 100), await pay(code, 200)]
  const { status, body } = await receiptOf(code)
  expect(status).toBe(200)
  const input = inputOf(body.data.receipt)
  assert(typeof input === 'object' && 'token' in input)
  expect(input.token.content).toMatchObject({
    c: body.data.code,
    a: '300.00',
    u: 'USD',
    s: 'paid',
    r: 'ELEVE-12',
  })
  const own = await Promise.all(
    uuids.map(async (uuid) => (await world.signed('GET', `/api/v1/payment/${uuid}/receipt`)).body.data.code),
  )
  expect(body.data.parts).toMatchObject([
    { amount: '100.00', returned_amount: null, code: own[0] },
    { amount: '200.00', returned_amount: null, code: own[1] },
  ])
  expect((await receiptOf(code)).body.data.code).toBe(body.data.code)
  expect(await stateOf(body.data.code)).toMatchObject({
    ...{ kind: 'payment_link', state: 'paid', amount: '300.00', returned_amount: null },
    parts: body.data.parts,
  })
  expect(await stateOf(own[0])).toMatchObject({ kind: 'payment', amount: '100.00', parts: null })
})

test('the page of a fully paid link leads to its receipt, which names no payer', async () => {
  const code = await newLink()
  await pay(code, 300)
  const notice = await page(code, 'checkout')
  expect(notice.text).toContain(`/pl/${code}/receipt`)
  const { status, text } = await page(code)
  expect(status).toBe(200)
  const { parts, url } = (await receiptOf(code)).body.data
  for (const part of ['Everything is paid', 'Payments made', parts[0].code.slice(0, 5), url.split('#')[0]])
    expect(text).toContain(part)
  expect(text).not.toContain('Mukendi')
})

test('after a refund the receipt states it, and once paid again it states the whole', async () => {
  const code = await newLink()
  const first = await pay(code, 100)
  await pay(code, 200)
  const { data } = (await receiptOf(code)).body
  await refund(first, 40)
  const reopened = await receiptOf(code)
  expect(reopened.body.data).toMatchObject({
    ...{ code: data.code },
    parts: [
      { amount: '100.00', returned_amount: '40.00' },
      { amount: '200.00', returned_amount: null },
    ],
  })
  expect(await stateOf(data.code)).toMatchObject({ state: 'partially_refunded', returned_amount: '40.00' })
  expect((await stateOf(data.code)).returned_at).not.toBeNull()
  await pay(code, 40)
  expect(await stateOf(data.code)).toMatchObject({ state: 'paid', returned_amount: null, returned_at: null })
  expect((await receiptOf(code)).body.data.parts).toHaveLength(3)
})

test('an unknown link has no receipt', async () => {
  expect((await receiptOf('NOSUCHLINK22')).status).toBe(404)
  expect((await page('NOSUCHLINK22')).status).toBe(404)
})
