// How an `Idempotency-Key` is stored: as a keyed hash everywhere, per merchant.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inboundBody, orderBody } from '../support/world/bodies.ts'
import { adminToken } from '../support/world/settings.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)
const keyed = (key: string) => ({ 'idempotency-key': key })
const order = async (key: string) => {
  const headers = keyed(key)
  const { status, body, text } = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), {
    headers,
  })
  assert.equal(status, 200, text)
  return body.data.transaction_uuid as string
}
const asAdmin = (path: string, body: object, key: string) =>
  world.admin('POST', path, body, { 'x-admin-token': adminToken, ...keyed(key) })

describe('a stored idempotency key', () => {
  const key = 'order 4242 4242 4242 4242'

  test('an idempotency key is stored only as a hash, and a repeat still gets the stored response', async () => {
    const transaction = await order(key)
    assert.equal(await order(key), transaction)
    const topUp = `/api/v1/admin/wallets/${world.merchant.merchant_code}/top-ups`
    const money = { amount: 5, reason: 'Transfer 4711' }
    for (const _ of [1, 2]) assert.equal((await asAdmin(topUp, money, key)).status, 200)
    const stored = await rows<{ found: string }>(
      `select key as found from idempotent_request union all
       select posting_key from wallet_entry where top_up_owner is not null`,
    )
    expect(stored.length).toBe(3)
    for (const { found } of stored) assert.ok(!found.includes('4242'), found)
    const [wallet] = await rows<{ n: number }>(
      `select count(*)::int as n from wallet_entry where kind = 'TOPUP'`,
    )
    assert.equal(wallet?.n, 1)
  })
})

test('idempotency keys are per merchant: the same key and body are a new request', async () => {
  const remittance = '/api/v1/remittance'
  const link = { amount: 10, currency: 'USD', merchant_reference: 'SAME' }
  const same: ['signed' | 'basic', string, object][] = [
    ['signed', '/api/v1/payment/orders', orderBody(world.url, { merchant_reference: 'SAME' })],
    ['signed', '/api/v1/payment-links', link],
    ['basic', `${remittance}/sandbox/topup`, { amount: 7 }],
    ['basic', `${remittance}/inbound`, inboundBody({ reference: 'SAME' })],
  ]
  const other = await world.register()
  for (const [way, path, body] of same) {
    const send = (as = world.merchant) =>
      world[way]('POST', path, body, { as, headers: keyed('key-of-both') })
    const [first, repeated, foreign] = [await send(), await send(), await send(other)]
    expect([path, first.status, repeated.text]).toEqual([path, 200, first.text])
    assert.equal(foreign.status, 200, foreign.text)
    assert.notEqual(foreign.text, first.text, path)
  }
})
