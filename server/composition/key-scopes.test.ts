// What an API key may be used for, on every route that takes signed requests.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, joined, type Member, signedIn } from '../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { type KeyScope, keyScopes } from '../kernel/merchant-roles.ts'
import type { Credentials } from '../merchants/identity/register.ts'

/** The scopes that open each route; another route that takes signed requests fails the first test. */
const scopesByRoute: Readonly<Record<string, readonly KeyScope[]>> = {
  'POST /api/v1/payment/orders': ['charge'],
  'POST /api/v1/payment/status': ['read', 'charge'],
  'POST /api/v1/payment/collections': ['charge'],
  'GET /api/v1/payment/collections/:collection_id': ['charge', 'read'],
  'GET /api/v1/payment/:transaction_uuid/receipt': ['read', 'charge'],
  'POST /api/v1/payment/:transaction_uuid/refund-requests': ['refund'],
  'POST /api/v1/payment/refund-batches': ['refund'],
  'GET /api/v1/payment/refund-batches': ['read', 'refund'],
  'GET /api/v1/payment/refund-batches/:batch_id': ['read', 'refund'],
  'GET /api/v1/payment/refund-batches/:batch_id/rows': ['read', 'refund'],
  'GET /api/v1/payment/refund-batches/:batch_id/result.csv': ['read', 'refund'],
  'POST /api/v1/microform/capture-context': ['charge'],
  'POST /api/v1/microform/pa-setup': ['charge'],
  'POST /api/v1/microform/pa-enroll': ['charge'],
  'POST /api/v1/microform/charge': ['charge'],
  'POST /api/v1/payment-links': ['charge'],
  'GET /api/v1/payment-links': ['read', 'charge'],
  'GET /api/v1/payment-links/:code': ['read', 'charge'],
  'GET /api/v1/payment-links/:code/receipt': ['read', 'charge'],
  'POST /api/v1/payment-links/batch': ['charge'],
  'GET /api/v1/payment-links/groups/:group.csv': ['read', 'charge'],
  'POST /api/v1/payment-links/:code/orders': ['charge'],
  'POST /api/v1/payment-links/:code/cancel': ['charge'],
  'GET /api/v1/events': ['read'],
  'GET /api/v1/payment/balance': ['read'],
  'GET /api/v1/payment/balance/transactions': ['read'],
  'GET /api/v1/payment/statements': ['read'],
  'GET /api/v1/payment/invoices': ['read'],
  'GET /api/v1/payment/invoices/:number': ['read'],
  'POST /api/v1/payment/payouts': ['payouts'],
  'GET /api/v1/payment/payouts': ['read', 'payouts'],
  'GET /api/v1/payment/payouts/:id': ['read', 'payouts'],
  'POST /api/v1/payment/payouts/:id/cancel': ['payouts'],
  'GET /api/v1/payment/disputes': ['read', 'disputes'],
  'GET /api/v1/payment/disputes/:dispute_id': ['read', 'disputes'],
  'POST /api/v1/payment/disputes/:dispute_id/evidence': ['disputes'],
  'POST /api/v1/payment/disputes/:dispute_id/evidence/files/:file_id/remove': ['disputes'],
  'POST /api/v1/payment/disputes/:dispute_id/accept': ['disputes'],
}

type Key = { api_key: string; api_secret: string; scopes: KeyScope[] }

let world: World
let shop: Credentials
let owner: Member
let developer: Member
beforeAll(async () => {
  world = await openWorld()
  shop = await world.register()
  owner = await signedIn(world, shop)
  developer = await joined(world, owner, 'developer')
})
afterAll(() => world?.close())

const rotated = (who: Member, body?: object) =>
  call(world, 'POST', 'api-keys', { token: who.token, ...(body && { body }) })
async function keyOf(who: Member, body?: object): Promise<Key> {
  const made = await rotated(who, body)
  assert.equal(made.status, 200, made.text)
  return made.body.data
}
const asKey = (key: Key) => ({ as: { ...shop, ...key } })

describe('a route for signed requests', () => {
  test('each of them names the scopes that open it', () => {
    const listed = world.system.app.described.listed.flatMap(({ method, url, endpoint: { access } }) =>
      access.by === 'signature' ? [[`${method} ${url}`, access.scopes]] : [],
    )
    expect(Object.fromEntries(listed)).toEqual(scopesByRoute)
  })

  test.each(keyScopes)('is open to a key with %s alone exactly where the table says so', async (scope) => {
    const key = await keyOf(owner, { scopes: [scope] })
    for (const [route, scopes] of Object.entries(scopesByRoute)) {
      const [method = '', url = ''] = route.split(' ')
      const body = method === 'GET' ? undefined : {}
      const sent = await world.signed(method, url.replaceAll(/:\w+/g, 'x'), body, asKey(key))
      const isRefused = sent.status === 403 && sent.body.detail === `API key lacks scope ${scopes[0]}`
      expect([route, isRefused]).toEqual([route, !scopes.includes(scope)])
    }
  })

  test('a wrong signature is refused before the scope is looked at', async () => {
    const key = await keyOf(owner, { scopes: ['read'] })
    const headers = { 'x-signature': 'a'.repeat(64) }
    const sent = await world.signed('POST', '/api/v1/payment/payouts', {}, { ...asKey(key), headers })
    expect([sent.status, sent.body.detail]).toEqual([403, 'Invalid request signature'])
  })
})

describe('the scopes of a new key', () => {
  test('a merchant begins with a key for everything', async () => {
    const merchant = await world.register()
    const { token } = await signedIn(world, merchant)
    const me = (await call(world, 'GET', 'me', { token })).body.data
    expect(me.api_key_scopes).toEqual(keyScopes)
  })

  test('those of the old key stay when an owner names none, in one order and once each', async () => {
    const { scopes } = await keyOf(owner, { scopes: ['disputes', 'read', 'read'] })
    expect(scopes).toEqual(['read', 'disputes'])
    expect((await keyOf(owner)).scopes).toEqual(scopes)
  })

  test('a developer gets no payouts and disputes, however often they rotate', async () => {
    await keyOf(owner, { scopes: [...keyScopes] })
    for (let n = 0; n < 2; n++) expect((await keyOf(developer)).scopes).toEqual(['charge', 'refund', 'read'])
    expect((await keyOf(developer, { scopes: ['read'] })).scopes).toEqual(['read'])
    for (const scopes of [['payouts'], ['charge', 'disputes'], [...keyScopes]]) {
      const sent = await rotated(developer, { scopes })
      expect([sent.status, sent.body.code]).toEqual([403, 'RMT-403'])
    }
    expect((await call(world, 'GET', 'me', { token: developer.token })).body.data.api_key_scopes).toEqual([
      'read',
    ])
  })

  test('a developer cannot replace a key that is for payouts alone', async () => {
    const key = await keyOf(owner, { scopes: ['payouts'] })
    const sent = await rotated(developer)
    expect([sent.status, sent.body.code]).toEqual([403, 'RMT-403'])
    expect((await world.signed('GET', '/api/v1/payment/payouts', undefined, asKey(key))).status).toBe(200)
  })

  test.each([[[]], [['money']], ['charge'], [[null]]])('%j is no list of scopes', async (scopes) => {
    const sent = await rotated(owner, { scopes })
    expect([sent.status, sent.body.code]).toEqual([400, 'RMT-1005'])
  })

  test('after going live without keys, a developer makes none for payouts', async () => {
    const merchant = await world.register({ environment: 'production' })
    const boss = await signedIn(world, merchant)
    const member = await joined(world, boss, 'developer')
    await world.db.rows(
      {
        name: '',
        text: `update api_key set revoked_at = now() where merchant_id = (select id from merchant where merchant_code = $1)`,
      },
      [merchant.merchant_code],
    )
    const proof = { current_password: member.password }
    expect((await keyOf(member, proof)).scopes).toEqual(['charge', 'refund', 'read'])
  })
})

describe('a refund request by a signed request', () => {
  test('refunds once for repeats with the same idempotency key, and is answered with its record', async () => {
    const { transactionUuid, link } = await world.createOrder({ amount: 200 })
    assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
    const path = `/api/v1/payment/${transactionUuid}/refund-requests`
    const body = { amount: 50, reason: 'One of four shirts came back' }
    const send = () => world.signed('POST', path, body, { headers: { 'idempotency-key': 'one refund' } })
    const [first, second] = [await send(), await send()]
    const record = { transaction_uuid: transactionUuid, amount: '50.00', state: 'REFUNDED' }
    expect(first).toMatchObject({ status: 200, body: { status: 'success', data: record } })
    expect(second.body).toEqual(first.body)
  })

  test("another merchant's payment is unknown", async () => {
    const { transactionUuid } = await world.createOrder()
    const stranger = await world.register()
    const path = `/api/v1/payment/${transactionUuid}/refund-requests`
    const sent = await world.signed('POST', path, { reason: 'Came back' }, { as: stranger })
    expect([sent.status, sent.body]).toEqual([404, { detail: 'Transaction not found' }])
  })
})
