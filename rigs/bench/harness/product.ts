// The product as an operator starts it, `likuta start`, and the resources of its processes according to Linux.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { demoMerchantFile } from '../../../server/composition/site/demo-checkout.ts'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { spawnTied } from '../../../server/platform/process/child-process.ts'
import { freePort } from '../../../server/platform/process/ports.ts'

export type DataFolder = { path: string; stop(): Promise<void> }

export async function makeDataFolder(): Promise<DataFolder> {
  const path = mkdtempSync(join(tmpdir(), 'likuta-bench-'))
  // PostgreSQL may run as another user.
  chmodSync(path, 0o755)
  // A product stopped before it is ready leaves its PostgreSQL to stop by itself, which takes a moment.
  const patience = { maxRetries: 20, retryDelay: 100 }
  return { path, stop: () => rm(path, { recursive: true, force: true, ...patience }) }
}

export type Product = {
  url: string
  /** The time from the start of the process to its line `ready`, and to the first 200 of /readyz. */
  readySeconds: number
  readyAfterSeconds: number
  /** The demo merchant. */
  credentials: Credentials
  /** The pid of the started process; `use` includes all its descendants. */
  pid: number
  use(): ProcessUse
  stop(): Promise<void>
}

/** The resources of the product's processes, without PostgreSQL and the simulators, which are separate. */
export type ProcessUse = { processes: number; cpuSeconds: number; rssBytes: number; pssBytes: number }

/** @param options.words what comes after `likuta start`. */
export async function startProduct(
  data: DataFolder,
  { options = [], environment = {} }: { options?: string[]; environment?: Record<string, string> } = {},
): Promise<Product> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { PATH = '', HOME = '' } = process.env
  const started = performance.now()
  // As `npm start` does it, which replaces itself by this process.
  const child = spawnTied(
    process.execPath,
    [join(import.meta.dirname, '../../../server/main.js'), 'start', ...options],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH,
        HOME,
        PORT: String(port),
        SANDBOX_PORT: '0',
        LIKUTA_DATA_DIR: data.path,
        LOG_LEVEL: 'error',
        RATE_LIMIT_PER_SECOND: '99999',
        RATE_LIMIT_BURST: '99999',
        ...environment,
      },
    },
  )
  const removed = once(child, 'exit')
  const since = () => (performance.now() - started) / 1_000
  const [readySeconds, readyAfterSeconds] = await Promise.all([
    readyLine(child).then(since),
    readyResponse(url, child).then(since),
  ]).catch(async (error) => {
    child.kill('SIGTERM')
    await removed
    throw error
  })
  return {
    url,
    readySeconds,
    readyAfterSeconds,
    credentials: JSON.parse(readFileSync(demoMerchantFile(data.path), 'utf8')) as Credentials,
    pid: child.pid!,
    use: () => useOf(child.pid!),
    async stop() {
      child.kill('SIGTERM')
      await removed
    },
  }
}

async function readyLine(child: ChildProcess): Promise<void> {
  for await (const line of createInterface({ input: child.stdout! }))
    if (line.startsWith('ready ')) {
      child.stdout!.resume()
      return
    }
  throw new Error('the product exited before it was ready')
}

async function readyResponse(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('the product exited before it responded')
}

const ticksPerSecond = 100

function useOf(pid: number): ProcessUse {
  const own = [pid, ...childrenOf(pid).filter(isProduct)].map((each) => {
    const fields = read(each, 'stat').split(') ')[1]!.split(' ')
    const kilobytes = (file: string, name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(each, file))?.[1])
    return {
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
      rssBytes: kilobytes('status', 'VmRSS') * 1024,
      pssBytes: kilobytes('smaps_rollup', 'Pss') * 1024,
    }
  })
  const sum = (name: 'cpuSeconds' | 'rssBytes' | 'pssBytes') =>
    own.reduce((total, each) => total + each[name], 0)
  return {
    processes: own.length,
    cpuSeconds: sum('cpuSeconds'),
    rssBytes: sum('rssBytes'),
    pssBytes: sum('pssBytes'),
  }
}

const read = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
const isProduct = (pid: number) => read(pid, 'cmdline').includes('/server/main.js')
const childrenOf = (pid: number) => read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
