// A deployment over several servers: the cluster, Likuta's processes, cells placed on nodes, and merchants in each cell.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { registerMerchant } from '../../server/merchants/identity/register.ts'
import { openNodes } from '../../server/platform/database/citus/nodes.ts'
import { type Database, openDatabase } from '../../server/platform/database/database.ts'
import { migrate } from '../../server/platform/database/migrations.ts'
import { openSecrets } from '../../server/platform/secrets.ts'
import { systemClock } from '../../server/platform/time/clock.ts'
import { asker } from '../bench/harness/bench-world.ts'
import { adminToken } from '../bench/harness/servers.ts'
import { startSimulators } from '../bench/harness/simulators.ts'
import type { Parts } from '../bench/parts.ts'
import { fillWallet } from '../bench/suites/processes-books.ts'
import { oneAtATime } from '../bench/workloads/one-at-a-time.ts'
import { paidOrder } from '../bench/workloads/paid-order.ts'
import type { Bed } from '../bench/workloads/workload.ts'
import { freePorts, type Likuta, startLikuta } from '../failover/likuta.ts'
import type { Workspace } from '../failover/workspace.ts'
import { environmentOf, plannedProcesses } from '../failover/world.ts'
import { withCallback } from '../failover/writes.ts'
import type { Cluster } from './cluster/cluster.ts'
import type { Server } from './cluster/server.ts'

export type Cell = {
  number: number
  db: Database
  /** One for each merchant of the cell. */
  beds: readonly Bed[]
  /** Payments at the gateway that can be refunded many times. */
  paid: readonly string[]
}

export type World = {
  cluster: Cluster
  cells: readonly Cell[]
  processes: readonly Likuta[]
  /** Of the API processes. */
  urls: readonly string[]
  /** Runs a command of Likuta to its end. */
  likuta(...words: string[]): Promise<Ended>
  /** Where a cell lies now. */
  nodeOf(cell: number): Promise<Server>
}
export type Ended = { code: number; output: string }
export type Size = { cells: number; merchants: number; api: number; workers: number }

const main = join(import.meta.dirname, '../../server/main.js')
const paidPerCell = 8

export async function openWorld(
  parts: Parts,
  { place, cluster, size, print }: { place: Workspace; cluster: Cluster; size: Size; print: Print },
): Promise<World> {
  const { url: database } = cluster.coordinator
  print(`${size.cells} cells on ${cluster.nodes.length} nodes, PostgreSQL ${cluster.version}`)
  await migrate(database, { cells: size.cells })
  const ports = await freePorts(size.api + size.workers)
  const url = `http://127.0.0.1:${ports[0]}`
  const masterKey = randomBytes(32)
  const simulators = await parts.start(startSimulators())
  const environment = {
    ...environmentOf({ url, database, masterKey, simulators }),
    CELLS: String(size.cells),
    LIKUTA_DATA_DIR: join(place.path, 'likuta'),
  }
  const likuta = (...words: string[]) => runCommand(environment, words)
  const isSpread = cluster.nodes.some((node) => node !== cluster.coordinator)
  if (isSpread) await placeAll(cluster, size.cells, likuta)

  print(`Likuta: ${size.api} api, ${size.workers} workers`)
  const planned = plannedProcesses(ports, size)
  const processes: Likuta[] = []
  for (const each of planned)
    processes.push(await parts.start(startLikuta(place, each, environment, each.port)))
  const urls = planned.filter(({ role }) => role === 'api').map(({ port }) => `http://127.0.0.1:${port}`)

  print(`${size.merchants} merchants in each cell, and payments to refund`)
  const at = openNodes(database, size.cells)
  const secrets = openSecrets(masterKey)
  const cells: Cell[] = []
  for (let number = 1; number <= size.cells; number++) {
    const db = openDatabase(database, { connections: 2, name: 'cells-rig', cell: number, ...at(number) })
    await parts.start(Promise.resolve({ stop: () => db.close() }))
    cells.push(await fillCell({ number, db, secrets, simulators, url }, size.merchants))
  }
  const nodeOf = async (number: number) => {
    if (!isSpread) return cluster.coordinator
    const { server } = JSON.parse((await likuta('cells', 'place', String(number), '--json')).output) as {
      server: string
    }
    return serverAt(cluster, server)
  }
  return { cluster, cells, processes, urls, likuta, nodeOf }
}

type NewCell = Pick<Bed, 'db' | 'secrets' | 'simulators'> & { number: number; url: string }

/** Registers merchants with money, and makes payments. */
async function fillCell({ number, url, ...needs }: NewCell, merchants: number): Promise<Cell> {
  const { db, secrets } = needs
  const beds: Bed[] = []
  for (let n = 0; n < merchants; n++) {
    const merchant = await registerMerchant(
      { db, secrets, clock: systemClock, merchantPrefix: 'LKT' },
      {
        name: `Drill ${number}-${n}`,
        email: `drill-${number}-${n}@example.com`,
        environment: 'sandbox',
        password: 'correct horse battery',
      },
    )
    await fillWallet(db, merchant.merchant_code)
    const ask = asker(url, merchant)
    const send: Bed['send'] = (request) => ask(withCallback(url, request))
    beds.push({ ...needs, merchant, adminToken, send })
  }
  const paid = await oneAtATime(paidPerCell, () => paidOrder(beds[0]!, 4_000), 4)
  return { number, db, beds, paid }
}

export type Print = (line: string) => void
export const addressOf = ({ host, port }: Server) => `${host}:${port}`

function serverAt({ coordinator, nodes }: Cluster, address: string): Server {
  const found = [coordinator, ...nodes].find((each) => addressOf(each) === address)
  if (!found) throw new Error(`${address} is not a server of this cluster`)
  return found
}

/**
 * Cells on the nodes in turn, control on the coordinator. So a node that is gone takes some cells with it and nothing else, and what the
 * loss of control costs is a drill of its own.
 */
async function placeAll(
  { coordinator, nodes }: Cluster,
  cells: number,
  likuta: World['likuta'],
): Promise<void> {
  const { host, port } = coordinator
  await coordinator.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', true)`, [host, port])
  await coordinator.query(`select citus_schema_move('control'::regnamespace, $1, $2, 'block_writes')`, [
    host,
    port,
  ])
  for (let number = 1; number <= cells; number++) {
    const node = nodes[(number - 1) % nodes.length]!
    const { code, output } = await likuta(
      ...['cells', 'place', String(number), addressOf(node), '--mode', 'block_writes'],
    )
    if (code !== 0) throw new Error(`cell ${number} could not be placed: ${output}`)
  }
}

function runCommand(environment: Record<string, string>, words: readonly string[]): Promise<Ended> {
  const { PATH = '' } = process.env
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, ...words],
      { env: { PATH, HOME: environment.LIKUTA_DATA_DIR, ...environment }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: (stdout + stderr).trim() }),
    )
  })
}
