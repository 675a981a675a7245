// How fast webhooks are delivered, and what endpoints that hang cost the others.
import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '../server/platform/database.ts'
import { type BenchDatabase, startDatabase } from './database.ts'
import { type Parts, withParts } from './parts.ts'
import { type Asked, startProcess } from './process.ts'
import type { Level, Options, Section, Suite } from './suite.ts'
import { clearBacklog, deliveredOf, fillBacklog, openTargets, usualBody } from './webhook-backlog.ts'
import type { ReceiverAnswers, ReceiverQuestion } from './webhook-receiver.ts'
import type { SenderQuestion, SenderUsage, Target } from './webhook-sender.ts'

const backlog = 20_000
const merchants = 10
const endpointsEach = 4
/** As many calls as the worker has under way at most. */
const inFlight = 64
const announcedPerSecond = 200
const hangingShare = 0.05
/** Endpoints become known, and may have more calls at a time, before any of them hangs. */
const calmSeconds = 2

const levels = { deliveriesPerSecond: 2_000, lagGrowth: 1.2 }

type Bench = {
  database: BenchDatabase
  db: Database
  receiver: Asked<ReceiverQuestion>
  sender: Asked<SenderQuestion>
  targets: Target[]
}

/** Costs are per delivery; those of the database are of the product's rounds only. */
type Drain = {
  subject: 'product' | 'no database'
  perSecond: number
  cpuMicroseconds: number
  statements: number
  transactions: number
  walBytes: number
  fsyncs: number
}

/** Milliseconds from announced to received, of endpoints that never hang. */
type Lag = { hanging: boolean; events: number; p50: number; p99: number }

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
      module: new URL('webhook-receiver.ts', import.meta.url),
      environment: {},
    }),
  )
  const sender = await parts.start(
    startProcess<SenderQuestion>({
      module: new URL('webhook-sender.ts', import.meta.url),
      environment: { DATABASE_URL: database.url, MASTER_KEY: masterKey.toString('base64') },
      profiled: true,
    }),
  )
  const { port } = await receiver.ask<ReceiverAnswers>({ kind: 'port' })
  const targets = await openTargets({ db, masterKey }, { port, merchants, endpoints: endpointsEach })
  return { database, db, receiver, sender, targets }
}

async function measured(bench: Bench, { seconds, rounds, only, say }: Options): Promise<Section> {
  const isWanted = (part: string) => only.length === 0 || only.some((name) => part.startsWith(name))
  const drains: Drain[] = []
  const lags: Lag[] = []
  // The first ones find nothing compiled and nothing prepared.
  if (isWanted('drain')) for (const drain of [drainControl, drainBacklog]) await drain(bench, backlog / 4)
  for (let round = 1; round <= rounds; round++) {
    const turn = round % 2 === 0
    if (isWanted('drain'))
      for (const drain of turn ? [drainControl, drainBacklog] : [drainBacklog, drainControl]) {
        drains.push(await drain(bench, backlog))
        say(`webhooks, round ${round} of ${rounds}: ${told(drains.at(-1)!)}`)
      }
    if (isWanted('lag'))
      for (const hanging of turn ? [false, true] : [true, false]) {
        lags.push(await measureLag(bench, hanging, Math.max(5, seconds)))
        say(`webhooks, round ${round} of ${rounds}: lag ${JSON.stringify(lags.at(-1))}`)
      }
  }
  return sectionOf(drains, lags)
}

const told = ({ subject, perSecond }: Drain) => `${subject}, ${perSecond.toFixed(0)} deliveries a second`

/** From the start of the worker until the last one is written down. */
async function drainBacklog(bench: Bench, events: number): Promise<Drain> {
  const { database, db, receiver, sender, targets } = bench
  await clearBacklog(db)
  await fillBacklog(db, targets, events)
  await receiver.ask({ kind: 'start' })
  const writtenBefore = await database.written()
  const before = await sender.ask<SenderUsage>({ kind: 'usage' })
  const started = performance.now()
  await sender.ask({ kind: 'start' })
  await receiver.ask({ kind: 'wait', events, withinSeconds: 120 })
  // It stops when what is under way is written down.
  const after = await sender.ask<SenderUsage>({ kind: 'stop' })
  const elapsed = (performance.now() - started) / 1_000
  const written = await database.written()
  const { delivered, attempts } = await deliveredOf(db)
  if (delivered !== events || attempts !== events)
    throw new Error(`${delivered} of ${events} events were delivered, in ${attempts} attempts`)
  return {
    subject: 'product',
    ...costs(before, after, events, elapsed),
    walBytes: (written.walBytes - writtenBefore.walBytes) / events,
    fsyncs: (written.fsyncs - writtenBefore.fsyncs) / events,
  }
}

async function drainControl({ receiver, sender, targets }: Bench, events: number): Promise<Drain> {
  await receiver.ask({ kind: 'start' })
  const before = await sender.ask<SenderUsage>({ kind: 'usage' })
  const started = performance.now()
  const after = await sender.ask<SenderUsage>({ kind: 'send', targets, events, inFlight, body: usualBody })
  const elapsed = (performance.now() - started) / 1_000
  const { received } = await receiver.ask<ReceiverAnswers>({ kind: 'port' })
  if (received !== events) throw new Error(`${received} of ${events} events were received`)
  return { subject: 'no database', ...costs(before, after, events, elapsed), walBytes: 0, fsyncs: 0 }
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
  await receiver.ask({ kind: 'start' })
  await sender.ask({ kind: 'start' })
  const produce = { kind: 'produce', targets, perSecond: announcedPerSecond } as const
  await sender.ask({ ...produce, seconds: calmSeconds })
  await receiver.ask({ kind: 'wait', events: calmSeconds * announcedPerSecond, withinSeconds: 10 })
  await receiver.ask({ kind: 'start' })
  if (hanging) await receiver.ask({ kind: 'hang', hosts })
  await sender.ask({ ...produce, seconds })
  const events = seconds * announcedPerSecond * (hanging ? 1 - hangingShare : 1)
  await receiver.ask({ kind: 'wait', events, withinSeconds: 10 })
  const { lags } = await receiver.ask<ReceiverAnswers>({ kind: 'lags' })
  await receiver.ask({ kind: 'start' })
  await sender.ask({ kind: 'stop' })
  const times = lags.flatMap(([host, time]) => (hosts.includes(host) ? [] : [time])).sort((a, b) => a - b)
  const at = (part: number) => times[Math.ceil(times.length * part) - 1] ?? Number.NaN
  return { hanging, events: times.length, p50: at(0.5), p99: at(0.99) }
}

function sectionOf(drains: Drain[], lags: Lag[]): Section {
  const of = (subject: Drain['subject']) => drains.filter((drain) => drain.subject === subject)
  const subjects = drains.length > 0 ? (['product', 'no database'] as const) : []
  const arms = lags.length > 0 ? [false, true] : []
  const perSecond = median(of('product').map((drain) => drain.perSecond))
  const p99 = (hanging: boolean) => lags.filter((lag) => lag.hanging === hanging).map((lag) => lag.p99)
  const growth = median(p99(true).map((value, round) => value / p99(false)[round]!))
  const durability = median(
    of('product').map((one, round) => one.perSecond / of('no database')[round]!.perSecond),
  )
  return {
    title: 'Webhooks',
    about:
      `A backlog of ${backlog} due events of ${merchants} merchants with ${endpointsEach} endpoints each is delivered to a ` +
      `server that answers at once; "no database" signs and sends as many with the same code and ${inFlight} calls at a ` +
      'time, and keeps nothing. CPU (of the sender), statements, transactions, WAL and fsyncs are per delivery. Then ' +
      `${announcedPerSecond} events a second are announced to all endpoints, and the lag of those that are well is taken ` +
      `from announced to received, while none or ${100 * hangingShare} % of the others accept calls and never answer.`,
    columns: ['measured', 'deliveries/s', 'CPU us', 'statements', 'transactions', 'WAL bytes', 'fsyncs', 'p50 ms', 'p99 ms'],
    rows: [
      ...subjects.map((subject) => {
        const figure = (cost: Exclude<keyof Drain, 'subject'>, digits: number) =>
          median(of(subject).map((drain) => drain[cost])).toFixed(digits)
        const database = subject === 'product'
          ? [figure('statements', 3), figure('transactions', 3), figure('walBytes', 0), figure('fsyncs', 3)]
          : ['', '', '', '']
        return [`drain, ${subject}`, spread(of(subject).map((drain) => drain.perSecond), 0), figure('cpuMicroseconds', 0), ...database, '', '']
      }),
      ...arms.map((hanging) => {
        const own = lags.filter((lag) => lag.hanging === hanging)
        const name = hanging ? `lag, ${100 * hangingShare} % hang` : 'lag, all well'
        return [name, '', '', '', '', '', '', spread(own.map((lag) => lag.p50), 1), spread(own.map((lag) => lag.p99), 1)]
      }),
    ],
    levels: [
      ...(drains.length > 0 ? [drainLevel(perSecond, durability)] : []),
      ...(lags.length > 0 ? [lagLevel(growth)] : []),
    ],
    figures: { drains, lags, durability },
  } // biome-ignore format: a table
}

function drainLevel(perSecond: number, durability: number): Level {
  return {
    name: 'webhooks drain',
    wanted: `at least ${levels.deliveriesPerSecond} deliveries/s`,
    reached: `${perSecond.toFixed(0)} (${durability.toFixed(2)} of no database)`,
    met: perSecond >= levels.deliveriesPerSecond,
  }
}

function lagLevel(growth: number): Level {
  return {
    name: 'webhooks beside endpoints that hang',
    wanted: `p99 lag of the others at most ${levels.lagGrowth} times that without`,
    reached: growth.toFixed(2),
    met: growth <= levels.lagGrowth,
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

const spread = (values: number[], digits: number) =>
  `${median(values).toFixed(digits)} [${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)}]`
