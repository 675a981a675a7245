// One drill: the primary fails or is switched over under load, and the journal shows what clients experienced.
import { lostOf } from './books.ts'
import type { Cluster } from './cluster/patroni.ts'
import type { Member } from './cluster/patroni-configuration.ts'
import { until } from './workspace.ts'
import type { World } from './world.ts'
import { kinds, type Written } from './writes.ts'

export const drillKinds = ['kill', 'crash', 'freeze', 'switchover'] as const
export type DrillKind = (typeof drillKinds)[number]

export type Drill = {
  kind: DrillKind
  from: string
  to: string
  /**
   * From the event to the first acknowledgement of a request sent after it: for any kind of request, and for the
   * slowest kind.
   */
  firstServedAfterSeconds: number
  allServedAfterSeconds: number
  acknowledged: number
  lost: number
  errors: Record<string, number>
  /** The longest time that any request of this drill waited for a response. */
  longestSeconds: number
  /** The time until three members follow one timeline again, with a synchronous standby. */
  recoveredAfterSeconds: number
}

const calmSeconds = 3

export async function drill(world: World, kind: DrillKind): Promise<Drill> {
  const { cluster, load } = world
  await until('three whole members', async () => (await cluster.isWhole()) || undefined, 120)
  await seconds(calmSeconds)
  const from = await cluster.leader()
  const begun = load.journal.length
  const at = performance.now()
  await happen[kind](cluster, from)
  const acknowledged = (one: Written) => one.sentAt > at && one.key !== undefined
  const since = () => load.journal.slice(begun)
  await until(
    'every kind of request to be served again',
    async () =>
      kinds.every((each) => since().some((one) => one.kind === each && acknowledged(one))) || undefined,
    180,
  )
  const to = await until('the new primary', () => cluster.leader(), 30)
  await seconds(calmSeconds)
  if (kind === 'kill') cluster.start(from)
  if (kind === 'freeze') cluster.thaw(from)
  await until('the former primary to follow', async () => (await cluster.isWhole()) || undefined, 180)
  const recoveredAfterSeconds = secondsFrom(at)
  const journal = since()
  const first = (which: (one: Written) => boolean) =>
    journal.find((one) => acknowledged(one) && which(one))!.respondedAt
  const ofKinds = kinds.map((each) => first((one) => one.kind === each))
  return {
    kind,
    from: from.name,
    to: to.name,
    firstServedAfterSeconds: (Math.min(...ofKinds) - at) / 1_000,
    allServedAfterSeconds: (Math.max(...ofKinds) - at) / 1_000,
    acknowledged: journal.filter(({ key }) => key !== undefined).length,
    lost: (await lostOf(world.bed, journal)).length,
    errors: countErrors(journal),
    longestSeconds: longestOf(journal),
    recoveredAfterSeconds,
  }
}

const happen: Record<DrillKind, (cluster: Cluster, primary: Member) => void | Promise<void>> = {
  kill: (cluster, primary) => cluster.kill(primary),
  crash: (cluster, primary) => cluster.crash(primary),
  freeze: (cluster, primary) => cluster.freeze(primary),
  switchover: (cluster, primary) => cluster.switchOver(primary),
}

export type Release = {
  process: string
  seconds: number
  requests: number
  errors: Record<string, number>
  longestSeconds: number
}

/** Restarts all processes of Likuta one after another, as a release does. */
export async function release(world: World): Promise<Release[]> {
  const { load, proxy, processes } = world
  const releases: Release[] = []
  const names = processes.filter(({ role }) => role === 'api').map(({ name }) => name)
  const allServe = async () => (await proxy.serving()).length === names.length || undefined
  for (const each of processes) {
    await until('all of them to serve', allServe, 60)
    const begun = load.journal.length
    const at = performance.now()
    await each.restart()
    await until('the new one to serve', allServe, 60)
    await seconds(1)
    const journal = load.journal.slice(begun)
    releases.push({
      process: each.name,
      seconds: secondsFrom(at),
      requests: journal.length,
      errors: countErrors(journal),
      longestSeconds: longestOf(journal),
    })
  }
  return releases
}

function countErrors(journal: readonly Written[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind, error } of journal)
    if (error !== undefined) counts[`${kind}: ${error}`] = (counts[`${kind}: ${error}`] ?? 0) + 1
  return counts
}

const longestOf = (journal: readonly Written[]) =>
  Math.max(0, ...journal.map(({ sentAt, respondedAt }) => respondedAt - sentAt)) / 1_000
const secondsFrom = (at: number) => (performance.now() - at) / 1_000
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000))
