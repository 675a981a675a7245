// Copies of events for further endpoints: each with its own secret, deliveries and breaker.
import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { verifyWebhook } from '../../sdk/webhook.ts'
import { wrongCounts } from '../../test/support/database/day-counts.ts'
import { eventually } from '../../test/support/http/eventually.ts'
import {
  becomes,
  claimAndVanish,
  clock,
  db,
  merchant,
  newMerchant,
  notify,
  openDeliveriesForEach,
  owner,
  type Received,
  received,
  respondWith,
  run,
  secrets,
  stateOf,
  urlOf,
  work,
} from '../../test/support/messages/webhook-deliveries.ts'
import { listDeliveries, listDeliveriesTo, resend } from './delivery/deliveries.ts'
import {
  changeEndpoint,
  changeEndpointSecret,
  deleteEndpoint,
  type EndpointRow,
  type EndpointSettings,
  endpointsOf,
  insertEndpoint,
} from './endpoints.ts'
import { endpointOf } from './enqueue-webhook.ts'
import { readFeed } from './feed.ts'

openDeliveriesForEach()

const secretOf = (path: string) => `whsec_of_${path.slice(1)}`
/** An endpoint under a path of the server that receives; its secret names the path. */
const open = (path: string, settings: Partial<EndpointSettings> = {}, merchantId = merchant.id) =>
  db.transaction((sql) =>
    insertEndpoint(sql, secrets, {
      merchantId,
      settings: { url: urlOf(path), events: ['PAYMENT'], description: '', is_enabled: true, ...settings },
      secret: secretOf(path),
      now: clock.now(),
    }),
  )
const change = (before: EndpointRow, settings: Partial<EndpointSettings>) => {
  const { url, events, description, is_enabled } = { ...before, ...settings }
  return db.transaction((sql) =>
    changeEndpoint(sql, merchant.id, before, {
      settings: { url, events, description, is_enabled },
      now: clock.now(),
    }),
  )
}
const remove = (row: EndpointRow) => db.transaction((sql) => deleteEndpoint(sql, row, clock.now()))
const keyOf = (key: string, { id }: EndpointRow) => `${key} ${id}`
const at = (path: string) => received.filter((got) => got.path === path)
const arrived = (path: string, count = 1) =>
  eventually(`${count} at ${path}`, async () => at(path).length >= count)
const isBy = (secret: string, { body, headers }: Received) =>
  verifyWebhook({ body, headers, secret, now: new Date(clock.now().epochMilliseconds) }).then(
    () => true,
    () => false,
  )
const statusFor = (failing: (path: string) => boolean) =>
  respondWith(({ path }, response) => response.writeHead(failing(path) ? 500 : 200).end())

test('each endpoint gets a copy with the id and bytes of the event, signed with its own secret', async () => {
  await open('/erp')
  await open('/stock')
  await notify('a')
  work()
  await eventually('each was tried', async () => (await run('select from webhook_attempt')).length === 3)
  expect(received.map(({ path }) => path).sort()).toEqual(['/erp', '/hook', '/stock'])
  const [hook, erp, stock] = ['/hook', '/erp', '/stock'].map((path) => at(path)[0]!)
  assert.equal(new Set([hook, erp, stock].map((got) => got!.headers['x-service-event-id'])).size, 1)
  assert.equal(new Set([hook, erp, stock].map((got) => got!.body)).size, 1)
  const signers = [merchant.secret, secretOf('/erp'), secretOf('/stock')]
  const fits = await Promise.all(
    [hook!, erp!, stock!].map((got) => Promise.all(signers.map((secret) => isBy(secret, got)))),
  )
  expect(fits).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])
  expect(await wrongCounts(db)).toEqual([])
})

test('an endpoint gets only the events it asks for, and none of another merchant', async () => {
  const refunds = await open('/refunds', { events: ['REFUND'] })
  await notify('a')
  await notify('theirs', { merchantId: (await newMerchant()).id })
  expect(await run('select from webhook_event where endpoint_id = $1', [refunds.id])).toEqual([])
  await run(`update webhook_endpoint set events = '{REFUND,PAYMENT}'`)
  await notify('b')
  expect(await run('select dedupe_key from webhook_event where endpoint_id = $1', [refunds.id])).toEqual([
    { dedupe_key: keyOf('b', refunds) },
  ])
})

test('the copy of an unsigned event is signed', async () => {
  await open('/erp')
  await notify('a', { signed: false })
  work()
  for (const path of ['/hook', '/erp']) await arrived(path)
  assert.equal(at('/hook')[0]!.headers['x-service-signature'], undefined)
  assert.equal(await isBy(secretOf('/erp'), at('/erp')[0]!), true)
})

test('an event without a callback URL is in the feed and copied, but is no delivery', async () => {
  const erp = await open('/erp')
  await notify('a', { url: null })
  await notify('alone', { url: null, merchantId: (await newMerchant()).id })
  expect(await stateOf('a')).toEqual({ state: 'STORED', attempts: 0 })
  work()
  await becomes(keyOf('a', erp), 'DELIVERED')
  const range = { limit: 10, offset: 0 }
  const listed = await listDeliveries(db, owner(), range)
  expect([listed.total, listed.items.map(({ endpoint_id }) => endpoint_id)]).toEqual([1, [erp.id]])
  expect((await listDeliveries(db, owner(1n), range)).total).toBe(0)
  const feed = await readFeed(db, owner(), { after: 0n, limit: 10, types: null, now: clock.now() })
  expect(feed.events.map(({ event_id }) => event_id)).toEqual([listed.items[0]!.event_id])
  expect(await wrongCounts(db)).toEqual([])
})

test('three endpoints that hang delay neither the callback URL nor a fourth one', async () => {
  const isHanging = ({ path }: Received) => path.startsWith('/hangs')
  const held: (() => void)[] = []
  respondWith((got, response) => (isHanging(got) ? held.push(() => response.end()) : response.end()))
  for (const path of ['/hangs-1', '/hangs-2', '/hangs-3', '/erp']) await open(path)
  for (let i = 0; i < 10; i++) await notify(`e-${i}`)
  work()
  await arrived('/hook', 10)
  await arrived('/erp', 10)
  assert.equal(received.filter(isHanging).length, 3)
  for (const end of held) end()
})

test('an endpoint that fails is paused alone, although the others have the same origin', async () => {
  const bad = await open('/bad')
  const good = await open('/erp')
  const units = [bad.breaker, good.breaker, endpointOf(merchant.id, urlOf())]
  assert.equal(new Set(units).size, 3)
  statusFor((path) => path === '/bad')
  for (let i = 0; i < 6; i++) await notify(`e-${i}`)
  const loop = work()
  await arrived('/hook', 6)
  await arrived('/erp', 6)
  await arrived('/bad', 5)
  await eventually('the endpoint is paused', async () => {
    const paused = await run('select endpoint from webhook_breaker where open_until is not null')
    return paused.length > 0
  })
  expect(await run('select endpoint from webhook_breaker where open_until is not null')).toEqual([
    { endpoint: bad.breaker },
  ])
  await notify('later')
  loop.wake()
  await arrived('/hook', 7)
  await arrived('/erp', 7)
  assert.equal(at('/bad').length, 5)
})

test('a deleted endpoint gets nothing further, not even what is claimed afterwards', async () => {
  const erp = await open('/erp')
  statusFor((path) => path === '/erp')
  await notify('retried')
  const loop = work()
  await eventually('it was tried', async () => (await run('select from webhook_attempt')).length === 2)
  await notify('racing')
  await loop.stop()
  const before = at('/erp').length
  await remove(erp)
  expect(await stateOf(keyOf('retried', erp))).toMatchObject({ state: 'FAILED' })
  // A copy that was written by a transaction which still saw the endpoint.
  await run(
    `update webhook_event set state = 'PENDING', next_attempt_at = created_at, finished_at = null, lease_token = null
      where dedupe_key = $1`,
    [keyOf('racing', erp)],
  )
  await notify('new')
  statusFor(() => false)
  work()
  await becomes('new', 'DELIVERED')
  await eventually('it has ended', async () => (await stateOf(keyOf('racing', erp)))?.state !== 'PENDING')
  expect(await stateOf(keyOf('racing', erp))).toMatchObject({ state: 'FAILED' })
  expect(await run('select from webhook_event where dedupe_key = $1', [keyOf('new', erp)])).toEqual([])
  assert.equal(at('/erp').length, before)
  expect(await endpointsOf(db, merchant.id)).toEqual([])
})

test('a disabled endpoint gets no copies until it is enabled again', async () => {
  const erp = await change(await open('/erp'), { is_enabled: false })
  await notify('a')
  await change(erp, { is_enabled: true })
  await notify('b')
  work()
  await arrived('/erp')
  expect(at('/erp').map(({ body }) => JSON.parse(body).key)).toEqual(['b'])
})

test('what waits for an endpoint goes to its new URL, without the pause of the old one', async () => {
  const erp = await open('/wrong')
  statusFor((path) => path === '/wrong')
  for (let i = 0; i < 5; i++) await notify(`e-${i}`)
  const loop = work()
  await arrived('/wrong', 5)
  await eventually('the endpoint is paused', async () => {
    const paused = await run('select from webhook_breaker where open_until is not null')
    return paused.length === 1
  })
  const moved = await change(erp, { url: urlOf('/right') })
  loop.wake()
  await arrived('/right', 5)
  for (let i = 0; i < 5; i++) await becomes(keyOf(`e-${i}`, moved), 'DELIVERED')
})

test('a copy that is resent goes to the URL that its endpoint has now', async () => {
  const erp = await open('/old')
  await notify('a')
  const loop = work()
  await becomes(keyOf('a', erp), 'DELIVERED')
  await change(erp, { url: urlOf('/new') })
  const { items } = await listDeliveriesTo(db, owner(), erp.id, {
    range: { limit: 1, offset: 0 },
    filter: {},
  })
  expect(await resend({ db, clock }, { ...owner(), id: items[0]!.id })).toBe('resent')
  loop.wake()
  await arrived('/new')
  assert.equal(at('/old').length, 1)
})

test.each([
  ['disabled', (erp: EndpointRow) => change(erp, { is_enabled: false })],
  ['deleted', remove],
])('a copy for a %s endpoint is not resent, and its record stays', async (_, end) => {
  const erp = await open('/erp')
  await notify('a')
  work()
  await becomes(keyOf('a', erp), 'DELIVERED')
  await end(erp)
  const [before] = await run('select * from webhook_event where endpoint_id = $1', [erp.id])
  const copy = { ...owner(), id: before!.copy_id as string }
  expect(await resend({ db, clock }, copy)).toBe('endpoint_disabled')
  expect(await run('select * from webhook_event where endpoint_id = $1', [erp.id])).toEqual([before])
})

test('an event waits for an earlier one of its subject at each endpoint alone', async () => {
  const erp = await open('/erp')
  statusFor((path) => path === '/erp')
  await notify('first', { subject: 'one' })
  await notify('second', { subject: 'one' })
  work()
  await becomes('second', 'DELIVERED')
  await eventually('it was tried', async () => at('/erp').length === 1)
  expect(await stateOf(keyOf('second', erp))).toEqual({ state: 'PENDING', attempts: 0 })
  assert.equal((await claimAndVanish()).length, 0)
})

test('for the hours of an overlap both secrets of an endpoint sign', async () => {
  const { id } = await open('/erp')
  const until = clock.now().add({ hours: 1 })
  await db.transaction((sql) =>
    changeEndpointSecret(sql, secrets, { merchantId: merchant.id, id, secret: 'whsec_new', until }),
  )
  const signers = async (key: string) => {
    const before = at('/erp').length
    await notify(key)
    const loop = work()
    await arrived('/erp', before + 1)
    await loop.stop()
    return Promise.all([secretOf('/erp'), 'whsec_new'].map((secret) => isBy(secret, at('/erp').at(-1)!)))
  }
  expect(await signers('a')).toEqual([true, true])
  clock.forward({ hours: 1 })
  expect(await signers('b')).toEqual([false, true])
})

test('a copy is listed by its endpoint and type, and resent alone under the same event id', async () => {
  const erp = await open('/erp')
  await open('/stock')
  await notify('a')
  const loop = work()
  for (const path of ['/hook', '/erp', '/stock']) await arrived(path)
  await becomes(keyOf('a', erp), 'DELIVERED')
  const range = { limit: 10, offset: 0 }
  const { items, total } = await listDeliveriesTo(db, owner(), erp.id, { range, filter: { kind: 'PAYMENT' } })
  expect([total, items.length]).toEqual([1, 1])
  const none = await listDeliveriesTo(db, owner(), erp.id, { range, filter: { kind: 'REFUND' } })
  expect(none).toEqual({ items: [], total: 0 })
  const stranger = await listDeliveriesTo(db, owner(1n), erp.id, { range, filter: {} })
  expect(stranger).toEqual({ items: [], total: 0 })
  const [copy] = items
  assert.notEqual(copy!.id, copy!.event_id)
  // The last two characters of an id name its cell.
  assert.equal(copy!.id.slice(-2), copy!.event_id.slice(-2))
  expect(await resend({ db, clock }, { ...owner(), id: copy!.id })).toBe('resent')
  loop.wake()
  await arrived('/erp', 2)
  assert.equal(at('/erp')[1]!.headers['x-service-event-id'], at('/hook')[0]!.headers['x-service-event-id'])
  assert.deepEqual([at('/hook').length, at('/stock').length], [1, 1])
})

test('an event is stored by one statement, whether its merchant has endpoints or not', async () => {
  const statements = async (key: string) => {
    const before = db.counted.statements
    await notify(key)
    return db.counted.statements - before
  }
  const alone = await statements('alone')
  for (let i = 0; i < 8; i++) await open(`/erp-${i}`)
  expect([alone, await statements('copied')]).toEqual([1, 1])
  expect(
    await run(`select count(*)::integer as n from webhook_event where dedupe_key like 'copied%'`),
  ).toEqual([{ n: 9 }])
})
