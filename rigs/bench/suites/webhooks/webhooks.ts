// How fast webhooks are delivered, and how much hanging endpoints delay the others.
import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '../../../../server/platform/database/database.ts'
import { figure, quantile, spread } from '../../figures.ts'
import { type BenchDatabase, startDatabase } from '../../harness/database.ts'
import { type Subprocess, startProcess } from '../../harness/process.ts'
import { level } from '../../level.ts'
import { webhookLevels } from '../../levels.ts'
import { type Parts, withParts } from '../../parts.ts'
import type { Options, Section, Suite } from '../../suite.ts'
import { clearBacklog, deliveredOf, fillBacklog, openTargets, usualBody } from './backlog.ts'
import type { ReceiverQuestion, ReceiverReport } from './receiver.ts'
import type { SenderQuestion, SenderUsage, Target } from './sender.ts'

const backlog = 20_000
const merchants = 10
const endpointsEach = 4
/** As many calls as the worker has in flight at most. */
const inFlight = 64
const enqueuedPerSecond = 200
const hangingShare = 0.05
/** Endpoints become known, and may have more concurrent calls, before any of them hangs. */
const calmSeconds = 2

type Bench = {
  database: BenchDatabase
  db: Database
  receiver: Subprocess<ReceiverQuestion>
  sender: Subprocess<SenderQuestion>
  targets: Target[]
}

/** Costs are per delivery; those of the database are of the product's rounds only. */
type Drain = {
  subject: 'product' | 'no database'
  perSecond: number
  cpuMicroseconds: number
  postgresMicroseconds: number
  statements: number
  transactions: number
  walBytes: number
  fsyncs: number
}

/** Milliseconds from enqueued to received for endpoints that never hang, shortest first. */
type Lag = { hanging: boolean; times: number[] }

export const suite: Suite = {
  name: 'webhooks',
  measure: (options) => withParts(async (parts) => measured(await open(parts), options)),
}

async function open(parts: Parts): Promise<Bench> {
  const database = await parts.start(startDatabase())
  const masterKey = randomBytes(32)
  const db = openDatabase(database.url, { connections: 2, name: 'bench' })
  void parts.start(Promise.resolve({ stop: () => db.close() }))
  const receiver = await parts.start(
    startProcess<ReceiverQuestion>({
      module: new URL('receiver.ts', import.meta.url),
      environment: {},
    }),
  )
  const sender = await parts.start(
    startProcess<SenderQuestion>({
      module: new URL('sender.ts', import.meta.url),
      environment: { DATABASE_URL: database.url, MASTER_KEY: masterKey.toString('base64') },
      profiled: true,
    }),
  )
  const { port } = await receiver.request<ReceiverReport>({ kind: 'port' })
  const targets = await openTargets({ db, masterKey }, { port, merchants, endpoints: endpointsEach })
  return { database, db, receiver, sender, targets }
}

async function measured(bench: Bench, { seconds, rounds, only, print }: Options): Promise<Section> {
  const isWanted = (part: string) => only.length === 0 || only.some((name) => part.startsWith(name))
  const drains: Drain[] = []
  const lags: Lag[] = []
  // The first ones find nothing compiled and nothing prepared.
  if (isWanted('drain')) for (const drain of [drainControl, drainBacklog]) await drain(bench, backlog / 4)
  for (let round = 1; round <= rounds; round++) {
    const isFirst = round % 2 === 0
    if (isWanted('drain'))
      for (const drain of isFirst ? [drainControl, drainBacklog] : [drainBacklog, drainControl]) {
        drains.push(await drain(bench, backlog))
        print(`webhooks, round ${round} of ${rounds}: ${drained(drains.at(-1)!)}`)
      }
    if (isWanted('lag'))
      for (const hanging of isFirst ? [false, true] : [true, false]) {
        lags.push(await measureLag(bench, hanging, Math.max(10, seconds)))
        print(`webhooks, round ${round} of ${rounds}: ${lagged(lags.at(-1)!)}`)
      }
  }
  return sectionOf(drains, lags)
}

const describeLag = ({ hanging, times }: Lag) => {
  return { hanging, events: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
const drained = ({ subject, perSecond }: Drain) => `${subject}, ${perSecond.toFixed(0)} deliveries a second`
const lagged = ({ hanging, times }: Lag) =>
  `lag ${hanging ? 'beside hanging endpoints' : 'with all healthy'}, p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`

/** From the start of the worker until the last delivery is recorded. */
async function drainBacklog(bench: Bench, events: number): Promise<Drain> {
  const { database, db, receiver, sender, targets } = bench
  await clearBacklog(db)
  await fillBacklog(db, targets, events)
  await receiver.request({ kind: 'start' })
  const writtenBefore = await database.written()
  const before = await sender.request<SenderUsage>({ kind: 'usage' })
  const started = performance.now()
  await sender.request({ kind: 'start' })
  await receiver.request({ kind: 'wait', events, withinSeconds: 120 })
  // It stops once everything in flight is recorded.
  const after = await sender.request<SenderUsage>({ kind: 'stop' })
  const elapsed = (performance.now() - started) / 1_000
  const written = await database.written()
  const { delivered, attempts } = await deliveredOf(db)
  if (delivered !== events || attempts !== events)
    throw new Error(`${delivered} of ${events} events were delivered, in ${attempts} attempts`)
  return {
    subject: 'product',
    ...costs(before, after, events, elapsed),
    postgresMicroseconds: (written.cpuMicroseconds - writtenBefore.cpuMicroseconds) / events,
    walBytes: (written.walBytes - writtenBefore.walBytes) / events,
    fsyncs: (written.fsyncs - writtenBefore.fsyncs) / events,
  }
}

const none = { postgresMicroseconds: 0, walBytes: 0, fsyncs: 0 }

async function drainControl({ receiver, sender, targets }: Bench, events: number): Promise<Drain> {
  await receiver.request({ kind: 'start' })
  const before = await sender.request<SenderUsage>({ kind: 'usage' })
  const started = performance.now()
  const after = await sender.request<SenderUsage>({
    kind: 'send',
    targets,
    events,
    inFlight,
    body: usualBody,
  })
  const elapsed = (performance.now() - started) / 1_000
  const { received } = await receiver.request<ReceiverReport>({ kind: 'port' })
  if (received !== events) throw new Error(`${received} of ${events} events were received`)
  return { subject: 'no database', ...costs(before, after, events, elapsed), ...none }
}

function costs(before: SenderUsage, after: SenderUsage, events: number, elapsed: number) {
  return {
    perSecond: events / elapsed,
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / events,
    statements: (after.statements - before.statements) / events,
    transactions: (after.transactions - before.transactions) / events,
  }
}

async function measureLag(bench: Bench, hanging: boolean, seconds: number): Promise<Lag> {
  const { db, receiver, sender, targets } = bench
  const hosts = targets.slice(0, targets.length * hangingShare).map(({ url }) => new URL(url).hostname)
  await clearBacklog(db)
  await receiver.request({ kind: 'start' })
  await sender.request({ kind: 'start' })
  const produce = { kind: 'produce', targets, perSecond: enqueuedPerSecond } as const
  await sender.request({ ...produce, seconds: calmSeconds })
  await receiver.request({ kind: 'wait', events: calmSeconds * enqueuedPerSecond, withinSeconds: 10 })
  await receiver.request({ kind: 'start' })
  if (hanging) await receiver.request({ kind: 'hang', hosts })
  await sender.request({ ...produce, seconds })
  const events = seconds * enqueuedPerSecond * (hanging ? 1 - hangingShare : 1)
  await receiver.request({ kind: 'wait', events, withinSeconds: 10 })
  const { lags } = await receiver.request<ReceiverReport>({ kind: 'lags' })
  await receiver.request({ kind: 'start' })
  await sender.request({ kind: 'stop' })
  const times = lags.flatMap(([host, time]) => (hosts.includes(host) ? [] : [time])).sort((a, b) => a - b)
  return { hanging, times }
}

function sectionOf(drains: Drain[], lags: Lag[]): Section {
  const of = (subject: Drain['subject']) => drains.filter((drain) => drain.subject === subject)
  const subjects = drains.length > 0 ? (['product', 'no database'] as const) : []
  const arms = lags.length > 0 ? [false, true] : []
  // Paired by round: each is measured once in it.
  const controls = of('no database')
  const drainedOf = figure(of('product').map((drain, n) => drain.perSecond / controls[n]!.perSecond))
  // Over all rounds together: a round has so few deliveries in its last hundredth that one pause of the machine
  // determines its p99.
  const p99 = (hanging: boolean) => {
    const times = lags.filter((lag) => lag.hanging === hanging).flatMap((lag) => lag.times)
    return quantile(
      times.sort((a, b) => a - b),
      0.99,
    )
  }
  return {
    title: 'Webhooks',
    about:
      `A backlog of ${backlog} due events of ${merchants} merchants with ${endpointsEach} endpoints each is delivered to a ` +
      'server that responds at once; "no database" signs and sends as many, and stores nothing. Costs are per delivery. Then ' +
      `${enqueuedPerSecond} events a second are enqueued, and the lag of the healthy endpoints is measured from enqueued to ` +
      `received, while none or ${100 * hangingShare} % of the others accept calls and never respond.`,
    columns: ['measured', 'deliveries/s', 'CPU us', 'PostgreSQL us', 'statements', 'transactions', 'WAL bytes', 'fsyncs', 'p50 ms', 'p99 ms'],
    rows: [
      ...subjects.map((subject) => {
        const cost = (name: Exclude<keyof Drain, 'subject'>, digits: number) =>
          figure(of(subject).map((drain) => drain[name])).median.toFixed(digits)
        const database = subject === 'product'
          ? [cost('postgresMicroseconds', 0), cost('statements', 3), cost('transactions', 3), cost('walBytes', 0), cost('fsyncs', 3)]
          : ['', '', '', '', '']
        return [`drain, ${subject}`, spread(figure(of(subject).map((drain) => drain.perSecond)), 0), cost('cpuMicroseconds', 0), ...database, '', '']
      }),
      ...arms.map((hanging) => {
        const own = lags.filter((lag) => lag.hanging === hanging)
        const name = hanging ? `lag, ${100 * hangingShare} % hang` : 'lag, all healthy'
        const of = (part: number) => spread(figure(own.map(({ times }) => quantile(times, part))), 1)
        return [name, '', '', '', '', '', '', '', of(0.5), of(0.99)]
      }),
    ],
    levels: [
      ...(drains.length > 0 ? [level('webhooks drained', drainedOf, { atLeast: webhookLevels.drained, of: 'no database' })] : []),
      ...(lags.length > 0 ? [level('webhooks, p99 of others', figure([p99(true) / p99(false)]), { atMost: webhookLevels.lag, of: 'none hanging' })] : []),
    ],
    figures: { drains, lags: lags.map(describeLag) },
  } // biome-ignore format: a table with one row per line
}
