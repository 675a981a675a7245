// The whole product with simulated upstreams, and clients that reach it over an unreliable network. Its process may
// die and restart; the store and the upstreams outlive it.
import type { System } from '../../../server/composition/system.ts'
import type { Clock } from '../../../server/platform/time/clock.ts'
import { type Boundary, type Death, openBoundary } from '../kernel/boundary.ts'
import { type Chance, openChance } from '../kernel/chance.ts'
import type { Faults } from '../kernel/faults.ts'
import { type Outages, openOutages } from '../kernel/outages.ts'
import { enter } from '../kernel/stand-ins.ts'
import { openTime, type VirtualTime } from '../kernel/time.ts'
import { openTrace, type Trace } from '../kernel/trace.ts'
import type { Wire } from '../kernel/upstream.ts'
import { type Bank, openBank } from '../upstreams/bank.ts'
import { type CardBooks, openCardBooks } from '../upstreams/card-gateway/books.ts'
import type { Received } from '../upstreams/merchant-servers.ts'
import { type OperatorBooks, openOperatorBooks } from '../upstreams/operator/books.ts'
import { type ClientResponse, type Network, openNetwork, type Request } from './network.ts'
import { type Merchant, registerMerchants } from './population.ts'
import { openService, type Service } from './service.ts'
import type { StatementChanges } from './session.ts'
import { type AdminName, tokenOf } from './settings.ts'
import type { Store } from './store.ts'

export type World = {
  time: VirtualTime
  chance: Chance
  faults: Faults
  outages: Outages
  boundary: Boundary
  trace: Trace
  store: Store
  cards: CardBooks
  operators: OperatorBooks
  bank: Bank
  inbox: Received[]
  /** The ids of the messages to people that arrived, in order. */
  mailbox: string[]
  merchants: Merchant[]
  /** The deaths of the process so far. */
  readonly deaths: readonly { death: Death; name: string }[]
  now(): Temporal.Instant
  sleep(ms: number): Promise<void>
  /** The response to the client; undefined where none came in time. */
  request(request: Request): Promise<ClientResponse | undefined>
  /** Responses that broke off although nothing failed while they were made. */
  readonly brokenResponses: readonly string[]
  /** Requests of merchants that failed. */
  readonly failures: Network['failures']
  adminHeaders(admin: AdminName): Record<string, string>
  /**
   * Runs work to completion, within the given virtual time.
   * @param strideMs how far time may jump at once: by default little at first, and more when the work takes time.
   */
  complete<Result>(work: Promise<Result>, withinMs?: number, strideMs?: number): Promise<Result>
  readonly system: System
  /** Releases the machine's resources. */
  close(): void
}

/** Before midnight, when card money becomes available: forty acts take about seven hours, and most of them then find some. */
const startMs = Date.parse('2026-11-21T22:00:00Z')

type Options = {
  seed: number
  faults: (chance: Chance) => Faults
  /** A fault planted into the program's statements. */
  plant?: { statements: StatementChanges } | undefined
}

/** @param store in its state after the migrations, used by nothing else. */
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
  const outages = openOutages(wire)
  const clock: Clock = {
    now: () => Temporal.Instant.fromEpochNanoseconds(BigInt(Math.floor(time.now() * 1_000)) * 1_000n),
  }
  const upstreams = {
    cards: openCardBooks(),
    operators: openOperatorBooks(),
    bank: openBank(wire),
    inbox: [] as Received[],
    mailbox: [] as string[],
  }
  let merchants: Merchant[] = []
  const network: Network = openNetwork(wire, trace, { service: () => service, merchants: () => merchants })
  const { report } = network
  const changes = plant?.statements
  const service: Service = openService({ store, wire, clock, upstreams, report, changes, outages })
  const complete = finishIn(time)
  // This runs before any other use of the single session; otherwise it would be rolled back with the transaction of
  // a failing worker.
  merchants = await registerMerchants({ store, now: clock.now, finish: complete })
  const world: World = {
    ...{ time, chance, faults, outages, boundary, trace, store, ...upstreams, deaths, merchants, complete },
    now: clock.now,
    sleep: (ms) => new Promise((done) => void time.after(ms, done)),
    request: network.ask,
    brokenResponses: network.broken,
    failures: network.failures,
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
  return async (work, withinMs = 3_600_000, strideMs) => {
    let outcome: { value: unknown } | { error: unknown } | undefined
    work.then(
      (value) => (outcome = { value }),
      (error) => (outcome = { error }),
    )
    const end = time.now() + withinMs
    if (strideMs !== undefined) await time.runUntil(end, strideMs, () => outcome !== undefined)
    for (let step = 250; !outcome && time.now() < end; step = Math.min(step * 1.5, 120_000))
      await time.runUntil(time.now() + step, step)
    if (!outcome) throw new Error('work of the simulation did not end')
    if ('error' in outcome) throw outcome.error
    return outcome.value as never
  }
}
