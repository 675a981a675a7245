import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { maxAttempts } from '../../platform/time/retry-schedule.ts'
import { decideNext, type Outcome } from './schedule.ts'

const now = Temporal.Instant.from('2026-11-21T10:00:00Z')
const next = (outcome: Outcome, attempt = 1, options: { chance?: number; speed?: number } = {}) =>
  decideNext(outcome, { attempt, now, chance: 1, speed: 1, ...options })
const responseWith = (status: number, retryAfter?: string): Outcome => ({
  kind: 'responded',
  status,
  retryAfter,
})
const timeout: Outcome = { kind: 'failed', refusedAddress: false }
const waitOf = (verdict: ReturnType<typeof next>) =>
  verdict.kind === 'retry' ? now.until(verdict.at).total('seconds') : verdict.kind

describe('the outcome of an attempt', () => {
  test.each([200, 201, 204, 299])('a %i response ends a delivery as delivered', (status) => {
    expect(next(responseWith(status))).toEqual({ kind: 'delivered' })
  })
  test.each([400, 401, 403, 404, 410, 422, 499])('a %i response ends a delivery as failed', (status) => {
    expect(next(responseWith(status))).toEqual({ kind: 'failed' })
  })
  test.each([301, 302, 307, 308, 429, 500, 502, 503, 504, 599, 100])('a %i response is retried', (status) => {
    assert.equal(next(responseWith(status)).kind, 'retry')
  })
  test('a refused address ends a delivery, a timeout is retried', () => {
    assert.equal(next({ kind: 'failed', refusedAddress: true }).kind, 'failed')
    assert.equal(next(timeout).kind, 'retry')
  })
})

test('a delivery has thirteen attempts over 75 h 42 min 35 s and is then dead', () => {
  const waits = Array.from({ length: maxAttempts }, (_, i) => waitOf(next(timeout, i + 1)))
  expect(waits).toEqual([5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400, 86_400, 'dead'])
  assert.equal(
    waits.reduce<number>((sum, wait) => sum + (typeof wait === 'number' ? wait : 0), 0),
    75 * 3600 + 42 * 60 + 35,
  )
})

test("jitter spreads a wait by up to a fifth, and a sandbox's speed divides it", () => {
  assert.equal(waitOf(next(timeout, 2, { chance: 0.8 })), 24)
  assert.equal(waitOf(next(timeout, 2, { chance: 1.2 })), 36)
  assert.equal(waitOf(next(timeout, 2, { speed: 60 })), 0.5)
})

describe('Retry-After', () => {
  test.each([
    ['120', 120],
    ['1', 5],
    ['999999', 21_600],
    ['Sat, 21 Nov 2026 10:10:00 GMT', 600],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 5],
    ['soon', 5],
    ['-5', 5],
  ])(
    'Retry-After of a 429, %s, delays a retry %i s: the schedule at least, six hours at most',
    (value, wait) => {
      assert.equal(waitOf(next(responseWith(429, value))), wait)
      assert.equal(waitOf(next(responseWith(503, value))), wait)
    },
  )
  test('Retry-After of a 500 is ignored', () => {
    assert.equal(waitOf(next(responseWith(500, '120'))), 5)
  })
})
