// Webhooks to a receiver behind HTTP basic authentication carry the credentials that the merchant has stored, and go nowhere else.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, tokenOf } from '../../test/support/callers/self-service.ts'
import { eventually } from '../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'

let world: World
let token: string
const servers: Server[] = []

/** A receiver, and the `Authorization` header of each webhook by its reference. */
async function receiver() {
  const seen = new Map<string, string | undefined>()
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString('utf8'))
    seen.set(body.reference ?? body.event_type, request.headers.authorization)
    response.writeHead(204).end()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const authorizationOf = (reference: string) =>
    eventually(`the webhook ${reference}`, async () => seen.has(reference) && { header: seen.get(reference) })
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/hooks`, authorizationOf }
}

beforeAll(async () => {
  world = await openWorld()
  token = await tokenOf(world, world.merchant)
})
afterAll(async () => {
  for (const server of servers) server.close()
  await world?.close()
})

const put = (body: object) => call(world, 'PUT', 'callback', { token, body })
const credentials = { username: 'likuta', password: 'sésame: ouvre-toi' }
const header = `Basic ${Buffer.from('likuta:sésame: ouvre-toi').toString('base64')}`

async function pay(reference: string, callback_url: string): Promise<void> {
  const { link } = await world.createOrder({ callback_url, merchant_reference: reference })
  await world.payByCalls(link)
}

test('webhooks to the origin of the callback URL carry its credentials, and others do not', async () => {
  const [own, other] = [await receiver(), await receiver()]
  const stored = await put({ callback_url: own.url, credentials })
  expect(stored.body.data).toMatchObject({ callback_url: own.url, credentials: { username: 'likuta' } })
  expect(stored.text).not.toContain('sésame')
  await call(world, 'POST', 'callback/test', { token })
  await pay('OWN', own.url)
  await pay('OTHER', other.url)
  expect(await own.authorizationOf('TEST')).toEqual({ header })
  expect(await own.authorizationOf('OWN')).toEqual({ header })
  expect(await other.authorizationOf('OTHER')).toEqual({ header: undefined })
})

test('the optional events and the credentials can be changed without naming the callback URL', async () => {
  const { url } = await receiver()
  await put({ callback_url: url, credentials, events: [] })
  const { status, body } = await put({ events: ['PAYOUT'] })
  expect([status, body.data]).toEqual([
    200,
    { callback_url: url, events: ['PAYOUT'], credentials: { username: 'likuta' } },
  ])
  expect((await put({ credentials: null })).body.data).toEqual({
    ...{ callback_url: url, events: ['PAYOUT'], credentials: null },
  })
})

test('credentials are dropped when the callback URL moves to another origin', async () => {
  const [first, second] = [await receiver(), await receiver()]
  await put({ callback_url: first.url, credentials })
  expect((await put({ callback_url: `${first.url}/v2` })).body.data.credentials).toEqual({
    username: 'likuta',
  })
  expect((await put({ callback_url: second.url })).body.data.credentials).toBeNull()
  await put({ callback_url: first.url })
  await pay('AFTER', first.url)
  expect(await first.authorizationOf('AFTER')).toEqual({ header: undefined })
})

test('credentials without a callback URL, and a user name with a colon, are refused', async () => {
  await put({ callback_url: null })
  expect(await put({ credentials })).toMatchObject({ status: 409, body: { code: 'RMT-409' } })
  const { url } = await receiver()
  const wrong = await put({ callback_url: url, credentials: { username: 'a:b', password: 'c' } })
  expect(wrong).toMatchObject({ status: 400, body: { code: 'RMT-1005' } })
  expect(wrong.body.errors).toEqual([expect.objectContaining({ field: 'credentials.username' })])
})
