// The result of a run, as figures, as lines for readers and as JSON.
import type { Violation } from '../simulation/checks/invariants/invariant.ts'
import type { Counts, Journal } from './journal.ts'
import { type Harm, type Hit, harms } from './monkey.ts'

export type Recovery = { hits: number; p50_ms: number | undefined; p99_ms: number | undefined }

export type RoundResult = {
  name: string
  clients: number
  rounds: number
  /** Rounds in which the number of winners was wrong. */
  wrong: number
  /** A control has a planted fault, which must be detected in every round. */
  isControl: boolean
}

export type Report = {
  date: string
  commit: string
  machine: string
  seed: number
  minutes: number
  wall_s: number
  calls: Counts
  calls_by_kind: Record<string, Counts>
  acknowledged_and_kept: number
  recovery: Record<Harm | 'all', Recovery>
  upstream_trouble: Record<string, number>
  endpoints: Record<string, { deliveries: number; troubled: number }>
  unknown: { operations: number; resolved: number }
  quiet_after_s: number | undefined
  webhooks: { events: number; missing: number }
  checks: number
  violations: { invariant: string; title: string; rows: number; first: unknown[] }[]
  restart: { restarts: number; calls: number; failed: number } | undefined
  concurrency: RoundResult[]
  timeline: { second: number; acknowledged: number; unacknowledged: number; harms: string[] }[]
}

/** The smallest value that this share of the numbers does not exceed; undefined for an empty list. */
export function percentile(numbers: readonly number[], share: number): number | undefined {
  const sorted = numbers.toSorted((a, b) => a - b)
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  return found === undefined ? undefined : Math.round(found)
}

/** From each fault to the end of the first write that was sent after it and acknowledged. */
export function recoveryOf(
  journal: Pick<Journal, 'recoveryAfter'>,
  hits: readonly Hit[],
): Report['recovery'] {
  const of = (some: readonly Hit[]): Recovery => {
    const waits = some.map(({ at }) => journal.recoveryAfter(at)).filter((wait) => wait !== undefined)
    return { hits: some.length, p50_ms: percentile(waits, 0.5), p99_ms: percentile(waits, 0.99) }
  }
  const each = harms.map((harm) => [harm, of(hits.filter((hit) => hit.harm === harm))])
  return { ...(Object.fromEntries(each) as Record<Harm, Recovery>), all: of(hits) }
}

/** Second by second: acknowledged writes, failed writes, and the faults. */
export function timelineOf(
  journal: Pick<Journal, 'calls'>,
  hits: readonly Hit[],
  startedAt: number,
): Report['timeline'] {
  const seconds = new Map<number, Report['timeline'][number]>()
  const at = (moment: number) => {
    const second = Math.floor((moment - startedAt) / 1_000)
    const found = seconds.get(second) ?? { second, acknowledged: 0, unacknowledged: 0, harms: [] }
    seconds.set(second, found)
    return found
  }
  for (const { endedAt, status } of journal.calls) {
    if (status !== undefined && status < 400) at(endedAt).acknowledged += 1
    else if (status === undefined || status >= 500) at(endedAt).unacknowledged += 1
  }
  for (const hit of hits) at(hit.at).harms.push(hit.harm)
  return [...seconds.values()].sort((a, b) => a.second - b.second)
}

export const shownViolations = (violations: readonly Violation[]): Report['violations'] =>
  violations.map(({ invariant, title, rows }) => ({
    invariant,
    title,
    rows: rows.length,
    first: rows.slice(0, 5),
  }))

/** Nothing was violated, everything became quiet, and every race and control had the expected result. */
export function isGood(report: Report): boolean {
  const { violations, quiet_after_s, webhooks, restart, concurrency, unknown } = report
  return (
    violations.length === 0 &&
    quiet_after_s !== undefined &&
    webhooks.missing === 0 &&
    unknown.resolved === unknown.operations &&
    (restart?.failed ?? 0) === 0 &&
    concurrency.every(({ isControl, wrong, rounds }) => wrong === (isControl ? rounds : 0))
  )
}

const milliseconds = (value: number | undefined) => (value === undefined ? '-' : `${value} ms`)

export function linesOf(report: Report): string[] {
  const { calls, recovery, unknown, webhooks, violations, restart } = report
  return [
    `seed ${report.seed}, ${report.minutes} minutes of chaos, ${report.wall_s} s in all; commit ${report.commit}`,
    `${calls.sent} writes sent: ${calls.acknowledged} acknowledged, ${calls.refused} refused, ${calls.failed} failed, ${calls.unanswered} without a response`,
    ...Object.entries(report.calls_by_kind).map(
      ([kind, counts]) =>
        `  ${kind.padEnd(16)} ${String(counts.acknowledged).padStart(6)} of ${String(counts.sent).padStart(6)}`,
    ),
    ...Object.entries(recovery).map(
      ([harm, { hits, p50_ms, p99_ms }]) =>
        `${harm.padEnd(20)} ${String(hits).padStart(4)} times; next acknowledged write after p50 ${milliseconds(p50_ms)}, p99 ${milliseconds(p99_ms)}`,
    ),
    ...(restart
      ? [
          `${restart.restarts} graceful restarts under load: ${restart.failed} of ${restart.calls} requests failed`,
        ]
      : []),
    ...report.concurrency.map(
      ({ name, clients, rounds, wrong, isControl }) =>
        `${isControl ? 'control: ' : ''}${name}: ${clients} clients, ${rounds} rounds, ${wrong} wrong`,
    ),
    `${unknown.resolved} of ${unknown.operations} operations with an unknown outcome resolved`,
    report.quiet_after_s === undefined
      ? 'it never became quiet'
      : `quiet after ${report.quiet_after_s} s of service time`,
    `${webhooks.missing} of ${webhooks.events} webhooks missing; ${report.acknowledged_and_kept} acknowledged writes verified`,
    ...violations.map(
      ({ invariant, title, rows, first }) =>
        `violates ${invariant}, ${title}: ${rows} rows, ${JSON.stringify(first.slice(0, 2), plain)}`,
    ),
    `${report.checks} checks, ${violations.length} violated`,
  ]
}

/** Converts values that JSON cannot represent. */
export const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
