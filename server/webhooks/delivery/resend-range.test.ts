// Deliveries of a time that are resent: which ones, in which order, and how they differ from others.
import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { wrongCounts } from '../../../test/support/database/day-counts.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
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
  received,
  respondWith,
  run,
  secrets,
  stateOf,
  urlOf,
  work,
} from '../../../test/support/messages/webhook-deliveries.ts'
import { insertEndpoint } from '../endpoints.ts'
import { resend } from './deliveries.ts'
import { failingDeliveries } from './failing.ts'
import { maxResent, resendRange } from './resend-range.ts'

openDeliveriesForEach()

const always = {
  from: Temporal.Instant.from('2026-01-01T00:00:00Z'),
  to: Temporal.Instant.from('2030-01-01T00:00:00Z'),
}
const anything = { ...always, state: undefined, types: undefined, endpointId: undefined, rate: 5 }
const resendAll = (range: Partial<Parameters<typeof resendRange>[3]> = {}, of = owner()) =>
  db.transaction((sql) => resendRange(sql, { clock }, of, { ...anything, ...range }))
const keys = () => received.map(({ body }) => JSON.parse(body).key as string)
const replays = () =>
  received
    .filter(({ headers }) => headers['x-service-replay'] === 'true')
    .map(({ body }) => JSON.parse(body).key)
const put = () =>
  run<{ key: string }>(`select dedupe_key as key from webhook_event where resend_id is not null order by id`)
/** The endpoint bears four calls at a time. */
const isKnown = () =>
  run(`insert into webhook_breaker (endpoint, in_flight_limit, updated_at)
       select distinct endpoint, 4, created_at from webhook_event on conflict do nothing`)

/** Delivers events under these keys. */
async function delivered(...names: string[]): Promise<void> {
  for (const key of names) {
    await notify(key)
    clock.forward({ seconds: 1 })
  }
  await isKnown()
  const loop = work()
  for (const key of names) await becomes(key, 'DELIVERED')
  await loop.stop()
  received.splice(0)
}

test('deliveries are resent in order and at the rate, with the same id and bytes and the mark of a replay', async () => {
  await delivered('a', 'b', 'c')
  const ids = await run('select event_id from webhook_event order by id')
  expect(await resendAll({ rate: 2 })).toEqual({ resendId: expect.any(String), count: 3 })
  const loop = work()
  for (const [i, key] of ['a', 'b', 'c'].entries()) {
    await eventually(`${key} is sent`, async () => received.length === i + 1)
    await eventually('it is recorded', async () => (await stateOf(key))?.state === 'DELIVERED')
    const waiting = await run(`select from webhook_event where state = 'PENDING' and next_attempt_at <= $1`, [
      clock.now(),
    ])
    expect(waiting).toEqual([])
    clock.forward({ milliseconds: 500 })
    loop.wake()
  }
  expect(replays()).toEqual(['a', 'b', 'c'])
  expect(received.map(({ headers }) => headers['x-service-event-id'])).toEqual(
    ids.map(({ event_id }) => event_id),
  )
  expect(received[0]!.headers['x-service-attempt']).toBe('2')
  expect(await wrongCounts(db)).toEqual([])
})

test('one is sent after another, and what is new does not wait for them', async () => {
  await delivered('a', 'b', 'c')
  await resendAll()
  clock.forward({ minutes: 1 })
  const held: (() => void)[] = []
  respondWith(({ body }, response) =>
    JSON.parse(body).key === 'new' ? response.end() : held.push(() => response.end()),
  )
  const loop = work()
  await eventually('one is sent', async () => received.length === 1)
  await notify('new')
  loop.wake()
  await becomes('new', 'DELIVERED')
  expect(keys()).toEqual(['a', 'new'])
  for (const [i, key] of ['a', 'b', 'c'].entries()) {
    await eventually(`${key} is under way`, async () => held.length === i + 1)
    held[i]!()
    await becomes(key, 'DELIVERED')
  }
  expect(replays()).toEqual(['a', 'b', 'c'])
})

test('a new event of a payment does not wait for an old one that is resent', async () => {
  await notify('old', { subject: 'one' })
  const loop = work()
  await becomes('old', 'DELIVERED')
  await loop.stop()
  await resendAll()
  await run(`update webhook_event set next_attempt_at = next_attempt_at + interval '1 hour'`)
  await notify('new', { subject: 'one' })
  expect((await claimAndVanish()).map(({ body }) => JSON.parse(body).key)).toEqual(['new'])
})

test('one that fails is retried on the usual schedule, still as a replay, and does not hold up the others', async () => {
  await delivered('a', 'b')
  let isDown = true
  respondWith(({ body }, response) =>
    response.writeHead(isDown && JSON.parse(body).key === 'a' ? 500 : 200).end(),
  )
  await resendAll({ rate: 50 })
  clock.forward({ seconds: 1 })
  const loop = work()
  await becomes('b', 'DELIVERED')
  expect(await stateOf('a')).toMatchObject({ state: 'PENDING' })
  isDown = false
  clock.forward({ seconds: 7 })
  loop.wake()
  await becomes('a', 'DELIVERED')
  expect(replays()).toEqual(['a', 'b', 'a'])
  const [{ id } = { id: '' }] = await run<{ id: string }>(
    `select event_id as id from webhook_event where dedupe_key = 'a'`,
  )
  await resend({ db, clock }, { ...owner(), id })
  loop.wake()
  await eventually('it is sent', async () => received.length === 4)
  expect(received[3]!.headers['x-service-replay']).toBeUndefined()
})

test('only what ended in the time, state and types, and to the endpoint, that are asked for is resent', async () => {
  const { id: endpointId } = await db.transaction((sql) =>
    insertEndpoint(sql, secrets, {
      ...{ merchantId: merchant.id, secret: 'whsec_erp', now: clock.now() },
      settings: { url: urlOf('/erp'), events: ['PAYMENT'], description: '', is_enabled: true },
    }),
  )
  await delivered('a', 'b')
  await run(`update webhook_event set state = 'FAILED' where dedupe_key = 'a'`)
  await run(`update webhook_event set event_type = 'REFUND' where dedupe_key = 'b'`)
  await notify('waiting')
  const chosen = async (range: Parameters<typeof resendAll>[0]) => {
    await db
      .transaction(async (sql) => {
        const made = await resendRange(sql, { clock }, owner(), { ...anything, ...range })
        const rows = await sql.rows<{ key: string }>(
          { name: '', text: `select dedupe_key as key from webhook_event where resend_id = $1 order by id` },
          [made!.resendId],
        )
        expect(rows.length).toBe(made!.count)
        found = rows.map(({ key }) => key)
        throw new Error('undone')
      })
      .catch((error: Error) => assert.equal(error.message, 'undone'))
    return found
  }
  let found: string[] = []
  expect(await chosen({})).toEqual(['a', 'b'])
  expect(await chosen({ state: 'FAILED' })).toEqual(['a'])
  expect(await chosen({ types: ['REFUND', 'VOID'] })).toEqual(['b'])
  expect(await chosen({ from: clock.now() })).toEqual([])
  expect(await chosen({ to: clock.now().subtract({ seconds: 1 }) })).toEqual(['a'])
  expect(await chosen({ endpointId })).toEqual([`a ${endpointId}`, `b ${endpointId}`])
  await run(`update webhook_event set body = '{}' where dedupe_key = 'a'`)
  expect(await chosen({})).toEqual(['b'])
  const other = await newMerchant()
  expect(await resendAll({}, { merchantId: other.id, environment: 'sandbox' })).toMatchObject({ count: 0 })
  expect(await resendAll({}, { ...owner(), environment: 'production' })).toMatchObject({ count: 0 })
  expect(await put()).toEqual([])
})

test('a time with more deliveries than may be resent at once resends none', async () => {
  await run(
    `insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint, signed, body, state,
       attempts, created_at, finished_at)
     select gen_random_uuid(), $1, 'sandbox', 's' || n, 'PAYMENT', 'many' || n, 'https://shop.test', 'e', true, '{"key":"k"}', 'FAILED', 1, $2, $2
       from generate_series(1, ${maxResent + 1}) n`,
    [merchant.id, clock.now()],
  )
  expect(await resendAll()).toBeUndefined()
  expect(await put()).toEqual([])
  await run(`delete from webhook_event where dedupe_key = 'many1'`)
  expect(await resendAll({ rate: 50 })).toMatchObject({ count: maxResent })
  const [last] = await run<{ at: Temporal.Instant }>('select max(next_attempt_at) as at from webhook_event')
  expect(clock.now().until(last!.at).total('seconds')).toBeCloseTo((maxResent - 1) / 50, 3)
})

test('deliveries that wait for their turn are not reported as failing', async () => {
  await delivered('a')
  clock.forward({ minutes: 30 })
  await resendAll()
  expect((await failingDeliveries(db, clock.now(), owner())).failing).toBe(0)
})
