// The whole product on stand-ins for everyone it talks to, with clients who reach it over a network that loses things.
// Its process may die and start again; the store and the others outlive it.
import type { System } from '../../../server/composition/system.ts'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { Clock } from '../../../server/platform/time/clock.ts'
import { type Boundary, type Death, openBoundary } from '../kernel/boundary.ts'
import { type Chance, openChance } from '../kernel/chance.ts'
import type { Faults } from '../kernel/faults.ts'
import { enter } from '../kernel/stand-ins.ts'
import { openTime, type VirtualTime } from '../kernel/time.ts'
import { openTrace, type Trace } from '../kernel/trace.ts'
import type { Wire } from '../kernel/upstream.ts'
import { type CardBooks, openCardBooks } from '../upstreams/card-gateway/books.ts'
import type { Received } from '../upstreams/merchant-servers.ts'
import { type OperatorBooks, openOperatorBooks } from '../upstreams/operator/books.ts'
import { type Answer, type Network, openNetwork, type Request } from './network.ts'
import { registerMerchants } from './population.ts'
import { openService, type Service } from './service.ts'
import type { StatementChanges } from './session.ts'
import { type AdminName, tokenOf } from './settings.ts'
import type { Store } from './store.ts'

export type World = {
  time: VirtualTime
  chance: Chance
  faults: Faults
  boundary: Boundary
  trace: Trace
  store: Store
  cards: CardBooks
  operators: OperatorBooks
  inbox: Received[]
  merchants: Credentials[]
  /** How often the process died. */
  readonly deaths: readonly { death: Death; name: string }[]
  now(): Temporal.Instant
  sleep(ms: number): Promise<void>
  /** What the client gets; undefined where no answer came in time. */
  request(request: Request): Promise<Answer | undefined>
  adminHeaders(admin: AdminName): Record<string, string>
  /** Runs work to its end, for as long as that may take in virtual time. */
  complete<Result>(work: Promise<Result>, withinMs?: number): Promise<Result>
  readonly system: System
  /** Lets go of what a process has of the machine. */
  close(): void
}

const startMs = Date.parse('2026-11-21T06:00:00Z')

type Options = {
  seed: number
  faults: (chance: Chance) => Faults
  /** A fault planted into the program's statements. */
  plant?: { statements: StatementChanges } | undefined
}

/** @param store as it was after the migrations, and nobody else's. */
export async function openWorld(store: Store, { seed, faults: draw, plant }: Options): Promise<World> {
  const chance = openChance(seed)
  const faults = draw(chance)
  const time = openTime(startMs)
  const trace = openTrace()
  const deaths: { death: Death; name: string }[] = []
  const die = (how: { death: Death; name: string }) => {
    deaths.push(how)
    time.after(chance.spread(500, 20_000), () => service.start())
  }
  const drawDeath = () =>
    faults.happens('process dies') ? chance.pick(['before', 'on_the_way', 'after'] as const) : undefined
  const boundary = openBoundary({ time, trace, chance }, die, drawDeath)
  enter({ time, chance, living: boundary.living })
  const wire: Wire = { boundary, time, chance, faults }
  const clock: Clock = {
    now: () => Temporal.Instant.fromEpochNanoseconds(BigInt(Math.floor(time.now() * 1_000)) * 1_000n),
  }
  const upstreams = { cards: openCardBooks(), operators: openOperatorBooks(), inbox: [] as Received[] }
  const network: Network = openNetwork(wire, trace, () => service)
  const { report } = network
  const service: Service = openService({ store, wire, clock, upstreams, report, changes: plant?.statements })
  const complete = finishIn(time)
  // Before anybody else has the one session: else it would be rolled back with the transaction of a worker that fails.
  const merchants = await registerMerchants({ store, now: clock.now, finish: complete })
  const world: World = {
    ...{ time, chance, faults, boundary, trace, store, ...upstreams, deaths, merchants, complete },
    now: clock.now,
    sleep: (ms) => new Promise((done) => void time.after(ms, done)),
    request: network.ask,
    adminHeaders: (admin) => ({ 'x-admin-token': tokenOf(admin) }),
    get system() {
      return service.system!
    },
    close: () => service.system?.metrics.close(),
  }
  await service.start()
  while (!service.isUp) await time.runUntil(time.now() + 100, 100)
  return world
}

function finishIn(time: VirtualTime): World['complete'] {
  return async (work, withinMs = 3_600_000) => {
    let outcome: { value: unknown } | { error: unknown } | undefined
    work.then(
      (value) => (outcome = { value }),
      (error) => (outcome = { error }),
    )
    const end = time.now() + withinMs
    // In short steps at first, in longer ones when it turns out to take its time.
    for (let step = 250; !outcome && time.now() < end; step = Math.min(step * 1.5, 120_000))
      await time.runUntil(time.now() + step, step)
    if (!outcome) throw new Error('work of the simulation did not end')
    if ('error' in outcome) throw outcome.error
    return outcome.value as never
  }
}
