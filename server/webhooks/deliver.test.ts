import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually, openTestDatabase } from '../../test/world.ts'
import { callbackSecretContext, rotate } from '../merchants/credentials.ts'
import { registerMerchant } from '../merchants/register.ts'
import { manualClock } from '../platform/clock.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { openLog, silentLog } from '../platform/log.ts'
import type { Loop } from '../platform/loop.ts'
import { type Outbound, openOutbound } from '../platform/outbound.ts'
import { openSecrets } from '../platform/secrets.ts'
import { announce } from './announce.ts'
import { startDeliveries } from './deliver.ts'
import { claimDue, recordAttempts } from './queries.ts'

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
  outbound = openOutbound({ allowPrivate: true })
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
  }).listen(0, '127.0.0.1')
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
    { db, secrets, clock, merchantPrefix: 'MSL' },
    { name: 'M', email, environment: 'sandbox', password: 'x'.repeat(12) },
  )
  const [row] = await db.rows<{ id: bigint }>(
    { name: 'merchant_id', text: 'select id from merchant where email = $1' },
    [email],
  )
  return { id: row!.id, secret: made.callback_secret }
}

function work(): Loop {
  const loop = startDeliveries({
    db,
    clock,
    wallClock: clock,
    log: process.env.TEST_LOG ? openLog('debug') : silentLog,
    secrets,
    outbound,
    secretContext: callbackSecretContext,
    speed: 1,
  })
  loops.push(loop)
  return loop
}

const urlOf = (path = '/hook') => `http://127.0.0.1:${(server.address() as { port: number }).port}${path}`
const tell = (
  key: string,
  more: { subject?: string; url?: string; merchantId?: bigint; signed?: boolean; body?: object } = {},
) =>
  announce(
    db,
    {
      merchantId: merchant.id,
      subject: `s:${key}`,
      eventType: 'PAYMENT',
      dedupeKey: key,
      url: urlOf(),
      signed: true,
      body: { key, name: 'Grâce' },
      ...more,
    },
    clock.now(),
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
  test('reaches its endpoint signed, compact, in UTF-8, with its headers', async () => {
    await tell('a')
    work()
    await becomes('a', 'DELIVERED')
    const [request] = received
    assert.equal(request?.body, '{"key":"a","name":"Grâce"}')
    const { headers } = request as Received
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Mosolo-Webhooks/1',
      'x-service-event-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-service-attempt': '1',
      'x-service-timestamp': '1795255200',
    })
    const signature = createHmac('sha256', merchant.secret).update(`1795255200${request?.body}`).digest('hex')
    assert.equal(headers['x-service-signature'], `t=1795255200,v1=${signature}`)
  })

  test('that is unsigned has a timestamp and an id but no signature', async () => {
    await tell('a', { signed: false })
    work()
    await becomes('a', 'DELIVERED')
    assert.equal(received[0]?.headers['x-service-signature'], undefined)
    assert.equal(received[0]?.headers['x-service-timestamp'], '1795255200')
  })

  test('announced twice is one event', async () => {
    await tell('a')
    await tell('a', { body: { other: true } })
    work()
    await becomes('a', 'DELIVERED')
    await tell('b')
    await becomes('b', 'DELIVERED')
    assert.deepEqual(
      received.map(({ body }) => JSON.parse(body).key),
      ['a', 'b'],
    )
  })

  test('is tried again with the same bytes and id, a new timestamp, and the secret of that moment', async () => {
    respond = (_request, response) => response.writeHead(received.length === 1 ? 500 : 200).end()
    await tell('a')
    const loop = work()
    await tried('a', 1)
    const fresh = (
      await rotate({ db, secrets, clock }, { id: merchant.id, environment: 'sandbox' }, 'callback-secret')
    ).callback_secret as string
    clock.forward({ seconds: 7 })
    loop.wake()
    await becomes('a', 'DELIVERED')
    const [first, second] = received as [Received, Received]
    assert.equal(first.body, second.body)
    assert.equal(first.headers['x-service-event-id'], second.headers['x-service-event-id'])
    assert.deepEqual([first.headers['x-service-attempt'], second.headers['x-service-attempt']], ['1', '2'])
    const expected = createHmac('sha256', fresh).update(`1795255207${second.body}`).digest('hex')
    assert.equal(second.headers['x-service-signature'], `t=1795255207,v1=${expected}`)
  })

  test('refused with a 4xx ends at once', async () => {
    respond = (_request, response) => response.writeHead(410).end('gone')
    await tell('a')
    work()
    await becomes('a', 'FAILED')
    const [attempt] = await db.rows<{ http_status: number; response_head: string }>({
      name: 'attempts',
      text: 'select http_status, response_head from webhook_attempt',
    })
    expect(attempt).toEqual({ http_status: 410, response_head: 'gone' })
  })

  test('answered with a redirect is not followed', async () => {
    respond = (request, response) =>
      response.writeHead(302, { location: urlOf('/elsewhere') }).end(request.path)
    await tell('a')
    work()
    await tried('a', 1)
    assert.deepEqual(
      received.map(({ path }) => path),
      ['/hook'],
    )
    assert.equal((await stateOf('a'))?.state, 'PENDING')
  })

  test('that nobody takes ends on the dead list after thirteen attempts', async () => {
    respond = (_request, response) => response.writeHead(503).end()
    await tell('a')
    const loop = work()
    for (let attempt = 1; attempt <= 13; attempt++) {
      await tried('a', attempt)
      clock.forward({ hours: 30 })
      loop.wake()
    }
    await becomes('a', 'DEAD')
    assert.equal(received.length, 13)
  })

  test('waits for an earlier one of the same subject, until that was tried four times', async () => {
    respond = (request, response) => response.writeHead(request.body.includes('"first"') ? 500 : 200).end()
    await tell('first', { subject: 'same' })
    await tell('second', { subject: 'same' })
    await tell('other')
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
  test('that hangs takes four calls at most and delays nobody else', async () => {
    const ill = await newMerchant()
    respond = (request, response) => void (request.path === '/hook' && response.end())
    for (let i = 0; i < 20; i++) await tell(`ill-${i}`, { merchantId: ill.id, url: urlOf('/hang') })
    for (let i = 0; i < 20; i++) await tell(`well-${i}`)
    const loop = work()
    for (let i = 0; i < 20; i++) await becomes(`well-${i}`, 'DELIVERED')
    assert.equal(received.filter(({ path }) => path === '/hang').length, 4)
    server.closeAllConnections()
    loop.wake()
  })

  test('that fails five times in a row is left alone, and its events lose no attempts meanwhile', async () => {
    respond = (_request, response) => response.writeHead(500).end()
    for (let i = 0; i < 12; i++) await tell(`e-${i}`)
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

describe('workers that die or sleep', () => {
  test('an event whose worker died after the claim is taken by another once the lease is over', async () => {
    await tell('a')
    const lost = '018f0000-0000-7000-8000-000000000001'
    const [claimed] = await db.rows(claimDue, [clock.now(), lost, clock.now().add({ seconds: 60 }), 10])
    assert.equal(claimed?.attempts, 1)
    const loop = work()
    await tell('b')
    await becomes('b', 'DELIVERED')
    assert.equal((await stateOf('a'))?.state, 'PENDING')
    clock.forward({ seconds: 61 })
    loop.wake()
    await becomes('a', 'DELIVERED')
    assert.equal(received.find(({ body }) => body.includes('"a"'))?.headers['x-service-attempt'], '2')
  })

  test('a worker that wakes after its lease was taken over changes nothing', async () => {
    await tell('a')
    const late = '018f0000-0000-7000-8000-000000000002'
    const [claimed] = await db.rows(claimDue, [clock.now(), late, clock.now().add({ seconds: 60 }), 10])
    clock.forward({ seconds: 61 })
    work()
    await becomes('a', 'DELIVERED')
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
    assert.deepEqual(await db.rows(recordAttempts, [JSON.stringify([result])]), [])
    assert.equal((await stateOf('a'))?.state, 'DELIVERED')
  })

  test('two workers share the work and deliver each event once', async () => {
    for (let i = 0; i < 100; i++)
      await tell(`e-${i}`, { url: urlOf(`/hook?${i % 10}`), merchantId: merchant.id })
    work()
    work()
    for (let i = 0; i < 100; i++) await becomes(`e-${i}`, 'DELIVERED')
    assert.equal(received.length, 100)
    assert.equal(new Set(received.map(({ headers }) => headers['x-service-event-id'])).size, 100)
  })
})
