// Tests when the client sends a request again, against a real HTTP server that fails in the ways servers do.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inboundBody, orderBody } from '../../test/support/world/bodies.ts'
import { ServerError as Failure } from '../errors.ts'
import {
  type ChargeRequest,
  ConflictError,
  ConnectionError,
  type InboundRequest,
  Likuta,
  type LikutaOptions,
  type OrderRequest,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../likuta.ts'
import { nextStep, noPast, pauseBeforeRetry } from './retry.ts'
import { signatureHeaders } from './signing.ts'

type Received = { path: string; headers: IncomingMessage['headers']; body: string }
type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

let server: Server
let url: string
let received: Received[]
/** What the server does with the first request, the second, and so on; the last entry is repeated. */
let plan: Behaviour[]

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const behaviour = plan[Math.min(received.length, plan.length - 1)] as Behaviour
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    })
    behaviour(response, request)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  received = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const errorReply =
  (status: number, headers: Record<string, string> = {}, body: object = { detail: 'no' }): Behaviour =>
  (response) =>
    response.writeHead(status, headers).end(JSON.stringify(body))
const works = errorReply(200, {}, { status: 'success', data: { items: [], pagination: { pages: 0 } } })
const resets: Behaviour = (_response, request) => request.socket.resetAndDestroy()
const hangs: Behaviour = () => {}
/** Sends the headers and the beginning of a response, and then nothing more. */
const breaksOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '500' }).write('{"status":')
  setImmediate(() => response.destroy())
}

const client = (options: Partial<LikutaOptions> = {}) =>
  new Likuta({
    baseUrl: url,
    apiKey: 'pk_test_a',
    apiSecret: 'sk_test_a',
    merchantCode: 'LKT-A',
    merchantSecret: 'msk_test_a',
    timeoutMs: 10_000,
    ...options,
  })

/** Long enough for a request to reach the server on a busy machine. */
const silenceMs = 1_000
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
  ['a resend', (likuta) => likuta.selfService.withToken('t').deliveries.resend(1)],
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
    plan = [errorReply(503), works]
    await call(client())
    assert.equal(received.length, 2)
  })

  test.each(failures)(
    'a request is retried after %s, at most as often as configured',
    async (_what, failure, kind) => {
      plan = [failure]
      const error = await client({ retries: 1, ...patienceFor(failure) })
        .payments.orders.create(order)
        .catch((thrown) => thrown)
      assert(error instanceof kind)
      expect([received.length, error.attempts, error.retryable]).toEqual([2, 2, true])
      assert.equal(error.idempotencyKey, received[0]?.headers['idempotency-key'])
    },
  )

  test('each attempt has the same key and body, and a signature over its exact bytes', async () => {
    plan = [resets, errorReply(502), works]
    await client().payments.orders.create({ ...order, bill_to_forename: 'Grâce ✓' })
    assert.equal(received.length, 3)
    assert.equal(new Set(received.map(({ headers }) => headers['idempotency-key'])).size, 1)
    assert.match(received[0]?.headers['idempotency-key'] as string, /^[0-9a-f-]{36}$/)
    for (const { headers, path, body } of received) {
      const timestamp = Number(headers['x-timestamp'])
      const keys = { apiKey: 'pk_test_a', apiSecret: 'sk_test_a' }
      const right = await signatureHeaders({ ...keys, method: 'POST', path, body, timestamp })
      assert.equal(headers['x-signature'], right['X-Signature'])
      assert.equal(body, received[0]?.body)
    }
  })

  test('each attempt is signed with its own time', async () => {
    plan = [errorReply(503, { 'retry-after': '1' }), works]
    await client().payments.status('T')
    const [first, second] = received.map(({ headers }) => Number(headers['x-timestamp']))
    assert(second! - first! >= 1, `${first} ${second}`)
  })

  test('a request is not retried when Retry-After is longer than half a minute', async () => {
    plan = [errorReply(503, { 'retry-after': '31' })]
    await expect(client().payments.status('T')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 31 })
    assert.equal(received.length, 1)
  })
})

describe('retries while the lost attempt is still running', () => {
  const running: [string, Behaviour, (likuta: Likuta) => Promise<unknown>][] = [
    [
      'a charge in progress',
      errorReply(409, {}, { detail: 'Charge already in progress' }),
      (likuta) => likuta.payments.checkout.charge(charge),
    ],
    [
      'a key of an order that still runs',
      errorReply(409, {}, { detail: 'A request with this Idempotency-Key is still running' }),
      (likuta) => likuta.payments.orders.create(order),
    ],
    [
      'a key of a top-up that still runs',
      errorReply(
        409,
        {},
        { code: 'RMT-409', message: 'A request with this Idempotency-Key is still running' },
      ),
      (likuta) => likuta.remittance.sandbox.topUp(5),
    ],
  ]

  test.each(running)(
    '%s: the client repeats the same request until it knows the outcome',
    async (_what, busy, call) => {
      plan = [resets, busy, works]
      await call(client())
      assert.equal(received.length, 3)
      assert.equal(new Set(received.map(({ headers }) => headers['idempotency-key'])).size, 1)
    },
  )

  test.each(running)(
    '%s: the outcome is unknown when the client stops retrying',
    async (_what, busy, call) => {
      plan = [hangs, busy]
      const error = await call(client({ timeoutMs: silenceMs })).catch((thrown) => thrown)
      assert(error instanceof TimeoutError, String(error))
      expect([received.length, error.attempts, error.retryable]).toEqual([3, 3, true])
      assert.equal(error.idempotencyKey, received[0]?.headers['idempotency-key'])
    },
  )

  test.each(running)('%s: for another call it is a retryable conflict', async (_what, busy, call) => {
    plan = [busy]
    const error = await call(client()).catch((thrown) => thrown)
    assert(error instanceof ConflictError)
    expect([received.length, error.retryable, error.retryAfterSeconds]).toEqual([1, true, 2])
  })

  test('any other 409 is thrown and is not retryable', async () => {
    plan = [resets, errorReply(409, {}, { detail: 'Transaction already finished' })]
    const error = await client()
      .payments.checkout.charge(charge)
      .catch((thrown) => thrown)
    assert(error instanceof ConflictError)
    expect([received.length, error.retryable, error.retryAfterSeconds]).toEqual([2, false, undefined])
  })

  test('pauses add up to half a minute at most, then the broken connection is thrown', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 60 }),
        (chance, requestCount) => {
          const call = { safeBecause: 'reference' as const, retries: 2, timeoutMs: 60_000, chance }
          const busy = new ConflictError({
            status: 409,
            detail: 'in progress',
            retryAfterSeconds: requestCount,
          })
          const lost = new TimeoutError({ detail: '' })
          let step = nextStep(lost, noPast, call)
          for (const error of [new Failure({ status: 503, detail: '' }), ...Array(100).fill(busy)]) {
            if ('error' in step) break
            step = nextStep(error, step.past, call)
            if ('past' in step) assert(step.past.waitedMs <= 30_000)
          }
          assert('error' in step && step.error === lost)
        },
      ),
    )
  })
})

describe('requests that are not safe to retry', () => {
  test.each(unsafe)('%s is sent once, whatever happens', async (_what, call) => {
    for (const [, failure, kind] of failures) {
      received = []
      plan = [failure]
      await expect(call(client(patienceFor(failure)))).rejects.toBeInstanceOf(kind)
      assert.equal(received.length, 1)
    }
  })
})

describe('refusals', () => {
  test.each([400, 401, 402, 403, 404, 408, 409, 410, 413, 415, 422, 429, 500, 501])(
    'a request refused with %i is never retried',
    async (status) => {
      plan = [errorReply(status, { 'retry-after': '0' })]
      await expect(client().payments.status('T')).rejects.toMatchObject({ status, attempts: 1 })
      assert.equal(received.length, 1)
    },
  )

  test('a refusal has the error class of its status', async () => {
    plan = [errorReply(429, { 'retry-after': '7' }), errorReply(410), errorReply(500)]
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
    plan = [(response) => response.end('<html>'), errorReply(307, { location: `${url}/elsewhere` })]
    await expect(client().remittance.balance()).rejects.toMatchObject({
      detail: 'the response could not be read: it is not JSON',
    })
    await expect(client().remittance.balance()).rejects.toMatchObject({ status: 307 })
    assert.equal(received.length, 2)
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
        received = []
        plan = [errorReply(200, { 'x-request-id': 'R1' }, body as object)]
        const error = await call(client()).catch((thrown) => thrown)
        assert(error instanceof ServerError, String(error))
        expect([error.status, error.requestId, error.retryable, received.length]).toEqual([
          200,
          'R1',
          false,
          1,
        ])
        assert.match(error.detail, /could not be read/)
        assert.equal(error.idempotencyKey, received[0]?.headers['idempotency-key'])
      }
    },
  )
})

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '300'])(
  'a timeout of %j is refused by the client and by each call',
  async (wrong) => {
    plan = [works]
    const timeoutMs = wrong as number
    assert.throws(() => client({ timeoutMs }), TypeError)
    await expect(client().payments.status('T', { timeoutMs })).rejects.toThrow(TypeError)
    await expect(client().remittance.balance({ timeoutMs })).rejects.toThrow(TypeError)
    assert.equal(received.length, 0)
    await client({ timeoutMs: 2 ** 31 - 1 }).payments.status('T')
  },
)

describe('aborted calls', () => {
  test('an aborted call ends at once with the reason, during a request or a pause', async () => {
    for (const behaviour of [hangs, errorReply(503, { 'retry-after': '20' })]) {
      received = []
      const controller = new AbortController()
      plan = [
        (...both) => {
          behaviour(...both)
          setTimeout(() => controller.abort(new Error('changed my mind')), 50)
        },
      ]
      const call = client({ timeoutMs: 20_000 }).payments.status('T', { signal: controller.signal })
      await expect(call).rejects.toThrow('changed my mind')
      assert.equal(received.length, 1)
    }
  })

  test('a call aborted before it began sends nothing', async () => {
    plan = [works]
    await expect(client().payments.status('T', { signal: AbortSignal.abort() })).rejects.toThrow()
    assert.equal(received.length, 0)
  })

  test('a timeout given for a call overrides that of the client', async () => {
    plan = [hangs]
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
