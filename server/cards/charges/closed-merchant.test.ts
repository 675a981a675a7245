// A merchant that cannot be charged for: suspended, or gone live on a deployment without a production gateway. New
// charges are refused; charges already started are completed.

import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { portalOf } from '../../../test/support/callers/portal.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { send } from '../../../test/support/http/send.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { checkoutLink } from '../checkout/checkout-addresses.ts'
import { pricedTransactionByUuid } from '../transaction/queries.ts'
import { charge } from './charge.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(() => world.fault({ mode: 'off' }))

const suspend = async ({ merchant_code }: Credentials) => {
  const path = `/api/v1/admin/merchants/${merchant_code}/suspend`
  assert.equal((await world.admin('POST', path, { reason: 'chargebacks' })).status, 200)
}
function open(link: string, language = 'en') {
  const { pathname, search } = new URL(link)
  const headers = { accept: 'text/html', 'accept-language': language }
  return send(world.url, 'GET', pathname + search, Buffer.alloc(0), headers)
}
const uuidOf = (link: string) => new URL(link).pathname.split('/').at(-1) as string
const reportOf = ({ status, body }: ApiResponse) => [status, body.detail]
const chargesOf = async (uuid: string) =>
  (await world.books()).payments.filter(({ code }: { code: string }) => code === uuid)

async function orderOf(as: Credentials): Promise<string> {
  const response = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as })
  return response.body.data.links
}
/** An order that is one click away from being paid. */
async function prepared(as: Credentials) {
  const link = await orderOf(as)
  const token = await world.cardToken(link, '4242424242424242')
  const setup = await world.checkout(link, 'setup', { transient_token: token })
  const pay = () => world.checkout(link, 'pay', { reference_id: setup.body.reference_id, browser: {} })
  return { link, token, pay }
}

describe('an open order whose merchant is suspended', () => {
  const refusal = [403, 'Merchant suspended']

  test('an open order of a suspended merchant is refused at every call of its page', async () => {
    const merchant = await world.register()
    const { link, token, pay } = await prepared(merchant)
    await suspend(merchant)
    expect(reportOf(await pay())).toEqual(refusal)
    expect(reportOf(await world.checkout(link, 'session'))).toEqual(refusal)
    expect(reportOf(await world.checkout(link, 'setup', { transient_token: token }))).toEqual(refusal)
    expect(reportOf(await world.checkout(link, 'continue'))).toEqual(refusal)
    expect(await chargesOf(uuidOf(link))).toEqual([])
  })

  test('an order is not charged when its merchant was suspended after the last check', async () => {
    const merchant = await world.register()
    const { link } = await prepared(merchant)
    const transaction = await pricedTransactionByUuid(world.db, uuidOf(link))
    await suspend(merchant)
    const attempt = charge(world.system.cards, transaction, { token: { jwt: 'x.y.z', id: 'token-1' } })
    await expect(attempt).rejects.toThrow('Merchant suspended')
    expect((await pricedTransactionByUuid(world.db, uuidOf(link))).running_operation).toBeNull()
    expect(await chargesOf(uuidOf(link))).toEqual([])
  })

  test('the page of a suspended merchant explains why in both languages and shows no form', async () => {
    const merchant = await world.register()
    const link = await orderOf(merchant)
    await suspend(merchant)
    for (const [language, texts] of [
      ['fr', 'Ce marchand n’accepte pas de paiements pour le moment'],
      ['en', 'This merchant can’t take payments right now'],
    ] as const) {
      const { status, text } = await open(link, language)
      expect([status, text.includes(texts), text.includes('INV-1'), text.includes('<form')]).toEqual([
        403,
        true,
        true,
        false,
      ])
    }
    assert.equal((await open(link.replace(/.$/, '~'))).text.includes('INV-1'), false)
  })

  test('an order can be paid again once its merchant is reactivated', async () => {
    const merchant = await world.register()
    const { pay } = await prepared(merchant)
    await suspend(merchant)
    expect(reportOf(await pay())).toEqual(refusal)
    await world.admin('POST', `/api/v1/admin/merchants/${merchant.merchant_code}/resume`, {
      reason: 'cleared',
    })
    expect((await pay()).body).toEqual({ state: 'DONE' })
  })

  test('a charge in flight when its merchant is suspended completes exactly once', async () => {
    const merchant = await world.register()
    const { link, pay } = await prepared(merchant)
    await world.fault({ mode: 'lost-reply', operations: ['/pts/v2/payments'] })
    const pressed = pay()
    await eventually('the charge is in flight', async () => (await chargesOf(uuidOf(link))).length === 1)
    await suspend(merchant)
    expect((await pressed).body).toMatchObject({ state: 'CONFIRMING' })
    await world.fault({ mode: 'off' })
    const readEnded = () => pricedTransactionByUuid(world.db, uuidOf(link))
    await eventually('the payment has its outcome', async () => (await readEnded()).status === 'SUCCESS')
    assert.equal((await chargesOf(uuidOf(link))).length, 1)
    assert.equal((await open(link)).status, 303)
  })
})

describe('a sandbox order whose merchant has gone live', () => {
  const goLive = ({ merchant_code }: Credentials) =>
    world.db.rows(
      { name: '', text: "update merchant set environment = 'production' where merchant_code = $1" },
      [merchant_code],
    )
  const refusal = [403, 'Unauthorized environment']

  test('a sandbox order of a merchant that went live is refused at every call of its page', async () => {
    const merchant = await world.register()
    const { link, token, pay } = await prepared(merchant)
    await goLive(merchant)
    expect(reportOf(await pay())).toEqual(refusal)
    expect(reportOf(await world.checkout(link, 'session'))).toEqual(refusal)
    expect(reportOf(await world.checkout(link, 'setup', { transient_token: token }))).toEqual(refusal)
    expect(await chargesOf(uuidOf(link))).toEqual([])
    expect((await pricedTransactionByUuid(world.db, uuidOf(link))).status).toBe('PENDING')
  })

  test('a sandbox order is not charged when its merchant went live after the last check', async () => {
    const merchant = await world.register()
    const { link } = await prepared(merchant)
    const transaction = await pricedTransactionByUuid(world.db, uuidOf(link))
    await goLive(merchant)
    const attempt = charge(world.system.cards, transaction, { token: { jwt: 'x.y.z', id: 'token-1' } })
    await expect(attempt).rejects.toThrow('Unauthorized environment')
    expect(await chargesOf(uuidOf(link))).toEqual([])
  })
})

describe('a live merchant on a deployment without a production gateway', () => {
  const refusal = 'Unauthorized environment'

  test('a live merchant without a production gateway cannot create payment links: 403', async () => {
    const portal = await portalOf(world, await world.register({ environment: 'production' }))
    const body = {
      amount: 10,
      currency: 'USD',
      merchant_reference: 'L',
      callback_url: 'https://shop.example/cb',
    }
    const { status, body: response } = await portal.post('links', body)
    expect([status, response.code, response.message]).toEqual([403, 'RMT-403', refusal])
  })

  test('open payments and links without a production gateway are refused with a page', async () => {
    const merchant = await world.register()
    const link = await orderOf(merchant)
    const wanted = { amount: 10, currency: 'USD', merchant_reference: 'L', callback_url: `${world.url}/cb` }
    const { code } = (await world.signed('POST', '/api/v1/payment-links', wanted, { as: merchant })).body.data
    const live = async (table: string, where: string, value: string) =>
      world.db.rows(
        { name: '', text: `update ${table} set environment = 'production' where ${where} = $1` },
        [value],
      )
    await live('merchant', 'merchant_code', merchant.merchant_code)
    await live('card_transaction', 'transaction_uuid', uuidOf(link))
    await live('payment_link', 'code', code)
    const signed = checkoutLink(world.url, world.system.secrets, uuidOf(link))
    expect(reportOf(await world.checkout(signed, 'session'))).toEqual([403, refusal])
    for (const address of [signed, `${world.url}/pl/${code}/checkout`]) {
      const { status, text } = await open(address)
      expect([status, text.includes('This merchant can’t take payments right now')]).toEqual([403, true])
    }
  })
})
