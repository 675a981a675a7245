// Tests of the report alone; the chaos run itself is a command.
import { expect, test } from 'vitest'
import { type Call, kindOf, openJournal } from './journal.ts'
import { pageOf } from './page.ts'
import { isGood, linesOf, percentile, type Report, recoveryOf, timelineOf } from './report.ts'

const call = (sentAt: number, endedAt: number, status: number | undefined): Call => ({
  kind: 'order',
  path: '/api/v1/payment/orders',
  sentAt,
  endedAt,
  status,
})

const journal = openJournal()
journal.note(call(0, 900, 200))
journal.note(call(1_100, 1_200, 503))
journal.note(call(1_150, 1_900, 200))
journal.note(call(1_160, 1_700, 200))
journal.note(call(1_200, 11_200, undefined))
journal.note(call(2_500, 2_600, 409))
const hits = [{ harm: 'kill -9 a process', whom: 'worker', at: 1_000 }] as const
const report: Report = {
  date: '2026-11-21T00:00:00Z',
  commit: 'abc',
  machine: 'a machine',
  seed: 1,
  minutes: 1,
  wall_s: 80,
  calls: journal.total(),
  calls_by_kind: journal.byKind(),
  acknowledged_and_kept: 3,
  recovery: recoveryOf(journal, hits),
  upstream_trouble: {},
  endpoints: { fine: { deliveries: 2, troubled: 0 } },
  unknown: { operations: 2, resolved: 2 },
  quiet_after_s: 4,
  webhooks: { events: 2, missing: 0 },
  checks: 46,
  violations: [],
  restart: { restarts: 3, calls: 100, failed: 0 },
  concurrency: [
    { name: 'refunds', clients: 64, rounds: 2, wrong: 0, isControl: false },
    { name: 'naive', clients: 64, rounds: 2, wrong: 2, isControl: true },
  ],
  timeline: timelineOf(journal, hits, 0),
}

test('calls are counted by their outcome', () => {
  expect(report.calls).toEqual({ sent: 6, acknowledged: 3, refused: 1, failed: 1, unanswered: 1 })
})

test('recovery is the first acknowledged write that was sent after the fault', () => {
  expect(report.recovery['kill -9 a process']).toEqual({ hits: 1, p50_ms: 700, p99_ms: 700 })
  expect(report.recovery['kill -9 PostgreSQL'].p50_ms).toBeUndefined()
})

test('a percentile is a number from the list', () => {
  expect(percentile([5, 1, 3, 2, 4], 0.5)).toBe(3)
  expect(percentile([5, 1, 3, 2, 4], 0.99)).toBe(5)
  expect(percentile([], 0.5)).toBeUndefined()
})

test('the timeline has each fault and each write in its second', () => {
  expect(report.timeline).toEqual([
    { second: 0, acknowledged: 1, unacknowledged: 0, harms: [] },
    { second: 1, acknowledged: 2, unacknowledged: 1, harms: ['kill -9 a process'] },
    { second: 11, acknowledged: 0, unacknowledged: 1, harms: [] },
  ])
})

test('the path determines the kind of write', () => {
  expect(kindOf('/api/v1/payment/LKT-1/pay?sig=x')).toBe('hosted payment')
  expect(kindOf('/api/v1/admin/wallets/LKT-1/top-ups')).toBe('top-up')
  expect(kindOf('/api/v1/admin/transfers/abc/reverse')).toBe('reversal')
})

test.each<[string, Partial<Report>]>([
  ['an invariant violated', { violations: [{ invariant: 'I-01', title: 'x', rows: 1, first: [] }] }],
  ['a run that never becomes quiet', { quiet_after_s: undefined }],
  ['a missing webhook', { webhooks: { events: 2, missing: 1 } }],
  ['an unknown outcome', { unknown: { operations: 2, resolved: 1 } }],
  ['a request lost in a graceful restart', { restart: { restarts: 3, calls: 100, failed: 1 } }],
  ['a wrong race', { concurrency: [{ name: 'r', clients: 2, rounds: 2, wrong: 1, isControl: false }] }],
  [
    'an undetected control',
    { concurrency: [{ name: 'r', clients: 2, rounds: 2, wrong: 1, isControl: true }] },
  ],
])('a chaos run with %s fails', (_, difference) => {
  expect(isGood(report)).toBe(true)
  expect(isGood({ ...report, ...difference })).toBe(false)
})

test('the page shows the verdict and escapes every row', () => {
  const violations = [{ invariant: 'I-01', title: '<b>', rows: 1, first: [{ id: 7n, text: '<script>' }] }]
  const bad = { ...report, violations }
  expect(pageOf(report)).toContain('Nothing lost, nothing duplicated')
  expect(pageOf(bad)).toContain('Violations found')
  expect(pageOf(bad)).not.toMatch(/<b>: |<script>/)
  expect(linesOf(bad).join('\n')).toContain('violates I-01')
})
