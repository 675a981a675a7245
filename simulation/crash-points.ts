// Every place where an operation meets the outside, numbered by running it once. Then the process dies there: before the
// effect, while it is on its way, after it and before it is heard of; starts again; and all invariants must hold.
import type { Death } from './boundary.ts'
import { openChance } from './chance.ts'
import type { FaultKind, Faults } from './faults.ts'
import type { Violation } from './invariants.ts'
import { type Operation, openPeople, operations, type Told } from './operations.ts'
import { becomeQuiet, check, fund } from './run.ts'
import type { Store } from './store.ts'
import { openWorld, type World } from './world.ts'

type Point = { operation: Operation; deaths: readonly { crossing: number; death: Death }[] }

export type CrashReport = {
  operations: { name: string; crossings: number; points: number; tried: number }[]
  points: number
  tried: number
  died: number
  violations: { operation: string; deaths: string; invariant: string; title: string; rows: unknown[] }[]
}

const kinds: readonly Death[] = ['before', 'on_the_way', 'after']
/** How many points one world serves before it is made anew. */
const pointsOfAWorld = 25

/** @param options.share of the points, drawn by the seed. @param options.pairs dies twice, on operations that move money. */
export async function crashPoints(
  store: Store,
  { pairs, only, share, seed }: { pairs: boolean; only: string | undefined; share: number; seed: number },
): Promise<{ report: CrashReport; lines: string[] }> {
  const report: CrashReport = { operations: [], points: 0, tried: 0, died: 0, violations: [] }
  const chance = openChance(seed)
  const lab = openLab(store, seed)
  const background = await lab.background()
  const wanted = ({ name, movesMoney }: Operation) => (movesMoney || !pairs) && (only ?? name) === name
  for (const operation of operations.filter(wanted)) {
    const { names } = await lab.run({ operation, deaths: [] }, background, report)
    const all = names.flatMap((_, crossing) =>
      kinds.flatMap((death) => pointsAt(operation, crossing, death, pairs ? names.length : 0)),
    )
    const chosen = all.filter(() => chance.happens(share))
    for (const point of chosen) await lab.run(point, background, report)
    report.operations.push({
      name: operation.name,
      crossings: names.length,
      points: all.length,
      tried: chosen.length,
    })
    report.points += all.length
    report.tried += chosen.length
  }
  return { report, lines: linesOf(report) }
}

/** One death, or each second death after it. */
function pointsAt(operation: Operation, crossing: number, death: Death, seconds: number): Point[] {
  if (seconds === 0) return [{ operation, deaths: [{ crossing, death }] }]
  return Array.from({ length: seconds }).flatMap((_, later) =>
    kinds.map((second) => ({
      operation,
      deaths: [
        { crossing, death },
        { crossing: crossing + 1 + later, death: second },
      ],
    })),
  )
}

function openLab(store: Store, seed: number) {
  const on = new Set<FaultKind>()
  const faults: Faults = {
    happens: (kind) => on.has(kind),
    rates: new Map(),
    fired: new Map(),
    stop: () => on.clear(),
  }
  let world: World | undefined
  let told: Told = { acknowledged: [], singular: [] }
  let used = 0

  async function ready(): Promise<World> {
    if (world && used++ < pointsOfAWorld) return world
    world?.close()
    await store.reset()
    on.clear()
    world = await openWorld(store, { seed: seed + used, faults: () => faults })
    for (let more = 0; more < 5; more++) await fund(world, `fund-${more}`)
    told = { acknowledged: [], singular: [] }
    used = 0
    return world
  }

  return {
    /** What the program asks when there is nothing to do. */
    async background(): Promise<ReadonlySet<string>> {
      const world = await ready()
      const names = new Set<string>()
      world.boundary.watch((name) => void names.add(name))
      await world.time.runUntil(world.time.now() + 3_600_000, 60_000)
      world.boundary.watch(undefined)
      return names
    },
    async run({ operation, deaths }: Point, background: ReadonlySet<string>, report: CrashReport) {
      const world = await ready()
      const people = openPeople(world, told)
      const subject = await world.finish(operation.prepare(people))
      await world.time.runUntil(world.time.now() + 60_000, 30_000)
      const names: string[] = []
      let died = 0
      world.boundary.watch((name) => {
        if (background.has(name)) return undefined
        names.push(name)
        const next = deaths.find(({ crossing }) => crossing === names.length - 1)
        if (next) died += 1
        return next?.death
      })
      for (const kind of operation.faults ?? []) on.add(kind)
      await world.finish(operation.run(people, subject), 7_200_000)
      on.clear()
      await becomeQuiet(world, { stepMs: 300_000, strideMs: 60_000, mostHours: 24, isPatient: false })
      world.boundary.watch(undefined)
      report.died += died
      const violations = await check(world, told)
      note(report, operation, deaths.map(({ crossing, death }) => `${death} ${names[crossing] ?? crossing}`), violations)
      if (violations.length > 0) used = pointsOfAWorld
      return { names }
    },
  } // biome-ignore format: a step a line
}

function note(
  report: CrashReport,
  { name }: Operation,
  deaths: string[],
  violations: readonly Violation[],
): void {
  for (const { invariant, title, rows } of violations)
    report.violations.push({ operation: name, deaths: deaths.join(', then '), invariant, title, rows })
}

function linesOf({ operations: all, points, tried, died, violations }: CrashReport): string[] {
  return [
    ...all.map((one) => `${one.name}: ${one.crossings} crossings, ${one.points} points, ${one.tried} tried`),
    `${points} points, ${tried} tried, the process died ${died} times, ${violations.length} violations`,
    ...violations.map(
      (one) =>
        `${one.operation}, dead ${one.deaths}: ${one.invariant} ${one.title} ${JSON.stringify(one.rows[0], (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
    ),
  ]
}
