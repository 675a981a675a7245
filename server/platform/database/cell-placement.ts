// Where the cells of a deployment lie, how large they are, and the move of a cell to another server. On plain PostgreSQL all lie on one
// server; Citus places each on one of its nodes.
import pg from 'pg'
import { cell } from './schemas.ts'

/** A server as `host:port`, and the bytes of the cell's tables and indexes. */
export type Placement = { cell: number; server: string; bytes: number }

export const transferModes = ['auto', 'force_logical', 'block_writes'] as const
/** How Citus copies a cell: `auto` and `force_logical` while it is written, `block_writes` while writes wait. */
export type TransferMode = (typeof transferModes)[number]

const onOneServer = `select n.nspname as schema, $1::text as server, coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
  from pg_namespace n left join pg_class c on c.relnamespace = n.oid and c.relkind = 'r'
 where n.nspname ~ '^cell_[0-9]+$' group by n.nspname`
const onNodes = `select n.nspname as schema, min(s.nodename || ':' || s.nodeport) as server, coalesce(sum(s.shard_size), 0)::bigint as bytes
  from citus_shards s join pg_class c on c.oid = s.table_name join pg_namespace n on n.oid = c.relnamespace
 where s.citus_table_type = 'schema' and n.nspname ~ '^cell_[0-9]+$' group by n.nspname`
const activeNodes = `select nodename || ':' || nodeport as server from pg_dist_node
 where noderole = 'primary' and isactive and shouldhaveshards order by 1`
/** Since Citus 12.1. */
const canMove = `select exists (select from pg_proc where proname = 'citus_schema_move') as moves`
const move = `select citus_schema_move($1::text::regnamespace, $2::text, $3::integer, $4::text::citus.shard_transfer_mode)`

/** The existing cells in the order of their numbers. */
export function placements(databaseUrl: string): Promise<Placement[]> {
  return withClient(databaseUrl, async (client) => placementsOn(client, serverOf(databaseUrl)))
}

async function placementsOn(client: pg.Client, ownServer: string): Promise<Placement[]> {
  const { rows } = (await isOnCitus(client))
    ? await client.query<Row>(onNodes)
    : await client.query<Row>(onOneServer, [ownServer])
  return rows
    .map(({ schema, server, bytes }) => ({ cell: Number(schema.slice(5)), server, bytes: Number(bytes) }))
    .toSorted((a, b) => a.cell - b.cell)
}

type Row = { schema: string; server: string; bytes: string }

/**
 * Moves a cell to another node of Citus. Its merchants are served meanwhile, but for moments or, with `block_writes`, their writes.
 * @param server `host:port`, as Citus knows the node.
 * @throws Error without Citus, or for a server or cell that does not exist.
 */
export function moveCell(
  databaseUrl: string,
  number: number,
  { server, mode }: { server: string; mode: TransferMode },
): Promise<Placement> {
  return withClient(databaseUrl, async (client) => {
    if (!(await isOnCitus(client)))
      throw new Error(
        `all cells lie on ${serverOf(databaseUrl)}: only Citus 12.1 or newer has several servers`,
      )
    const nodes = (await client.query<{ server: string }>(activeNodes)).rows.map((node) => node.server)
    if (!nodes.includes(server)) throw new Error(`${server} is not one of the servers: ${nodes.join(', ')}`)
    const placed = await placementOn(client, number, serverOf(databaseUrl))
    if (placed.server === server) return placed
    const at = server.lastIndexOf(':')
    await client.query(move, [cell(number).name, server.slice(0, at), Number(server.slice(at + 1)), mode])
    return placementOn(client, number, serverOf(databaseUrl))
  })
}

/** @throws Error for a cell that does not exist. */
export async function placementOf(databaseUrl: string, number: number): Promise<Placement> {
  return withClient(databaseUrl, (client) => placementOn(client, number, serverOf(databaseUrl)))
}

async function placementOn(client: pg.Client, number: number, ownServer: string): Promise<Placement> {
  const found = (await placementsOn(client, ownServer)).find((each) => each.cell === number)
  if (!found) throw new Error(`cell ${number} does not exist`)
  return found
}

async function isOnCitus(client: pg.Client): Promise<boolean> {
  return (await client.query<{ moves: boolean }>(canMove)).rows[0]?.moves === true
}

function serverOf(databaseUrl: string): string {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || 5432}`
}

/** Without time limits: a move copies all rows of a cell. */
async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString,
    application_name: 'likuta-cells',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
