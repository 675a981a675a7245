// The real service on a small scale: PostgreSQL on disk, simulators, two API processes and one worker, and a
// balancer.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { simulatedRates } from '../../server/adapters/rate-settings.ts'
import { type Credentials, registerMerchant } from '../../server/merchants/identity/register.ts'
import { columnParser, openDatabase } from '../../server/platform/database/database.ts'
import { runningServer, startEmbeddedPostgres } from '../../server/platform/database/embedded-postgres.ts'
import { migrate } from '../../server/platform/database/migrations.ts'
import { openSecrets } from '../../server/platform/secrets.ts'
import { systemClock } from '../../server/platform/time/clock.ts'
import { startSimulators } from '../bench/harness/simulators.ts'
import { insertPortalTokens } from '../simulation/callers/portal-tokens.ts'
import type { Line } from '../simulation/callers/retries.ts'
import { type AdminName, adminTokens } from '../simulation/world/settings.ts'
import { type AppProcess, type ExitReport, startAppProcess } from './cast/app-processes.ts'
import { openBalancer } from './cast/balancer.ts'
import { type Journal, kindOf } from './journal.ts'

export type Scene = {
  /** The address of the balancer. */
  url: string
  sandboxUrl: string
  processes: readonly AppProcess[]
  merchants: readonly Credentials[]
  /** Registers another merchant, who pays no fees. */
  register(name: string): Promise<Credentials>
  /** Processes that exited although nothing stopped them. */
  exits: ExitReport[]
  request: Line['request']
  adminHeaders(admin: AdminName): Record<string, string>
  /** Queries the database, retrying while it is down. */
  rows(sql: string, values?: readonly unknown[]): Promise<any[]>
  killPostgres(): void
  /** Sends a command to the simulators. */
  control(path: string, body: object): Promise<any>
  books(): Promise<any>
  close(): Promise<void>
}

const tokenOf = (admin: AdminName) => admin.padEnd(43, '0')
const patienceMs = 10_000

/**
 * @param signal aborts the start.
 * @param settings of the processes that differ from the usual ones.
 */
export async function openScene(
  journal: Journal,
  signal: AbortSignal,
  settings: Record<string, string> = {},
): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'likuta-chaos-'))
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    return await build(folder, { journal, closers, close, signal, changed: { ...speedy, ...settings } })
  } catch (error) {
    await close()
    throw error
  }
}

type Needs = {
  journal: Journal
  closers: (() => unknown)[]
  close(): Promise<void>
  signal: AbortSignal
  changed: Record<string, string>
}

async function build(folder: string, { journal, closers, close, signal, changed }: Needs): Promise<Scene> {
  const password = randomBytes(16).toString('hex')
  const dataDirectory = join(folder, 'postgres')
  const postgres = await startEmbeddedPostgres(dataDirectory, { password, durable: true })
  closers.push(() => postgres.stop())
  const simulators = await startSimulators({
    vodacom: 'mpesa',
    airtel: 'airtel',
    orange: 'pawapay',
    africell: 'gsma',
  })
  closers.push(() => simulators.stop())
  await migrate(postgres.url)
  const masterKey = randomBytes(32)
  const target = { url: postgres.url, masterKey }
  const merchants = await registerAt(target, ['Boutique Virunga', 'Kivu Transferts', 'Librairie du Lac'], 150)
  const apis: AppProcess[] = []
  const balancer = await openBalancer(() => apis.filter(({ isServing }) => isServing).map(({ port }) => port))
  closers.push(() => balancer.close())
  const settings = {
    ...simulators.settings,
    ...changed,
    DATABASE_URL: postgres.url,
    BASE_URL: balancer.url,
    LIKUTA_DATA_DIR: join(folder, 'likuta'),
    MASTER_KEY: masterKey.toString('base64'),
    ADMIN_TOKENS: adminTokens(tokenOf),
    ...ratesOf(simulators.url),
  }
  const exits: ExitReport[] = []
  const processes: AppProcess[] = []
  closers.push(() => Promise.all(processes.map((process) => process.stop())))
  const start = async (name: string, role: 'api' | 'worker') => {
    const started = await startAppProcess({ name, role, settings, onExit: (exit) => exits.push(exit) })
    processes.push(started)
    if (role === 'api') apis.push(started)
    await Promise.race([started.ready(), aborted(signal)])
  }
  await start('api 1', 'api')
  await start('api 2', 'api')
  await start('worker', 'worker')
  const pool = openPool(postgres.url)
  closers.push(() => pool.end())
  const sandbox = controlsOf(simulators.url)
  return {
    url: balancer.url,
    sandboxUrl: simulators.url,
    processes,
    merchants,
    register: async (name) => (await registerAt(target, [name]))[0]!,
    exits,
    request: requestTo(balancer.url, journal),
    adminHeaders: (admin) => ({ 'x-admin-token': tokenOf(admin) }),
    rows: (sql, values = []) => persist(async () => (await pool.query(sql, [...values])).rows),
    killPostgres: () => killServer(runningServer(dataDirectory, password)),
    control: sandbox,
    books: () => sandbox('books'),
    close,
  }
}

function killServer(server: ReturnType<typeof runningServer>): void {
  if (server) process.kill(server.pid, 'SIGKILL')
}

/** The simulators' controls and books. */
const controlsOf = (url: string) => async (path: string, body?: object) => {
  const response = await fetch(`${url}/sandbox/${path}`, {
    ...(body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Never resolves. @throws the reason of the signal. */
function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  if (signal.aborted) reject(signal.reason)
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

const ratesOf = (url: string) => ({
  RATE_PROVIDER: 'open-exchange-rates',
  RATE_PROVIDER_URL: simulatedRates(url).url,
  RATE_PROVIDER_KEY: 'sandbox',
})

/** Short waits, so that what takes an hour in production takes a minute here, and no rate limits. */
const speedy = {
  CARD_GATEWAY_TIMEOUT_SECONDS: '2',
  OPERATOR_TIMEOUT_SECONDS: '2',
  // Card money is available a few seconds after its charge, so that refunds meet releases.
  CARD_SETTLEMENT_DAYS: '0',
  INQUIRY_AFTER_SECONDS: '1',
  INQUIRY_HORIZON_SECONDS: '6',
  OPERATOR_INQUIRY_AFTER_SECONDS: '1',
  OPERATOR_INQUIRY_HORIZON_SECONDS: '6',
  CHECKOUT_TTL_SECONDS: '30',
  WEBHOOK_SPEED: '100',
  RATE_LIMIT_PER_SECOND: '99999',
  RATE_LIMIT_BURST: '99999',
  RATE_LIMIT_PAGES_PER_SECOND: '99999',
  LOG_LEVEL: 'error',
}

async function registerAt(
  { url, masterKey }: { url: string; masterKey: Buffer },
  names: readonly string[],
  feeBp = 0,
): Promise<Credentials[]> {
  const db = openDatabase(url, { connections: 2, name: 'chaos' })
  const needs = {
    db,
    secrets: openSecrets(masterKey),
    clock: systemClock,
    merchantPrefix: 'LKT',
    // A real hash takes time, and no user signs in here.
    hash: async () => '$argon2id$none',
  }
  const merchants: Credentials[] = []
  for (const name of names)
    merchants.push(
      await registerMerchant(needs, {
        name,
        email: `${name.replaceAll(' ', '.')}@example.com`,
        environment: 'sandbox',
        microformOrigins: ['https://shop.test'],
        password: 'correct horse battery',
      }),
    )
  const text =
    'update merchant set remittance_fee_bp = $1, remittance_fee_fixed_minor = $2 where merchant_code = any($3)'
  await db.rows({ name: 'set_fees', text }, [
    feeBp,
    feeBp && 25,
    merchants.map(({ merchant_code }) => merchant_code),
  ])
  await insertPortalTokens((text, values) => db.rows({ name: '', text }, values), merchants)
  await db.close()
  return merchants
}

function openPool(url: string): pg.Pool {
  const getTypeParser = columnParser as typeof pg.types.getTypeParser
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    application_name: 'chaos',
    types: { getTypeParser },
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/** Retries while the database is down or ends our session. */
async function persist<Found>(send: () => Promise<Found>): Promise<Found> {
  const deadline = performance.now() + 60_000
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const isQuestionWrong = /^(22|42)/.test((error as { code?: string }).code ?? '')
      if (isQuestionWrong || performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** Opens a connection for each request, as separate callers would; times out after a while. */
export function requestTo(base: string, journal: Journal): Line['request'] {
  const { port } = new URL(base)
  return ({ method, path, headers = {}, body = '' }) => {
    const sentAt = performance.now()
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Line['request']>>>()
    let hasEnded = false
    const done = (response: Awaited<typeof promise>) => {
      if (hasEnded) return
      hasEnded = true
      const call = { kind: kindOf(path), path, sentAt, endedAt: performance.now(), status: response?.status }
      if (method === 'POST') journal.note(call)
      resolve(response)
    }
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent: false,
      signal: AbortSignal.timeout(patienceMs),
    })
    request.on('error', () => done(undefined))
    request.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', () => done(undefined))
      response.once('end', () =>
        done({ status: response.statusCode ?? 0, body: parsed(text), headers: response.headers }),
      )
    })
    request.end(body)
    return promise
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
