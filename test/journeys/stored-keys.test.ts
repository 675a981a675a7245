// How an `Idempotency-Key` is stored: as a keyed hash everywhere.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderBody } from '../support/world/bodies.ts'
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
      `select key as found from idempotent_request union all select posting_key from wallet_top_up`,
    )
    expect(stored.length).toBe(3)
    for (const { found } of stored) assert.ok(!found.includes('4242'), found)
    const [wallet] = await rows<{ n: number }>(
      `select count(*)::int as n from wallet_entry where kind = 'TOPUP'`,
    )
    assert.equal(wallet?.n, 1)
  })
})
