// One cell compared with four in the same PostgreSQL, with the same number of requests in flight for each cell, and reached on one port.
import { type Credentials, registerMerchant } from '../../../server/merchants/identity/register.ts'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'
import { migrate } from '../../../server/platform/database/migrations.ts'
import { openSecrets } from '../../../server/platform/secrets.ts'
import { systemClock } from '../../../server/platform/time/clock.ts'
import { type Figure, figure, number, spread } from '../figures.ts'
import { type BenchDatabase, startDatabase } from '../harness/database.ts'
import { type Server, startServer } from '../harness/servers.ts'
import { startSimulators } from '../harness/simulators.ts'
import { level } from '../level.ts'
import { cellsLevel } from '../levels.ts'
import { load } from '../load/load.ts'
import { type Parts, withParts } from '../parts.ts'
import type { Options, Section, Suite } from '../suite.ts'
import { transfer } from '../workloads/inbound.ts'
import { orderRequest } from '../workloads/orders.ts'
import type { Outgoing } from '../workloads/workload.ts'
import { fillWallet } from './processes-books.ts'

export const suite: Suite = {
  name: 'cells',
  measure: (options) => withParts(async (parts) => sectionOf(await measureAll(parts, options))),
}

const counts = [1, 4] as const
const kinds = ['orders-64', 'inbound-one-wallet-64'] as const
type Kind = (typeof kinds)[number]
const inFlightPerCell = 64

type Subject = { cells: number; database: BenchDatabase; server: Server; merchants: readonly Credentials[] }
type Measurement = {
  cells: number
  kind: Kind
  round: number
  perSecond: number
  p50: number
  p99: number
  cpuMicroseconds: number
  postgresMicroseconds: number
  failed: number
}

async function measureAll(parts: Parts, { rounds, seconds, print }: Options): Promise<Measurement[]> {
  const subjects: Subject[] = []
  for (const cells of counts) subjects.push(await open(parts, cells))
  const measurements: Measurement[] = []
  for (let round = 1; round <= rounds; round++)
    for (const kind of kinds)
      for (const subject of round % 2 ? subjects : subjects.toReversed()) {
        print(`round ${round} of ${rounds}: ${kind}, cells: ${subject.cells}`)
        measurements.push({
          round,
          ...(await measure(subject, kind, round === 1 ? seconds / 2 : 0.3, seconds)),
        })
      }
  return measurements
}

async function open(parts: Parts, cells: number): Promise<Subject> {
  const database = await parts.start(startDatabase((url) => migrate(url, { cells })))
  const masterKey = Buffer.alloc(32, 1)
  const merchants: Credentials[] = []
  for (let cell = 1; cell <= cells; cell++) {
    const db = openDatabase(database.url, { connections: 1, name: 'bench', cell })
    merchants.push(await fundedMerchant(db, masterKey))
    await db.close()
  }
  const simulators = await parts.start(startSimulators({ vodacom: 'pawapay' }))
  const settings = { ...simulators.settings, CELLS: String(cells) }
  const server = await parts.start(
    startServer('product', { databaseUrl: database.url, masterKey: masterKey.toString('base64'), settings }),
  )
  return { cells, database, server, merchants }
}

async function fundedMerchant(db: Database, masterKey: Buffer): Promise<Credentials> {
  const needs = { db, secrets: openSecrets(masterKey), clock: systemClock, merchantPrefix: 'LKT' }
  const credentials = await registerMerchant(needs, {
    name: `Bench ${db.cell}`,
    email: `bench${db.cell}@example.com`,
    environment: 'sandbox',
    password: 'correct horse battery',
  })
  await fillWallet(db, credentials.merchant_code)
  return credentials
}

const orders = Array.from({ length: 64 }, (_, n) => orderRequest(n))

const requestOf: Record<Kind, (merchant: Credentials) => (n: number) => Outgoing> = {
  'orders-64': () => (n) => orders[n % orders.length]!,
  'inbound-one-wallet-64': (merchant) => () => transfer({ merchant }, merchant.merchant_code),
}

async function measure(
  { cells, database, server, merchants }: Subject,
  kind: Kind,
  warmUpSeconds: number,
  seconds: number,
): Promise<Omit<Measurement, 'round'>> {
  const run = (forSeconds: number) =>
    Promise.all(
      merchants.map((credentials) =>
        load({
          url: server.url,
          credentials,
          request: requestOf[kind](credentials),
          concurrency: inFlightPerCell,
          seconds: forSeconds,
        }),
      ),
    )
  await run(warmUpSeconds)
  const [before, databaseBefore] = [await server.usage(), await database.use()]
  const loaded = await run(seconds)
  const [after, databaseAfter] = [await server.usage(), await database.use()]
  const sum = (name: 'sent' | 'failed' | 'perSecond') => loaded.reduce((total, each) => total + each[name], 0)
  const slowest = (name: 'p50' | 'p99') => Math.max(...loaded.map((each) => each[name]))
  return {
    ...{ cells, kind, failed: sum('failed'), perSecond: sum('perSecond') },
    ...{ p50: slowest('p50'), p99: slowest('p99') },
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / sum('sent'),
    postgresMicroseconds: (databaseAfter.cpuMicroseconds - databaseBefore.cpuMicroseconds) / sum('sent'),
  }
}

const bothOf = (one: Measurement) => one.cpuMicroseconds + one.postgresMicroseconds

function sectionOf(measurements: readonly Measurement[]): Section {
  const of = (kind: Kind, cells: number) =>
    measurements.filter((one) => one.kind === kind && one.cells === cells)
  const ratio = (kind: Kind, cells: number, value: (one: Measurement) => number): Figure =>
    figure(
      of(kind, cells).map((one) => value(one) / value(of(kind, 1).find(({ round }) => round === one.round)!)),
    )
  const rows = kinds.flatMap((kind) =>
    counts.map((cells) => {
      const own = of(kind, cells)
      const median = (value: (one: Measurement) => number) => figure(own.map(value)).median
      return [
        kind,
        String(cells),
        spread(figure(own.map(({ perSecond }) => perSecond)), 0),
        ...(['p50', 'p99'] as const).map((name) =>
          number(
            median((one) => one[name]),
            2,
          ),
        ),
        ...(['cpuMicroseconds', 'postgresMicroseconds'] as const).map((name) =>
          number(
            median((one) => one[name]),
            0,
          ),
        ),
        cells === 1 ? '' : `x${spread(ratio(kind, cells, bothOf), 2)}`,
      ]
    }),
  )
  return {
    title: 'One cell and four',
    about:
      'The API of one process, with 64 requests in flight for each cell, beside one PostgreSQL and the load generator on the same ' +
      'cores. CPU is microseconds of the server and of PostgreSQL per request; "both" is their sum divided by that of one cell.',
    columns: ['workload', 'cells', 'requests/s', 'p50 ms', 'p99 ms', 'CPU us', 'PostgreSQL us', 'both'],
    rows,
    levels: kinds.map((kind) =>
      level(`${kind}, CPU of four cells`, ratio(kind, 4, bothOf), { atMost: cellsLevel, of: 'one cell' }),
    ),
    failed: measurements.reduce((sum, { failed }) => sum + failed, 0),
    figures: { measurements },
  }
}
