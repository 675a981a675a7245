// On which server each place lies. Citus places control and each cell on one of its nodes. A place is reached on its own node, because a
// statement that comes through another costs several times as much, and because a node that is gone must not disturb the other cells.
import pg from 'pg'
import { cell, control } from '../schemas.ts'
import { pathOnNode } from './node-views.ts'

type Server = Readonly<{ host: string; port: number }>
/** @property path where its statements look for tables. */
type PlaceOnNode = Server & Readonly<{ place: number; path: readonly string[] }>

/** Finds the server of a place when a connection to it is opened; undefined where the database is a single server. */
export type FindServer = () => Promise<PlaceOnNode | undefined>

/** On a database without Citus, the second statement would not parse. */
const hasCitus = `select exists (select from pg_extension where extname = 'citus') as found`
/** A schema lies wholly on one node, so any of its tables tells which. */
const nodesOfSchemas = `
  select distinct on (n.nspname) n.nspname as schema, node.nodename as host, node.nodeport as port
    from pg_dist_schema s join pg_namespace n on n.oid = s.schemaid
    join pg_dist_partition part on part.colocationid = s.colocationid
    join pg_dist_shard shard on shard.logicalrelid = part.logicalrelid
    join pg_dist_placement placed on placed.shardid = shard.shardid
    join pg_dist_node node on node.groupid = placed.groupid and node.noderole = 'primary'`

/** Cells move and servers are replaced, so what was read is read again, but a burst of new connections asks once. */
const keptMs = 1_000

/**
 * Returns what `openDatabase` needs to reach each place, which is 0 for control: nothing with one cell, which the URL itself names.
 * @param databaseUrl any node of the cluster that has its catalogue. Until it responds once, no place can be found.
 */
export function openNodes(databaseUrl: string, cells: number): (place: number) => { server?: FindServer } {
  if (cells === 1) return () => ({})
  let known: ReadonlyMap<string, Server> | undefined
  let reading: Promise<ReadonlyMap<string, Server>> | undefined
  let readAt = 0
  /** A single server stays one for as long as the process lives. */
  let isSingle = false
  function read(): Promise<ReadonlyMap<string, Server>> {
    reading ??= readNodes(databaseUrl)
      .then((servers) => {
        isSingle = servers === undefined
        known = servers ?? new Map()
        return known
      })
      .finally(() => {
        readAt = performance.now()
        reading = undefined
      })
    return reading
  }
  return (place) => ({
    async server() {
      // While the server with the catalogue is gone, places are where they were.
      if (known && !isSingle && performance.now() - readAt > keptMs) read().catch(() => {})
      const servers = known ?? (await read())
      const schema = place === 0 ? control : cell(place)
      const server = servers.get(schema.name)
      return server && { ...server, place, path: place === 0 ? control.path : pathOnNode(place) }
    },
  })
}

/** Undefined without Citus. */
async function readNodes(connectionString: string): Promise<ReadonlyMap<string, Server> | undefined> {
  const client = new pg.Client({
    connectionString,
    application_name: 'likuta-nodes',
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const [citus] = (await client.query<{ found: boolean }>(hasCitus)).rows
    if (!citus?.found) return undefined
    const { rows } = await client.query<Server & { schema: string }>(nodesOfSchemas)
    return new Map(rows.map(({ schema, host, port }) => [schema, { host, port }]))
  } finally {
    await client.end()
  }
}

/** Of the connections of a place on a node, so that they can be ended once it has moved. */
export const suffixOf = (place: number): string => ` place ${place}`

/** A client for a pool, whose server is found when it connects. */
export function clientOf(find: FindServer): typeof pg.Client {
  class Client extends pg.Client {
    /** Whether what it writes may lie on several servers. */
    isOnNode = false

    // A pool passes a callback.
    override connect(done?: unknown): never {
      const connect = () => super.connect(done as () => void)
      return find().then(
        (found) => {
          if (found) this.#reach(found)
          return connect()
        },
        done as (error: unknown) => void,
      ) as never
    }

    #reach({ host, port, place, path }: PlaceOnNode): void {
      Object.assign(this, { host, port, isOnNode: true })
      const { connectionParameters: of } = this as unknown as { connectionParameters: Record<string, string> }
      of.options += ` -c search_path=${path.join()}`
      of.application_name += suffixOf(place)
    }
  }
  return Client as unknown as typeof pg.Client
}

/** The cell lies on another server now, or the session was ended because of that. */
export function hasMoved(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57P01'
}

/** PostgreSQL itself has this code only for the end of a session, after which nobody knows whether a statement was committed. */
export const isRefusedByMove = (error: unknown): boolean =>
  hasMoved(error) && (error as { severity?: string }).severity === 'ERROR'
