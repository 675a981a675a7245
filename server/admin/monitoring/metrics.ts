// Prometheus metrics of this process, counted since its start from the observations other modules publish.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Database } from '../../platform/database/database.ts'
import { type Load, priorities, type ShedRequest, shedRequests } from '../../platform/http/load-shedding.ts'
import {
  type Observation,
  type ObservedRequest,
  observedCalls,
  observedRequests,
} from '../../platform/process/telemetry.ts'
import { version } from '../../platform/process/version.ts'
import type { Loop } from '../../platform/process/worker-loop.ts'

/** A gauge that is read on request; it has no value while it cannot be read. */
export type Level = {
  name: string
  help: string
  label?: string
  read(): Promise<Record<string, number> | number>
  /** The value while it cannot be read. */
  otherwise?: number
}

export type Metrics = {
  readonly contentType: string
  text(): Promise<string>
  /** The metrics as objects, to be aggregated over processes by `sumOfMetrics`. */
  counts(): Promise<object[]>
  close(): void
}

/** Prometheus waits at most ten seconds; a hanging database must not hide the other metrics. */
const readTimeoutMs = 3_000

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function openMetrics(needs: {
  databases: Readonly<Record<string, Database>>
  loops: () => readonly Loop[]
  load: Load
  levels: readonly Level[]
}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({
    name: 'likuta_build_info',
    help: 'Version of the program.',
    labelNames: ['version'],
    aggregator: 'max',
    registers,
  }).set({ version }, 1)
  const unsubscribers = [countObservations(registers), countShed(registers)]
  const close = () => {
    for (const unsubscribeAll of unsubscribers) unsubscribeAll()
  }
  addProcessLevels(registers, needs)
  for (const level of needs.levels) addLevel(registers, level)
  const all = Registry.merge([metricsOfNode(), registry])
  return {
    contentType: all.contentType,
    text: () => all.metrics(),
    counts: () => all.getMetricsAsJSON(),
    close,
  }
}

let ofNode: Registry | undefined

/** One registry per process: prom-client's observers are never removed, so further ones would leak memory. */
function metricsOfNode(): Registry {
  if (ofNode) return ofNode
  ofNode = new Registry()
  // Each sample of the event loop's utilization goes into several digests, which would be most of what an idle process computes.
  collectDefaultMetrics({ register: ofNode, eventLoopUtilizationTimeout: 1_000 })
  return ofNode
}

/** Aggregates several processes of one deployment: counters are added up, and of queue gauges the highest counts. */
export function sumOfMetrics(counts: object[][]): Promise<string> {
  return Registry.aggregate(counts).metrics()
}

/** Labels are route patterns and statement names, not values from requests, so the number of series is bounded. */
function countObservations(registers: Registry[]): () => void {
  const requests = new Histogram({
    name: 'likuta_request_seconds',
    help: 'Handled requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: seconds,
    registers,
  })
  const recordStatement = countStatements(registers)
  const upstreams = new Histogram({
    name: 'likuta_upstream_seconds',
    help: 'Calls to card gateways, operators and other providers.',
    labelNames: ['upstream', 'outcome'],
    buckets: seconds,
    registers,
  })
  const webhooks = new Histogram({
    name: 'likuta_webhook_seconds',
    help: 'Webhook delivery attempts by class of response.',
    labelNames: ['outcome'],
    buckets: seconds,
    registers,
  })
  const recordRequest = (message: unknown) => {
    const { route, method, status, seconds: took } = message as ObservedRequest
    requests.observe({ route, method, status }, took)
  }
  const recordCall = (message: unknown) => {
    const { area, name, outcome, seconds: took } = message as Observation
    if (area === 'upstream') upstreams.observe({ upstream: name, outcome }, took)
    else if (area === 'webhook') webhooks.observe({ outcome }, took)
    else recordStatement(name, outcome, took)
  }
  subscribe(observedRequests.name, recordRequest)
  subscribe(observedCalls.name, recordCall)
  return () => {
    unsubscribe(observedRequests.name, recordRequest)
    unsubscribe(observedCalls.name, recordCall)
  }
}

function countStatements(registers: Registry[]) {
  const statements = new Histogram({
    name: 'likuta_statement_seconds',
    help: 'Database statements, including the wait for a connection.',
    labelNames: ['outcome'],
    buckets: seconds,
    registers,
  })
  const byStatement = new Counter({
    name: 'likuta_statement_seconds_total',
    help: 'Total time spent in each database statement.',
    labelNames: ['statement'],
    registers,
  })
  const requested = new Counter({
    name: 'likuta_statements_total',
    help: 'Executions of each database statement.',
    labelNames: ['statement'],
    registers,
  })
  return (name: string, outcome: string, took: number) => {
    statements.observe({ outcome }, took)
    byStatement.inc({ statement: name }, took)
    requested.inc({ statement: name })
  }
}

function countShed(registers: Registry[]): () => void {
  const shed = new Counter({
    name: 'likuta_requests_shed_total',
    help: 'Requests refused under overload, by priority.',
    labelNames: ['priority'],
    registers,
  })
  // Starts every counter at zero, so that a rate includes the first refusal.
  for (const priority of Object.keys(priorities)) if (priority !== 'always') shed.inc({ priority }, 0)
  const note = (message: unknown) => shed.inc({ priority: (message as ShedRequest).priority })
  subscribe(shedRequests.name, note)
  return () => unsubscribe(shedRequests.name, note)
}

function addProcessLevels(
  registers: Registry[],
  {
    databases,
    loops,
    load,
  }: { databases: Readonly<Record<string, Database>>; loops: () => readonly Loop[]; load: Load },
): void {
  new Gauge({
    name: 'likuta_requests_in_flight',
    help: 'Requests in flight; a list counts as eight.',
    registers,
    collect() {
      this.set(load.inFlight)
    },
  })
  new Gauge({
    name: 'likuta_database_connections',
    help: 'Database connections by state, and requests waiting for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, database] of Object.entries(databases)) {
        const { open, idle, waiting } = database.connections()
        for (const [state, count] of Object.entries({ busy: open - idle, idle, waiting }))
          this.set({ pool, state }, count)
      }
    },
  })
  new Gauge({
    name: 'likuta_worker_idle_seconds',
    help: 'Time since each worker of this process last ran.',
    labelNames: ['worker'],
    aggregator: 'max',
    registers,
    collect() {
      for (const { name, lastRunAt } of loops())
        this.set({ worker: name }, (performance.now() - lastRunAt) / 1000)
    },
  })
  new Gauge({
    name: 'likuta_worker_stuck_after_seconds',
    help: 'How long each worker may go without a run before it counts as stuck.',
    labelNames: ['worker'],
    aggregator: 'max',
    registers,
    collect() {
      for (const loop of loops()) this.set({ worker: loop.name }, loop.stuckAfterMs / 1000)
    },
  })
}

function addLevel(registers: Registry[], { name, help, label, read, otherwise }: Level): void {
  new Gauge({
    name,
    help,
    aggregator: 'max',
    labelNames: label ? [label] : [],
    registers,
    async collect() {
      this.reset()
      const values = (await inTime(read())) ?? otherwise
      // A gauge without labels would report 0 after the reset, as if nothing were waiting.
      if (values === undefined) {
        if (label === undefined) this.remove()
      } else if (typeof values === 'number') this.set(values)
      else for (const [key, value] of Object.entries(values)) this.set({ [label as string]: key }, value)
    },
  })
}

async function inTime<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, readTimeoutMs)
  return Promise.race([reading.catch(() => undefined), late]).finally(() => clearTimeout(timer))
}
