import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyWebhook } from '../../../sdk/webhook.ts'
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
  type Received,
  received,
  respondWith,
  run,
  secrets,
  server,
  stateOf,
  urlOf,
  work,
} from '../../../test/support/messages/webhook-deliveries.ts'
import { rotate } from '../../merchants/identity/credentials.ts'
import { listDeliveries, resend } from './deliveries.ts'

openDeliveriesForEach()

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
    respondWith((_request, response) => response.writeHead(received.length === 1 ? 500 : 200).end())
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

  test('while two secrets overlap each webhook verifies with both, and afterwards with the new one only', async () => {
    const old = merchant.secret
    const made = await rotate({ db, secrets, clock }, merchant, 'callback-secret', { overlapHours: 24 })
    assert.equal(made.previous_valid_until, '2026-11-22T10:00:00.000000')
    const verifies = async (key: string) => {
      await notify(key)
      const loop = work()
      await becomes(key, 'DELIVERED')
      await loop.stop()
      const { body, headers } = received.at(-1)!
      const now = new Date(clock.now().epochMilliseconds)
      const checks = [old, made.callback_secret].map((secret) =>
        verifyWebhook({ body, headers, secret, now }),
      )
      return (await Promise.allSettled(checks)).map(({ status }) => status)
    }
    assert.deepEqual(await verifies('a'), ['fulfilled', 'fulfilled'])
    clock.forward({ hours: 23, minutes: 59 })
    assert.deepEqual(await verifies('b'), ['fulfilled', 'fulfilled'])
    clock.forward({ minutes: 1 })
    assert.deepEqual(await verifies('c'), ['rejected', 'fulfilled'])
    await rotate({ db, secrets, clock }, merchant, 'callback-secret')
    assert.deepEqual(await verifies('d'), ['rejected', 'rejected'])
  })

  test('a 4xx response ends a delivery at once', async () => {
    respondWith((_request, response) => response.writeHead(410).end('gone'))
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
    respondWith((request, response) =>
      response.writeHead(302, { location: urlOf('/elsewhere') }).end(request.path),
    )
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
    respondWith((_request, response) => response.writeHead(503).end())
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
    respondWith((request, response) => response.writeHead(request.body.includes('"first"') ? 500 : 200).end())
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
    respondWith((request, response) => void (request.path === '/hook' && response.end()))
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
    respondWith(() => {})
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
    respondWith((_request, response) => response.writeHead(500).end())
    for (let i = 0; i < 12; i++) await notify(`e-${i}`)
    const loop = work()
    await eventually('the breaker is open', async () => {
      const [breaker] = await db.rows<{ open_until: Temporal.Instant | null }>({
        name: 'breaker',
        text: 'select open_until from webhook_breaker',
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
    respondWith((_request, response) => response.end())
    clock.forward({ minutes: 2 })
    loop.wake()
    for (let i = 0; i < 12; i++) await becomes(`e-${i}`, 'DELIVERED')
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
    respondWith((_request, response) => response.writeHead(500).end())
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
    respondWith((_request, response) => response.end())
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
    respondWith((_request, response) => response.writeHead(500).end())
    await notify('a')
    const loop = work()
    await tried('a', 1)
    const [waiting] = (await listDeliveries(db, owner(), { limit: 1, offset: 0 })).items
    assert.equal(waiting?.status, 'PENDING')
    respondWith((_request, response) => response.end())
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
