// The parts of the rig that need no servers, and what it says where they are missing.
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { describeOthers, describeOwn, longestGapMs } from './experience.ts'
import type { Sent } from './load.ts'
import { differences } from './move.ts'
import { type Report, textOf } from './report.ts'

const sent = (sentAt: number, respondedAt: number, rest: Partial<Sent> = { key: 'K' }): Sent => ({
  ...{ cell: 1, kind: 'order', isRepeat: false, sentAt, respondedAt },
  ...rest,
})
const refused = { status: 503, error: '503 Service Unavailable', retryAfter: 2 }

test('without Citus the rig says in one line what is missing, and exits with 2', () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['rigs/main.ts', 'cells'], {
    encoding: 'utf8',
    env: { ...process.env, CELLS_POSTGRES_BIN: tmpdir() },
  })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^cells: missing PostgreSQL and Citus for .*: https:\/\/docs\.citusdata\.com\//),
  ])
})

test('what its own merchants experienced begins with the event', () => {
  const journal = [
    sent(0, 10, refused),
    sent(90, 130),
    sent(105, 400, refused),
    sent(500, 510, { ...refused, isRepeat: true }),
    sent(1_900, 2_050),
    sent(2_010, 2_300),
  ]
  expect(describeOwn(journal, { at: 100, returnedAt: 2_000 })).toEqual({
    firstRefusalAfterSeconds: 0.3,
    retryAfterSeconds: 2,
    longestSeconds: 0.295,
    errors: { 'order: 503 Service Unavailable': 2 },
    failedTwice: 1,
    servedAfterSeconds: 0.3,
  })
})

test('a request to another cell that failed after the return counts, too', () => {
  const journal = [sent(0, 50), sent(100, 400), sent(2_100, 2_200, refused)]
  expect(describeOthers(journal, { at: 100, returnedAt: 2_000 })).toMatchObject({
    ...{ requests: 2, failed: 1, p99BeforeMs: 50, p99Ms: 300, longestMs: 300 },
  })
})

test('the longest pause is the longest time without an acknowledgement', () => {
  const journal = [sent(0, 90), sent(0, 150), sent(0, 400, refused), sent(0, 900), sent(0, 1_000)]
  expect(longestGapMs(journal, 100)).toBe(750)
})

test('sums that changed or disappeared in a move are named', () => {
  const payments = { what: 'payments', rows: '2', sum: '30', hash: '7' }
  const transfers = { ...payments, what: 'transfers' }
  expect(differences([payments, transfers], [transfers, payments])).toEqual([])
  expect(differences([payments, transfers], [{ ...payments, sum: '29' }])).toEqual([
    'payments: 2 rows, sum 30, hash 7 before, 2 rows, sum 29, hash 7 after',
    'transfers: 2 rows, sum 30, hash 7 before, nothing after',
  ])
})

const times = { at: 100, returnedAt: 2_000 }
const quiet: Report = {
  ...{ version: '15.18, Citus 13.2', nodes: 2, cells: 4, exited: [], moves: [] },
  drills: [
    {
      ...{
        kind: 'kill',
        server: 'node2',
        cells: [2, 4],
        secondsAway: 20,
        acknowledged: 5,
        lost: 0,
        faults: [],
      },
      others: describeOthers([sent(0, 50), sent(110, 150)], times),
      own: describeOwn([sent(110, 150, refused)], times),
    },
  ],
}
const { drills, ...rest } = quiet
const [drill] = drills

test('a report is good if own requests alone failed', () => {
  const { text, isGood } = textOf(quiet)
  expect(isGood).toBe(true)
  expect(text).toContain('| kill node2 | 2, 4 | 20.0 | 1 | 0 | 50 | 40 | 0.1 | 2 | 0.0 | - | 5 | 0 |')
  expect(text).toContain('kill node2, its own cells: 1 order: 503 Service Unavailable')
})

test.each([
  ['an acknowledged write is missing', { ...rest, drills: [{ ...drill!, lost: 1 }] }],
  [
    'the books disagree',
    { ...rest, drills: [{ ...drill!, faults: ['the wallet has 1, the ledger says 2'] }] },
  ],
  [
    'a request of another cell failed',
    { ...rest, drills: [{ ...drill!, others: describeOthers([sent(110, 150, refused)], times) }] },
  ],
  ['a process ended', { ...quiet, exited: ['worker1'] }],
])('a report is bad if %s', (_, report) => {
  expect(textOf(report as Report).isGood).toBe(false)
})
