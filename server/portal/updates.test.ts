// Open portal pages hear of changes at once, and only of their own merchant's.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, joined, signedIn, tokenOf } from '../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Follows the stream; `next` resolves with the next event. */
async function follow(token: string) {
  const abort = new AbortController()
  const response = await fetch(`${world.url}/api/v1/merchant/updates`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  async function next(): Promise<{ event: string; data: any } | 'closed'> {
    for (;;) {
      const [block, ...rest] = unread.split('\n\n')
      if (rest.length > 0) {
        unread = rest.join('\n\n')
        const data = /^data: (.*)$/m.exec(block!)?.[1]
        if (data) return { event: /^event: (.*)$/m.exec(block!)?.[1] ?? 'message', data: JSON.parse(data) }
        continue
      }
      const { value, done } = await reader.read()
      if (done) return 'closed'
      unread += value
    }
  }
  return { response, next, close: () => abort.abort() }
}

test('a page hears of its own payments by count and status, and of no one else’s', async () => {
  const other = await world.register()
  const [own, others] = await Promise.all([
    follow(await tokenOf(world, world.merchant)),
    follow(await tokenOf(world, other)),
  ])
  expect(own.response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(own.response.headers.get('cache-control')).toBe('no-store, no-transform')
  const first = {
    event: 'message',
    data: { since: expect.any(String), payments: {}, transfers: {}, payouts: {} },
  }
  expect(await own.next()).toEqual(first)
  expect(await others.next()).toEqual(first)

  const { link } = await world.createOrder()
  expect(await own.next()).toMatchObject({ data: { payments: { PENDING: 1 }, transfers: {} } })
  await world.payByCalls(link)
  expect(await own.next()).toMatchObject({ data: { payments: { SUCCESS: 1 } } })
  // The other merchant's next event is about its own payment: nothing was sent before.
  const body = { amount: 5000, currency: 'CDF' }
  await call(world, 'POST', 'sandbox/order', { token: await tokenOf(world, other), body })
  expect(await others.next()).toMatchObject({ data: { payments: { PENDING: 1 } } })
  own.close()
  others.close()
})

test.each([
  ['owner', { payments: {}, transfers: {}, payouts: {} }],
  ['accountant', { payments: {}, transfers: {}, payouts: {} }],
  ['viewer', { payments: {}, transfers: {}, payouts: {} }],
  ['developer', { payments: {}, transfers: {} }],
] as const)(
  'a user with the role %s hears of the lists that the role reads, and of no other',
  async (role, lists) => {
    const owner = await signedIn(world, await world.register())
    const { token } = role === 'owner' ? owner : await joined(world, owner, role)
    const stream = await follow(token)
    expect(await stream.next()).toEqual({ event: 'message', data: { since: expect.any(String), ...lists } })
    stream.close()
  },
)

test('a page in test mode hears of test payments, and ends with the switch back', async () => {
  const live = await world.register({ environment: 'production' })
  const switched = async (token: string, mode: string) =>
    (await call(world, 'POST', 'session/mode', { token, body: { mode } })).body.data.access_token
  const token = await switched(await tokenOf(world, live), 'test')
  const stream = await follow(token)
  expect(await stream.next()).toMatchObject({ data: { payments: {} } })
  await call(world, 'POST', 'sandbox/order', { token, body: { amount: 5000, currency: 'CDF' } })
  expect(await stream.next()).toMatchObject({ data: { payments: { PENDING: 1 } } })
  await switched(token, 'live')
  expect(await stream.next()).toEqual({ event: 'end', data: {} })
})

test('a stream of updates ends with its session', async () => {
  const token = await tokenOf(world, world.merchant)
  const stream = await follow(token)
  expect(await stream.next()).toMatchObject({ event: 'message' })
  await call(world, 'POST', 'logout', { token })
  expect(await stream.next()).toEqual({ event: 'end', data: {} })
  expect(await stream.next()).toBe('closed')
  expect((await follow(token)).response.status).toBe(401)
})

test('a merchant has at most twenty streams of updates, and a closed one makes room', async () => {
  const merchant = await world.register()
  const token = await tokenOf(world, merchant)
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow(token)))
  expect(streams.map(({ response }) => response.status)).toEqual(Array(20).fill(200))
  const refused = await follow(token)
  expect(refused.response.status).toBe(429)
  expect(refused.response.headers.get('retry-after')).toBe('60')
  streams[0]!.close()
  await expect
    .poll(
      async () => {
        const again = await follow(token)
        again.close()
        return again.response.status
      },
      { timeout: 60_000 },
    )
    .toBe(200)
  for (const { close } of streams) close()
})
