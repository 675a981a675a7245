// What Prometheus reads of this process: what it did since it started, counted where it is observed.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Database } from '../platform/database/database.ts'
import { type Load, priorities, type ShedRequest, shedRequests } from '../platform/http/load-shedding.ts'
import {
  type Observation,
  type ObservedRequest,
  observedCalls,
  observedRequests,
} from '../platform/observability/telemetry.ts'
import { version } from '../platform/process/version.ts'
import type { Loop } from '../platform/process/worker-loop.ts'

/** How many of something there are now; what cannot be read now has no value. */
export type Level = {
  name: string
  help: string
  label?: string
  read(): Promise<Record<string, number> | number>
  /** Where it cannot be read. */
  otherwise?: number
}

export type Metrics = {
  readonly contentType: string
  text(): Promise<string>
  /** The same for a program, to be added to those of other processes by `sumOfMetrics`. */
  counts(): Promise<object[]>
  close(): void
}

/** Whoever asks waits ten seconds at most; a database that hangs must not make it blind to the rest. */
const patienceMs = 3_000

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
  const endings = [countObservations(registers), countShed(registers)]
  const close = () => {
    for (const finish of endings) finish()
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

/** Once for the process, as its observers are never taken back and would keep all that they are told of with them. */
function metricsOfNode(): Registry {
  if (ofNode) return ofNode
  ofNode = new Registry()
  collectDefaultMetrics({ register: ofNode })
  return ofNode
}

/** Of several processes of one deployment: what they did is added up, of what waits the highest counts. */
export function sumOfMetrics(counts: object[][]): Promise<string> {
  return Registry.aggregate(counts).metrics()
}

/** A request's route is its pattern and a statement's name is ours, so that there are no more series than code. */
function countObservations(registers: Registry[]): () => void {
  const requests = new Histogram({
    name: 'likuta_request_seconds',
    help: 'Requests answered, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: seconds,
    registers,
  })
  const noteStatement = countStatements(registers)
  const upstreams = new Histogram({
    name: 'likuta_upstream_seconds',
    help: 'Calls to card gateways, operators and providers.',
    labelNames: ['upstream', 'outcome'],
    buckets: seconds,
    registers,
  })
  const webhooks = new Histogram({
    name: 'likuta_webhook_seconds',
    help: 'Attempts to deliver webhooks, by the class of the answer.',
    labelNames: ['outcome'],
    buckets: seconds,
    registers,
  })
  const noteRequest = (message: unknown) => {
    const { route, method, status, seconds: took } = message as ObservedRequest
    requests.observe({ route, method, status }, took)
  }
  const noteCall = (message: unknown) => {
    const { area, name, outcome, seconds: took } = message as Observation
    if (area === 'upstream') upstreams.observe({ upstream: name, outcome }, took)
    else if (area === 'webhook') webhooks.observe({ outcome }, took)
    else noteStatement(name, outcome, took)
  }
  subscribe(observedRequests.name, noteRequest)
  subscribe(observedCalls.name, noteCall)
  return () => {
    unsubscribe(observedRequests.name, noteRequest)
    unsubscribe(observedCalls.name, noteCall)
  }
}

function countStatements(registers: Registry[]) {
  const statements = new Histogram({
    name: 'likuta_statement_seconds',
    help: 'Statements of the database, with the wait for a connection.',
    labelNames: ['outcome'],
    buckets: seconds,
    registers,
  })
  const byStatement = new Counter({
    name: 'likuta_statement_seconds_total',
    help: 'Time spent in each statement.',
    labelNames: ['statement'],
    registers,
  })
  const requested = new Counter({
    name: 'likuta_statements_total',
    help: 'How often each statement was asked.',
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
    help: 'Requests refused because there was too much to do, by what they are worth.',
    labelNames: ['priority'],
    registers,
  })
  // Told as none before the first, so that a rate sees the first.
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
    help: 'Requests accepted and not answered yet; a list counts as eight.',
    registers,
    collect() {
      this.set(load.inFlight)
    },
  })
  new Gauge({
    name: 'likuta_database_connections',
    help: 'Connections by what they do, and who waits for one.',
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
    help: 'Since each worker of this process last came round.',
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
    help: 'How long each worker may go without a round before it counts as stuck.',
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
      // A reset level without labels would be told as nothing waiting.
      if (values === undefined) {
        if (label === undefined) this.remove()
      } else if (typeof values === 'number') this.set(values)
      else for (const [key, value] of Object.entries(values)) this.set({ [label as string]: key }, value)
    },
  })
}

async function inTime<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, patienceMs)
  return Promise.race([reading.catch(() => undefined), late]).finally(() => clearTimeout(timer))
}
