import assert from 'node:assert/strict'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterOutcome, type Breaker, type EndpointOutcome, noticeOf, unknownEndpoint } from './breaker.ts'

const now = Temporal.Instant.from('2026-11-21T10:00:00Z')
const run = (outcomes: EndpointOutcome[], from: Breaker = unknownEndpoint) =>
  outcomes.reduce((breaker, outcome) => afterOutcome(breaker, outcome, { now, speed: 1 }), from)
const times = (count: number, outcome: EndpointOutcome) => Array.from({ length: count }, () => outcome)

test('four failures leave the breaker closed, the fifth opens it for 30 s', () => {
  assert.equal(run(times(4, 'failure')).open_until, null)
  assert.equal(String(run(times(5, 'failure')).open_until), '2026-11-21T10:00:30Z')
})

test("a success resets the breaker's count of failures", () => {
  assert.equal(run([...times(4, 'failure'), 'success', ...times(4, 'failure')]).open_until, null)
})

test("each failed probe doubles the breaker's pause, up to ten minutes", () => {
  let breaker = run(times(5, 'failure'))
  const pauses: number[] = []
  for (let i = 0; i < 6; i++) {
    const at = breaker.open_until as Temporal.Instant
    breaker = afterOutcome(breaker, 'failure', { now: at, speed: 1 })
    pauses.push(at.until(breaker.open_until as Temporal.Instant).total('seconds'))
  }
  expect(pauses).toEqual([60, 120, 240, 480, 600, 600])
})

test('a call in flight when the breaker opened does not lengthen the pause', () => {
  const open = run(times(5, 'failure'))
  assert.equal(String(run(['failure', 'failure'], open).open_until), String(open.open_until))
})

test('an endpoint starts with one call at a time and with successes gets two, then four', () => {
  assert.equal(unknownEndpoint.in_flight_limit, 1)
  assert.equal(run(['success']).in_flight_limit, 2)
  assert.equal(run(times(2, 'success')).in_flight_limit, 2)
  assert.equal(run(times(3, 'success')).in_flight_limit, 4)
  assert.deepEqual(run(times(30, 'success')), run(times(3, 'success')))
})

test('a failure, like the breaker opening, takes an endpoint back to one call at a time', () => {
  assert.equal(run([...times(3, 'success'), 'failure']).in_flight_limit, 1)
  const open = run(times(5, 'failure'))
  assert.equal(open.in_flight_limit, 1)
  expect(run(['success'], open)).toEqual(run(['success']))
})

test('throttling halves the calls in flight without opening, until twenty successes', () => {
  const wide = run(times(3, 'success'))
  const throttled = run(['throttled'], wide)
  assert.equal(throttled.in_flight_limit, 2)
  assert.equal(run(times(20, 'success'), throttled).in_flight_limit, 2)
  assert.equal(run(times(22, 'success'), throttled).in_flight_limit, 4)
  assert.equal(run(times(9, 'throttled')).in_flight_limit, 1)
  assert.equal(run(times(9, 'throttled')).open_until, null)
})

test('the limit of calls in flight stays between one and four', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom<EndpointOutcome>('success', 'failure', 'throttled')), (outcomes) => {
      const { in_flight_limit: limit } = run(outcomes)
      assert.ok(limit >= 1 && limit <= 4)
    }),
  )
})

test('an endpoint is noticed when it has failed for a quarter of an hour, at each later probe, and when it recovers', () => {
  let breaker = run(times(5, 'failure'))
  const noticed: [minutes: number, notice: string | undefined][] = []
  const next = (outcome: EndpointOutcome) => {
    const at = breaker.open_until as Temporal.Instant
    const after = afterOutcome(breaker, outcome, { now: at, speed: 1 })
    noticed.push([now.until(at).total('minutes'), noticeOf(breaker, after)])
    breaker = after
  }
  for (let i = 0; i < 6; i++) next('failure')
  next('success')
  expect(noticed).toEqual([
    [0.5, undefined],
    [1.5, undefined],
    [3.5, undefined],
    [7.5, undefined],
    [15.5, 'failing'],
    [25.5, 'failing'],
    [35.5, 'recovered'],
  ])
  assert.equal(noticeOf(unknownEndpoint, run(times(5, 'failure'))), undefined)
})
