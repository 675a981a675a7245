// One PostgreSQL server on loopback with its data in its own folder, and what a drill does to it.
import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { asUnprivilegedUser, unprivilegedUser } from '../../../server/platform/database/embedded-postgres.ts'
import { freePort } from '../../../server/platform/process/ports.ts'
import { childrenOf, postmasterOf, removeSharedMemory, send } from '../../failover/cluster/postmaster.ts'
import {
  hasExited,
  isRoot,
  makeFolder,
  type Run,
  run,
  until,
  type Workspace,
} from '../../failover/workspace.ts'
import { type CoreLimit, limitCores } from './cores.ts'

export type Server = {
  name: string
  host: string
  port: number
  /** Of the database `likuta`, as superuser. */
  url: string
  query<Row extends pg.QueryResultRow = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<Row[]>
  /** Starts it if it does not run, because it was killed or ended by itself. */
  start(): Promise<void>
  /** Kills all its processes with -9. */
  kill(): Promise<void>
  /** Stops all its processes while their connections stay open. */
  freeze(): void
  thaw(): void
  /** Fills its disk to the last byte, and frees it again. */
  fillDisk(): void
  freeDisk(): void
  stop(): Promise<void>
}

export type ServerOptions = {
  /** The folder of PostgreSQL's programs. */
  postgres: string
  name: string
  settings?: Readonly<Record<string, string>>
  /** Its data lie on a disk in memory of this size; on that of the workspace by default. */
  diskMiB?: number
  /** The share of a core that all its processes together may use. */
  coreShare?: number
}

const host = '127.0.0.1'
const user = 'likuta'
const common = {
  listen_addresses: host,
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '300',
  jit: 'off',
}

export async function startServer(place: Workspace, options: ServerOptions): Promise<Server> {
  const { postgres, name, diskMiB, coreShare } = options
  const folder = makeFolder(join(place.path, name))
  const port = await freePort()
  const url = `postgres://${user}@${host}:${port}/likuta`
  const disk = diskMiB === undefined ? undefined : mountDisk(folder, diskMiB)
  const limit = coreShare === undefined ? undefined : limitCores(`${name}-${port}`, coreShare)
  const data = join(folder, 'data')
  initialise(postgres, data, { ...common, ...options.settings, port: String(port) })
  const control = processesOf(data, limit)
  let running: Run | undefined
  async function start(): Promise<void> {
    if (running && !hasExited(running)) return
    running = run(place, name, [join(postgres, 'postgres'), '-D', data], { unprivileged: true })
    await until(`PostgreSQL of ${name}`, () => ask(url.replace(/likuta$/, 'postgres'), 'select 1'), 60)
    control.limit()
  }
  const filler = join(folder, 'filler')
  const freeDisk = () => rmSync(filler, { force: true })
  const server: Server = {
    ...{ name, host, port, url, start, freeDisk },
    query: (text, values) => ask(url, text, values),
    async kill() {
      control.signal('SIGKILL')
      await until(`the end of ${name}`, async () => !running || hasExited(running) || undefined, 15)
    },
    freeze: () => control.signal('SIGSTOP'),
    thaw: () => control.signal('SIGCONT'),
    fillDisk: () => fill(filler),
    async stop() {
      freeDisk()
      await control.stop()
      disk?.unmount()
      // Its last processes may not have been waited for.
      if (limit) await until(`the end of the limit of ${name}`, async () => limit.remove(), 15)
    },
  }
  try {
    await start()
    await ask(url.replace(/likuta$/, 'postgres'), 'create database likuta')
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

function initialise(postgres: string, data: string, settings: Readonly<Record<string, string>>): void {
  const initdb = [
    join(postgres, 'initdb'),
    ...['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
  ] as const
  const [program, ...parameters] = isRoot ? ['setpriv', ...asUnprivilegedUser, ...initdb] : initdb
  execFileSync(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'] })
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  appendFileSync(join(data, 'postgresql.conf'), lines.join(''))
}

/** The processes of the server that runs on a data directory, whoever started it. */
function processesOf(data: string, limit: CoreLimit | undefined) {
  /** A killed PostgreSQL leaves a shared memory segment behind. */
  const orphans = new Set<string>()
  const all = (): number[] => {
    const postmaster = postmasterOf({ data })
    return postmaster ? [postmaster.pid, ...childrenOf(postmaster.pid)] : []
  }
  const signal = (name: NodeJS.Signals) => {
    const { sharedMemory } = postmasterOf({ data }) ?? {}
    if (name === 'SIGKILL' && sharedMemory) orphans.add(sharedMemory)
    for (const pid of all()) send(pid, name)
  }
  return {
    signal,
    limit: () => limit?.add(all()),
    async stop() {
      signal('SIGCONT')
      send(postmasterOf({ data })?.pid, 'SIGQUIT')
      await until('the end of PostgreSQL', async () => !postmasterOf({ data }) || undefined, 15)
      for (const id of orphans) removeSharedMemory(id)
    },
  }
}

/** @throws Error when we are not root: only root mounts file systems. */
function mountDisk(folder: string, sizeMiB: number) {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m,mode=700`, 'tmpfs', folder])
  chownSync(folder, unprivilegedUser, unprivilegedUser)
  return { unmount: () => execFileSync('umount', ['--lazy', folder]) }
}

/** PostgreSQL goes on writing meanwhile, so a little less than what was free may be left. */
function fill(file: string, tries = 1): void {
  const { bavail, bsize } = statfsSync(join(file, '..'))
  try {
    execFileSync('fallocate', ['--length', String(bavail * bsize), file], { stdio: 'pipe' })
  } catch (error) {
    rmSync(file, { force: true })
    if (tries === 20) throw error
    fill(file, tries + 1)
  }
  if (!existsSync(file)) throw new Error(`${file} was not created`)
}

async function ask<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
