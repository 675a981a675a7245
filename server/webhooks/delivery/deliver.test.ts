import assert from 'node:assert/strict'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { rotate } from '../../merchants/identity/credentials.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { type Outbound, openOutbound } from '../../platform/network/outbound.ts'
import { openLog, silentLog } from '../../platform/process/log.ts'
import type { Loop } from '../../platform/process/worker-loop.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { enqueueWebhook } from '../enqueue-webhook.ts'
import { type DeliveryNeeds, startDeliveries } from './deliver.ts'
import { listDeliveries, resend } from './deliveries.ts'
import { claimDue, pendingEndpoints, recordAttempts } from './queries.ts'

type Received = { path: string; headers: IncomingMessage['headers']; body: string }

const secrets = openSecrets(randomBytes(32))
let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let clock: ReturnType<typeof manualClock>
let outbound: Outbound
let loops: Loop[]
let merchant: { id: bigint; secret: string }
let server: Server
let received: Received[]
let respond: (request: Received, response: ServerResponse) => void

beforeEach(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 6, name: 'test' })
  clock = manualClock()
  outbound = openOutbound({ reach: 'private' })
  loops = []
  received = []
  respond = (_request, response) => response.end('ok')
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const got = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      received.push(got)
      respond(got, response)
    })
  }).listen(0, '0.0.0.0')
  await once(server, 'listening')
  merchant = await newMerchant()
})

afterEach(async () => {
  await Promise.all(loops.map((loop) => loop.stop()))
  server.closeAllConnections()
  server.close()
  await outbound.close()
  await db.close()
  await database.drop()
})

async function newMerchant() {
  const email = `${randomBytes(4).toString('hex')}@example.com`
  const made = await registerMerchant(
    { db, secrets, clock, merchantPrefix: 'LKT' },
    { name: 'M', email, environment: 'sandbox', password: 'x'.repeat(12) },
  )
  const [row] = await db.rows<{ id: bigint }>(
    { name: 'merchant_id', text: 'select id from merchant where email = $1' },
    [email],
  )
  return { id: row!.id, secret: made.callback_secret }
}

/** What merchants were notified of about their endpoints. */
const notices: string[] = []

const needs = (): DeliveryNeeds => ({
  db,
  clock,
  wallClock: clock,
  log: process.env.TEST_LOG ? openLog('debug') : silentLog,
  secrets,
  outbound,
  speed: 1,
  notify: async (_sql, { kind, endpoint }) => void notices.push(`${kind} ${endpoint}`),
})

function work(): Loop {
  const loop = startDeliveries(needs())
  loops.push(loop)
  return loop
}

/** Claims events as a worker that dies before it records anything. */
async function claimAndVanish({
  room = 64,
  firstCallsOnly = 0,
  retriesFirst = false,
  token = randomUUID() as string,
} = {}) {
  const now = clock.now()
  const endpoints = (await db.rows(pendingEndpoints, ['', 500, now])).map(({ endpoint }) => endpoint)
  const values = [now, token, now.add({ seconds: 30 }), room, firstCallsOnly, retriesFirst ? 1 : 0, endpoints]
  return db.rows(claimDue, values)
}

/** The server under another of its addresses, which makes it a separate endpoint. */
const originOf = (i: number) => `http://127.0.0.${i + 1}:${(server.address() as { port: number }).port}`
const keyOf = ({ body }: { body: string }) => JSON.parse(body).key as string
const run = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  db.rows<Row>({ name: '', text }, values)
const endpointIsKnown = () =>
  run(`insert into webhook_endpoint (endpoint, in_flight_limit, updated_at)
       select distinct endpoint, 4, created_at from webhook_event on conflict do nothing`)

const owner = (others = 0n) => ({ merchantId: merchant.id + others, environment: 'sandbox' })

const urlOf = (path = '/hook') => `http://127.0.0.1:${(server.address() as { port: number }).port}${path}`
const notify = (
  key: string,
  more: { subject?: string; url?: string; merchantId?: bigint; signed?: boolean; body?: object } = {},
) =>
  db.transaction((sql) =>
    enqueueWebhook(
      sql,
      {
        ...owner(),
        subject: `s:${key}`,
        eventType: 'PAYMENT',
        dedupeKey: key,
        url: urlOf(),
        signed: true,
        body: { key, name: 'Grâce' },
        ...more,
      },
      clock.now(),
    ),
  )
const stateOf = async (key: string) =>
  (
    await db.rows<{ state: string; attempts: number }>(
      { name: 'state_of', text: 'select state, attempts from webhook_event where dedupe_key = $1' },
      [key],
    )
  )[0]
const becomes = (key: string, state: string) =>
  eventually(`${key} is ${state}`, async () => (await stateOf(key))?.state === state)
const tried = (key: string, attempts: number) =>
  eventually(`${key} was tried ${attempts} times`, async () => {
    const [row] = await db.rows<{ made: bigint }>(
      {
        name: 'tried',
        text: 'select count(*) as made from webhook_attempt a join webhook_event e on e.id = a.event_id where e.dedupe_key = $1',
      },
      [key],
    )
    return Number(row?.made) === attempts
  })

describe('an event', () => {
  test('a webhook is delivered signed, as compact UTF-8 JSON, with its headers', async () => {
    await notify('a')
    work()
    await becomes('a', 'DELIVERED')
    const [request] = received
    assert.equal(request?.body, '{"key":"a","name":"Grâce"}')
    const { headers } = request as Received
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Likuta-Webhooks/1',
      'x-service-event-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-service-attempt': '1',
      'x-service-timestamp': '1795255200',
    })
    const signature = createHmac('sha256', merchant.secret).update(`1795255200${request?.body}`).digest('hex')
    assert.equal(headers['x-service-signature'], `t=1795255200,v1=${signature}`)
    assert.equal(headers['webhook-id'], headers['x-service-event-id'])
    assert.equal(headers['webhook-timestamp'], '1795255200')
    const standard = createHmac('sha256', merchant.secret)
      .update(`${headers['webhook-id']}.1795255200.${request?.body}`)
      .digest('base64')
    assert.equal(headers['webhook-signature'], `v1,${standard}`)
  })

  test('an unsigned webhook has a timestamp and an event id but no signature', async () => {
    await notify('a', { signed: false })
    work()
    await becomes('a', 'DELIVERED')
    const { headers } = received[0] as Received
    assert.deepEqual([headers['x-service-signature'], headers['webhook-signature']], [undefined, undefined])
    assert.deepEqual(
      [headers['x-service-timestamp'], headers['webhook-timestamp']],
      ['1795255200', '1795255200'],
    )
    assert.equal(headers['webhook-id'], headers['x-service-event-id'])
  })

  test('an event enqueued twice under one key is delivered once', async () => {
    await notify('a')
    await notify('a', { body: { other: true } })
    work()
    await becomes('a', 'DELIVERED')
    await notify('b')
    await becomes('b', 'DELIVERED')
    assert.deepEqual(
      received.map(({ body }) => JSON.parse(body).key),
      ['a', 'b'],
    )
  })

  test('a retry has the same bytes and id, a new timestamp and the current secret', async () => {
    respond = (_request, response) => response.writeHead(received.length === 1 ? 500 : 200).end()
    await notify('a')
    const loop = work()
    await tried('a', 1)
    const fresh = (await rotate({ db, secrets, clock }, merchant, 'callback-secret'))
      .callback_secret as string
    clock.forward({ seconds: 7 })
    loop.wake()
    await becomes('a', 'DELIVERED')
    const [first, second] = received as [Received, Received]
    assert.equal(first.body, second.body)
    assert.equal(first.headers['x-service-event-id'], second.headers['x-service-event-id'])
    assert.deepEqual([first.headers['x-service-attempt'], second.headers['x-service-attempt']], ['1', '2'])
    const expected = createHmac('sha256', fresh).update(`1795255207${second.body}`).digest('hex')
    assert.equal(second.headers['x-service-signature'], `t=1795255207,v1=${expected}`)
    assert.equal(first.headers['webhook-id'], second.headers['webhook-id'])
    assert.equal(second.headers['webhook-timestamp'], '1795255207')
  })

  test('a 4xx response ends a delivery at once', async () => {
    respond = (_request, response) => response.writeHead(410).end('gone')
    await notify('a')
    work()
    await becomes('a', 'FAILED')
    const [attempt] = await db.rows<{ http_status: number; response_head: string }>({
      name: 'attempts',
      text: 'select http_status, response_head from webhook_attempt',
    })
    expect(attempt).toEqual({ http_status: 410, response_head: 'gone' })
  })

  test('a redirect is not followed', async () => {
    respond = (request, response) =>
      response.writeHead(302, { location: urlOf('/elsewhere') }).end(request.path)
    await notify('a')
    work()
    await tried('a', 1)
    assert.deepEqual(
      received.map(({ path }) => path),
      ['/hook'],
    )
    assert.equal((await stateOf('a'))?.state, 'PENDING')
  })

  test('an event that every attempt fails for is dead after thirteen attempts', async () => {
    respond = (_request, response) => response.writeHead(503).end()
    await notify('a')
    const loop = work()
    for (let attempt = 1; attempt <= 13; attempt++) {
      await tried('a', attempt)
      clock.forward({ hours: 30 })
      loop.wake()
    }
    await becomes('a', 'DEAD')
    assert.equal(received.length, 13)
  })

  test('an event waits for an earlier one of its subject until that had four attempts', async () => {
    respond = (request, response) => response.writeHead(request.body.includes('"first"') ? 500 : 200).end()
    await notify('first', { subject: 'same' })
    await notify('second', { subject: 'same' })
    await notify('other')
    const loop = work()
    await becomes('other', 'DELIVERED')
    for (let attempt = 1; attempt <= 4; attempt++) {
      await tried('first', attempt)
      if (attempt < 4) assert.equal((await stateOf('second'))?.attempts, 0)
      clock.forward({ minutes: 15 })
      loop.wake()
    }
    await becomes('second', 'DELIVERED')
  })
})

describe('an endpoint', () => {
  test('an endpoint that hangs holds one call and delays no other endpoint', async () => {
    const ill = await newMerchant()
    respond = (request, response) => void (request.path === '/hook' && response.end())
    for (let i = 0; i < 20; i++) await notify(`ill-${i}`, { merchantId: ill.id, url: urlOf('/hang') })
    for (let i = 0; i < 20; i++) await notify(`well-${i}`)
    const loop = work()
    for (let i = 0; i < 20; i++) await becomes(`well-${i}`, 'DELIVERED')
    assert.equal(received.filter(({ path }) => path === '/hang').length, 1)
    server.closeAllConnections()
    loop.wake()
  })

  test('more events of a hanging endpoint do not trigger claims that others need', async () => {
    const statementCount = (name: string) => db.counted.named.get(name) ?? 0
    respond = () => {}
    for (let i = 0; i < 5; i++) await notify(`ill-${i}`)
    const loop = work()
    await eventually('one call is in flight', async () => received.length === 1)
    await eventually('the claim has returned', async () => statementCount('pending_webhook_endpoints') > 1)
    const claims = statementCount('claim_webhook_events')
    for (let round = 0; round < 5; round++) {
      const before = statementCount('pending_webhook_endpoints')
      loop.wake()
      await eventually(
        'the worker looked for endpoints again',
        async () => statementCount('pending_webhook_endpoints') > before + 1,
      )
    }
    assert.equal(statementCount('claim_webhook_events'), claims)
    server.closeAllConnections()
    loop.wake()
  })

  test('an endpoint that fails five times in a row is paused and its events lose no attempts', async () => {
    respond = (_request, response) => response.writeHead(500).end()
    for (let i = 0; i < 12; i++) await notify(`e-${i}`)
    const loop = work()
    await eventually('the breaker is open', async () => {
      const [breaker] = await db.rows<{ open_until: Temporal.Instant | null }>({
        name: 'breaker',
        text: 'select open_until from webhook_endpoint',
      })
      return breaker?.open_until
    })
    const before = received.length
    loop.wake()
    await eventually('nothing is in flight', async () => {
      const [leased] = await db.rows<{ n: bigint }>({
        name: 'leased',
        text: 'select count(*) as n from webhook_event where lease_token is not null',
      })
      return leased?.n === 0n
    })
    assert.ok(received.length <= 8 && received.length >= before, String(received.length))
    respond = (_request, response) => response.end()
    clock.forward({ minutes: 2 })
    loop.wake()
    for (let i = 0; i < 12; i++) await becomes(`e-${i}`, 'DELIVERED')
  })
})

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
    expect(await run('select consecutive_failures from webhook_endpoint')).toEqual([
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
    respond = async (_request, response) => {
      await responses.promise
      response.end()
    }
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
    respond = () => {}
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
    await run('update webhook_endpoint set open_until = $1', [clock.now().add({ minutes: 1 })])
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
    await run('update webhook_endpoint set in_flight_limit = 1, credit = -1000')
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
    respond = (request, response) => void (request.path === '/hook' && response.end())
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

test('an event that cannot be signed is retried later and never sent unsigned', async () => {
  await notify('a')
  const [before] = await run('select callback_secret_sealed as sealed from merchant')
  await run(`update merchant set callback_secret_sealed = '\\x00'`)
  const loop = work()
  await tried('a', 1)
  expect(await run('select error from webhook_attempt')).toEqual([{ error: 'not_signed' }])
  assert.equal(received.length, 0)
  await run('update merchant set callback_secret_sealed = $1', [before?.sealed])
  clock.forward({ seconds: 7 })
  loop.wake()
  await becomes('a', 'DELIVERED')
})

describe('resending', () => {
  test('a resent dead event restarts its schedule with the same id, and attempts count on', async () => {
    respond = (_request, response) => response.writeHead(500).end()
    await notify('a')
    await run('update webhook_event set attempts = 12')
    const loop = work()
    await becomes('a', 'DEAD')
    const { items } = await listDeliveries(db, owner(), { limit: 10, offset: 0 })
    const { id } = items[0]!
    assert.equal(await resend({ db, clock }, { ...owner(1n), id }), 'unknown')
    assert.equal(await resend({ db, clock }, { ...owner(), id }), 'resent')
    loop.wake()
    await tried('a', 2)
    assert.equal((await stateOf('a'))?.state, 'PENDING')
    respond = (_request, response) => response.end()
    clock.forward({ seconds: 7 })
    loop.wake()
    await becomes('a', 'DELIVERED')
    assert.deepEqual(
      received.map(({ headers }) => headers['x-service-attempt']),
      ['13', '14', '15'],
    )
    assert.equal(new Set(received.map(({ headers, body }) => headers['x-service-event-id'] + body)).size, 1)
  })

  test('resending an event that waits for a retry sends it now and keeps its schedule', async () => {
    respond = (_request, response) => response.writeHead(500).end()
    await notify('a')
    const loop = work()
    await tried('a', 1)
    const [waiting] = (await listDeliveries(db, owner(), { limit: 1, offset: 0 })).items
    assert.equal(waiting?.status, 'PENDING')
    respond = (_request, response) => response.end()
    const { id } = waiting!
    assert.equal(await resend({ db, clock }, { ...owner(), id }), 'resent')
    loop.wake()
    await becomes('a', 'DELIVERED')
    expect(await run('select attempts, attempts_before from webhook_event')).toEqual([
      { attempts: 2, attempts_before: 0 },
    ])
  })

  test('resending an event that is in flight changes nothing', async () => {
    await notify('a')
    const [claimed] = await claimAndVanish()
    assert.equal(await resend({ db, clock }, { ...owner(), id: claimed!.event_id }), 'under_way')
    expect(await run('select attempts, lease_token is not null as leased from webhook_event')).toEqual([
      { attempts: 1, leased: true },
    ])
  })

  test('a delivered event can be resent, and the list shows every attempt', async () => {
    await notify('a')
    await notify('b')
    const loop = work()
    await becomes('a', 'DELIVERED')
    await becomes('b', 'DELIVERED')
    const before = await listDeliveries(db, owner(), { limit: 1, offset: 1 })
    expect(before).toMatchObject({ total: 2, items: [{ status: 'DELIVERED', url: urlOf() }] })
    await resend({ db, clock }, { ...owner(), id: before.items[0]!.id })
    loop.wake()
    await tried('a', 2)
    const { items } = await listDeliveries(db, owner(), { limit: 1, offset: 1 })
    const attempt = {
      at: '2026-11-21T10:00:00.000000',
      http_status: 200,
      error: null,
      duration_ms: expect.any(Number),
    }
    expect(items[0]).toMatchObject({ attempts: [attempt, attempt], next_attempt_at: null })
    expect(await listDeliveries(db, owner(1n), { limit: 9, offset: 0 })).toEqual({
      items: [],
      total: 0,
    })
  })
})
