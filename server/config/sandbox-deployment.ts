// What a sandbox deployment provides by itself: secrets, a database and simulators. In production everything is configured.
import { spawn } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { simulatedOperators } from '../adapters/mobile-money/simulated-operators.ts'
import { simulatedRates } from '../adapters/rate-settings.ts'
import { randomSecret } from '../kernel/id.ts'
import { runningServer, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { hasLock, lockDirectory, writeWhole } from '../platform/process/data-directory.ts'
import { freePort, type Listening, requireFreePorts } from '../platform/process/ports.ts'
import type { CompleteSettings, Role, Settings } from './settings.ts'

export type Deployment = {
  settings: CompleteSettings
  dataDirectory: string
  stop(): Promise<void>
}

export class NotRunning extends Error {}

type Options = {
  serve: Role | false
  onlyRunning?: boolean
  /** Called once database and simulators are starting, for work that does not need them. */
  meanwhile?: () => Promise<unknown>
}

/** Generated once and stored in the data directory, readable only by its owner. */
type GeneratedSecrets = {
  database_password: string
  master_key: string
  admin_token: string
  gateway: { merchant_id: string; key_id: string; shared_secret: string }
  operators: { secret: string; mpesa_private_key: string }
}

/**
 * Opens a deployment, starting what its settings leave to the sandbox.
 * @param options.serve the role of a `start`, which owns the data directory; false for another command, which uses what
 * already runs there, or starts the database for as long as it needs it.
 * @throws Error if another process owns the directory or a port is taken, before anything is started.
 * @throws NotRunning with `onlyRunning`, if nothing runs in the directory.
 */
export async function openDeployment(settings: Settings, options: Options): Promise<Deployment> {
  const dataDirectory = resolve(settings.LIKUTA_DATA_DIR)
  const ports = options.serve ? await portsOf(settings) : settings
  const stops: (() => void | Promise<void>)[] = []
  const stop = async () => {
    for (const each of stops.reverse()) await each()
  }
  try {
    if (options.serve) {
      const listening = listeningOf(settings, ports, options.serve)
      // Checked before the lock if the directory is new, so that a start refused for a port leaves no files behind.
      if (!hasLock(dataDirectory)) await requireFreePorts(listening)
      if (ownsDirectory(settings)) stops.push(lockDirectory(dataDirectory, ports))
      await requireFreePorts(listening)
    }
    const generated = settings.production ? undefined : readOrMakeSecrets(dataDirectory)
    const simulating =
      hasSimulators(settings) && generated
        ? findSimulators(ports.SANDBOX_PORT, dataDirectory, generated, options)
        : undefined
    // They start beside the database. When it cannot start, they are stopped once they have started.
    simulating?.catch(() => {})
    stops.push(async () => (await simulating?.catch(() => undefined))?.stop())
    const starting = findDatabase(settings, dataDirectory, generated, options)
    options.meanwhile?.().catch(() => {})
    const database = await starting
    stops.push(database.stop)
    const found = { ports, generated, databaseUrl: database.url, simulators: await simulating }
    return { settings: completed(settings, found), dataDirectory, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Adds what was found or generated to the settings, as far as they leave it open. */
function completed(
  settings: Settings,
  {
    ports,
    generated,
    databaseUrl,
    simulators,
  }: {
    ports: Ports
    generated: GeneratedSecrets | undefined
    databaseUrl: string
    simulators: Awaited<ReturnType<typeof findSimulators>> | undefined
  },
): CompleteSettings {
  const gateways = { ...settings.gateways }
  const operators = { ...settings.operators }
  let { rates } = settings
  if (simulators) {
    gateways.sandbox = simulators.gateway
    operators.sandbox ??= simulators.operators
    rates ??= simulators.rates
  }
  return {
    ...settings,
    gateways,
    operators,
    rates,
    PORT: ports.PORT,
    DATABASE_URL: databaseUrl,
    MASTER_KEY: settings.MASTER_KEY ?? generated?.master_key ?? '',
    BASE_URL: settings.BASE_URL ?? `http://localhost:${ports.PORT}`,
    ADMIN_TOKENS: settings.ADMIN_TOKENS ?? [
      { name: 'sandbox', owner: 'sandbox', token: generated?.admin_token ?? '' },
    ],
  }
}

type Ports = Pick<Settings, 'PORT' | 'SANDBOX_PORT'>

/** Replaces port 0 with a free one. */
async function portsOf({ PORT, SANDBOX_PORT }: Settings): Promise<Ports> {
  return { PORT: PORT || (await freePort()), SANDBOX_PORT: SANDBOX_PORT || (await freePort()) }
}

const hasSimulators = ({ production, gateways }: Settings) => !production && !gateways.sandbox

/** The embedded database and the simulators store their data there, and only one process may use it. */
const ownsDirectory = (settings: Settings) => !settings.DATABASE_URL || hasSimulators(settings)

/** The ports that a process of this role will listen on. */
function listeningOf(settings: Settings, { PORT, SANDBOX_PORT }: Ports, role: Role): Listening[] {
  const { HOST: host, METRICS_PORT } = settings
  const listening: Listening[] = []
  if (role !== 'worker') listening.push({ setting: 'PORT', host, port: PORT })
  if (METRICS_PORT) listening.push({ setting: 'METRICS_PORT', host, port: METRICS_PORT })
  if (hasSimulators(settings))
    listening.push({ setting: 'SANDBOX_PORT', host: '127.0.0.1', port: SANDBOX_PORT })
  return listening
}

function readOrMakeSecrets(dataDirectory: string): GeneratedSecrets {
  const file = join(dataDirectory, 'secrets.json')
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<GeneratedSecrets>) : {}
  if (stored.operators) return stored as GeneratedSecrets
  const made: GeneratedSecrets = {
    database_password: randomSecret(),
    master_key: randomBytes(32).toString('base64'),
    admin_token: `adm_${randomSecret()}`,
    gateway: {
      merchant_id: 'likuta_sandbox',
      key_id: randomUUID(),
      shared_secret: randomBytes(32).toString('base64'),
    },
    operators: { secret: randomSecret(), mpesa_private_key: newRsaKey() },
    // Secrets generated by an earlier version are kept.
    ...stored,
  }
  writeWhole(file, JSON.stringify(made, null, 2))
  return made
}

/** Returns the admin token of a sandbox without ADMIN_TOKENS. */
export function generatedAdminToken(dataDirectory: string): string {
  return readOrMakeSecrets(dataDirectory).admin_token
}

function newRsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

async function findDatabase(
  settings: Settings,
  dataDirectory: string,
  generated: GeneratedSecrets | undefined,
  { serve, onlyRunning }: Options,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, stop: async () => {} }
  const directory = join(dataDirectory, 'postgres')
  const password = generated?.database_password ?? ''
  const running = serve ? undefined : runningServer(directory, password)
  if (running) return { url: running.url, stop: async () => {} }
  if (onlyRunning) throw new NotRunning(`nothing runs in ${dataDirectory}: run likuta start there`)
  const unlock = serve ? () => {} : lockDirectory(dataDirectory)
  try {
    const postgres = await startEmbeddedPostgres(directory, { password, durable: true })
    return { url: postgres.url, stop: () => postgres.stop().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

async function findSimulators(
  port: number,
  dataDirectory: string,
  generated: GeneratedSecrets,
  { serve }: Options,
) {
  const { merchant_id: merchantId, key_id: keyId, shared_secret: sharedSecret } = generated.gateway
  const origin = `http://localhost:${port}`
  const { secret, mpesa_private_key: mpesaPrivateKey } = generated.operators
  const mpesaPublicKey = createPublicKey(mpesaPrivateKey)
    .export({ type: 'spki', format: 'der' })
    .toString('base64')
  const simulated = {
    gateway: { url: `${origin}/gateway`, merchantId, keyId, sharedSecret },
    operators: simulatedOperators(origin, { secret, mpesaPublicKey }),
    rates: simulatedRates(origin),
  }
  if (!serve) return { ...simulated, stop: async () => {} }
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../sandbox/main.ts')],
    {
      // The IPC channel closes whenever our process ends, and the simulators then exit too. Detached, so that Ctrl-C does not reach them.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
      windowsHide: true,
      env: {
        ...process.env,
        ...compileCache(),
        SANDBOX_PORT: String(port),
        SANDBOX_URL: origin,
        SANDBOX_DATA_FILE: join(dataDirectory, 'sandbox.db'),
        SANDBOX_CARD_GATEWAY_MERCHANTS: JSON.stringify([{ merchantId, keyId, sharedSecret }]),
        SANDBOX_OPERATOR_SECRET: secret,
        SANDBOX_MPESA_PRIVATE_KEY: mpesaPrivateKey,
      },
    },
  )
  const removed = once(child, 'exit')
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-500)
  })
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream }))
      if (line.includes('"ready"')) return true
    return false
  })()
  const started = await Promise.race([ready, removed.then(() => false)])
  if (!started)
    throw new Error(`SANDBOX_PORT: the simulators cannot start on port ${port}: ${reasonIn(output)}`)
  return {
    ...simulated,
    stop: async () => {
      child.kill('SIGTERM')
      await removed
    },
  }
}

/** Our cache for another program in TypeScript: without it, half of its start is stripping types. */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const directory = getCompileCacheDir()
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: directory }
}

/** Finds the line with the reason in a failed program's output; the last line is often only Node's version. */
function reasonIn(output: string): string {
  const lines = output.trim().split('\n')
  return (
    lines.find((line) => /EADDRINUSE|EACCES|Error: /.test(line))?.replace(/^.*?Error: /, '') ??
    lines.at(-1) ??
    ''
  )
}
