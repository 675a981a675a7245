// `Idempotency-Key` under crashes: the work and its stored response are one commit, so a repeat never does the work
// again.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { forgetIdempotentRequests, hashOfKey } from '../../server/platform/http/idempotency.ts'
import { call, tokenOf } from '../support/callers/self-service.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { inboundBody, orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let merchant: Credentials
let token: string
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())
beforeEach(async () => {
  merchant = await world.register()
  token = await tokenOf(world, merchant)
})

const run = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
const link = { amount: 10, currency: 'USD', merchant_reference: 'L', callback_url: 'http://localhost/cb' }
const headers = { 'idempotency-key': 'key-1' }

/** No response can be stored while `work` runs, as if the process had died before. */
async function retainingNothing(work: () => Promise<unknown>): Promise<void> {
  await run(
    `create or replace function test_no_keeping() returns trigger language plpgsql as
     $$ begin if new.body is not null then raise exception 'the connection was lost here'; end if; return new; end $$`,
  )
  await run(
    'create trigger test_no_keeping before update on idempotent_request for each row execute function test_no_keeping()',
  )
  await work().finally(() => run('drop trigger test_no_keeping on idempotent_request'))
}

const links = () =>
  run<{ status: string }>(
    'select l.status from payment_link l join merchant m on m.id = l.merchant_id where merchant_code = $1',
    [merchant.merchant_code],
  )
const balance = async () =>
  (await world.basic('GET', '/api/v1/remittance/balance', undefined, { as: merchant })).body.data.available
const orders = async () => {
  const [row] = await run<{ made: number }>(
    'select count(*)::integer as made from card_transaction t join merchant m on m.id = t.merchant_id where merchant_code = $1',
    [merchant.merchant_code],
  )
  return row?.made
}

test('a key whose response was lost stays with its transfer, and pays no other one', async () => {
  await world.topUp('5.00', merchant)
  const send = (reference: string) =>
    world.basic('POST', '/api/v1/remittance/inbound', inboundBody({ reference }), { as: merchant, headers })
  await retainingNothing(async () => assert.ok((await send('first')).status >= 500))
  assert.equal((await send('second')).status, 422)
  const repeated = await send('first')
  expect([repeated.status, repeated.body.data.reference]).toEqual([200, 'first'])
  assert.equal((await send('second')).status, 422)
  const sent =
    'select t.reference from transfer t join merchant m on m.id = t.merchant_id where merchant_code = $1'
  expect(await run(sent, [merchant.merchant_code])).toEqual([{ reference: 'first' }])
})

describe('work whose response could not be stored is rolled back and done once when repeated', () => {
  const cases: [what: string, ask: () => Promise<ApiResponse>, done: () => Promise<unknown>, before: unknown, after: unknown][] = [
    ['a top-up', () => world.basic('POST', '/api/v1/remittance/sandbox/topup', { amount: 4 }, { as: merchant, headers }), balance, 0, 4],
    ['a top-up in the portal', () => call(world, 'POST', 'sandbox/topup', { token, body: { amount: 4 }, headers }), balance, 0, 4],
    ['a link', () => world.signed('POST', '/api/v1/payment-links', link, { as: merchant, headers }), links, [], [{ status: 'ACTIVE' }]],
    ['a link in the portal', () => call(world, 'POST', 'links', { token, body: link, headers }), links, [], [{ status: 'ACTIVE' }]],
    ['an order', () => world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as: merchant, headers }), orders, 0, 1],
  ] // biome-ignore format: a table with one row per line

  test.each(cases)(
    '%s without a stored response is rolled back and done once when repeated',
    async (_, send, done, before, after) => {
      await retainingNothing(async () => assert.ok((await send()).status >= 500))
      expect(await done()).toEqual(before)
      const first = await send()
      expect(first.status).toBe(200)
      const repeated = await send()
      expect([repeated.text, repeated.headers['idempotency-replayed']]).toEqual([first.text, 'true'])
      expect(await done()).toEqual(after)
    },
  )

  test('a cancelled link without a stored response is rolled back and done once when repeated', async () => {
    const made = await world.signed('POST', '/api/v1/payment-links', link, { as: merchant })
    const cancel = () =>
      world.signed('POST', `/api/v1/payment-links/${made.body.data.code}/cancel`, undefined, {
        as: merchant,
        headers,
      })
    await retainingNothing(async () => assert.ok((await cancel()).status >= 500))
    expect(await links()).toEqual([{ status: 'ACTIVE' }])
    const [first, repeated] = [await cancel(), await cancel()]
    expect([first.status, repeated.text]).toEqual([200, first.text])
    expect(await links()).toEqual([{ status: 'CANCELLED' }])
  })
})

describe('the key of a request whose process died', () => {
  const order = (body: Record<string, unknown>, key: string) =>
    world.signed('POST', '/api/v1/payment/orders', body, {
      as: merchant,
      headers: { 'idempotency-key': key },
    })
  const body = () => orderBody(world.url)
  const hash = (key: string) => hashOfKey(key, world.system.secrets)

  /** The row that an order request under another key would have left, longer ago than any call may take. */
  beforeEach(async () => {
    await order(body(), 'made')
    await run(
      `insert into idempotent_request (owner, method, path, key, fingerprint, locked_until, created_at)
       select r.owner, r.method, r.path, $2, r.fingerprint, now() - interval '1 second', r.created_at
         from idempotent_request r join merchant m on m.id::text = r.owner
        where m.merchant_code = $1 and key = $3`,
      [merchant.merchant_code, hash('left'), hash('made')],
    )
  })

  test('a key is not taken over by a request with another body: 422, and nothing is done', async () => {
    expect((await order({ ...body(), amount: 99 }, 'left')).status).toBe(422)
    expect(await orders()).toBe(1)
  })

  test('a key is taken over by the same request, which is done once and then replayed', async () => {
    const taken = await order(body(), 'left')
    expect([taken.status, taken.headers['idempotency-replayed']]).toEqual([200, undefined])
    const repeat = await order(body(), 'left')
    expect([repeat.text, repeat.headers['idempotency-replayed']]).toEqual([taken.text, 'true'])
    expect(await orders()).toBe(2)
  })
})

test('only keys older than a day are deleted', async () => {
  const { db, clock } = world.system
  const order = () =>
    world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as: merchant, headers })
  const first = await order()
  const sweepAfter = (hours: number) =>
    forgetIdempotentRequests({ db, clock: { now: () => clock.now().add({ hours }) } })
  await sweepAfter(24)
  expect((await order()).text).toBe(first.text)
  await sweepAfter(49)
  const later = await order()
  expect([later.headers['idempotency-replayed'], await orders()]).toEqual([undefined, 2])
})
