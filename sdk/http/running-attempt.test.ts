// Tests what the client does while an attempt whose reply was lost may still run, against a real HTTP server.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Behaviour,
  clientOf,
  errorReply,
  type FailingServer,
  hangs,
  openFailingServer,
  resets,
  silenceMs,
  works,
} from '../../test/support/sdk/failing-server.ts'
import { orderBody } from '../../test/support/world/bodies.ts'
import { ServerError as Failure } from '../errors.ts'
import {
  type ChargeRequest,
  ConflictError,
  type Likuta,
  type LikutaOptions,
  type OrderRequest,
  TimeoutError,
} from '../likuta.ts'
import { nextStep, noPast } from './retry.ts'

let server: FailingServer
beforeAll(async () => {
  server = await openFailingServer()
})
afterAll(() => server.close())

const client = (options: Partial<LikutaOptions> = {}) => clientOf(server.url, options)

const order = orderBody('https://shop.example') as OrderRequest
const charge = { transaction_uuid: 'T' } as ChargeRequest

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
    errorReply(409, {}, { code: 'RMT-409', message: 'A request with this Idempotency-Key is still running' }),
    (likuta) => likuta.remittance.sandbox.topUp(5),
  ],
]

test.each(running)(
  '%s: the client repeats the same request until it knows the outcome',
  async (_what, busy, call) => {
    server.will(resets, busy, works)
    await call(client())
    assert.equal(server.received.length, 3)
    assert.equal(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size, 1)
  },
)

test.each(running)('%s: the outcome is unknown when the client stops retrying', async (_what, busy, call) => {
  server.will(hangs, busy)
  const error = await call(client({ timeoutMs: silenceMs })).catch((thrown) => thrown)
  assert(error instanceof TimeoutError, String(error))
  expect([server.received.length, error.attempts, error.retryable]).toEqual([3, 3, true])
  assert.equal(error.idempotencyKey, server.received[0]?.headers['idempotency-key'])
})

test.each(running)('%s: for another call it is a retryable conflict', async (_what, busy, call) => {
  server.will(busy)
  const error = await call(client()).catch((thrown) => thrown)
  assert(error instanceof ConflictError)
  expect([server.received.length, error.retryable, error.retryAfterSeconds]).toEqual([1, true, 2])
})

test('any other 409 is thrown and is not retryable', async () => {
  server.will(resets, errorReply(409, {}, { detail: 'Transaction already finished' }))
  const error = await client()
    .payments.checkout.charge(charge)
    .catch((thrown) => thrown)
  assert(error instanceof ConflictError)
  expect([server.received.length, error.retryable, error.retryAfterSeconds]).toEqual([2, false, undefined])
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
