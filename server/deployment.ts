// What a sandbox deployment fills in by itself: secrets, a database, simulators. Production is told everything.
import { createPublicKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { simulatedOperators } from './adapters/mobile-money/simulated-operators.ts'
import { simulatedRates } from './adapters/rates/rate-settings.ts'
import { randomSecret } from './kernel/id.ts'
import { spawnTied } from './platform/child.ts'
import { runningServer, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { freePort } from './platform/free-port.ts'
import type { Settings } from './settings.ts'
import type { CompleteSettings } from './system.ts'

export type Deployment = {
  settings: CompleteSettings
  dataDirectory: string
  stop(): Promise<void>
}

export class NotRunning extends Error {}

/** Made once and kept in the data directory, readable by its owner only. */
type GeneratedSecrets = {
  database_password: string
  master_key: string
  admin_token: string
  gateway: { merchant_id: string; key_id: string; shared_secret: string }
  operators: { secret: string; mpesa_private_key: string }
}

/**
 * @param options.serve true for `start`, which owns the directory; a command instead uses what runs there already,
 * or a database of its own for as long as it works.
 * @throws NotRunning with `onlyRunning`, when nothing runs there.
 */
export async function openDeployment(
  settings: Settings,
  options: { serve: boolean; onlyRunning?: boolean },
): Promise<Deployment> {
  const dataDirectory = resolve(settings.MOSOLO_DATA_DIR)
  const generated = settings.production ? undefined : readOrMakeSecrets(dataDirectory)
  const port = settings.PORT === 0 && options.serve ? await freePort() : settings.PORT
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const each of stops.reverse()) await each()
  }
  try {
    const database = await findDatabase(settings, dataDirectory, generated, options)
    stops.push(database.stop)
    const gateways = { ...settings.gateways }
    const operators = { ...settings.operators }
    let { rates } = settings
    if (!gateways.sandbox && generated) {
      const simulators = await findSimulators(settings, dataDirectory, generated, options)
      stops.push(simulators.stop)
      gateways.sandbox = simulators.gateway
      operators.sandbox ??= simulators.operators
      rates ??= simulators.rates
    }
    return {
      settings: {
        ...settings,
        gateways,
        operators,
        rates,
        PORT: port,
        DATABASE_URL: database.url,
        MASTER_KEY: settings.MASTER_KEY ?? generated?.master_key ?? '',
        BASE_URL: settings.BASE_URL ?? `http://localhost:${port}`,
        ADMIN_TOKENS: settings.ADMIN_TOKENS ?? [{ name: 'sandbox', token: generated?.admin_token ?? '' }],
      },
      dataDirectory,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function readOrMakeSecrets(dataDirectory: string): GeneratedSecrets {
  const file = join(dataDirectory, 'secrets.json')
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<GeneratedSecrets>) : {}
  if (kept.operators) return kept as GeneratedSecrets
  const made: GeneratedSecrets = {
    database_password: randomSecret(),
    master_key: randomBytes(32).toString('base64'),
    admin_token: `adm_${randomSecret()}`,
    gateway: {
      merchant_id: 'mosolo_sandbox',
      key_id: randomUUID(),
      shared_secret: randomBytes(32).toString('base64'),
    },
    operators: { secret: randomSecret(), mpesa_private_key: newRsaKey() },
    // What an older start has made stays.
    ...kept,
  }
  writeWhole(file, JSON.stringify(made, null, 2))
  return made
}

/** What opens the admin API of a sandbox whose ADMIN_TOKENS are not set. */
export function generatedAdminToken(dataDirectory: string): string {
  return readOrMakeSecrets(dataDirectory).admin_token
}

function newRsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Either the whole new content or the old one is there, whatever happens meanwhile. */
export function writeWhole(file: string, content: string): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o755 })
  writeFileSync(`${file}.new`, content, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

async function findDatabase(
  settings: Settings,
  dataDirectory: string,
  generated: GeneratedSecrets | undefined,
  { serve, onlyRunning }: { serve: boolean; onlyRunning?: boolean },
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, stop: async () => {} }
  const directory = join(dataDirectory, 'postgres')
  const password = generated?.database_password ?? ''
  const running = serve ? undefined : runningServer(directory, password)
  if (running) return { url: running.url, stop: async () => {} }
  if (onlyRunning) throw new NotRunning(`nothing runs in ${dataDirectory}: run mosolo start there`)
  return startEmbeddedPostgres(directory, { password, durable: true })
}

async function findSimulators(
  settings: Settings,
  dataDirectory: string,
  generated: GeneratedSecrets,
  { serve }: { serve: boolean },
) {
  const port = settings.SANDBOX_PORT === 0 && serve ? await freePort() : settings.SANDBOX_PORT
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
  const child = spawnTied(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', new URL('../sandbox/main.ts', import.meta.url).pathname],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        SANDBOX_PORT: String(port),
        SANDBOX_URL: origin,
        SANDBOX_DATA_FILE: join(dataDirectory, 'sandbox.db'),
        SANDBOX_CARD_GATEWAY_MERCHANTS: JSON.stringify([{ merchantId, keyId, sharedSecret }]),
        SANDBOX_OPERATOR_SECRET: secret,
        SANDBOX_MPESA_PRIVATE_KEY: mpesaPrivateKey,
      },
    },
  )
  const gone = once(child, 'exit')
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-500)
  })
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream }))
      if (line.includes('"ready"')) return true
    return false
  })()
  const started = await Promise.race([ready, gone.then(() => false)])
  if (!started)
    throw new Error(`SANDBOX_PORT: the simulators cannot start on port ${port}: ${reasonIn(said)}`)
  return {
    ...simulated,
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The line of a failed program that says why: its last word is often only which Node it ran on. */
function reasonIn(said: string): string {
  const lines = said.trim().split('\n')
  return (
    lines.find((line) => /EADDRINUSE|EACCES|Error: /.test(line))?.replace(/^.*?Error: /, '') ??
    lines.at(-1) ??
    ''
  )
}
