// Measures the product against its controls on this machine. Absolute figures depend on it; rely on the ratios.
import { setTimeout as pause } from 'node:timers/promises'
import { levelOf, type Measurement, summarise, tableOf } from '../comparison.ts'
import { asker, type BenchWorld, openBenchWorld } from '../harness/bench-world.ts'
import { load } from '../harness/load.ts'
import { adminToken, type Server, type Subject, startServer, subjects } from '../harness/servers.ts'
import { type Simulators, startSimulators } from '../harness/simulators.ts'
import { type Parts, withParts } from '../parts.ts'
import type { Options, Section, Suite } from '../suite.ts'
import { workloads } from '../workloads/all.ts'
import type { Stock, Workload } from '../workloads/workload.ts'

/** A workload at one concurrency: a row of the table. */
type Row = { name: string; concurrency: number; workload: Workload; stock: Stock }

const rowName = (workload: Workload, concurrency: number) => `${workload.name}-${concurrency}`

export const suite: Suite = {
  name: 'requests',
  parts: workloads.flatMap((workload) => workload.concurrency.map((each) => rowName(workload, each))),
  measure: (options) => withParts(async (parts) => sectionOf(await measureAll(parts, options))),
}

function sectionOf(measurements: readonly Measurement[]): Section {
  const lines = summarise(measurements)
  return {
    title: 'Requests a second',
    about:
      'The product, and the same program with a module replaced: "no database" serves its hot statements from ' +
      'memory, "row by row" gives every request statements and a commit of its own, each sent after the reply to the one ' +
      'before it. The number after a name is how ' +
      'many requests are in flight. "product is" is the number of requests that the product serves for one of ' +
      'that server, paired by round. Medians [least-most]; CPU of the server process, statements, commits, bytes of ' +
      'write-ahead log and fsyncs are per request.',
    ...tableOf(lines),
    levels: workloads.flatMap((workload) =>
      (workload.levels ?? []).flatMap((wanted) =>
        levelOf(measurements, rowName(workload, wanted.at), wanted),
      ),
    ),
    failed: lines.reduce((sum, line) => sum + line.failed, 0),
    figures: { lines, measurements },
  }
}

async function rowsOf(
  product: Server,
  world: BenchWorld & { simulators: Simulators },
  { only }: Options,
): Promise<Row[]> {
  const { credentials: merchant, db, secrets, simulators } = world
  const send = asker(product.url, merchant)
  const rows: Row[] = []
  for (const workload of workloads) {
    const own = workload.concurrency
      .map((concurrency) => ({ name: rowName(workload, concurrency), concurrency, workload }))
      .filter(({ name }) => only.length === 0 || only.some((part) => name.startsWith(part)))
    if (own.length === 0) continue
    const prepared = await workload.prepare({ send, merchant, db, secrets, adminToken, simulators })
    const stock = typeof prepared === 'function' ? { request: prepared, refill: async () => {} } : prepared
    rows.push(...own.map((row) => ({ ...row, stock })))
  }
  return rows
}

function isMeasuredOn({ workload }: Row, { subject }: { subject: Subject }): boolean {
  if (workload.subjects) return workload.subjects.includes(subject)
  return subject !== 'no database' || Object.keys(workload.withoutDatabase).length > 0
}

/** Paired by round, so that a slowdown of the machine affects all alike; each round starts with another server. */
async function measureAll(parts: Parts, options: Options): Promise<Measurement[]> {
  const world = await openBenchWorld(parts)
  const servers: Server[] = []
  const simulators = await parts.start(startSimulators())
  const { settings } = simulators
  for (const subject of subjects)
    servers.push(await parts.start(startServer(subject, { ...world, settings })))
  const rows = await rowsOf(servers[0]!, { ...world, simulators }, options)
  const measurements: Measurement[] = []
  for (let round = 1; round <= options.rounds; round++) {
    for (const row of rows) {
      const index = round % servers.length
      for (const server of [...servers.slice(index), ...servers.slice(0, index)]) {
        if (!isMeasuredOn(row, server)) continue
        options.print(`round ${round} of ${options.rounds}: ${row.name}, ${server.subject}`)
        measurements.push(await measure(world, server, row, { round, seconds: options.seconds }))
      }
    }
  }
  return measurements
}

async function measure(
  { database, credentials }: BenchWorld,
  server: Server,
  row: Row,
  { round, seconds }: { round: number; seconds: number },
): Promise<Measurement> {
  const { url, subject } = server
  const { stock, concurrency } = row
  const { request } = stock
  await stock.refill()
  if (stock.isComplete) await server.work()
  const warmUp = round === 1 ? Math.max(1, seconds / 2) : 0.3
  await load({ url, credentials, request, concurrency, seconds: warmUp })
  await doneWith(server, stock)
  await stock.refill()
  const writtenBefore = await database.written()
  const before = await server.usage()
  const { sent, ...loaded } = await load({ url, credentials, request, concurrency, seconds })
  await doneWith(server, stock)
  const after = await (stock.isComplete ? server.rest() : server.usage())
  const written = await database.written()
  return {
    row: row.name,
    subject,
    round,
    ...loaded,
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / sent,
    statements: (after.statements - before.statements) / sent,
    commits: (written.commits - writtenBefore.commits) / sent,
    walBytes: (written.walBytes - writtenBefore.walBytes) / sent,
    fsyncs: (written.fsyncs - writtenBefore.fsyncs) / sent,
  }
}

/** The work that requests leave behind is part of their cost, and so are requests cut off at the end. */
async function doneWith(server: Server, { isComplete: isDone }: Stock): Promise<void> {
  while (isDone && !(await isDone())) await pause(20)
  if (isDone) return
  for (let before = await server.usage(); ; ) {
    await pause(100)
    const now = await server.usage()
    if (now.statements === before.statements) return
    before = now
  }
}
