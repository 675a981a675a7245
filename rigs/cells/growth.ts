// How much is served with 1, 2 and 4 nodes, each limited to a part of a core so that the nodes are what is full, and what one node of
// Citus costs beside plain PostgreSQL of the same version. How many transactions wrote on two servers is counted, too.
import { setTimeout as pause } from 'node:timers/promises'
import { number, quantile } from '../bench/figures.ts'
import { withParts } from '../bench/parts.ts'
import { table } from '../failover/report.ts'
import { openWorkspace } from '../failover/workspace.ts'
import { type ClusterOptions, startCluster } from './cluster/cluster.ts'
import { type Clients, type Kind, startLoad } from './load.ts'
import { openWorld, type Print, type World } from './world.ts'

export type Wanted = {
  postgres: string
  /** How many nodes are compared. */
  counts: readonly number[]
  cells: number
  coreShare: number
  delayMs: number
  seconds: number
  clients: number
  print: Print
}

export type Measured = {
  subject: string
  kind: Kind
  perSecond: number
  p50: number
  p99: number
  failed: number
  /** Of transactions that committed on two servers, for each acknowledged request. */
  twoServerCommits: number
}

const kinds = ['order', 'charge', 'transfer', 'refund'] as const
const nobody: Clients = { order: 0, charge: 0, transfer: 0, refund: 0 }

export async function measureGrowth(wanted: Wanted): Promise<Measured[]> {
  const { counts, cells, print } = wanted
  const measured: Measured[] = []
  const one = { nodes: 1, load: [1] }
  const all = { load: Array.from({ length: cells }, (_, n) => n + 1) }
  const subjects = [
    { ...one, subject: 'plain PostgreSQL, one cell', plain: true },
    { ...one, subject: 'one node, one cell', plain: false },
    ...counts.map((nodes) => ({ ...all, nodes, subject: `${nodes} nodes, ${cells} cells`, plain: false })),
  ]
  for (const { subject, load, nodes, plain } of subjects) {
    print(subject)
    const rows = await withWorld(wanted, { plain, nodes }, (world) => measureKinds(world, wanted, load))
    for (const row of rows) {
      measured.push({ subject, ...row })
      print(JSON.stringify(row))
    }
  }
  return measured
}

function withWorld<Result>(
  { postgres, cells, coreShare, delayMs, print }: Wanted,
  own: Pick<ClusterOptions, 'plain' | 'nodes'>,
  work: (world: World) => Promise<Result>,
): Promise<Result> {
  return withParts(async (parts) => {
    const place = await parts.start(openWorkspace('cells'))
    const cluster = await startCluster(parts, place, {
      ...{ postgres, delayMs, coreShare, smallDisk: false },
      ...own,
    })
    const size = { cells, merchants: 2, api: 1, workers: 1 }
    return work(await openWorld(parts, { place, cluster, size, print }))
  })
}

const warmUpSeconds = 5

async function measureKinds(
  world: World,
  { seconds, clients }: Wanted,
  numbers: readonly number[],
): Promise<Omit<Measured, 'subject'>[]> {
  const cells = world.cells.filter((cell) => numbers.includes(cell.number))
  const rows: Omit<Measured, 'subject'>[] = []
  for (const kind of kinds) {
    const load = startLoad(world, {
      ...{ cells, pauseMs: 0 },
      clients: { ...nobody, [kind]: Math.ceil(clients / cells.length) },
    })
    await pause(warmUpSeconds * 1_000)
    const before = await twoServerCommits(world)
    const at = performance.now()
    await pause(seconds * 1_000)
    const until = performance.now()
    const sent = load.journal.filter(({ respondedAt }) => respondedAt >= at && respondedAt < until)
    const commits = (await twoServerCommits(world)) - before
    const inAll = load.journal.filter(({ respondedAt }) => respondedAt >= at).length
    await load.stop()
    const times = sent
      .filter(({ key }) => key !== undefined)
      .map(({ sentAt, respondedAt }) => respondedAt - sentAt)
      .toSorted((a, b) => a - b)
    rows.push({
      kind,
      perSecond: times.length / ((until - at) / 1_000),
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      failed: sent.length - times.length,
      twoServerCommits: commits / Math.max(1, inAll),
    })
  }
  return rows
}

/** PostgreSQL reports what a session did within a second. */
const reportedWithinMs = 1_500

/** Citus inserts a row for each further server of a transaction, on the server where it began. */
async function twoServerCommits({ cluster: { coordinator, nodes } }: World): Promise<number> {
  await pause(reportedWithinMs)
  let sum = 0
  for (const server of new Set([coordinator, ...nodes])) {
    const [row] = await server.query<{ count: string }>(
      `select coalesce(sum(n_tup_ins), 0) as count from pg_stat_all_tables where relname = 'pg_dist_transaction'`,
    )
    sum += Number(row!.count)
  }
  return sum
}

export function textOfGrowth(measured: readonly Measured[]): string {
  const rows = measured.map(({ subject, kind, perSecond, p50, p99, failed, twoServerCommits: commits }) => [
    subject,
    kind,
    number(perSecond, 1),
    number(p50, 0),
    number(p99, 0),
    String(failed),
    number(commits, 2),
  ])
  const head = ['', 'requests', 'per second', 'p50 ms', 'p99 ms', 'failed', 'commits on two servers, each']
  return table([head, head.map(() => '---'), ...rows]).join('\n')
}
