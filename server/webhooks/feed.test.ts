// The feed of events: each once, in order, whatever commits late, and only those of its merchant.
import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { faultsOf, runFeed } from '../../test/support/messages/event-feed.ts'
import {
  clock,
  database,
  db,
  newMerchant,
  notify,
  openDeliveriesForEach,
  owner,
  run,
} from '../../test/support/messages/webhook-deliveries.ts'
import { readFeed } from './feed.ts'
import { cursorOf, positionOf } from './feed-cursor.ts'

openDeliveriesForEach()

const read = (after = 0n, { limit = 10, types = null as string[] | null, of = owner() } = {}) =>
  readFeed(db, of, { after, limit, types, now: clock.now() })
const keysOf = ({ events }: Awaited<ReturnType<typeof read>>) =>
  events.map(({ body }) => JSON.parse(body).key)

test('a reader sees each of 2,000 events once and in order while writers are slow and killed', async () => {
  const { fed, second, byId, killed, written } = await runFeed({
    ...{ url: database.url, owner: owner(), events: 2_000, writers: 8 },
  })
  assert.ok(killed > 0)
  expect(faultsOf(fed, written)).toEqual([])
  expect(faultsOf(second, written)).toEqual([])
  // The same run would catch a feed that is read by ids.
  expect(faultsOf(byId, written)).toContainEqual(expect.stringContaining('were missed'))
}, 120_000)

test('an event that commits after a later one has been read comes next', async () => {
  const committed = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const late = db.transaction(async (sql) => {
    await sql.rows({ name: '', text: insertLate }, [owner().merchantId, clock.now()])
    written.resolve()
    await committed.promise
  })
  await written.promise
  await notify('early')
  const first = await read()
  expect(keysOf(first)).toEqual(['early'])
  committed.resolve()
  await late
  expect(keysOf(await read(first.next))).toEqual(['late'])
})
const insertLate = `insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url,
    endpoint, signed, body, next_attempt_at, created_at)
  values (gen_random_uuid(), $1, 'sandbox', 's', 'PAYMENT', 'late', 'https://shop.example', 'e', true, '{"key":"late"}', $2, $2)`

test('events whose rows are being written wait with all behind them', async () => {
  for (const key of ['a', 'b', 'c']) await notify(key)
  await db.transaction(async (sql) => {
    await sql.rows({ name: '', text: `update webhook_event set attempts = 1 where dedupe_key = 'b'` })
    const page = await read()
    expect([keysOf(page), page.hasMore]).toEqual([['a'], true])
  })
  expect(keysOf(await read())).toEqual(['a', 'b', 'c'])
})

test('pages follow each other without gap, and an empty page keeps the place', async () => {
  for (const key of ['a', 'b', 'c']) await notify(key)
  const first = await read(0n, { limit: 2 })
  expect([keysOf(first), first.hasMore]).toEqual([['a', 'b'], true])
  const second = await read(first.next, { limit: 2 })
  expect([keysOf(second), second.hasMore]).toEqual([['c'], false])
  expect(await read(second.next)).toEqual({ events: [], next: second.next, hasMore: false })
  expect(keysOf(await read(0n, { types: ['REFUND'] }))).toEqual([])
})

test('events of another merchant or the other environment, of over 90 days ago and emptied ones are not there', async () => {
  const other = await newMerchant()
  await notify('mine')
  await notify('theirs', { merchantId: other.id })
  expect(keysOf(await read())).toEqual(['mine'])
  expect(keysOf(await read(0n, { of: { merchantId: other.id, environment: 'sandbox' } }))).toEqual(['theirs'])
  expect(keysOf(await read(0n, { of: { ...owner(), environment: 'production' } }))).toEqual([])
  clock.forward({ hours: 24 * 90 + 1 })
  await notify('today')
  expect(keysOf(await read())).toEqual(['today'])
  await run(`update webhook_event set body = '{}'`)
  expect(keysOf(await read())).toEqual([])
})

test('after a restore that forgot events, new ones come after the place of a reader who saw them', async () => {
  await notify('kept')
  await read()
  clock.forward({ seconds: 1 })
  await notify('forgotten')
  const seen = await read()
  await run(`delete from webhook_event where dedupe_key = 'forgotten'`)
  clock.forward({ minutes: 5 })
  await notify('new')
  expect(keysOf(await read(seen.next))).toEqual(['new'])
})

test('a place given while the clock is behind comes after the last place', async () => {
  await notify('a')
  const first = await read()
  clock.forward({ minutes: -10 })
  await notify('b')
  expect(keysOf(await read(first.next))).toEqual(['b'])
})

test('a cursor is of one merchant and environment, and cannot be changed', () => {
  const mine = { merchantId: 7n, environment: 'sandbox' }
  const cursor = cursorOf(mine, 1_795_253_472_482_913n)
  expect(positionOf(mine, cursor)).toBe(1_795_253_472_482_913n)
  expect(positionOf({ ...mine, merchantId: 8n }, cursor)).toBeUndefined()
  expect(positionOf({ ...mine, environment: 'production' }, cursor)).toBeUndefined()
  for (const text of ['', 'x', '1', Buffer.from('5').toString('base64url'), `${cursor}A`])
    expect([text, positionOf(mine, text)]).toEqual([text, undefined])
})
