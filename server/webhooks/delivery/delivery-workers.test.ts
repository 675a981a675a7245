// Webhooks whose workers crash or stall, and the order in which workers claim them.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import {
  becomes,
  claimAndVanish,
  clock,
  db,
  loops,
  merchant,
  needs,
  notify,
  openDeliveriesForEach,
  outbound,
  received,
  respondWith,
  run,
  server,
  stateOf,
  urlOf,
  work,
} from '../../../test/support/messages/webhook-deliveries.ts'
import { startDeliveries } from './deliver.ts'
import { recordAttempts } from './queries.ts'

openDeliveriesForEach()

/** The server under another of its addresses, which makes it a separate endpoint. */
const originOf = (i: number) => `http://127.0.0.${i + 1}:${(server.address() as { port: number }).port}`
const keyOf = ({ body }: { body: string }) => JSON.parse(body).key as string
const endpointIsKnown = () =>
  run(`insert into webhook_breaker (endpoint, in_flight_limit, updated_at)
       select distinct endpoint, 4, created_at from webhook_event on conflict do nothing`)

test('successes of healthy endpoints are recorded without a transaction or breaker update', async () => {
  for (let i = 0; i < 8; i++) await notify(`e-${i}`, { url: originOf(i) })
  await endpointIsKnown()
  const transactionsBefore = db.counted.transactions
  const loop = work()
  for (let i = 0; i < 8; i++) await becomes(`e-${i}`, 'DELIVERED')
  await loop.stop()
  const statementCount = (name: string) => db.counted.named.get(name) ?? 0
  assert.ok(statementCount('record_webhook_attempts') > 0)
  assert.equal(statementCount('lock_webhook_breakers'), 0)
  assert.equal(statementCount('save_webhook_breakers'), 0)
  assert.equal(db.counted.transactions - statementCount('lock_webhook_claims'), transactionsBefore)
})

describe('workers that crash or stall', () => {
  test('an event whose worker died after the claim is retried once the lease has ended', async () => {
    await notify('a')
    const [claimed] = await claimAndVanish()
    assert.equal(claimed?.attempts, 1)
    const loop = work()
    await notify('b', { url: originOf(1) })
    await becomes('b', 'DELIVERED')
    assert.equal((await stateOf('a'))?.state, 'PENDING')
    clock.forward({ seconds: 31 })
    loop.wake()
    await becomes('a', 'DELIVERED')
    assert.equal(received.find((got) => keyOf(got) === 'a')?.headers['x-service-attempt'], '2')
  })

  test('a worker that died after the 2xx causes one repeat; its late result is ignored', async () => {
    const asleep = Promise.withResolvers<void>()
    const delivered = Promise.withResolvers<void>()
    const sleepy = startDeliveries({
      ...needs(),
      outbound: {
        ...outbound,
        async post(request) {
          const response = await outbound.post(request)
          if (received.length > 1) return response
          delivered.resolve()
          await asleep.promise
          return { kind: 'failed', error: 'timeout', address: undefined, durationMs: 1 }
        },
      },
    })
    loops.push(sleepy)
    await notify('a')
    await delivered.promise
    clock.forward({ seconds: 31 })
    work()
    await becomes('a', 'DELIVERED')
    asleep.resolve()
    await sleepy.stop()
    expect(await stateOf('a')).toEqual({ state: 'DELIVERED', attempts: 2 })
    expect(await run('select number, http_status from webhook_attempt')).toEqual([
      { number: 2, http_status: 200 },
    ])
    expect(await run('select consecutive_failures from webhook_breaker')).toEqual([
      { consecutive_failures: 0 },
    ])
    assert.equal(new Set(received.map(({ headers }) => headers['x-service-event-id'])).size, 1)
    assert.equal(received.length, 2)
  })

  test('an event over which eight workers died is marked dead, and other events continue', async () => {
    await notify('a')
    for (let i = 0; i < 8; i++) {
      assert.equal((await claimAndVanish()).length, 1)
      clock.forward({ seconds: 31 })
    }
    await notify('b', { url: originOf(1) })
    work()
    await becomes('a', 'DEAD')
    await becomes('b', 'DELIVERED')
    assert.deepEqual(received.map(keyOf), ['b'])
    expect(await run('select error from webhook_attempt where error is not null')).toEqual([
      { error: 'worker_died' },
    ])
  })

  test("a worker that lost its lease changes nothing, during or after the new worker's call", async () => {
    await notify('a')
    const late = randomUUID()
    const [claimed] = await claimAndVanish({ token: late })
    clock.forward({ seconds: 31 })
    const responses = Promise.withResolvers<void>()
    respondWith(async (_request, response) => {
      await responses.promise
      response.end()
    })
    work()
    await eventually('the other worker calls', async () => received.length === 1)
    const result = {
      id: String(claimed?.id),
      lease_token: late,
      number: 1,
      at: clock.now().toString(),
      error: 'timeout',
      duration_ms: 1,
      response_head: '',
      state: 'DEAD',
      next_attempt_at: null,
    }
    const record = () => db.rows(recordAttempts, [JSON.stringify([result])])
    assert.deepEqual(await record(), [])
    assert.equal((await stateOf('a'))?.state, 'PENDING')
    responses.resolve()
    await becomes('a', 'DELIVERED')
    assert.deepEqual(await record(), [])
    assert.equal((await stateOf('a'))?.state, 'DELIVERED')
  })

  test('a stopping worker does not wait for an endpoint that hangs', async () => {
    respondWith(() => {})
    await notify('a')
    const loop = work()
    await eventually('the call is in flight', async () => received.length === 1)
    await loop.stop()
    expect(await stateOf('a')).toEqual({ state: 'PENDING', attempts: 1 })
    expect(await run('select error from webhook_attempt')).toEqual([{ error: 'reset' }])
  })

  test('two workers share the deliveries and deliver each event once', async () => {
    for (let i = 0; i < 100; i++)
      await notify(`e-${i}`, { url: urlOf(`/hook?${i % 10}`), merchantId: merchant.id })
    work()
    work()
    for (let i = 0; i < 100; i++) await becomes(`e-${i}`, 'DELIVERED')
    assert.equal(received.length, 100)
    assert.equal(new Set(received.map(({ headers }) => headers['x-service-event-id'])).size, 100)
  })
})

describe('the order of deliveries', () => {
  test('new events are claimed before retries, and retries in their share of claims', async () => {
    await notify('old')
    await run('update webhook_event set attempts = 1')
    clock.forward({ minutes: 1 })
    await notify('new')
    await endpointIsKnown()
    assert.deepEqual((await claimAndVanish({ room: 1, retriesFirst: false })).map(keyOf), ['new'])
    await notify('newer')
    assert.deepEqual((await claimAndVanish({ room: 1, retriesFirst: true })).map(keyOf), ['old'])
  })

  test('an endpoint whose breaker opened after the look-up is not claimed until it closes', async () => {
    await notify('a')
    await endpointIsKnown()
    await run('update webhook_breaker set open_until = $1', [clock.now().add({ minutes: 1 })])
    assert.deepEqual(await claimAndVanish(), [])
    clock.forward({ minutes: 1 })
    assert.deepEqual((await claimAndVanish()).map(keyOf), ['a'])
  })

  test('every fourth call of a one-call endpoint is a retry, however often the worker polls', async () => {
    await notify('old')
    await run('update webhook_event set attempts = 1')
    for (let i = 0; i < 8; i++) await notify(`new-${i}`)
    await endpointIsKnown()
    // The endpoint is far from being allowed a second call, so a worker that polls between two calls finds nothing to claim.
    await run('update webhook_breaker set in_flight_limit = 1, credit = -1000')
    const loop = work()
    await becomes('old', 'DELIVERED')
    await loop.stop()
    assert.equal(received.map(keyOf).indexOf('old'), 3)
  })

  test('with backlogs everywhere, each endpoint gets a first call before any gets a second', async () => {
    for (let endpoint = 0; endpoint < 5; endpoint++)
      for (let i = 0; i < 6; i++) await notify(`${endpoint}-${i}`, { url: originOf(endpoint) })
    await endpointIsKnown()
    const taken = (events: { endpoint: string }[]) => new Set(events.map(({ endpoint }) => endpoint)).size
    const first = await claimAndVanish({ room: 7, firstCallsOnly: 2 })
    assert.deepEqual([first.length, taken(first)], [5, 5])
    const second = await claimAndVanish({ room: 7, firstCallsOnly: 2 })
    assert.deepEqual([second.length, taken(second)], [5, 5])
  })

  test('an endpoint has at most four calls in flight and a merchant sixteen, over all workers', async () => {
    for (let endpoint = 0; endpoint < 6; endpoint++)
      for (let i = 0; i < 6; i++) await notify(`${endpoint}-${i}`, { url: originOf(endpoint) })
    await endpointIsKnown()
    const claimed = [...(await claimAndVanish({ room: 10 })), ...(await claimAndVanish())]
    assert.equal(claimed.length, 16)
    for (const events of Map.groupBy(claimed, ({ endpoint }) => endpoint).values())
      assert.ok(events.length <= 4)
    assert.equal((await claimAndVanish()).length, 0)
  })

  test("an event waits while its predecessor's fourth attempt is in flight", async () => {
    await notify('first', { subject: 'same' })
    await notify('second', { subject: 'same' })
    await endpointIsKnown()
    await run(`update webhook_event set attempts = 3 where dedupe_key = 'first'`)
    assert.deepEqual((await claimAndVanish()).map(keyOf), ['first'])
    assert.deepEqual(await claimAndVanish(), [])
    await run(`update webhook_event set lease_token = null where dedupe_key = 'first'`)
    assert.deepEqual((await claimAndVanish()).map(keyOf), ['second'])
  })

  test("hanging endpoints, more than one in twenty, do not delay others' first attempts", async () => {
    respondWith((request, response) => void (request.path === '/hook' && response.end()))
    const merchants = 48
    await run(
      `insert into merchant (merchant_code, name, email, environment, merchant_secret_hash,
                             callback_secret_sealed, created_at)
       select 'LKT-TEST-' || (1000 + i), 'M', 'm' || i || '@example.com', 'sandbox', '', '', $1
         from generate_series(1, ${merchants}) i`,
      [clock.now()],
    )
    const ids = await run<{ id: bigint }>(`select id from merchant where merchant_code like 'LKT-TEST-%'`)
    for (const { id } of ids)
      for (let i = 0; i < 3; i++)
        await notify(`ill-${id}-${i}`, { merchantId: id, url: urlOf('/hang'), signed: false })
    for (let i = 0; i < 100; i++) await notify(`well-${i}`)
    work()
    await becomes('well-99', 'DELIVERED')
    await eventually('all events of healthy endpoints are delivered', async () => {
      const [row] = await run(`select count(*)::integer as n from webhook_event where state = 'DELIVERED'`)
      return row?.n === 100
    })
    assert.ok(received.filter(({ path }) => path === '/hang').length <= merchants)
    server.closeAllConnections()
  })
})
