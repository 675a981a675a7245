// The route of the feed: both credentials of a merchant's server, each with its format of errors, and the client.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, openReceiver, type Receiver } from '../../test/support/callers/merchant-client.ts'
import { paid } from '../../test/support/callers/portal.ts'
import { eventually } from '../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'

const path = '/api/v1/events'
let world: World
let receiver: Receiver
beforeAll(async () => {
  world = await openWorld()
  receiver = await openReceiver()
})
afterAll(async () => {
  await world?.close()
  await receiver?.close()
})

const payment = (reference: string) =>
  paid(world, world.merchant, { merchant_reference: reference, callback_url: receiver.url })

describe('the feed of events', () => {
  test('has an event with the id and body of its webhook, for signatures and for the merchant secret', async () => {
    const uuid = await payment('FEED-1')
    const webhook = await eventually('its webhook', async () =>
      receiver.received.find(({ body }) => body.includes(uuid)),
    )
    const signed = await world.signed('GET', path)
    expect(signed.status).toBe(200)
    const item = signed.body.items.find(
      ({ body }: { body: { transaction_uuid: string } }) => body.transaction_uuid === uuid,
    )
    expect(item).toMatchObject({ event_id: webhook.headers['x-service-event-id'], type: 'PAYMENT' })
    expect(JSON.stringify(item.body)).toBe(webhook.body.toString())
    expect((await world.basic('GET', path)).body).toEqual(signed.body)
    const after = `${path}?after=${signed.body.next_after}`
    expect((await world.signed('GET', after)).body).toEqual({
      items: [],
      next_after: signed.body.next_after,
      has_more: false,
    })
  })

  test('refuses in the format of the credentials that were sent', async () => {
    const wrong = `${path}?types=PAYMENT,PAID`
    const [signed, basic] = [await world.signed('GET', wrong), await world.basic('GET', wrong)]
    expect([signed.status, signed.body.detail[0].loc]).toEqual([422, ['query', 'types']])
    expect([basic.status, basic.body.code]).toEqual([400, 'RMT-1005'])
    const headers = { 'x-api-key': 'pk_test_unknown' }
    expect((await world.signed('GET', path, undefined, { headers })).body).toEqual({
      detail: 'Merchant not found',
    })
    const stranger = { ...world.merchant, merchant_secret: 'msk_test_wrong' }
    const refused = await world.basic('GET', path, undefined, { as: stranger })
    expect([refused.status, refused.body.code]).toEqual([401, 'RMT-401'])
  })

  test('refuses the cursor of another merchant, and shows it none of these events', async () => {
    const other = await world.register()
    const { next_after } = (await world.signed('GET', path)).body
    const own = await world.signed('GET', path, undefined, { as: other })
    expect(own.body.items).toEqual([])
    const foreign = await world.signed('GET', `${path}?after=${next_after}`, undefined, { as: other })
    expect([foreign.status, foreign.body.detail[0].msg]).toEqual([
      422,
      'Value error, not a cursor of this feed',
    ])
  })

  test('marks payments that may have been made twice', async () => {
    const twins = [await payment('FEED-TWIN'), await payment('FEED-TWIN')]
    // An event is listed once no transaction that began before it is still running.
    const marked = await eventually('two marked events', async () => {
      const { items } = (await world.signed('GET', `${path}?types=PAYMENT`)).body
      const found = items.filter((item: { possible_duplicate?: true }) => item.possible_duplicate)
      return found.length >= 2 && found
    })
    expect(
      marked.map(({ body }: { body: { transaction_uuid: string } }) => body.transaction_uuid).toSorted(),
    ).toEqual(twins.toSorted())
  })

  test('the client iterates over the pages, and goes on with what happens later', async () => {
    const likuta = clientOf(world.url, world.merchant)
    const abort = new AbortController()
    const feed = likuta.events.list({ limit: 2, waitMs: 10 }, { signal: abort.signal })
    const seen: string[] = []
    const reading = (async () => {
      for await (const { event_id } of feed) seen.push(event_id)
    })()
    const uuid = await payment('FEED-LATER')
    await eventually('the later event', async () => {
      const { items } = (await world.signed('GET', path)).body
      const later = items.find(
        ({ body }: { body: { transaction_uuid: string } }) => body.transaction_uuid === uuid,
      )
      return later !== undefined && seen.includes(later.event_id)
    })
    abort.abort(new Error('enough'))
    await assert.rejects(reading, /enough/)
    expect(new Set(seen).size).toBe(seen.length)
    const wallet = clientOf(world.url, world.merchant, { apiKey: undefined, apiSecret: undefined })
    const all: string[] = []
    for await (const event of wallet.events.list({ types: ['PAYMENT'] })) all.push(event.event_id)
    expect(all).toEqual(seen)
  })
})
