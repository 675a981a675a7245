// A coordinator and nodes of Citus, or one plain server in which all cells lie, for comparison.
import type { Parts } from '../../bench/parts.ts'
import type { Workspace } from '../../failover/workspace.ts'
import { type Server, startServer } from './server.ts'

export type Cluster = {
  /** Has the catalogue, and control; the only server without Citus. */
  coordinator: Server
  /** Have the cells. */
  nodes: readonly Server[]
  version: string
}

export type ClusterOptions = {
  postgres: string
  plain: boolean
  nodes: number
  /** Milliseconds that each commit waits for the disk of its node. */
  delayMs: number
  /** The share of a core that each node may use. */
  coreShare?: number | undefined
  /** The last node has a disk in memory, which can be filled. */
  smallDisk: boolean
}

const diskMiB = 1_024

/** A disk that takes this long, also for a transaction that commits alone. */
const slowDisk = (delayMs: number) =>
  delayMs > 0 ? { commit_delay: String(delayMs * 1_000), commit_siblings: '0' } : {}

const settingsOfCitus = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_prepared_transactions: '300',
  max_worker_processes: '32',
  'citus.node_conninfo': 'sslmode=prefer',
}

export async function startCluster(
  parts: Parts,
  place: Workspace,
  { postgres, plain, nodes: count, delayMs, coreShare, smallDisk }: ClusterOptions,
): Promise<Cluster> {
  const settings = { ...slowDisk(delayMs), ...(plain ? {} : settingsOfCitus) }
  const limit = coreShare === undefined ? {} : { coreShare }
  const start = async (name: string, own: { diskMiB?: number; coreShare?: number }) => {
    const server = await parts.start(startServer(place, { postgres, name, settings, ...own }))
    if (!plain) await server.query('create extension citus')
    return server
  }
  if (plain) {
    const server = await start('postgres', limit)
    return { coordinator: server, nodes: [server], version: await versionOf(server) }
  }
  const coordinator = await start('coordinator', {})
  await coordinator.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port])
  const nodes: Server[] = []
  for (let n = 1; n <= count; n++) {
    const node = await start(`node${n}`, { ...limit, ...(smallDisk && n === count && { diskMiB }) })
    await coordinator.query('select citus_add_node($1, $2)', [node.host, node.port])
    nodes.push(node)
  }
  return { coordinator, nodes, version: await versionOf(coordinator) }
}

async function versionOf(server: Server): Promise<string> {
  const [row] = await server.query<{ version: string }>(
    `select current_setting('server_version') || coalesce(
       (select ', Citus ' || extversion from pg_extension where extname = 'citus'), '') as version`,
  )
  return row!.version
}
