// Sends every operation its share of requests, judges each response, and shrinks failing cases.
import fc from 'fast-check'
import { faultOf, isUnexpected } from './judge.ts'
import { type Case, casesOf } from './requests/cases.ts'
import { curlOf } from './requests/curl.ts'
import { type Operation, operations } from './requests/operations.ts'
import { type Exchange, exchange, type Sent } from './requests/wire.ts'
import { renew, sentOf, type Target } from './target.ts'

export type Failure = { operation: string; fault: string; kind: string; replay: string; curl: string }

export type Report = {
  seed: number
  operations: number
  requests: number
  /** The number of responses by status. */
  statuses: Record<string, number>
  unexpected: number
  /** 502 and 503 that report a failed upstream. */
  upstream: number
  failures: Failure[]
  slow: number
  /** Requests that took longer than a second once, and not when they were repeated. */
  slowOnce: { tookMs: number; operation: string; kind: string }[]
  worst: { tookMs: number; operation: string; kind: string }
  p99Ms: number
}

export type Wanted = {
  requests: number
  seed: number
  /** The id of one operation, and the path in its cases of a failure. */
  only?: string | undefined
  path?: string | undefined
  minutes?: number
  /** A request that takes this long three times is a failure. */
  slowMs?: number
  /** Called after each round with the number of requests so far. */
  after?: (requests: number) => Promise<void> | void
}

/** The number of cases of an operation before the next one runs, so that one finds what another created. */
const turn = 10

export async function run(
  target: Target,
  { requests, seed, only, path, minutes = Number.POSITIVE_INFINITY, slowMs = 1_000, after }: Wanted,
): Promise<Report> {
  const received = operations.filter(({ id }) => only === undefined || id === only)
  // With no operations the requests would never end.
  const each = received.length === 0 ? 0 : Math.ceil(requests / received.length)
  const report: Report = {
    seed,
    operations: received.length,
    requests: 0,
    statuses: {},
    unexpected: 0,
    upstream: 0,
    failures: [],
    slow: 0,
    slowOnce: [],
    worst: { tookMs: 0, operation: '', kind: '' },
    p99Ms: 0,
  }
  const times: number[] = []
  const failed = new Set<string>()
  const endsAt = performance.now() + minutes * 60_000
  for (let round = 0; round * turn < each && performance.now() < endsAt; round += 1) {
    for (const operation of received.filter(({ id }) => !failed.has(id))) {
      const failure = await tryOperation(
        { target, operation, report, times, slowMs },
        { seed: seed + round, runs: Math.min(turn, each - round * turn), path },
      )
      if (failure) failed.add(operation.id)
      if (failure) report.failures.push(failure)
    }
    await after?.(report.requests)
  }
  report.p99Ms = Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0)
  return report
}

type Work = { target: Target; operation: Operation; report: Report; times: number[]; slowMs: number }

async function tryOperation(
  work: Work,
  { seed, runs, path }: { seed: number; runs: number; path: string | undefined },
): Promise<Failure | undefined> {
  const { target, operation } = work
  let last: { sent: Sent; kind: string; fault: string } | undefined
  const property = fc.asyncProperty(casesOf(operation, target.examplesFor(operation)), async (some) => {
    const sent = sentOf(target, operation, some)
    const fault = await tryCase(work, some, sent)
    if (!fault) return
    last = { sent, kind: some.kind, fault }
    throw new Error(fault)
  })
  const checked = await fc.check(property, {
    // With one seed for all, every operation would get the same kinds of cases: in some runs, only refused ones.
    seed: seed ^ fc.hash(operation.id),
    numRuns: runs,
    ...(path !== undefined && { path }),
    interruptAfterTimeLimit: 60_000,
  })
  if (!checked.failed || !last) return undefined
  const replay = `--only ${operation.id} --seed ${seed} --requests ${runs} --path ${checked.counterexamplePath}`
  return {
    operation: operation.id,
    kind: last.kind,
    fault: last.fault,
    replay,
    curl: curlOf(target.port, last.sent),
  }
}

/** The fault of a case. A slow case is repeated twice, because a pause of the machine does not count. */
async function tryCase(
  { target, operation, report, times, slowMs }: Work,
  some: Case,
  sent: Sent,
): Promise<string | undefined> {
  const first = await exchange(target.port, sent)
  count(report, first)
  times.push(first.tookMs)
  if (first.tookMs > report.worst.tookMs)
    report.worst = { tookMs: Math.round(first.tookMs), operation: operation.id, kind: some.kind }
  for (const { status, body } of first.responses) {
    if (status < 300) target.names.learn(operation.template, body)
    if (status === 401 && some.proof === 'right') await renew(target)
  }
  const fault = faultOf(sent, some, first)
  if (fault || first.tookMs < slowMs) return fault
  const repeated = [await exchange(target.port, sent), await exchange(target.port, sent)]
  if (repeated.some(({ tookMs }) => tookMs < slowMs)) {
    report.slowOnce.push({ tookMs: Math.round(first.tookMs), operation: operation.id, kind: some.kind })
    return undefined
  }
  report.slow += 1
  return `slower than ${slowMs} ms, three times`
}

function count(report: Report, { responses }: Exchange): void {
  report.requests += 1
  if (responses.length === 0) report.statuses.none = (report.statuses.none ?? 0) + 1
  for (const response of responses) {
    report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1
    if (isUnexpected(response)) report.unexpected += 1
    else if (response.status >= 500) report.upstream += 1
  }
}
