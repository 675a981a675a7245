// The servers of one comparison, each with its database and with the requests of each workload it is measured on.

import { usualRoutes } from '../../../server/adapters/mobile-money/simulated-operators.ts'
import type { Parts } from '../parts.ts'
import type { Options } from '../suite.ts'
import type { Prepared, Workload } from '../workloads/workload.ts'
import { asker, type BenchWorld, openBenchWorld } from './bench-world.ts'
import { openCheckout } from './checkout.ts'
import { adminToken, type Server, type Subject, startServer } from './servers.ts'
import { type Simulators, startSimulators } from './simulators.ts'

export type Side = {
  server: Server
  world: BenchWorld
  simulators: Simulators
  prepared: ReadonlyMap<Workload, Prepared>
}

/**
 * The operator of the transfers has a protocol without names: with the others, each transfer would also measure a call to
 * the operator, for the name that its wallet is registered under.
 */
const routes = { ...usualRoutes, vodacom: 'pawapay' } as const

type Wanted = Pick<Options, 'against' | 'seconds'> & {
  workloads: readonly Workload[]
  /** False for the product alone. */
  controls?: boolean
}

/**
 * The product, the controls of the wanted workloads, and either the product of another checkout with a database of its
 * own, or the product without batches, which shares the product's database.
 */
export async function sidesOf(
  parts: Parts,
  { against, seconds, workloads, controls = true }: Wanted,
): Promise<Side[]> {
  const simulators = await parts.start(startSimulators(routes))
  const all = [...new Set(workloads)]
  const open = (subject: Subject, world: BenchWorld) =>
    parts.start(
      startServer(subject, {
        ...world,
        settings: { ...simulators.settings, BENCH_API_SECRET: world.credentials.api_secret },
      }),
    )
  const world = await openBenchWorld(parts)
  const product = await open('product', world)
  const prepared = await prepareAll(product, world, simulators, { workloads: all, seconds })
  const sides: Side[] = [{ server: product, world, simulators, prepared }]
  if (!controls) return sides
  if (against === undefined)
    sides.push({ server: await open('row by row', world), world, simulators, prepared })
  else {
    const other = await openBenchWorld(parts, openCheckout(against))
    const server = await open('before', other)
    sides.push({
      server,
      world: other,
      simulators,
      prepared: await prepareAll(server, other, simulators, { workloads: all, seconds }),
    })
  }
  for (const subject of new Set(all.flatMap(({ control }) => control?.subject ?? []))) {
    const server = await open(subject, world)
    const own = all.flatMap((workload) =>
      workload.control?.subject === subject
        ? [[workload, workload.control.prepare(server.url, { seconds })] as const]
        : [],
    )
    sides.push({ server, world, simulators, prepared: new Map(own) })
  }
  return sides
}

async function prepareAll(
  { url }: Server,
  { credentials: merchant, db, secrets }: BenchWorld,
  simulators: Simulators,
  { workloads, seconds }: { workloads: readonly Workload[]; seconds: number },
): Promise<ReadonlyMap<Workload, Prepared>> {
  const bed = { send: asker(url, merchant), merchant, db, secrets, adminToken, simulators }
  const prepared = new Map<Workload, Prepared>()
  for (const workload of workloads) prepared.set(workload, await workload.prepare(bed, { seconds }))
  return prepared
}
