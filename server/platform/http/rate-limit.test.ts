import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networkOf, openRateLimit, type Rate, takeToken } from './rate-limit.ts'

const rate = fc.record({
  perSecond: fc.integer({ min: 1, max: 1000 }),
  burst: fc.integer({ min: 1, max: 2000 }),
})
const gaps = fc.array(
  fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 5_000 })),
  {
    maxLength: 300,
  },
)

/** Sends a request after each gap; returns when each was sent and the resulting quota. */
function send(rate: Rate, gaps: number[]) {
  let at = 0
  let fullAt = 0
  return gaps.map((gap) => {
    at += gap
    const taken = takeToken(fullAt, at, rate)
    fullAt = taken.fullAt
    return { at, ...taken.quota }
  })
}

describe('a token bucket [C8]', () => {
  test('a token bucket allows exactly what a model with counted tokens allows', () => {
    fc.assert(
      fc.property(rate, gaps, (rate, gaps) => {
        // In thousandths of a token, so that the model is exact.
        let tokens = rate.burst * 1000
        for (const [i, { allowed, remaining }] of send(rate, gaps).entries()) {
          tokens = Math.min(tokens + gaps[i]! * rate.perSecond, rate.burst * 1000)
          assert.equal(allowed, tokens >= 1000)
          if (allowed) tokens -= 1000
          assert.equal(remaining, Math.floor(tokens / 1000))
        }
      }),
    )
  })

  test('no period allows more than the burst plus the refill of that period', () => {
    fc.assert(
      fc.property(rate, gaps, fc.nat(), fc.nat(), (rate, gaps, a, b) => {
        const requests = send(rate, gaps)
        const [first, last] = [a % (requests.length + 1), b % (requests.length + 1)].sort((x, y) => x - y)
        const stretch = requests.slice(first, last)
        const seconds = ((stretch.at(-1)?.at ?? 0) - (stretch[0]?.at ?? 0)) / 1000
        const passed = stretch.filter(({ allowed }) => allowed).length
        assert.ok(passed <= rate.burst + seconds * rate.perSecond + 1e-3)
      }),
    )
  })

  test('a caller that waits for Retry-After is allowed, but not much earlier', () => {
    fc.assert(
      fc.property(rate, gaps, (rate, gaps) => {
        let at = 0
        let fullAt = 0
        for (const gap of gaps) {
          at += gap
          const { fullAt: next, quota } = takeToken(fullAt, at, rate)
          if (!quota.allowed) {
            assert.ok(quota.retryAfterSeconds >= 1)
            assert.ok(takeToken(next, at + quota.retryAfterSeconds * 1000, rate).quota.allowed)
            const early = at + (quota.retryAfterSeconds - 1) * 1000 - 1
            if (early > at) assert.ok(!takeToken(next, early, rate).quota.allowed)
          }
          assert.equal(takeToken(next, at + quota.resetSeconds * 1000, rate).quota.remaining, rate.burst - 1)
          fullAt = next
        }
      }),
    )
  })
})

describe('token buckets of all callers [C8]', () => {
  test('one caller never uses the tokens of another', () => {
    const limit = openRateLimit({ perSecond: 1, burst: 3 }, { now: () => 0 })
    const allowed = (key: string) => Array.from({ length: 5 }, () => limit.take(key).allowed)
    expect(allowed('a')).toEqual([true, true, true, false, false])
    expect(allowed('b')).toEqual([true, true, true, false, false])
  })

  test('rate-limit memory is bounded for any number of addresses, and is freed later [S-28]', () => {
    let now = 0
    const limit = openRateLimit({ perSecond: 10, burst: 10 }, { maxBuckets: 1_000, now: () => now })
    for (let i = 0; i < 50_000; i++) {
      limit.take(`address ${i}`)
      assert.ok(limit.size <= 1_000)
    }
    now += 60_000
    for (let i = 0; i < 1_000; i++) limit.take(`later ${i % 3}`)
    for (let i = 0; i < 1_000; i++) {
      limit.take(`new ${i}`)
      now += 1_000
    }
    assert.ok(limit.size <= 3, `${limit.size} left`)
  })

  test('an active caller keeps its bucket while the number of callers is within the limit', () => {
    let now = 0
    const limit = openRateLimit({ perSecond: 1, burst: 5 }, { maxBuckets: 1_000, now: () => now })
    for (let i = 0; i < 5; i++) limit.take('greedy')
    for (let i = 0; i < 500; i++) {
      limit.take(`other ${i}`)
      now += 0.1
    }
    assert.equal(limit.take('greedy').allowed, false)
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7:4711'],
  ['[2001:db8::1]:4711', '[2001:db8::1]:4711'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (address, network) => {
  assert.equal(networkOf(address), network)
})

test('addresses of one IPv6 /64 network are one caller', () => {
  assert.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2:ffff::9'))
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
})
