// One seed: a day with its faults, then idleness, then the checks.
import type { Acknowledgements } from './callers/acknowledged.ts'
import { type ActName, openDay } from './callers/day.ts'
import { simulatedManners } from './callers/manners.ts'
import { checkBank } from './checks/bank.ts'
import { compareBooks } from './checks/books.ts'
import { checkCells, checkDisturbed } from './checks/cells.ts'
import { compareCollections } from './checks/collection-books.ts'
import type { Violation } from './checks/invariants/invariant.ts'
import { checkInvariants } from './checks/invariants/invariants.ts'
import { firedMarks } from './checks/marks.ts'
import { checkStatements, nothingRead, type Read } from './checks/statements/statements.ts'
import { openAndWaiting } from './checks/under-way.ts'
import { checkAcknowledged, checkInbox, checkMailbox, checkProfileEvents } from './checks/webhook-checks.ts'
import type { Chance } from './kernel/chance.ts'
import { drawFaults, type FaultKind, type Faults } from './kernel/faults.ts'
import { isOutage } from './kernel/outages.ts'
import { isBusy } from './upstreams/operator/books.ts'
import type { StatementChanges } from './world/session.ts'
import type { Store } from './world/store.ts'
import { openWorld, type World } from './world/world.ts'

export type SeedResult = {
  seed: number
  hash: string
  effects: number
  simulatedMs: number
  deaths: number
  fired: ReadonlyMap<FaultKind, number>
  marks: ReadonlySet<string>
  violations: Violation[]
  /** The statements and invoices read at the end. */
  read: Read
  /** The last effects, where something was violated. */
  tail: readonly string[]
}

export type SeedOptions = {
  /** How many acts the callers perform. */
  acts?: number
  /** Spreads as many acts as fit over so many days instead. */
  days?: number
  draw?: (chance: Chance) => Faults
  /** A fault planted into the program's statements. */
  plant?: { statements: StatementChanges }
  /** Only these acts are performed. */
  only?: readonly ActName[]
}

const hour = 3_600_000

export async function runSeed(store: Store, seed: number, options: SeedOptions = {}): Promise<SeedResult> {
  const { draw = (chance) => drawFaults(chance, store.cells), plant, only, days } = options
  const acts = days === undefined ? (options.acts ?? 40) : Number.POSITIVE_INFINITY
  await store.reset()
  const world = await openWorld(store, { seed, faults: draw, plant })
  const started = world.time.now()
  await fund(world)
  const day = openDay(world, simulatedManners(world, world.cards))
  const strideMs = days === undefined ? world.chance.pick([60_000, 300_000, 900_000]) : hour
  const longestGap = days === undefined ? 2 * hour : 12 * hour
  const end = days === undefined ? Number.POSITIVE_INFINITY : started + days * 24 * hour
  const actors: Promise<unknown>[] = []
  for (let act = 0; act < acts && world.time.now() < end; act++) {
    actors.push(day.doSomething(only))
    const gap = world.chance.happens(0.4)
      ? world.chance.spread(1, 2_000)
      : world.chance.spread(10_000, longestGap)
    await world.time.runUntil(world.time.now() + gap, strideMs)
  }
  world.faults.stop()
  await world.complete(Promise.all(actors), 12 * hour)
  // Work affected by a planted fault may never end.
  await becomeQuiet(world, plant ? { maxHours: 2 } : {})
  if (!plant) await passMidnight(world)
  const violations = await check(world, day)
  // A planted fault is for the invariants to find; with one, documents need not be readable.
  const documents = plant ? undefined : await checkStatements(world, days ?? 1)
  violations.push(...(documents?.violations ?? []))
  world.close()
  const { trace, deaths, faults } = world
  return {
    seed,
    hash: trace.hash(),
    effects: trace.length,
    simulatedMs: world.time.now() - started,
    deaths: deaths.length,
    fired: faults.fired,
    marks: await firedMarks(world),
    violations,
    read: documents?.read ?? nothingRead,
    tail: violations.length > 0 ? trace.tail() : [],
  }
}

/** Funds the wallets before any fault happens. */
export async function fund(world: World, key = 'first'): Promise<void> {
  for (const merchant of world.merchants) {
    const credentials = Buffer.from(`${merchant.merchant_code}:${merchant.merchant_secret}`).toString(
      'base64',
    )
    const send = async () => {
      for (;;) {
        const response = await world.request({
          method: 'POST',
          path: '/api/v1/remittance/sandbox/topup',
          body: '{"amount":12}',
          headers: {
            'content-type': 'application/json',
            authorization: `Basic ${credentials}`,
            'idempotency-key': key,
          },
        })
        if (response?.status === 200) return
        await world.sleep(5_000)
      }
    }
    await world.complete(send())
  }
}

type Quiet = {
  stepMs?: number
  maxHours?: number
  strideMs?: number
  /** Whether it waits for payments to expire, and a little longer for late sweeps. */
  isPatient?: boolean
}

/** Runs until nothing is in progress. What never ends is a violation, found by I-13. */
export async function becomeQuiet(
  world: World,
  { stepMs = 1_200_000, strideMs = 240_000, maxHours = 96, isPatient = true }: Quiet = {},
): Promise<void> {
  const { time, store } = world
  const end = time.now() + maxHours * hour
  do {
    await time.runUntil(time.now() + stepMs, strideMs)
    const [row] = await store.rows<{ open: bigint; waiting: bigint }>(openAndWaiting, [
      world.now().toString(),
    ])
    if (row?.open === 0n && !isBusy(world.operators) && !(isPatient && row.waiting > 0n)) break
  } while (time.now() < end)
  if (isPatient) await time.runUntil(time.now() + stepMs, strideMs)
}

/** Waits until what ends with the day has ended. */
async function passMidnight({ time, now }: World): Promise<void> {
  const midnight = now().toZonedDateTimeISO('UTC').startOfDay().add({ days: 1 })
  await time.runUntil(midnight.add({ minutes: 40 }).epochMilliseconds, 900_000)
}

export async function check(world: World, reported: Acknowledgements): Promise<Violation[]> {
  const { store, cards, operators, bank, inbox, mailbox, faults, failures, outages } = world
  const violations = await checkInvariants(store.rows, world.now(), store.cells)
  violations.push(
    ...(await compareBooks((sql) => store.rows(sql), { ...cards, payouts: [...operators.payouts.values()] })),
    ...(await compareCollections((sql) => store.rows(sql), {
      payouts: [...operators.payouts.values()],
      collections: [...operators.collections.values()].map((one) => ({
        ...one,
        refunds: [...one.refunds.values()],
      })),
    })),
  )
  violations.push(...(await checkBank((sql) => store.rows(sql), bank)))
  violations.push(...(await checkAcknowledged((sql, values) => store.rows(sql, values), reported)))
  violations.push(...(await checkInbox((sql) => store.rows(sql), inbox)))
  violations.push(...(await checkMailbox((sql) => store.rows(sql), mailbox)))
  violations.push(...(await checkProfileEvents((sql) => store.rows(sql))))
  if (store.cells > 1)
    violations.push(...(await checkCells((sql, values) => store.rows(sql, values), store.cells)))
  if (faults.rates.size > 0 && [...faults.rates.keys()].every(isOutage))
    violations.push(...checkDisturbed(failures, outages))
  return violations
}
