// The calls with which the payment page asks a payer on the phone, as a program would send them.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../test/support/collections/collections.ts'
import { send } from '../../../test/support/http/send.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
let collections: Collections
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: collectionSettings, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  await collections.offer()
})
afterAll(() => world.close())

async function post(address: string, number: string, headers: Record<string, string> = {}) {
  const { pathname, search } = new URL(address)
  const body = Buffer.from(JSON.stringify({ customer_number: number }))
  return send(world.url, 'POST', `${pathname}/collections${search}`, body, {
    ...{ 'content-type': 'application/json', origin: world.url },
    ...headers,
  })
}
async function attempts(uuid: string): Promise<number> {
  const [row] = await collections.rows<{ count: number }>(
    `select count(*)::int as count from collection k join card_transaction t on t.id = k.card_transaction_id where t.transaction_uuid = $1`,
    [uuid],
  )
  return row!.count
}

test('other sites and wrong signatures ask nobody', async () => {
  const { transaction_uuid: uuid, links } = await collections.order()
  const number = freshNumber('21')
  assert.equal((await post(links, number, { origin: 'https://evil.example' })).status, 403)
  assert.equal((await post(links, number, { 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal((await post(links.replace(/sig=.{4}/, 'sig=AAAA'), number)).status, 403)
  assert.equal(await attempts(uuid), 0)
  assert.equal((await post(links, number)).status, 200)
  assert.equal(await attempts(uuid), 1)
})

test('an address without a valid signature leads to no signed one', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  for (const query of ['', '?sig=', `?sig=${'A'.repeat(43)}`]) {
    const path = `/api/v1/payment/${uuid}/collections${query}`
    const moved = await send(world.url, 'GET', path, Buffer.alloc(0), { accept: 'text/html' })
    const { pathname, search } = new URL(String(moved.headers.location))
    assert.equal((await send(world.url, 'GET', pathname + search, Buffer.alloc(0), {})).status, 403)
  }
})

test('an order with card alone asks nobody', async () => {
  const { transaction_uuid: uuid, links } = await collections.order({ payment_methods: ['card'] })
  assert.equal((await post(links, freshNumber('21'))).status, 422)
  assert.equal(await attempts(uuid), 0)
})

test('a payer is asked once, and the second call is refused while the first attempt runs', async () => {
  const { transaction_uuid: uuid, links } = await collections.order()
  const replies = await Promise.all(['24', '24', '24'].map((end) => post(links, freshNumber(end, '84'))))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  assert.equal(await attempts(uuid), 1)
})

test('numbers without a wallet are looked up at most twenty times in a row for one order', async () => {
  const { links } = await collections.order()
  const replies: string[] = []
  for (let count = 0; count < 22; count++) replies.push((await post(links, freshNumber('05'))).text)
  expect(replies.slice(0, 20).filter((text) => !text.includes('Airtel Money'))).toEqual([])
  expect(replies.at(-1)).not.toContain('Airtel Money')
})
