// Tests when the client sends a request again, against a real HTTP server that fails in the ways servers do.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Behaviour,
  breaksOff,
  clientOf,
  closes,
  errorReply,
  type FailingServer,
  hangs,
  openFailingServer,
  resets,
  silenceMs,
  works,
} from '../../test/support/sdk/failing-server.ts'
import { inboundBody, orderBody } from '../../test/support/world/bodies.ts'
import { ServerError as Failure } from '../errors.ts'
import {
  type ChargeRequest,
  ConflictError,
  ConnectionError,
  type InboundRequest,
  type Likuta,
  type LikutaOptions,
  type OrderRequest,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../likuta.ts'
import { pauseBeforeRetry } from './retry.ts'
import { signatureHeaders } from './signing.ts'

let server: FailingServer
beforeAll(async () => {
  server = await openFailingServer()
})
afterAll(() => server.close())

const client = (options: Partial<LikutaOptions> = {}) => clientOf(server.url, options)
/** The client waits briefly only for a server that never responds. */
const patienceFor = (behaviour: Behaviour) => (behaviour === hangs ? { timeoutMs: silenceMs } : {})

const order = orderBody('https://shop.example') as OrderRequest
const transfer = inboundBody() as InboundRequest
const charge = { transaction_uuid: 'T' } as ChargeRequest

/** Calls that can be retried, by the reason why that is safe. */
const safe: [string, (likuta: Likuta) => Promise<unknown>][] = [
  ['a status (a read by POST)', (likuta) => likuta.payments.status('T')],
  ['a balance', (likuta) => likuta.remittance.balance()],
  ['a list', (likuta) => likuta.remittance.transactions().page(1)],
  ['an order, by its key', (likuta) => likuta.payments.orders.create(order)],
  ['a link, by its key', (likuta) => likuta.payments.links.cancel('CODE')],
  ['a top-up, by its key', (likuta) => likuta.remittance.sandbox.topUp(5)],
  ['a transfer, by its reference', (likuta) => likuta.remittance.inbound(transfer)],
  [
    'a transfer without a key, by its reference',
    (likuta) => likuta.remittance.inbound(transfer, { idempotencyKey: null }),
  ],
  ['a charge, by its transaction', (likuta) => likuta.payments.checkout.charge(charge)],
  [
    'a setting written with PUT',
    (likuta) => likuta.selfService.withToken('t').callback.set({ callback_url: null }),
  ],
]

/** Calls that are not safe to repeat. */
const unsafe: [string, (likuta: Likuta) => Promise<unknown>][] = [
  ['an order without a key', (likuta) => likuta.payments.orders.create(order, { idempotencyKey: null })],
  ['a top-up without a key', (likuta) => likuta.remittance.sandbox.topUp(5, { idempotencyKey: null })],
  ['a rotation of keys', (likuta) => likuta.selfService.withToken('t').rotate.apiKeys()],
  ['a resend', (likuta) => likuta.selfService.withToken('t').deliveries.resend('1')],
  ['a sign-up', (likuta) => likuta.selfService.signUp({ name: 'a', email: 'b', password: 'c' })],
]

const failures: [string, Behaviour, typeof Failure | typeof ConnectionError][] = [
  ['502', errorReply(502), ServerError],
  ['503', errorReply(503), ServerError],
  ['504', errorReply(504), ServerError],
  ['a reset connection', resets, ConnectionError],
  ['silence', hangs, TimeoutError],
  ['a response that breaks off', breaksOff, ConnectionError],
]

describe('requests that are safe to retry', () => {
  test.each(safe)('%s is retried after 503 until it succeeds', async (_what, call) => {
    server.will(errorReply(503), works)
    await call(client())
    assert.equal(server.received.length, 2)
  })

  test.each(failures)(
    'a request is retried after %s, at most as often as configured',
    async (_what, failure, kind) => {
      server.will(failure)
      const error = await client({ retries: 1, ...patienceFor(failure) })
        .payments.orders.create(order)
        .catch((thrown) => thrown)
      assert(error instanceof kind)
      expect([server.received.length, error.attempts, error.retryable]).toEqual([2, 2, true])
      assert.equal(error.idempotencyKey, server.received[0]?.headers['idempotency-key'])
    },
  )

  test('what is not safe to repeat is sent once when a connection breaks that was kept open', async () => {
    server.will(works, closes)
    const { remittance, payments } = client()
    await remittance.balance()
    const error = await payments.orders.create(order, { idempotencyKey: null }).catch((thrown) => thrown)
    assert(error instanceof ConnectionError)
    expect([server.received.length, error.attempts, error.retryable]).toEqual([2, 1, false])
  })

  test.each(['', ' ', 'a\r\nX-Other: 1', 'é', 'a'.repeat(256)])(
    'the key %j, which the service would not get as it is, is refused',
    async (idempotencyKey) => {
      server.will(works)
      await expect(client().payments.orders.create(order, { idempotencyKey })).rejects.toThrow(TypeError)
      assert.equal(server.received.length, 0)
    },
  )

  test('each attempt has the same key and body, and a signature over its exact bytes', async () => {
    server.will(resets, errorReply(502), works)
    await client().payments.orders.create({ ...order, bill_to_forename: 'Grâce ✓' })
    assert.equal(server.received.length, 3)
    assert.equal(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size, 1)
    assert.match(server.received[0]?.headers['idempotency-key'] as string, /^[0-9a-f-]{36}$/)
    for (const { headers, path, body } of server.received) {
      const timestamp = Number(headers['x-timestamp'])
      const keys = { apiKey: 'pk_test_a', apiSecret: 'sk_test_a' }
      const right = await signatureHeaders({ ...keys, method: 'POST', path, body, timestamp })
      assert.equal(headers['x-signature'], right['X-Signature'])
      assert.equal(body, server.received[0]?.body)
    }
  })

  test('each attempt is signed with its own time', async () => {
    server.will(errorReply(503, { 'retry-after': '1' }), works)
    await client().payments.status('T')
    const [first, second] = server.received.map(({ headers }) => Number(headers['x-timestamp']))
    assert(second! - first! >= 1, `${first} ${second}`)
  })

  test('a request is not retried when Retry-After is longer than half a minute', async () => {
    server.will(errorReply(503, { 'retry-after': '31' }))
    await expect(client().payments.status('T')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 31 })
    assert.equal(server.received.length, 1)
  })
})

describe('requests that are not safe to retry', () => {
  test.each(unsafe)('%s is sent once, whatever happens', async (_what, call) => {
    for (const [, failure, kind] of failures) {
      server.will(failure)
      await expect(call(client(patienceFor(failure)))).rejects.toBeInstanceOf(kind)
      assert.equal(server.received.length, 1)
    }
  })
})

describe('refusals', () => {
  test.each([400, 401, 402, 403, 404, 408, 409, 410, 413, 415, 422, 429, 500, 501])(
    'a request refused with %i is never retried',
    async (status) => {
      server.will(errorReply(status, { 'retry-after': '0' }))
      await expect(client().payments.status('T')).rejects.toMatchObject({ status, attempts: 1 })
      assert.equal(server.received.length, 1)
    },
  )

  test('a refusal has the error class of its status', async () => {
    server.will(errorReply(429, { 'retry-after': '7' }), errorReply(410), errorReply(500))
    const thrown = async () =>
      client()
        .payments.status('T')
        .catch((error) => error)
    const limited = await thrown()
    assert(limited instanceof RateLimitError)
    assert.equal(limited.retryAfterSeconds, 7)
    assert(limited.retryable)
    assert((await thrown()) instanceof ConflictError)
    const broken = await thrown()
    assert(broken instanceof ServerError)
    assert(!broken.retryable)
  })

  test('an HTML page or a redirect is an error and is not followed', async () => {
    server.will(
      (response) => response.end('<html>'),
      errorReply(307, { location: `${server.url}/elsewhere` }),
    )
    await expect(client().remittance.balance()).rejects.toMatchObject({
      detail: 'the response could not be read: it is not JSON',
    })
    await expect(client().remittance.balance()).rejects.toMatchObject({ status: 307 })
    assert.equal(server.received.length, 2)
  })
})

describe('unreadable responses', () => {
  const calls: [string, (likuta: Likuta) => Promise<unknown>, unknown[]][] = [
    [
      'an order',
      (likuta) => likuta.payments.orders.create(order),
      [null, {}, [], 7, { data: null }, { data: 'x' }],
    ],
    ['a transfer', (likuta) => likuta.remittance.inbound(transfer), [null, {}]],
    ['a balance', (likuta) => likuta.remittance.balance(), [null, {}]],
    ['a list', (likuta) => likuta.payments.links.list().page(1), [null, {}]],
    ['a profile', (likuta) => likuta.selfService.withToken('t').me(), [null, {}]],
    ['a charge', (likuta) => likuta.payments.checkout.charge(charge), [null, 'x']],
  ]

  test.each(calls)(
    'an unreadable response to %s is a ServerError and is not retried',
    async (_what, call, bodies) => {
      for (const body of bodies) {
        server.will(errorReply(200, { 'x-request-id': 'R1' }, body as object))
        const error = await call(client()).catch((thrown) => thrown)
        assert(error instanceof ServerError, String(error))
        expect([error.status, error.requestId, error.retryable, server.received.length]).toEqual([
          200,
          'R1',
          false,
          1,
        ])
        assert.match(error.detail, /could not be read/)
        assert.equal(error.idempotencyKey, server.received[0]?.headers['idempotency-key'])
      }
    },
  )
})

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '300'])(
  'a timeout of %j is refused by the client and by each call',
  async (wrong) => {
    server.will(works)
    const timeoutMs = wrong as number
    assert.throws(() => client({ timeoutMs }), TypeError)
    await expect(client().payments.status('T', { timeoutMs })).rejects.toThrow(TypeError)
    await expect(client().remittance.balance({ timeoutMs })).rejects.toThrow(TypeError)
    assert.equal(server.received.length, 0)
    await client({ timeoutMs: 2 ** 31 - 1 }).payments.status('T')
  },
)

describe('aborted calls', () => {
  test('an aborted call ends at once with the reason, during a request or a pause', async () => {
    for (const behaviour of [hangs, errorReply(503, { 'retry-after': '20' })]) {
      const controller = new AbortController()
      server.will((...both) => {
        behaviour(...both)
        setTimeout(() => controller.abort(new Error('changed my mind')), 50)
      })
      const call = client({ timeoutMs: 20_000 }).payments.status('T', { signal: controller.signal })
      await expect(call).rejects.toThrow('changed my mind')
      assert.equal(server.received.length, 1)
    }
  })

  test('a call aborted before it began sends nothing', async () => {
    server.will(works)
    await expect(client().payments.status('T', { signal: AbortSignal.abort() })).rejects.toThrow()
    assert.equal(server.received.length, 0)
  })

  test('a timeout given for a call overrides that of the client', async () => {
    server.will(hangs)
    const call = client({ retries: 0, timeoutMs: 60_000 }).payments.status('T', { timeoutMs: 50 })
    await expect(call).rejects.toThrow('no response within 50 ms')
  })

  test('an unreachable service is a ConnectionError with its cause', async () => {
    const error = await client({ baseUrl: 'http://127.0.0.1:9', retries: 0 })
      .payments.status('T')
      .catch((thrown) => thrown)
    assert(error instanceof ConnectionError)
    assert(error.cause instanceof Error)
  })
})

test('pauses double up to eight seconds, with jitter, and are never shorter than requested', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, chance) => {
        const error = new Failure({ status: 503, detail: '' })
        const call = { safeBecause: 'read' as const, attempt, retries: 40, chance }
        const whole = Math.min(500 * 2 ** (attempt - 1), 8_000)
        const pause = pauseBeforeRetry(error, call)!
        assert(pause >= whole / 2 && pause <= whole)
        const requested = new Failure({ status: 503, detail: '', retryAfterSeconds: 12 })
        assert.equal(pauseBeforeRetry(requested, call), 12_000)
      },
    ),
  )
})
