// One measurement: a server under the load of a workload, and what each request cost server and database.
import { setTimeout as pause } from 'node:timers/promises'
import type { Cost, Measurement } from '../costs.ts'
import { asker } from '../harness/bench-world.ts'
import type { Server } from '../harness/servers.ts'
import type { Side } from '../harness/sides.ts'
import { loadFlows } from '../load/flows.ts'
import { type Loaded, load } from '../load/load.ts'
import { longestWarmUp } from '../workloads/one-at-a-time.ts'
import type { Flow, Prepared, Stock, Workload } from '../workloads/workload.ts'

export const rowName = (workload: Workload, concurrency: number) => `${workload.name}-${concurrency}`

type Measured = Pick<Measurement, Cost | 'failed'>

/**
 * The sessions of the server are ended before the warm-up, so that what they report late is complete, and the measured
 * requests find new ones at work. Fsyncs are therefore those of warm-up and measurement together.
 */
export async function measure(
  { server, world: { database, credentials }, simulators }: Side,
  prepared: Prepared,
  { concurrency, seconds, isFirst }: { concurrency: number; seconds: number; isFirst: boolean },
): Promise<Measured> {
  const { refill, isComplete } = stockOf(prepared)
  const run = (forSeconds: number) => runLoad(server, credentials, prepared, concurrency, forSeconds)
  await refill()
  if (isComplete) await server.work()
  const atRest = await database.written()
  const warmUp = await run(isFirst ? longestWarmUp(seconds) : 0.3)
  await completeWork(server, isComplete)
  const [before, usedBefore] = [await database.use(), await server.usage()]
  const loadBefore = loadTime(simulators)
  const { sent, ...loaded } = await run(seconds)
  const loadAfter = loadTime(simulators)
  await completeWork(server, isComplete)
  const [after, used] = [await database.use(), await server.usage()]
  if (isComplete) await server.rest()
  const { fsyncs } = await database.written()
  return {
    ...loaded,
    cpuMicroseconds: (used.cpuMicroseconds - usedBefore.cpuMicroseconds) / sent,
    postgresMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / sent,
    loadMicroseconds: (loadAfter - loadBefore) / sent,
    statements: (used.statements - usedBefore.statements) / sent,
    commits: (after.commits - before.commits) / sent,
    walBytes: (after.walBytes - before.walBytes) / sent,
    fsyncs: (fsyncs - atRest.fsyncs) / (warmUp.sent + sent),
  }
}

/** Processor time of the load generator, which is this process, and of the simulated gateway and operators. */
function loadTime(simulators: Side['simulators']): number {
  const { user, system } = process.cpuUsage()
  return user + system + simulators.cpuMicroseconds()
}

const isFlow = (prepared: Prepared): prepared is Flow => 'run' in prepared

function stockOf(prepared: Prepared): Pick<Stock, 'refill' | 'isComplete'> {
  return typeof prepared === 'function' || isFlow(prepared) ? { refill: async () => {} } : prepared
}

function runLoad(
  { url }: Server,
  credentials: Parameters<typeof load>[0]['credentials'],
  prepared: Prepared,
  concurrency: number,
  seconds: number,
): Promise<Loaded> {
  if (isFlow(prepared))
    return loadFlows({ flow: prepared, send: asker(url, credentials), concurrency, seconds })
  const request = typeof prepared === 'function' ? prepared : prepared.request
  return load({ url, credentials, request, concurrency, seconds })
}

/** The work that requests leave behind is part of their cost, and so are requests cut off at the end. */
async function completeWork(server: Server, isComplete: Stock['isComplete']): Promise<void> {
  while (isComplete && !(await isComplete())) await pause(20)
  if (isComplete) return
  for (let before = await server.usage(); ; ) {
    await pause(100)
    const now = await server.usage()
    if (now.statements === before.statements) return
    before = now
  }
}
