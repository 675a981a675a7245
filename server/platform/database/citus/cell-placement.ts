// Where the cells of a deployment lie, how large they are, and the move of a cell to another server. On plain PostgreSQL all lie on one
// server; Citus places each on one of its nodes.
import pg from 'pg'
import { moveNumbers } from '../identity-ranges.ts'
import { cell, type Schema, shared } from '../schemas.ts'
import { areViewsMissing, endSessions, removeViews, renewViews } from './node-views.ts'
import { suffixOf } from './nodes.ts'

/** A server as `host:port`, and the bytes of the cell's tables and indexes. */
export type Placement = { cell: number; server: string; bytes: number }

export const transferModes = ['auto', 'force_logical', 'block_writes'] as const
/** How Citus copies a cell: `auto` and `force_logical` while it is written, `block_writes` while writes wait. */
export type TransferMode = (typeof transferModes)[number]

const onOneServer = `select n.nspname as schema, $1::text as server, coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
  from pg_namespace n left join pg_class c on c.relnamespace = n.oid and c.relkind = 'r'
 where n.nspname ~ '^cell_[0-9]+$' group by n.nspname`
/** Citus lists a cell at the standbys of its node, too. */
const onNodes = `select n.nspname as schema, min(s.nodename || ':' || s.nodeport) as server, coalesce(sum(s.shard_size), 0)::bigint as bytes
  from citus_shards s join pg_dist_node node on (node.nodename, node.nodeport) = (s.nodename, s.nodeport) and node.noderole = 'primary'
  join pg_class c on c.oid = s.table_name join pg_namespace n on n.oid = c.relnamespace
 where s.citus_table_type = 'schema' and n.nspname ~ '^cell_[0-9]+$' group by n.nspname`
const activeNodes = `select nodename || ':' || nodeport as server from pg_dist_node
 where noderole = 'primary' and isactive and shouldhaveshards order by 1`
const canMove = `select exists (select from pg_proc where proname = 'citus_schema_move') as moves`
const move = `select citus_schema_move($1::text::regnamespace, $2::text, $3::integer, $4)`

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
    const [from, to] = [placed.server, server].map(hostAndPort) as [Server, Server]
    if (placed.server !== server) {
      // The node may have been added since the last migration.
      await moveNumbersOfNodes(client, databaseUrl)
      await withClient(databaseUrl, (node) => removeViews(node, [number]), to)
      await client.query(move, [cell(number).name, to.host, to.port, mode])
      await withClient(databaseUrl, (node) => leaveNode(node, number), from)
    }
    // Again, too, if an earlier call ended before it had done so.
    await withClient(databaseUrl, (node) => renewViews(node, [number]), to)
    return placementOn(client, number, serverOf(databaseUrl))
  })
}

/** What remains of a cell that has just moved away: views of rows that nobody writes any more, and sessions. */
async function leaveNode(node: pg.Client, number: number): Promise<void> {
  await removeViews(node, [number])
  await endSessions(node, suffixOf(number))
}

type Server = { host: string; port: number }

function hostAndPort(server: string): Server {
  const at = server.lastIndexOf(':')
  return { host: server.slice(0, at), port: Number(server.slice(at + 1)) }
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

/** Citus places whole schemas and moves them since 12.1. */
export async function isOnCitus(client: pg.Client): Promise<boolean> {
  return (await client.query<{ moves: boolean }>(canMove)).rows[0]?.moves === true
}

/**
 * Lets the tables that a connection creates in `schema` lie where it lies: wholly on one node. Its statements are sent one by one, because
 * Citus sends the whole text to the other nodes, as a prepared statement.
 */
export async function prepareForCitus(client: pg.Client, schema: Schema): Promise<void> {
  const send = client.query.bind(client) as (...query: unknown[]) => Promise<unknown>
  const query = async (text: unknown, values?: unknown) => {
    if (typeof text !== 'string' || values !== undefined) return send(text, values)
    let last: unknown
    for (const statement of statementsOf(text)) last = await send(statement)
    return last
  }
  Object.assign(client, { query })
  await client.query(`set citus.enable_schema_based_sharding = ${schema === shared ? 'off' : 'on'}`)
  await allowTriggers(client)
}

/** Lets the statements of a connection make and change tables that have triggers. Ours read tables of their own schema and of `shared` only. */
export async function allowTriggers(client: pg.Client): Promise<void> {
  await client.query('set citus.enable_unsafe_triggers = on')
  await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
}

/** The statements of a migration: what semicolons outside quotes, bodies of functions and comments divide. */
export function statementsOf(sql: string): string[] {
  const statements = ['']
  /** The quote that is open. */
  let quote: string | undefined
  for (const [token] of sql.matchAll(/--.*|\$\w*\$|[';]|[^-$';]+|[-$]/g)) {
    if (token.startsWith('--')) continue
    if (token === ';' && quote === undefined) statements.push('')
    else statements[statements.length - 1] += token
    if (token === quote) quote = undefined
    else if (quote === undefined && (token === "'" || /^\$\w*\$$/.test(token))) quote = token
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '')
}

/** Tables of `shared` that not every node has yet, but all that they refer to. */
const nextToCopy = `
  select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = '${shared.name}' and c.relkind = 'r'
     and not exists (select from pg_dist_partition where logicalrelid = c.oid and repmodel = 't')
     and not exists (
       select from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
          and not exists (select from pg_dist_partition where logicalrelid = k.confrelid and repmodel = 't'))`

/** Copies the tables of `shared` to every node, because statements of every cell read them. */
export async function copyShared(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ name: string }>(nextToCopy)
    for (const { name } of rows) await client.query('select create_reference_table($1)', [name])
    if (rows.length === 0) return
  }
}

/** Gives each node its own numbers of each cell. Citus would give a node the same for all cells, and a number must name its cell. */
export async function moveNumbersOfNodes(client: pg.Client, databaseUrl: string): Promise<void> {
  const cells = (await placementsOn(client, '')).length
  await onEachNode(client, databaseUrl, async (node, group) => {
    // Citus refuses to alter a sequence of the whole cluster, so it is altered on this node only.
    await node.query('set citus.enable_ddl_propagation = off')
    await moveNumbers(node, cells, group)
  })
}

/** Before tables change: a view of a table would be in the way. */
export async function removeViewsOfNodes(client: pg.Client, databaseUrl: string): Promise<void> {
  const cells = await cellsOn(client)
  await onEachNode(client, databaseUrl, (node) => removeViews(node, cells))
}

/** Makes the views of each node that lacks some. */
export async function completeViewsOfNodes(client: pg.Client, databaseUrl: string): Promise<void> {
  const cells = await cellsOn(client)
  await onEachNode(client, databaseUrl, async (node) => {
    if (await areViewsMissing(node, cells)) await renewViews(node, cells)
  })
}

/** Whether a node lacks views. One that is gone is not waited for: what it lacks is made at the next call. */
export async function areViewsMissingOnNodes(client: pg.Client, databaseUrl: string): Promise<boolean> {
  const cells = await cellsOn(client)
  let areMissing = false
  const look = async (node: pg.Client) => {
    areMissing ||= await areViewsMissing(node, cells)
  }
  await onEachNode(client, databaseUrl, look, 2_000).catch(() => {})
  return areMissing
}

const cellsOn = async (client: pg.Client): Promise<number[]> =>
  (await placementsOn(client, '')).map((each) => each.cell)

/**
 * Does work on each node of Citus.
 * @param work gets the number of the node.
 * @param connectMs how long a connection may take.
 */
export async function onEachNode(
  client: pg.Client,
  databaseUrl: string,
  work: (node: pg.Client, group: number) => Promise<void>,
  connectMs?: number,
): Promise<void> {
  const nodes = await client.query<Server & { group: number }>(
    `select groupid as group, nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and isactive`,
  )
  for (const { group, ...server } of nodes.rows)
    await withClient(databaseUrl, (node) => work(node, group), { ...server, connectMs })
}

function serverOf(databaseUrl: string): string {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  return `${hostname || searchParams.get('host') || 'localhost'}:${port || 5432}`
}

/** Without time limits: a move copies all rows of a cell. */
async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
  { connectMs = 10_000, ...server }: Partial<Server> & { connectMs?: number | undefined } = {},
): Promise<Result> {
  const client = new pg.Client({
    connectionString,
    application_name: 'likuta-cells',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  })
  Object.assign(client, server)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
