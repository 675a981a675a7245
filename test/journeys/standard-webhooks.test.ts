// The public Standard Webhooks libraries verify real deliveries and refuse everything else.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, tokenOf } from '../support/callers/self-service.ts'
import { eventually } from '../support/http/eventually.ts'
import { inboundBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

type Received = { headers: Record<string, string>; body: string }

const libraries = { standardwebhooks: StandardWebhook, svix: SvixWebhook }

let world: World
let url: string
const received: Received[] = []
/** The number of upcoming calls that get a 500. */
let failures = 0
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers as Record<string, string>, body: String(await buffer(request)) })
  response.writeHead(failures-- > 0 ? 500 : 204).end()
})

beforeAll(async () => {
  world = await openWorld()
  await world.topUp('5.00')
  await new Promise<void>((resolve) => receiver.listen(0, resolve))
  url = `http://localhost:${(receiver.address() as AddressInfo).port}/webhooks`
})
afterAll(async () => {
  receiver.close()
  await world?.close()
})

/** As the guide says: the base64 of the text of the whole secret. */
const librarySecret = () => Buffer.from(world.merchant.callback_secret).toString('base64')

const arrived = (isIt: (body: any) => boolean, count = 1): Promise<Received[]> =>
  eventually('the webhook', async () => {
    const found = received.filter(({ body }) => isIt(JSON.parse(body)))
    return found.length >= count && found
  })

function assertVerified({ headers, body }: Received): void {
  for (const [name, Webhook] of Object.entries(libraries)) {
    const library = new Webhook(librarySecret())
    assert.doesNotThrow(() => library.verify(body, headers), name)
    assert.throws(() => library.verify(`${body} `, headers), /signature/i, name)
    const renamed = { ...headers, 'webhook-id': 'another' }
    assert.throws(() => library.verify(body, renamed), /signature/i, name)
    const other = new Webhook(Buffer.from('whsec_other').toString('base64'))
    assert.throws(() => other.verify(body, headers), /signature/i, name)
  }
}

describe('the libraries of Standard Webhooks', () => {
  test('the libraries verify the events of a payment and its refund, also when they are resent', async () => {
    failures = 1
    const { link } = await world.createOrder({ callback_url: url, merchant_reference: 'STANDARD-1' })
    await world.payByCalls(link)
    const attempts = await arrived((body) => body.reference === 'STANDARD-1' && body.status === 'SUCCESS', 2)
    const { cs_payment_id } = JSON.parse(attempts[0]!.body)
    await world.admin('POST', `/api/v1/admin/payment/refunds/${cs_payment_id}`, {
      amount: 10,
      reason: 'sold out',
    })
    const refunds = await arrived((body) => body.event_type === 'REFUND')
    for (const event of [...attempts, ...refunds]) assertVerified(event)
    const ids = attempts.map(({ headers }) => headers['webhook-id'])
    assert.equal(ids[0], ids[1])
    assert.equal(ids[0], attempts[0]!.headers['x-service-event-id'])
  })

  test('the libraries verify the callback of a transfer', async () => {
    await world.basic('POST', '/api/v1/remittance/inbound', inboundBody({ callback_url: url }))
    for (const event of await arrived((body) => body.event_type === 'REMITTANCE')) assertVerified(event)
  })

  test("the libraries verify the portal's test event, and an event that is resent on request", async () => {
    const token = await tokenOf(world, world.merchant)
    await call(world, 'PUT', 'callback', { token, body: { callback_url: url } })
    await call(world, 'POST', 'callback/test', { token })
    for (const event of await arrived((body) => body.event_type === 'TEST')) assertVerified(event)
    await world
      .createOrder({ callback_url: url, merchant_reference: 'STANDARD-3' })
      .then(({ link }) => world.payByCalls(link))
    const isIt = (body: { reference: string }) => body.reference === 'STANDARD-3'
    const [first] = await arrived(isIt)
    const delivered = await eventually('its delivery', async () => {
      const { items } = (await call(world, 'GET', 'deliveries', { token })).body.data
      return items[0].status === 'DELIVERED' && items[0]
    })
    assert.equal((await call(world, 'POST', `deliveries/${delivered.id}/resend`, { token })).status, 202)
    const [, repeated] = await arrived(isIt, 2)
    assertVerified(repeated!)
    assert.equal(repeated!.headers['webhook-id'], first!.headers['webhook-id'])
  })

  test('the libraries do not verify the cancellation, which has an id and time but no signature', async () => {
    const { link } = await world.createOrder({ callback_url: url, merchant_reference: 'STANDARD-2' })
    await world.checkout(link, 'cancel')
    const [event] = await arrived((body) => body.event_type === 'PAYMENT_CANCELLATION')
    expect(event!.headers).toMatchObject({
      'webhook-id': event!.headers['x-service-event-id'],
      'webhook-timestamp': event!.headers['x-service-timestamp'],
    })
    assert.equal(event!.headers['webhook-signature'], undefined)
    assert.throws(() => new StandardWebhook(librarySecret()).verify(event!.body, event!.headers))
    const [outcome] = await arrived((body) => body.reference === 'STANDARD-2' && body.status === 'FAILED')
    assertVerified(outcome!)
  })
})

describe('the standard test vectors', () => {
  const { standard_webhooks: vectors } = JSON.parse(readFileSync('docs/test-vectors.json', 'utf8'))

  test.each(Object.entries(libraries))('the standard test vectors hold for %s', (_, Webhook) => {
    const realNow = Date.now
    try {
      for (const { name, library_secret, now, id, timestamp, signature, body, genuine } of vectors) {
        Date.now = () => now * 1000
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signature,
        }
        const verify = () => new Webhook(library_secret).verify(body, headers)
        if (genuine) assert.doesNotThrow(verify, name)
        else assert.throws(verify, `${name} was verified`)
      }
    } finally {
      Date.now = realNow
    }
  })
})
