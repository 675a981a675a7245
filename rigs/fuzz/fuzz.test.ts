// A small share of what `npm run rig -- fuzz` does at length: every operation a few times, with a fixed seed and with
// today's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/support/world/world.ts'
import { faultsOfRun } from './figures.ts'
import { faultOf } from './judge.ts'
import { curlOf } from './requests/curl.ts'
import { operations } from './requests/operations.ts'
import type { Sent } from './requests/wire.ts'
import { run } from './run.ts'
import { openTarget, type Target } from './target.ts'

let world: World
let target: Target
beforeAll(async () => {
  world = await openWorld()
  const port = Number(new URL(world.url).port)
  target = await openTarget({ port, sandboxUrl: world.sandboxUrl, adminToken: 'test-admin-token-0123456789' })
})
afterAll(() => world.close())

const ofToday = Math.floor(performance.timeOrigin) % 1_000_000_000

test.each([
  ['fixed', 1],
  ['of today', ofToday],
])('every response for the seed that is %s, %i, is as documented', async (_which, seed) => {
  // A busy machine is no fault: `npm run rig -- fuzz` judges how long a response takes.
  const slowMs = Number.POSITIVE_INFINITY
  const { failures, requests, statuses } = await run(target, {
    requests: operations.length * 2,
    seed,
    slowMs,
  })
  expect(failures).toEqual([])
  expect(requests).toBeGreaterThan(operations.length)
  // Not every request is refused early.
  expect(statuses[200]).toBeGreaterThan(requests / 8)
})

describe('control: the fuzz judge', () => {
  const sent: Sent = {
    method: 'POST',
    path: '/api/v1/payment/status',
    headers: {},
    body: Buffer.from("{'"),
    framing: { as: 'length' },
  }
  const responseWith = (status: number, text: string, type = 'application/json') => {
    const body = type === 'application/json' ? JSON.parse(text) : undefined
    return faultOf(
      sent,
      { kind: 'values' },
      {
        responses: [{ status, headers: { 'content-type': type }, text, body }],
        tookMs: 1,
        hasEnded: true,
      },
    )
  }

  test.each<[what: string, fault: string | undefined, expected: string]>([
    ['an internal error', responseWith(500, '{"detail":"Internal Server Error"}'), 'unexpected 500'],
    ['an unreachable database', responseWith(503, '{"detail":"Service Unavailable"}'), 'unexpected 503'],
    ['an error in no known shape', responseWith(400, '{"error":"no"}'), '400 in no known shape'],
    ['an error that is not JSON', responseWith(400, 'no', 'text/plain'), '400 in no known shape'],
    ['internal details', responseWith(422, '{"detail":"violates unique constraint"}'), 'internal details'],
    [
      'a status that is not documented',
      responseWith(418, '{"detail":"I am a teapot"}'),
      'status 418 is not documented',
    ],
    ['a refusal that is not documented', responseWith(404, '{"detail":"Nope"}'), 'Nope'],
    [
      'no response',
      faultOf(sent, { kind: 'values' }, { responses: [], tookMs: 1, hasEnded: true }),
      'no response',
    ],
    [
      'a response that never ends',
      faultOf(sent, { kind: 'values' }, { responses: [], tookMs: 1, hasEnded: false }),
      'no end',
    ],
  ])('control: the judge finds %s', (_what, fault, received) => {
    expect(fault).toContain(received)
  })

  const growing = (mebibytesEach: number) =>
    Array.from({ length: 40 }, (_, i) => ({ requests: i * 250, mebibytes: 80 + i * mebibytesEach }))

  test.each<[what: string, faults: string[], expected: number]>([
    ['no request at all', faultsOfRun({ requests: 0, live: [] }), 1],
    ['memory that grows', faultsOfRun({ requests: 10_000, live: growing(0.5) }), 1],
    ['and not stable memory', faultsOfRun({ requests: 10_000, live: growing(0.01) }), 0],
    ['and not the initial memory of a short run', faultsOfRun({ requests: 1_000, live: growing(0.5) }), 0],
  ])('control: the judge of a whole run finds %s', (_what, faults, reportedCount) => {
    expect(faults).toHaveLength(reportedCount)
  })

  test('control: a failure is printed as a shell command that repeats the request', () => {
    expect(curlOf(80, sent)).toBe(
      `curl -si --path-as-is -g -X POST  'http://localhost:80/api/v1/payment/status' --data-binary '{'\\'''`,
    )
  })
})
