// Runs several API processes on one port, started and supervised by the process that runs the workers. They exit when it does; one
// that exits alone is replaced.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { type Metrics, sumOfMetrics } from '../../../admin/monitoring/metrics.ts'
import type { CompleteSettings } from '../../../config/settings.ts'
import { newId } from '../../../kernel/id.ts'
import type { Log } from '../../../platform/process/log.ts'
import { trimStartupMemory } from '../../../platform/process/memory.ts'
import { listenRefusal } from '../../../platform/process/ports.ts'
import { openMonitoring } from '../../app.ts'
import { openSystem, type System } from '../../system.ts'
import { sandboxSecrets } from '../with-database.ts'

/** Messages to an API process. */
type Order =
  | { kind: 'start'; settings: CompleteSettings }
  | { kind: 'stop' }
  | { kind: 'count'; id: string }
  | { kind: 'metrics'; id: string; text: string }
/** Messages from an API process. */
type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  | { kind: 'counted'; id: string; counts: object[] }
  | { kind: 'metrics?'; id: string }

export type ApiProcesses = { stop(): Promise<void> }

const pauseBeforeReplacingMs = 1_000
const countsTimeoutMs = 2_000

/** @throws Error if one of the processes cannot start. */
export async function startApiProcesses(
  count: number,
  { settings, metrics, log }: { settings: CompleteSettings; metrics: Metrics; log: Log },
): Promise<ApiProcesses> {
  let stopping = false
  const processes = new Set<Worker>()
  const sum = openSum(metrics, processes)
  cluster.setupPrimary({ serialization: 'advanced' })

  async function startOne(): Promise<void> {
    const process = cluster.fork()
    processes.add(process)
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    // Avoids an unhandled rejection if the process exits later, when nothing awaits it.
    ready.catch(() => {})
    process.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') resolve()
      else if (message.kind === 'failed') reject(new Error(message.reason))
      else if (message.kind === 'counted') sum.counted(message.id, message.counts)
      else
        sum.send(process, message.id).catch((error) => log.warn('metrics could not be aggregated', { error }))
    })
    process.on('exit', (code, signal) => {
      processes.delete(process)
      reject(new Error(`an API process exited before it was ready (${signal ?? code})`))
      if (stopping) return
      log.error('API process exited, starting a replacement', { reason: signal ?? String(code) })
      setTimeout(() => stopping || startOne().catch(() => {}), pauseBeforeReplacingMs)
    })
    await Promise.race([once(process, 'online'), ready])
    if (stopping) return
    process.send({ kind: 'start', settings } satisfies Order)
    return ready
  }

  const stop = async () => {
    stopping = true
    const exits = [...processes].map((process) => once(process, 'exit'))
    for (const process of processes) if (process.isConnected()) process.send({ kind: 'stop' } satisfies Order)
    await Promise.all(exits)
  }
  try {
    await Promise.all(Array.from({ length: count }, startOne))
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

/** Aggregates the metrics of all processes for the one that serves `/metrics`, because each process counts only its own. */
function openSum(metrics: Metrics, processes: ReadonlySet<Worker>) {
  const counts = new Map<string, (counts: object[]) => void>()
  async function countsOf(process: Worker): Promise<object[]> {
    const id = newId()
    const { promise, resolve } = Promise.withResolvers<object[]>()
    counts.set(id, resolve)
    const timer = setTimeout(resolve, countsTimeoutMs, [])
    process.send({ kind: 'count', id } satisfies Order)
    return promise.finally(() => {
      clearTimeout(timer)
      counts.delete(id)
    })
  }
  return {
    counted: (id: string, own: object[]) => counts.get(id)?.(own),
    async send(requester: Worker, id: string): Promise<void> {
      const all = await Promise.all([metrics.counts(), ...[...processes].map(countsOf)])
      if (!requester.isConnected()) return
      requester.send({ kind: 'metrics', id, text: await sumOfMetrics(all) } satisfies Order)
    },
  }
}

/** Runs an API process until it receives a stop signal or its supervisor exits. */
export async function runApiProcess(): Promise<void> {
  // Ctrl-C reaches every process of the terminal; these ignore it, so that the supervisor can stop them in order.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  const requested = new Map<string, (text: string) => void>()
  let system: System | undefined
  let own: Metrics | undefined
  let stopping = false

  const stop = async () => {
    if (stopping) return
    stopping = true
    await system?.close()
    process.exit(0)
  }
  const start = async (settings: CompleteSettings) => {
    system = openSystem(settings, { role: 'api', secrets: await sandboxSecrets(settings) })
    own = system.metrics
    system.metrics = { ...own, text: () => metricsOfAll(requested) }
    await listen(system)
    trimStartupMemory()
    sendToPrimary({ kind: 'ready' })
  }
  const fail = (error: Error) => {
    sendToPrimary({ kind: 'failed', reason: error.message })
    return stop()
  }
  process.on('disconnect', stop)
  process.on('message', (order: Order) => {
    if (order.kind === 'start') start(order.settings).catch(fail)
    else if (order.kind === 'stop') void stop()
    else if (order.kind === 'metrics') requested.get(order.id)?.(order.text)
    else
      own?.counts().then(
        (counts) => sendToPrimary({ kind: 'counted', id: order.id, counts }),
        () => {},
      )
  })
}

function metricsOfAll(requested: Map<string, (text: string) => void>): Promise<string> {
  const id = newId()
  const { promise, resolve } = Promise.withResolvers<string>()
  requested.set(id, resolve)
  sendToPrimary({ kind: 'metrics?', id })
  return promise.finally(() => requested.delete(id))
}

function sendToPrimary(message: WorkerMessage): void {
  if (process.connected) process.send?.(message)
}

/** @throws Error that names the setting at fault. */
export async function listen(system: System): Promise<void> {
  await listenOn(system.app, system.settings.HOST, system.settings.PORT, 'PORT')
}

export async function listenToMonitoring(system: System): Promise<FastifyInstance | undefined> {
  const { HOST: host, METRICS_PORT: port } = system.settings
  if (port === undefined) return undefined
  const app = openMonitoring(system)
  await listenOn(app, host, port, 'METRICS_PORT')
  return app
}

async function listenOn(app: FastifyInstance, host: string, port: number, setting: string): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw new Error(await listenRefusal({ setting, host, port }, (error as { code?: string }).code))
  }
}
