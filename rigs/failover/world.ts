// Everything a drill needs, started in order: etcd, three databases, the proxy, Likuta, a load.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { registerMerchant } from '../../server/merchants/identity/register.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { migrate } from '../../server/platform/database/migrations.ts'
import { openSecrets } from '../../server/platform/secrets.ts'
import { systemClock } from '../../server/platform/time/clock.ts'
import { asker } from '../bench/harness/bench-world.ts'
import { adminToken } from '../bench/harness/servers.ts'
import { startSimulators } from '../bench/harness/simulators.ts'
import type { Parts } from '../bench/parts.ts'
import { fillWallet } from '../bench/suites/processes-books.ts'
import type { Bed, Outgoing } from '../bench/workloads/workload.ts'
import { startEtcd } from './cluster/etcd.ts'
import { type Cluster, startCluster } from './cluster/patroni.ts'
import { databaseUrl, databaseUser, superuserUrl } from './cluster/patroni-configuration.ts'
import { type Front, startProxy } from './cluster/proxy.ts'
import type { Tools } from './cluster/tools.ts'
import { freePorts, type Likuta, startLikuta } from './likuta.ts'
import { openWorkspace, until } from './workspace.ts'
import { type Load, startLoad, withCallback } from './writes.ts'

export type World = {
  cluster: Cluster
  proxy: Front
  processes: Likuta[]
  bed: Bed
  load: Load
  version: string
}
export type Size = { etcd: number; api: number; workers: number }

export async function openWorld(
  parts: Parts,
  tools: Tools,
  size: Size,
  print: (line: string) => void,
): Promise<World> {
  const workspace = await parts.start(openWorkspace('failover'))
  print(
    `etcd by version ${tools.etcdApi}, PostgreSQL of ${tools.postgres}, Patroni ${tools.patroniVersion}, HAProxy`,
  )
  const etcd = await parts.start(startEtcd(workspace, tools, size.etcd))
  const cluster = await parts.start(startCluster(workspace, tools, etcd))
  const [database, front, statistics, ...own] = (await freePorts(3 + size.api + size.workers)) as [
    number,
    number,
    number,
    ...number[],
  ]
  const planned = plannedProcesses(own, size)
  const api = planned.filter(({ role }) => role === 'api')
  const ports = { database, api: front, statistics }
  const proxy = await parts.start(startProxy(workspace, tools, ports, { members: cluster.members, api }))
  const version = await until('the primary behind the proxy', () => makeDatabase(superuserUrl(database)), 30)
  // Patroni may restart it when the standbys have joined.
  await until('the schema', () => migrate(databaseUrl(database)).then(() => true), 60)

  print('Likuta')
  const url = `http://127.0.0.1:${front}`
  const masterKey = randomBytes(32)
  const simulators = await parts.start(startSimulators())
  const environment = environmentOf({ url, database: databaseUrl(database), masterKey, simulators })
  const processes: Likuta[] = []
  for (const each of planned)
    processes.push(await parts.start(startLikuta(workspace, each, environment, each.port)))
  const isServing = async () => (await proxy.serving()).length === size.api || undefined
  await until('the API behind the proxy', isServing, 30)

  print('a merchant with money, and payments to refund')
  const db = openDatabase(databaseUrl(database), { connections: 2, name: 'failover-drill' })
  await parts.start(Promise.resolve({ stop: () => db.close() }))
  const secrets = openSecrets(masterKey)
  const merchant = await registerMerchant(
    { db, secrets, clock: systemClock, merchantPrefix: 'LKT' },
    { name: 'Drill', email: 'drill@example.com', environment: 'sandbox', password: 'correct horse battery' },
  )
  await fillWallet(db, merchant.merchant_code)
  const send = asker(url, merchant)
  const bed = {
    merchant,
    db,
    secrets,
    adminToken,
    simulators,
    send: (order: Outgoing) => send(withCallback(url, order)),
  }
  const load = await parts.start(startLoad(url, bed))
  return { cluster, proxy, processes, bed, load, version }
}

/** The API processes first, then the workers. */
export function plannedProcesses(ports: readonly number[], size: Pick<Size, 'api'>) {
  return ports.map((port, n) => {
    const role = n < size.api ? ('api' as const) : ('worker' as const)
    return { name: `${role}${n < size.api ? n + 1 : n - size.api + 1}`, role, port }
  })
}

type Surroundings = {
  url: string
  /** The URL of the database. */
  database: string
  masterKey: Buffer
  simulators: Bed['simulators']
}

export function environmentOf({
  url,
  database,
  masterKey,
  simulators,
}: Surroundings): Record<string, string> {
  return {
    BASE_URL: url,
    DATABASE_URL: database,
    MASTER_KEY: masterKey.toString('base64'),
    ADMIN_TOKENS: `drill:${adminToken}`,
    TRUSTED_PROXIES: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    // Nothing expires during the drills.
    DRAIN_SECONDS: '3',
    CHECKOUT_TTL_SECONDS: '86400',
    RATE_LIMIT_PER_SECOND: '99999',
    RATE_LIMIT_BURST: '99999',
    RATE_LIMIT_PAGES_PER_SECOND: '99999',
    ...simulators.settings,
  }
}

/** @returns the version of PostgreSQL. */
async function makeDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    await client.query(`create role ${databaseUser.name} login password '${databaseUser.password}'`)
    await client.query(`create database likuta owner ${databaseUser.name}`)
    return (await client.query('show server_version')).rows[0].server_version as string
  } finally {
    await client.end()
  }
}
