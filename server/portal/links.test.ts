// Payment links in the portal: the payments of a link, and links by their newest payment.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, portalOf } from '../../test/support/callers/portal.ts'
import { send } from '../../test/support/http/send.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'

let world: World
let shop: Portal
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  shop = await portalOf(world, await world.register())
})
afterAll(() => world.close())

async function newLink(reference: string): Promise<string> {
  const body = { amount: 25.5, currency: 'USD', merchant_reference: reference, max_uses: 50 }
  const made = await shop.post('links', body)
  assert.equal(made.status, 200, made.text)
  return made.body.data.code
}

/** Begins a payment by the link and pays it with this card, if any. Returns its transaction_uuid. */
async function begin(code: string, card?: string): Promise<string> {
  const form = new URLSearchParams({
    bill_to_forename: 'Grâce',
    bill_to_surname: 'Mukendi',
    bill_to_email: 'grace@example.com',
    bill_to_address_country: 'CD',
    bill_to_address_line1: '12 avenue du Lac',
    bill_to_address_city: 'Goma',
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  const sent = await send(world.url, 'POST', `/pl/${code}/checkout`, Buffer.from(String(form)), headers)
  assert.equal(sent.status, 303, sent.text)
  const checkout = sent.headers.location as string
  if (card !== undefined) assert.deepEqual((await world.payByCalls(checkout, card)).body, { state: 'DONE' })
  return new URL(checkout).pathname.split('/').at(-1) as string
}

const card = '4242424242424242'
type Item = { code: string; transaction_uuid: string; status: string }
const codesOf = async (query: string) =>
  (await shop.data(`links${query}`)).items.map(({ code }: Item) => code)

test('a link lists its own payments in pages, newest first, with their states', async () => {
  const [one, other] = [await newLink('ONE'), await newLink('OTHER')]
  expect(await shop.data(`links/${one}/payments`)).toEqual({
    items: [],
    pagination: { page: 1, limit: 20, total: 0, pages: 0, capped: false },
  })
  const paid = await begin(one, card)
  await begin(other, card)
  const open = await begin(one)
  const again = await begin(one, card)
  const all = await shop.data(`links/${one}/payments`)
  expect(all.items.map((item: Item) => [item.transaction_uuid, item.status])).toEqual([
    [again, 'SUCCESS'],
    [open, 'PENDING'],
    [paid, 'SUCCESS'],
  ])
  const second = await shop.data(`links/${one}/payments?page=2&limit=2`)
  expect(second.items.map(({ transaction_uuid }: Item) => transaction_uuid)).toEqual([paid])
  expect(second.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2, capped: false })
})

test("another merchant's link has no payments to read", async () => {
  const code = await newLink('MINE')
  await begin(code, card)
  const stranger = await portalOf(world, await world.register())
  expect((await stranger.get(`links/${code}/payments`)).status).toBe(404)
  expect((await stranger.get('links/NOSUCHLINK00/payments')).status).toBe(404)
})

test('links are listed by their newest payment, and those never paid come last', async () => {
  shop = await portalOf(world, await world.register())
  const [first, second, third, fourth] = [
    await newLink('1'),
    await newLink('2'),
    await newLink('3'),
    await newLink('4'),
  ]
  await begin(third, card)
  await begin(first, card)
  await begin(second)
  expect(await codesOf('')).toEqual([fourth, third, second, first])
  expect(await codesOf('?sort=newest_payment')).toEqual([first, third, fourth, second])
  await begin(third, card)
  expect(await codesOf('?sort=newest_payment&limit=3')).toEqual([third, first, fourth])
  const last = await shop.data('links?sort=newest_payment&limit=3&page=2')
  expect(last.items.map(({ code }: Item) => code)).toEqual([second])
  expect(last.pagination).toEqual({ page: 2, limit: 3, total: 4, pages: 2 })
  const signed = await world.signed('GET', '/api/v1/payment-links?sort=newest_payment', undefined, {
    as: shop.as,
  })
  expect(signed.body.data.items[0].code).toBe(third)
  expect((await shop.get('links?sort=age')).status).toBe(400)
})
