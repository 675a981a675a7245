// Measures the product against its controls on this machine. Absolute figures move with it; ratios are what to rely on.
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Credentials, registerMerchant } from '../server/merchants/register.ts'
import { systemClock } from '../server/platform/clock.ts'
import { type Database, openDatabase } from '../server/platform/database.ts'
import { openSecrets } from '../server/platform/secrets.ts'
import { type BenchDatabase, startDatabase } from './database.ts'
import { load, signedHeaders } from './load.ts'
import { type Measurement, summarise, table } from './report.ts'
import { type Server, startServer, subjects } from './servers.ts'
import type { Outgoing } from './workload.ts'
import { workloads } from './workloads/all.ts'

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
  },
})
const seconds = Number(options.seconds)
const rounds = Number(options.rounds)
if (!(seconds > 0) || !(rounds >= 1)) throw new Error('--seconds and --rounds take a number above 0')

/** A workload at one concurrency: a row of the table. */
type Row = { name: string; concurrency: number; request: (n: number) => Outgoing }
type Bench = { database: BenchDatabase; db: Database; servers: Server[]; credentials: Credentials }

const stops: (() => Promise<void>)[] = []
let stopped: Promise<void> | undefined

function stop(): Promise<void> {
  stopped ??= (async () => {
    for (const each of stops.reverse()) await each()
  })()
  return stopped
}

/** What is being started when Ctrl-C comes is stopped too, once it has started. */
function start<Part extends { stop(): Promise<void> }>(starting: Promise<Part>): Promise<Part> {
  stops.push(async () => (await starting.catch(() => undefined))?.stop())
  return starting
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    void stop().finally(() => process.exit(130))
  })
}

async function open(): Promise<Bench> {
  const database = await start(startDatabase())
  const masterKey = randomBytes(32)
  const db = openDatabase(database.url, { connections: 1, name: 'bench' })
  const credentials = await registerMerchant(
    { db, secrets: openSecrets(masterKey), clock: systemClock, merchantPrefix: 'MSL' },
    { name: 'Bench', email: 'bench@example.com', environment: 'sandbox', password: 'correct horse battery' },
  )
  stops.push(() => db.close())
  const place = { databaseUrl: database.url, masterKey: masterKey.toString('base64') }
  const servers: Server[] = []
  for (const subject of subjects) servers.push(await start(startServer(subject, place)))
  return { database, db, servers, credentials }
}

async function rowsOf({ servers, credentials, db }: Bench): Promise<Row[]> {
  const product = servers[0]!
  const ask = async (request: Outgoing) => {
    const { method, path } = request
    const headers = signedHeaders(request, credentials)
    const answer = await fetch(product.url + path, { method, headers, body: request.body.toString() })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const rows: Row[] = []
  for (const workload of workloads) {
    const own = workload.concurrency
      .map((concurrency) => ({ name: `${workload.name}-${concurrency}`, concurrency }))
      .filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.startsWith(part)))
    if (own.length === 0) continue
    const request = await workload.prepare({ ask, merchant: credentials, db })
    rows.push(...own.map((row) => ({ ...row, request })))
  }
  if (rows.length === 0) throw new Error(`no workload is called ${wanted.join(' or ')}`)
  return rows
}

async function measure(bench: Bench, server: Server, row: Row, round: number): Promise<Measurement> {
  const { database, credentials } = bench
  const { url, subject } = server
  const { request, concurrency } = row
  const warmUp = round === 1 ? Math.max(1, seconds / 2) : 0.3
  await load({ url, credentials, request, concurrency, seconds: warmUp })
  const writtenBefore = await database.written()
  const before = await server.usage()
  const { sent, ...loaded } = await load({ url, credentials, request, concurrency, seconds })
  const after = await server.usage()
  const written = await database.written()
  return {
    row: row.name,
    subject,
    round,
    ...loaded,
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / sent,
    statements: (after.statements - before.statements) / sent,
    walBytes: (written.walBytes - writtenBefore.walBytes) / sent,
    fsyncs: (written.fsyncs - writtenBefore.fsyncs) / sent,
  }
}

/** Round by round, so that a machine that slows down slows all alike; each round starts with another server. */
async function measureAll(bench: Bench): Promise<Measurement[]> {
  const rows = await rowsOf(bench)
  const measurements: Measurement[] = []
  for (let round = 1; round <= rounds; round++) {
    for (const row of rows) {
      const turn = round % bench.servers.length
      for (const server of [...bench.servers.slice(turn), ...bench.servers.slice(0, turn)]) {
        process.stderr.write(`round ${round} of ${rounds}: ${row.name}, ${server.subject}\n`)
        measurements.push(await measure(bench, server, row, round))
      }
    }
  }
  return measurements
}

try {
  const bench = await open()
  const measurements = await measureAll(bench)
  const lines = summarise(measurements)
  const machine = {
    node: process.version,
    postgres: bench.database.version,
    cores: availableParallelism(),
    seconds,
    rounds,
  }
  if (options.json) console.log(JSON.stringify({ machine, lines, measurements }, null, 2))
  else {
    console.log(`\n${table(lines)}\n`)
    console.log(
      `Node ${machine.node}, PostgreSQL ${machine.postgres}, ${machine.cores} cores shared with the load generator; ` +
        `${rounds} rounds of ${seconds} s, median [least-most]; CPU (of the server), statements, WAL, fsyncs per request`,
    )
  }
} catch (error) {
  // A run that Ctrl-C cut short fails in many ways, none of them news.
  if (!stopped) {
    console.error(error)
    process.exitCode = 1
  }
} finally {
  await stop()
}
