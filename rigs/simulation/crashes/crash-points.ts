// Every place where an operation crosses the process boundary, numbered by running it once. Then the process dies
// at each: before the effect, during it, and after it before the result arrives; it restarts, and all invariants
// must hold.

import { WrongOption } from '../../options.ts'
import type { Violation } from '../checks/invariants/invariant.ts'
import type { Plant } from '../controls.ts'
import type { Death } from '../kernel/boundary.ts'
import { openChance } from '../kernel/chance.ts'
import type { FaultKind, Faults } from '../kernel/faults.ts'
import { becomeQuiet, check, fund } from '../run.ts'
import type { Store } from '../world/store.ts'
import { openWorld, type World } from '../world/world.ts'
import { type Notes, openCallers } from './callers.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

/** A crossing by its name and occurrence, since runs differ in what happens between them. */
type First = { crossing: string; death: Death }
/** The number of crossings after the first death. */
type Second = { later: number; death: Death }
type Point = { operation: Operation; first?: First; second?: Second }

export type CrashReport = {
  operations: { name: string; crossings: number; points: number; tried: number; died: number }[]
  points: number
  tried: number
  died: number
  violations: { operation: string; deaths: string; invariant: string; title: string; rows: unknown[] }[]
}

const kinds: readonly Death[] = ['before', 'on_the_way', 'after']
/** The number of points that one world is used for before it is recreated. */
const pointsOfAWorld = 25
const hour = 3_600_000
/** Idle workers wake up so rarely: nothing is in progress then, and each round of them takes as long as an operation. */
const strideMs = 300_000

type Wanted = {
  /** Dies twice, for operations that move money. */
  pairs?: boolean
  /** Only this operation. */
  only?: string | undefined
  /** Only crossings whose names contain this text. */
  at?: string
  /** The share of points to try, drawn by the seed. */
  share?: number
  seed: number
  plant?: Plant
}

export async function crashPoints(
  store: Store,
  { pairs = false, only, at = '', share = 1, seed, plant }: Wanted,
): Promise<{ report: CrashReport; lines: string[] }> {
  const report: CrashReport = { operations: [], points: 0, tried: 0, died: 0, violations: [] }
  const chance = openChance(seed)
  const lab = openLab(store, seed, plant)
  const background = await lab.background()
  const wanted = ({ name, movesMoney }: Operation) => (movesMoney || !pairs) && (only ?? name) === name
  const chosen = operations.filter(wanted)
  if (chosen.length === 0) throw new WrongOption(`no operation is named ${only}`)
  for (const operation of chosen) {
    const { names } = await lab.run({ operation }, background, report)
    const all = names
      .filter((name) => name.includes(at))
      .flatMap((crossing) =>
        kinds.flatMap((death) => pointsAt(operation, { crossing, death }, pairs ? names.length : 0)),
      )
    const chosen = all.filter(() => chance.happens(share))
    const before = report.died
    for (const point of chosen) await lab.run(point, background, report)
    report.operations.push({
      name: operation.name,
      crossings: names.length,
      points: all.length,
      tried: chosen.length,
      died: report.died - before,
    })
    report.points += all.length
    report.tried += chosen.length
  }
  return { report, lines: linesOf(report) }
}

/** One death, or each second death after it. */
function pointsAt(operation: Operation, first: First, seconds: number): Point[] {
  if (seconds === 0) return [{ operation, first }]
  return Array.from({ length: seconds }).flatMap((_, later) =>
    kinds.map((death) => ({ operation, first, second: { later, death } })),
  )
}

/** The faults of an operation, from `begin` to `stop`. */
function openFaults(): Faults & { begin(operation: Operation): void } {
  let on: readonly FaultKind[] = []
  let losesReplyOf: string | undefined
  return {
    happens: (kind, call) => on.includes(kind) && (!call || (losesReplyOf ?? call) === call),
    rates: new Map(),
    fired: new Map(),
    begin(operation) {
      on = operation.faults ?? []
      losesReplyOf = operation.losesReplyOf
    },
    stop() {
      on = []
    },
  }
}

function openLab(store: Store, seed: number, plant?: Plant) {
  const faults = openFaults()
  let world: World | undefined
  let notes: Notes = { acknowledged: [], singular: [] }
  let used = 0
  let last: Operation | undefined

  async function ready(operation?: Operation): Promise<World> {
    // Months pass in one that has a start, and messages of operations before it would be forgotten meanwhile.
    const isApart = operation?.startsAt !== undefined && operation !== last
    last = operation
    if (world && !isApart && used++ < pointsOfAWorld) return world
    world?.close()
    await store.reset()
    faults.stop()
    world = await openWorld(store, { seed: seed + used, faults: () => faults, plant })
    for (let more = 0; more < 5; more++) await fund(world, `fund-${more}`)
    notes = { acknowledged: [], singular: [] }
    used = 0
    return world
  }

  return {
    /** The calls that the program makes when it is idle. */
    async background(): Promise<ReadonlySet<string>> {
      const world = await ready()
      const names = new Set<string>()
      world.boundary.watch((name) => void names.add(name))
      await world.time.runUntil(world.time.now() + 3_600_000, 60_000)
      world.boundary.watch(undefined)
      return names
    },
    async run({ operation, first, second }: Point, background: ReadonlySet<string>, report: CrashReport) {
      const world = await ready(operation)
      const callers = openCallers(world, notes)
      const subject = await world.complete(operation.prepare(callers), hour, strideMs)
      await world.time.runUntil(world.time.now() + 60_000, strideMs)
      const begin = operation.startsAt?.(world.now())
      if (begin) await world.time.runUntil(begin.epochMilliseconds, 12 * 3_600_000)
      const counted = openCounted(background, { first, second })
      world.boundary.watch(counted.see)
      faults.begin(operation)
      await world.complete(operation.run(callers, subject), 2 * hour, strideMs)
      faults.stop()
      await becomeQuiet(world, { stepMs: strideMs, strideMs, maxHours: 24, isPatient: false })
      world.boundary.watch(undefined)
      report.died += counted.died
      const violations = await check(world, { ...notes, mismatches: [] })
      recordViolations(report, { operation, first, second }, violations)
      if (violations.length > 0) used = pointsOfAWorld
      return { names: counted.names }
    },
  }
}

/** Numbers the crossings of the operation, and dies at the requested ones. */
function openCounted(
  background: ReadonlySet<string>,
  { first, second }: { first: First | undefined; second: Second | undefined },
) {
  const names: string[] = []
  const isIdle = openIdleness(background)
  let died = 0
  let since = 0
  return {
    names,
    get died() {
      return died
    },
    see(name: string): Death | undefined {
      if (isIdle(name)) return undefined
      const crossing = `${name} (${names.filter((before) => before.startsWith(`${name} (`)).length + 1})`
      names.push(crossing)
      const next = died === 0 ? first?.crossing === crossing && first : second?.later === since++ && second
      if (!next) return undefined
      died += 1
      return next.death
    },
  }
}

const isClaimOfWork = (name: string) =>
  /^statement claim_(due_batch|due_operations|operator_callbacks|callback_inquiries|webhook_events)$/.test(
    name,
  )

/**
 * Whether a crossing is idle polling rather than part of the operation. A claim of work counts as part of it when
 * there may be some, which is the first claim after any other crossing.
 */
function openIdleness(background: ReadonlySet<string>): (name: string) => boolean {
  const claimed = new Set<string>()
  return (name) => {
    if (!background.has(name)) {
      claimed.clear()
      return false
    }
    if (!isClaimOfWork(name) || claimed.has(name)) return true
    claimed.add(name)
    return false
  }
}

function recordViolations(
  report: CrashReport,
  {
    operation,
    first,
    second,
  }: { operation: Operation; first: First | undefined; second: Second | undefined },
  violations: readonly Violation[],
): void {
  const deaths = [
    first && `${first.death} ${first.crossing}`,
    second && `${second.death} ${second.later} later`,
  ]
  const named = deaths.filter((death) => death !== undefined).join(', then ')
  for (const { invariant, title, rows } of violations)
    report.violations.push({ operation: operation.name, deaths: named, invariant, title, rows })
}

function linesOf({ operations: all, points, tried, died, violations }: CrashReport): string[] {
  return [
    ...all.map(
      (one) =>
        `${one.name}: ${one.crossings} crossings, ${one.points} points, ${one.tried} tried, died ${one.died}`,
    ),
    `${points} points, ${tried} tried, the process died ${died} times, ${violations.length} violations`,
    ...violations.map(
      (one) =>
        `${one.operation}, dead ${one.deaths}: ${one.invariant} ${one.title} ${JSON.stringify(one.rows[0], (_, value) => (typeof value === 'bigint' ? String(value) : value))}`,
    ),
  ]
}
