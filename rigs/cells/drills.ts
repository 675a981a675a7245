// One drill: something happens to a node or to the coordinator under load, and the journal shows what clients experienced.
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../failover/workspace.ts'
import { faultsIn, lostOf } from './books.ts'
import type { Server } from './cluster/server.ts'
import { describeOthers, describeOwn, type Others, type Own } from './experience.ts'
import { kinds, type Sent, startLoad } from './load.ts'
import type { World } from './world.ts'

export const drillKinds = ['kill', 'freeze', 'full', 'coordinator'] as const
export type DrillKind = (typeof drillKinds)[number]

export type Drill = {
  kind: DrillKind
  server: string
  /** Cells that lay there. */
  cells: readonly number[]
  secondsAway: number
  others: Others
  own: Own
  acknowledged: number
  lost: number
  faults: readonly string[]
}

export type Wanted = {
  /** How long the server is away at least. */
  seconds: number
  /** It is away until so many requests to other cells were made. */
  requests: number
}

const calmSeconds = 5

/** @param server the node that it happens to; the coordinator has no cells. */
export async function drill(world: World, kind: DrillKind, server: Server, wanted: Wanted): Promise<Drill> {
  const cells = await cellsOn(world, server)
  const load = startLoad(world)
  const isOther = ({ cell }: Sent) => !cells.includes(cell)
  try {
    await until('each kind of request to be served in each cell', async () =>
      isServed(world, load.journal, 0),
    )
    await pause(calmSeconds * 1_000)
    const at = performance.now()
    await begin[kind](server)
    await pause(wanted.seconds * 1_000)
    const others = () => load.journal.filter((one) => isOther(one) && one.sentAt > at).length
    await until(
      'enough requests to other cells',
      async () => others() >= wanted.requests || undefined,
      wanted.requests,
    )
    const returnedAt = performance.now()
    await end[kind](server)
    await until(
      'each kind of request to be served again',
      async () => isServed(world, load.journal, returnedAt),
      180,
    )
    await pause(calmSeconds * 1_000)
    await load.stop()
    const { journal } = load
    const times = { at, returnedAt }
    return {
      ...{ kind, server: server.name, cells, secondsAway: (returnedAt - at) / 1_000 },
      others: describeOthers(journal.filter(isOther), times),
      own: describeOwn(
        journal.filter((one) => !isOther(one)),
        times,
      ),
      acknowledged: journal.filter(({ key }) => key !== undefined).length,
      lost: (await lostOf(world, journal)).length,
      faults: await faultsIn(world),
    }
  } finally {
    await load.stop()
  }
}

async function cellsOn(world: World, server: Server): Promise<number[]> {
  const found: number[] = []
  for (const { number } of world.cells)
    if ((await world.nodeOf(number)).name === server.name) found.push(number)
  return found
}

/** Whether each kind of request, sent after this time, was acknowledged in each cell. */
export function isServed(world: World, journal: readonly Sent[], since: number): true | undefined {
  const served = new Set(
    journal.filter(({ key, sentAt }) => key && sentAt > since).map(({ cell, kind }) => `${cell} ${kind}`),
  )
  return served.size === world.cells.length * kinds.length || undefined
}

type Event = Record<DrillKind, (server: Server) => void | Promise<void>>
const begin: Event = {
  kill: (server) => server.kill(),
  freeze: (server) => server.freeze(),
  full: (server) => server.fillDisk(),
  coordinator: (server) => server.kill(),
}
const end: Event = {
  kill: (server) => server.start(),
  freeze: (server) => server.thaw(),
  async full(server) {
    server.freeDisk()
    // PostgreSQL ends when it cannot write its log.
    await server.start()
  },
  coordinator: (server) => server.start(),
}
