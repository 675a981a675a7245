// Test databases on a cluster of Citus, so that tests send their statements to it: `LIKUTA_TEST_CITUS` is the URL of its coordinator, whose
// user may create databases on each node. CI has no Citus.
import pg from 'pg'
import { migrate } from '../../../server/platform/database/migrations.ts'

export const citusUrl = process.env.LIKUTA_TEST_CITUS

type Node = { host: string; port: number; coordinates: boolean }

/** Creates a database with this name on each node, and migrates it. */
export async function createOnCitus(
  serverUrl: string,
  { name, cells, path }: { name: string; cells: number; path: readonly string[] },
): Promise<void> {
  const coordinator = await createEmptyOnCitus(serverUrl, { name, path })
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await migrate(url.href, { cells })
  await on(serverUrl, coordinator, [`alter database ${name} set search_path = ${path.join(', ')}`])
}

/** Creates a database with this name on each node. Returns the coordinator. */
export async function createEmptyOnCitus(
  serverUrl: string,
  { name, path }: { name: string; path: readonly string[] },
): Promise<Node> {
  const nodes = await nodesOf(serverUrl)
  for (const node of nodes) {
    await on(serverUrl, node, [
      `create database ${name}`,
      `alter database ${name} set search_path = ${path.join(', ')}`,
    ])
    await on(serverUrl, { ...node, database: name }, ['create extension citus'])
  }
  const coordinator = nodes.find(({ coordinates }) => coordinates)!
  const set = `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`
  const added = nodes
    .filter(({ coordinates }) => !coordinates)
    .map(({ host, port }) => `select citus_add_node('${host}', ${port})`)
  await on(serverUrl, { ...coordinator, database: name }, [set, ...added])
  return coordinator
}

export async function dropOnCitus(serverUrl: string, name: string): Promise<void> {
  for (const node of await nodesOf(serverUrl))
    await on(serverUrl, node, [`drop database ${name} with (force)`])
}

async function nodesOf(serverUrl: string): Promise<Node[]> {
  return on(serverUrl, {}, [
    `select nodename as host, nodeport as port, groupid = 0 as coordinates from pg_dist_node order by groupid`,
  ])
}

async function on<Row extends object>(
  serverUrl: string,
  { host, port, database }: { host?: string; port?: number; database?: string },
  statements: readonly string[],
): Promise<Row[]> {
  const url = new URL(serverUrl)
  if (host !== undefined) url.hostname = host
  if (port !== undefined) url.port = String(port)
  if (database !== undefined) url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
