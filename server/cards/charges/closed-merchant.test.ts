// A merchant that may take no money here: suspended, or gone live where nothing serves real money. What nobody has begun
// to charge is refused; what has begun is finished.

import assert from 'node:assert/strict'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { portalOf } from '../../../test/support/callers/portal.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { send } from '../../../test/support/http/send.ts'
import { orderBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { checkoutLink } from '../checkout/signed-link.ts'
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
/** An order ready to be paid: only the button is to be pressed. */
async function prepared(as: Credentials) {
  const link = await orderOf(as)
  const token = await world.cardToken(link, '4242424242424242')
  const setup = await world.checkout(link, 'setup', { transient_token: token })
  const pay = () => world.checkout(link, 'pay', { reference_id: setup.body.reference_id, browser: {} })
  return { link, token, pay }
}

describe('an open order of a suspended merchant', () => {
  const refusal = [403, 'Merchant suspended']

  test('is not paid, by any call of its page', async () => {
    const merchant = await world.register()
    const { link, token, pay } = await prepared(merchant)
    await suspend(merchant)
    expect(reportOf(await pay())).toEqual(refusal)
    expect(reportOf(await world.checkout(link, 'session'))).toEqual(refusal)
    expect(reportOf(await world.checkout(link, 'setup', { transient_token: token }))).toEqual(refusal)
    expect(reportOf(await world.checkout(link, 'continue'))).toEqual(refusal)
    expect(await chargesOf(uuidOf(link))).toEqual([])
  })

  test('is not charged, though its merchant was suspended after the last look', async () => {
    const merchant = await world.register()
    const { link } = await prepared(merchant)
    const transaction = await pricedTransactionByUuid(world.db, uuidOf(link))
    await suspend(merchant)
    const attempt = charge(world.system.checkout, transaction, { token: { jwt: 'x.y.z', id: 'token-1' } })
    await expect(attempt).rejects.toThrow('Merchant suspended')
    expect((await pricedTransactionByUuid(world.db, uuidOf(link))).running_operation).toBeNull()
    expect(await chargesOf(uuidOf(link))).toEqual([])
  })

  test('shows its customer why, in French and English, and no form', async () => {
    const merchant = await world.register()
    const link = await orderOf(merchant)
    await suspend(merchant)
    for (const [language, texts] of [
      ['fr', 'Ce marchand n’accepte pas de paiements en ce moment'],
      ['en', 'This merchant takes no payments right now'],
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

  test('can be paid when the merchant is served again', async () => {
    const merchant = await world.register()
    const { pay } = await prepared(merchant)
    await suspend(merchant)
    expect(reportOf(await pay())).toEqual(refusal)
    await world.admin('POST', `/api/v1/admin/merchants/${merchant.merchant_code}/resume`, {
      reason: 'cleared',
    })
    expect((await pay()).body).toEqual({ state: 'DONE' })
  })

  test('that is being charged is charged to its end, once', async () => {
    const merchant = await world.register()
    const { link, pay } = await prepared(merchant)
    await world.fault({ mode: 'lost-reply', operations: ['/pts/v2/payments'] })
    const pressed = pay()
    await eventually('the charge is under way', async () => (await chargesOf(uuidOf(link))).length === 1)
    await suspend(merchant)
    expect((await pressed).body).toMatchObject({ state: 'CONFIRMING' })
    await world.fault({ mode: 'off' })
    const readEnded = () => pricedTransactionByUuid(world.db, uuidOf(link))
    await eventually('it has its outcome', async () => (await readEnded()).status === 'SUCCESS')
    assert.equal((await chargesOf(uuidOf(link))).length, 1)
    assert.equal((await open(link)).status, 303)
  })
})

describe('an order of the sandbox whose merchant has gone live', () => {
  const goLive = ({ merchant_code }: Credentials) =>
    world.db.rows(
      { name: '', text: "update merchant set environment = 'production' where merchant_code = $1" },
      [merchant_code],
    )
  const refusal = [403, 'Unauthorized environment']

  test('is not paid with a test card, by any call of its page, and no webhook says that it was', async () => {
    const merchant = await world.register()
    const { link, token, pay } = await prepared(merchant)
    await goLive(merchant)
    expect(reportOf(await pay())).toEqual(refusal)
    expect(reportOf(await world.checkout(link, 'session'))).toEqual(refusal)
    expect(reportOf(await world.checkout(link, 'setup', { transient_token: token }))).toEqual(refusal)
    expect(await chargesOf(uuidOf(link))).toEqual([])
    expect((await pricedTransactionByUuid(world.db, uuidOf(link))).status).toBe('PENDING')
  })

  test('is not charged, though its merchant went live after the last look', async () => {
    const merchant = await world.register()
    const { link } = await prepared(merchant)
    const transaction = await pricedTransactionByUuid(world.db, uuidOf(link))
    await goLive(merchant)
    const attempt = charge(world.system.checkout, transaction, { token: { jwt: 'x.y.z', id: 'token-1' } })
    await expect(attempt).rejects.toThrow('Unauthorized environment')
    expect(await chargesOf(uuidOf(link))).toEqual([])
  })
})

describe('a live merchant where nothing serves real money', () => {
  const refusal = 'Unauthorized environment'

  test('makes no payment link: 403', async () => {
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

  test('has its open payments and links refused, with a page that says so', async () => {
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
      expect([status, text.includes('This merchant takes no payments right now')]).toEqual([403, true])
    }
  })
})
