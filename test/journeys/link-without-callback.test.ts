// Payment links of a merchant without a server: created without a callback_url, paid, refunded, cancelled.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { call, tokenOf } from '../support/callers/self-service.ts'
import { send } from '../support/http/send.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const path = '/api/v1/payment-links'
const billTo = {
  bill_to_forename: 'Grâce',
  bill_to_surname: 'Mukendi',
  bill_to_email: 'grace@example.com',
  bill_to_phone: '0991234567',
  bill_to_address_country: 'CD',
  bill_to_address_line1: '12 avenue du Lac',
  bill_to_address_city: 'Goma',
}

const makeLink = async (as: Credentials, overrides: Record<string, unknown> = {}): Promise<string> => {
  const body = { amount: 25.5, currency: 'USD', merchant_reference: 'STALL-7', ...overrides }
  const response = await world.signed('POST', path, body, { as })
  assert.equal(response.status, 200, response.text)
  return response.body.data.code
}

/** The checkout address and transaction of a customer who filled in the form of the link. */
async function openCheckout(code: string): Promise<{ checkout: string; uuid: string }> {
  const form = Buffer.from(String(new URLSearchParams(billTo)))
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  const { status, headers: sent, text } = await send(world.url, 'POST', `/pl/${code}/checkout`, form, headers)
  assert.equal(status, 303, text)
  const checkout = sent.location as string
  return { checkout, uuid: new URL(checkout).pathname.split('/').at(-1) as string }
}

const setProfileCallback = async (as: Credentials, channel: string) => {
  const callback_url = `${world.url}/api/v1/test/test-callback?channel=${channel}`
  const response = await call(world, 'PUT', 'callback', {
    token: await tokenOf(world, as),
    body: { callback_url },
  })
  assert.equal(response.status, 200, response.text)
  return callback_url
}

const eventsOf = (uuid: string) =>
  world.db.rows<{ event_type: string; url: string | null }>(
    {
      name: 'events of a payment',
      text: `select e.event_type, e.url from webhook_event e join card_transaction t on e.subject = 'card:' || t.id
              where t.transaction_uuid = $1 order by e.id`,
    },
    [uuid],
  )

async function refund(uuid: string): Promise<void> {
  const text = 'select cs_payment_id from card_transaction where transaction_uuid = $1'
  const [row] = await world.db.rows<{ cs_payment_id: string }>({ name: 'gateway id of a payment', text }, [
    uuid,
  ])
  const address = `/api/v1/admin/payment/refunds/${row!.cs_payment_id}`
  const response = await world.admin('POST', address, { reason: 'customer asked' })
  assert.equal(response.status, 200, response.text)
}

describe('a payment link without a callback_url', () => {
  test('a payment link without a callback_url sends its events to the callback of the profile', async () => {
    const as = await world.register()
    const url = await setProfileCallback(as, 'profile')
    const { checkout, uuid } = await openCheckout(await makeLink(as))
    expect((await world.payByCalls(checkout)).body).toEqual({ state: 'DONE' })
    await refund(uuid)
    expect(await eventsOf(uuid)).toEqual([
      { event_type: 'PAYMENT', url },
      { event_type: 'REFUND', url },
    ])
  })

  test('a payment link sends no events where neither it nor the profile has a callback', async () => {
    const as = await world.register()
    const code = await makeLink(as, { max_uses: 2, callback_url: null })
    const paid = await openCheckout(code)
    expect((await world.payByCalls(paid.checkout)).body).toEqual({ state: 'DONE' })
    // They are in the feed of events.
    expect(await eventsOf(paid.uuid)).toEqual([{ event_type: 'PAYMENT', url: null }])
    const cancelled = await openCheckout(code)
    await world.checkout(cancelled.checkout, 'cancel')
    expect(await eventsOf(cancelled.uuid)).toEqual([
      { event_type: 'PAYMENT_CANCELLATION', url: null },
      { event_type: 'PAYMENT', url: null },
    ])
    const status = async (uuid: string) =>
      (await world.signed('POST', '/api/v1/payment/status', { transaction_uuid: uuid }, { as })).body.data
        .transaction_status
    assert.deepEqual([await status(paid.uuid), await status(cancelled.uuid)], ['SUCCESS', 'CANCELLED'])
    const url = await setProfileCallback(as, 'later')
    await refund(paid.uuid)
    expect(await eventsOf(paid.uuid)).toEqual([
      { event_type: 'PAYMENT', url: null },
      { event_type: 'REFUND', url },
    ])
  })

  test('a payment link uses its own callback_url where it has one', async () => {
    const as = await world.register()
    await setProfileCallback(as, 'unused')
    const callback_url = `${world.url}/api/v1/test/test-callback?channel=own`
    const { checkout, uuid } = await openCheckout(await makeLink(as, { callback_url }))
    await world.payByCalls(checkout)
    expect(await eventsOf(uuid)).toEqual([{ event_type: 'PAYMENT', url: callback_url }])
  })
})
