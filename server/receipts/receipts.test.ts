import assert from 'node:assert/strict'
import { verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConflictError, NotFoundError } from '../../sdk/errors.ts'
import { ReceiptError, verifyReceipt } from '../../sdk/receipt.ts'
import type { ReceiptKeySet } from '../../sdk/types/receipts.ts'
import { clientOf } from '../../test/support/callers/merchant-client.ts'
import { transfersOf } from '../../test/support/callers/transfers.ts'
import { orderBody } from '../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { commandLineAdmin } from '../composition/commands/with-database.ts'
import { registerMerchant } from '../merchants/identity/register.ts'
import { statement } from '../platform/database/database.ts'
import { publishedKeys } from './keys.ts'
import { listKeys, rotateKey, withdraw } from './rotate-key.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    productionGateway: true,
    sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } },
  })
  await world.topUp('100.00')
})
afterAll(() => world.close())

const keysPath = '/.well-known/receipt-keys.sandbox.json'
const read = async (path: string) => {
  const response = await fetch(world.url + path)
  return { status: response.status, headers: response.headers, body: (await response.json()) as any }
}
const keySet = async () => (await read(keysPath)).body as ReceiptKeySet
const receiptOf = async (uuid: string, as = world.merchant) =>
  world.signed('GET', `/api/v1/payment/${uuid}/receipt`, undefined, { as })
const stateToday = async (code: string) => (await read(`/api/v1/receipts/${code}`)).body.data

async function paid(overrides: Record<string, unknown> = {}) {
  const { transactionUuid, link } = await world.createOrder({ amount: 100, ...overrides })
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  return transactionUuid
}
const findPayment = statement<{ cs_payment_id: string }>(
  'test_find_payment',
  'select cs_payment_id from card_transaction where transaction_uuid = $1',
)
const paymentIdOf = async (uuid: string) => (await world.db.rows(findPayment, [uuid]))[0]!.cs_payment_id
const refund = async (uuid: string, amount?: number) =>
  world.admin('POST', `/api/v1/admin/payment/refunds/${await paymentIdOf(uuid)}`, {
    reason: 'customer asked',
    ...(amount && { amount }),
  })
const rotation = () => ({ ...world.system.receipts, db: world.db, admin: commandLineAdmin() })

describe('the receipt of a card payment', () => {
  test('states what was paid, verifies with the published keys, and is under 300 bytes', async () => {
    const uuid = await paid({ merchant_reference: 'INV-2041' })
    const { status, body } = await receiptOf(uuid)
    assert.equal(status, 200)
    expect(body).toEqual({
      status: 'success',
      data: {
        receipt: expect.any(String),
        code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{10}$/),
        key_id: expect.any(String),
        url: `${world.url}/verify#${body.data.receipt}`,
      },
    })
    assert.ok(Buffer.byteLength(body.data.receipt) < 300)
    const content = await verifyReceipt(body.data.url, await keySet())
    expect(content).toMatchObject({
      code: body.data.code,
      keyId: body.data.key_id,
      merchant: 'Boutique Test',
      amount: '100.00',
      currency: 'USD',
      reference: 'INV-2041',
      state: 'paid',
    })
    assert.ok(content.paidAt <= content.asOf)
  })

  test('any changed character is refused', async () => {
    const { receipt } = (await receiptOf(await paid())).body.data
    const keys = await keySet()
    for (let at = 0; at < receipt.length; at++) {
      const other = receipt[at] === 'A' ? 'B' : 'A'
      const changed = receipt.slice(0, at) + other + receipt.slice(at + 1)
      await assert.rejects(verifyReceipt(changed, keys), ReceiptError, `character ${at}`)
    }
  })

  test('the code is the same in each receipt, and tells a refund at once', async () => {
    const uuid = await paid()
    const first = (await receiptOf(uuid)).body.data
    expect(await stateToday(first.code)).toMatchObject({
      state: 'paid',
      returned_amount: null,
      returned_at: null,
    })
    assert.equal((await refund(uuid, 30.5)).status, 200)
    expect(await stateToday(first.code)).toEqual({
      code: first.code,
      kind: 'payment',
      environment: 'sandbox',
      state: 'partially_refunded',
      merchant: 'Boutique Test',
      amount: '100.00',
      currency: 'USD',
      reference: 'INV-1',
      paid_at: expect.stringMatching(/Z$/),
      returned_amount: '30.50',
      returned_at: expect.stringMatching(/Z$/),
      time_zone: 'Africa/Kinshasa',
      recipient: null,
      parts: null,
      as_of: expect.stringMatching(/Z$/),
    })
    assert.equal((await refund(uuid)).status, 200)
    const again = (await receiptOf(uuid)).body.data
    assert.equal(again.code, first.code)
    assert.equal((await verifyReceipt(again.receipt, await keySet())).state, 'refunded')
    expect(await stateToday(first.code)).toMatchObject({ state: 'refunded', returned_amount: '100.00' })
  })

  test('a voided payment is voided in its receipt', async () => {
    const uuid = await paid()
    const { code } = (await receiptOf(uuid)).body.data
    await world.admin('POST', `/api/v1/admin/payment/voids/${await paymentIdOf(uuid)}`, {
      reason: 'wrong order',
    })
    expect(await stateToday(code)).toMatchObject({
      state: 'voided',
      returned_amount: '100.00',
      returned_at: expect.stringMatching(/Z$/),
    })
  })

  test('a payment that was not completed has none', async () => {
    const { transactionUuid, link } = await world.createOrder()
    const pending = await receiptOf(transactionUuid)
    expect([pending.status, pending.body.detail]).toEqual([409, 'No receipt for a tx in status PENDING'])
    await world.payByCalls(link, '4000000000000002')
    const failed = await receiptOf(transactionUuid)
    expect([failed.status, failed.body.detail]).toEqual([409, 'No receipt for a tx in status FAILED'])
  })

  test('another merchant gets 404', async () => {
    const uuid = await paid()
    const other = await receiptOf(uuid, await world.register())
    expect([other.status, other.body.detail]).toEqual([404, 'Transaction not found'])
  })

  test('two requests at once get one code', async () => {
    const uuid = await paid()
    const both = await Promise.all(Array.from({ length: 8 }, () => receiptOf(uuid)))
    assert.equal(new Set(both.map(({ body }) => body.data.code)).size, 1)
  })

  test('long names and references are cut, marked, and still fit', async () => {
    const name = 'Établissement Général d’Importation « Étoile du Kivu » & Frères, succursale de Goma'
    const as = await world.register({ name })
    const order = await world.signed(
      'POST',
      '/api/v1/payment/orders',
      {
        ...orderBody(world.url),
        merchant_reference: 'COMMANDE-2026-11-0000042-B',
      },
      { as },
    )
    await world.payByCalls(order.body.data.links)
    const { receipt } = (await receiptOf(order.body.data.transaction_uuid, as)).body.data
    assert.ok(Buffer.byteLength(receipt) < 300, `${Buffer.byteLength(receipt)} bytes`)
    const content = await verifyReceipt(receipt, await keySet())
    assert.match(content.merchant, /^Établissement.*…$/)
    assert.match(content.reference, /^COMMANDE-2026.*…$/)
  })
})

describe('the receipt of a transfer', () => {
  test('states what was sent, and a transfer that is not paid has none', async () => {
    const transfers = transfersOf(world)
    await transfers.accepted({ reference: 'T-receipt' })
    await transfers.reaches('T-receipt', 'Successful')
    const { body } = await transfers.get('/receipt?reference=T-receipt')
    const content = await verifyReceipt(body.data.receipt, await keySet())
    expect(content).toMatchObject({
      state: 'successful',
      amount: '1.00',
      currency: 'USD',
      reference: 'T-receipt',
    })
    const today = await stateToday(body.data.code)
    expect(today).toMatchObject({ kind: 'transfer', state: 'successful', returned_at: null })
    // The sender recognizes the transfer by the end of the number, which the token does not contain.
    expect(today.recipient).toEqual({ operator: 'vodacom', number_end: expect.stringMatching(/^\d{4}$/) })
    const [signed = ''] = body.data.receipt.split('.')
    assert.doesNotMatch(Buffer.from(signed, 'base64url').toString(), new RegExp(today.recipient.number_end))
    await transfers.accepted({
      reference: 'T-none',
      customer_number: '+243970000002',
      expected_receiver_name: 'Marie Ilunga',
    })
    await transfers.reaches('T-none', 'Failed')
    const failed = await transfers.get('/receipt?reference=T-none')
    expect([failed.status, failed.body.code]).toEqual([409, 'RMT-1008'])
    const unknown = await transfers.get('/receipt?reference=T-nobody')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'RMT-404'])
    const nothing = await transfers.get('/receipt')
    expect([nothing.status, nothing.body.code]).toEqual([400, 'RMT-1005'])
  })
})

test('a receipt and its state today have the time zone of the merchant', async () => {
  const as = await world.register({ name: 'Boutique de Lubumbashi' })
  await world.db.rows(
    { name: 'move_merchant', text: "update merchant set time_zone = 'Africa/Lubumbashi' where name = $1" },
    ['Boutique de Lubumbashi'],
  )
  const order = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as })
  await world.payByCalls(order.body.data.links)
  const { receipt, code } = (await receiptOf(order.body.data.transaction_uuid, as)).body.data
  const content = JSON.parse(Buffer.from(receipt.split('.')[0], 'base64url').toString())
  assert.equal(content.z, 120)
  assert.equal((await stateToday(code)).time_zone, 'Africa/Lubumbashi')
})

describe('the keys of receipts', () => {
  test('are a JWK set that browsers may cache', async () => {
    const { headers, body } = await read(keysPath)
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
    expect(headers.get('content-type')).toMatch(/json/)
    for (const key of body.keys)
      expect(key).toEqual({
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        use: 'sig',
        kid: expect.stringMatching(/^[\w-]{8}$/),
        x: expect.stringMatching(/^[\w-]{43}$/),
        environment: 'sandbox',
      })
  })

  test('a production receipt does not verify with sandbox keys, nor a sandbox receipt with production keys', async () => {
    const needs = rotation()
    const sandbox = await keySet()
    const production = (await read('/.well-known/receipt-keys.json')).body as ReceiptKeySet
    expect(production).toEqual({ keys: await publishedKeys(needs, 'production') })
    const { receipt } = (await receiptOf(await paid())).body.data
    await verifyReceipt(receipt, sandbox)
    await assert.rejects(verifyReceipt(receipt, production), { reason: 'key_unknown' })
    const live = await registerMerchant(
      { ...needs, merchantPrefix: 'LKT' },
      {
        name: 'Boutique Vraie',
        email: 'vraie@example.com',
        environment: 'production',
        password: 'correct horse battery',
      },
    )
    const order = await world.signed(
      'POST',
      '/api/v1/payment/orders',
      orderBody(world.url, {
        callback_url: 'https://shop.example/hook',
      }),
      { as: live },
    )
    assert.equal(order.status, 200, order.text)
    await world.payByCalls(order.body.data.links)
    const real = (await receiptOf(order.body.data.transaction_uuid, live)).body.data.receipt
    await verifyReceipt(real, production)
    await assert.rejects(verifyReceipt(real, sandbox), { reason: 'key_unknown' })
    expect(
      new Set(sandbox.keys.map(({ x }) => x)).intersection(new Set(production.keys.map(({ x }) => x))).size,
    ).toBe(0)
  })

  test('a rotated key is published before it signs, and the old one keeps verifying', async () => {
    const needs = rotation()
    const uuid = await paid()
    const before = (await receiptOf(uuid)).body.data
    const next = await rotateKey(needs, 'sandbox')
    expect((await keySet()).keys.map(({ kid }) => kid)).toEqual([next.key_id, before.key_id])
    assert.equal((await receiptOf(uuid)).body.data.key_id, before.key_id)
    await assert.rejects(rotateKey(needs, 'sandbox'), /published already/)
    expect((await listKeys(needs, 'sandbox')).map(({ state }) => state)).toEqual(['signing', 'next'])
    const atOnce = await rotateKey(needs, 'sandbox', { atOnce: true })
    const after = (await receiptOf(uuid)).body.data
    assert.equal(after.key_id, atOnce.key_id)
    await verifyReceipt(before.receipt, await keySet())
    await verifyReceipt(after.receipt, await keySet())
  })

  test('receipts of a withdrawn key are refused, and another key signs', async () => {
    const needs = rotation()
    const uuid = await paid()
    const leaked = (await receiptOf(uuid)).body.data
    const { signing } = await withdraw(needs, leaked.key_id)
    await assert.rejects(verifyReceipt(leaked.receipt, await keySet()), { reason: 'key_unknown' })
    const after = (await receiptOf(uuid)).body.data
    assert.equal(after.key_id, signing)
    await verifyReceipt(after.receipt, await keySet())
    await assert.rejects(withdraw(needs, leaked.key_id), /no receipt key/)
  })
})

test('an unknown and a malformed code get the same 404', async () => {
  const responses = await Promise.all(
    ['ZZZZZZZZZZ', 'x', '0OIL1', encodeURIComponent("' or 1=1")].map((code) =>
      read(`/api/v1/receipts/${code}`),
    ),
  )
  for (const { status, body } of responses)
    expect([status, body]).toEqual([404, { detail: 'Receipt not found' }])
})

test('the client reads receipts, and says why there is none', async () => {
  const likuta = clientOf(world.url, world.merchant)
  const { receipt } = await likuta.payments.receipt(await paid())
  assert.equal((await verifyReceipt(receipt, await keySet())).state, 'paid')
  const { transactionUuid } = await world.createOrder()
  await assert.rejects(likuta.payments.receipt(transactionUuid), ConflictError)
  await assert.rejects(likuta.remittance.receipt('T-nobody'), NotFoundError)
})

test('a code is found as people type it', async () => {
  const { code } = (await receiptOf(await paid())).body.data
  const typed = encodeURIComponent(`${code.slice(0, 5)}-${code.slice(5)} `.toLowerCase())
  assert.equal((await stateToday(typed)).code, code)
})

test('the signature covers the bytes of the first part', async () => {
  const { receipt, key_id } = (await receiptOf(await paid())).body.data
  const jwk = (await keySet()).keys.find(({ kid }) => kid === key_id)!
  const [content, signature] = receipt.split('.')
  const key = { key: { kty: 'OKP', crv: 'Ed25519', x: jwk.x }, format: 'jwk' } as const
  assert.ok(verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64url')))
})
