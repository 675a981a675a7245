// The program in a process of its own that a test kills and restarts. Its database and the simulators outlive it.
import { randomBytes, randomUUID } from 'node:crypto'
import { openSandbox } from '../../../sandbox/server.ts'
import { simulatedOperators } from '../../../server/adapters/mobile-money/simulated-operators.ts'
import { type Credentials, registerMerchant } from '../../../server/merchants/identity/register.ts'
import { openDatabase } from '../../../server/platform/database/database.ts'
import { freePort } from '../../../server/platform/process/ports.ts'
import { openSecrets } from '../../../server/platform/secrets.ts'
import { systemClock } from '../../../server/platform/time/clock.ts'
import { readyUrl, runLikuta } from '../http/process.ts'
import type { ApiResponse } from '../http/response.ts'
import { openTestDatabase } from '../world/database.ts'
import { unlimited } from '../world/settings.ts'

export type KilledServer = {
  url: string
  merchant: Credentials
  /** The address of the simulators. */
  sandboxUrl: string
  /** Sets what the simulators do. @param path what follows `/sandbox/`. */
  control(path: string, message: object): Promise<void>
  /** What the simulated gateway and operators have recorded. */
  books(): Promise<any>
  rows<Row>(text: string): Promise<Row[]>
  /** Kills the process and starts another on the same database. */
  replace(): Promise<void>
  /** Repeats a call until a process responds, as a partner's server or a page on a bad connection does. */
  persist(call: () => Promise<ApiResponse>): Promise<ApiResponse>
  close(): Promise<void>
}

const routes = { vodacom: 'mpesa', airtel: 'airtel', orange: 'pawapay', africell: 'gsma' } as const
const operators = {
  outcomeAfterMs: { min: 20, max: 200 },
  callbackGapMs: 50,
  retryGapsMs: [200, 500, 1_000],
}

type Simulators = {
  sandbox: Awaited<ReturnType<typeof openSandbox>>
  gateway: { merchantId: string; keyId: string; sharedSecret: string }
  operatorSecret: string
}

async function openSimulators(): Promise<Simulators> {
  const gateway = {
    merchantId: 'crash',
    keyId: randomUUID(),
    sharedSecret: randomBytes(32).toString('base64'),
  }
  const operatorSecret = randomBytes(16).toString('hex')
  const sandbox = await openSandbox({ port: 0, cardGatewayMerchants: [gateway], operatorSecret, operators })
  return { sandbox, gateway, operatorSecret }
}

/** Settings with short waits and no rate limits. */
function settingsFor({ sandbox, gateway, operatorSecret }: Simulators): Record<string, string> {
  const portal = { secret: operatorSecret, mpesaPublicKey: sandbox.operators.mpesaPublicKey }
  return {
    LIKUTA_DATA_DIR: `/tmp/likuta-crash-${randomUUID()}`,
    CARD_GATEWAY_SANDBOX_URL: `${sandbox.url}/gateway`,
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: gateway.merchantId,
    CARD_GATEWAY_SANDBOX_KEY_ID: gateway.keyId,
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: gateway.sharedSecret,
    CARD_GATEWAY_TIMEOUT_SECONDS: '1',
    INQUIRY_AFTER_SECONDS: '1',
    INQUIRY_HORIZON_SECONDS: '4',
    OPERATORS_SANDBOX: JSON.stringify(simulatedOperators(sandbox.url, portal, routes)),
    OPERATOR_TIMEOUT_SECONDS: '2',
    OPERATOR_INQUIRY_AFTER_SECONDS: '1',
    OPERATOR_INQUIRY_HORIZON_SECONDS: '4',
    WEBHOOK_SPEED: '100',
    ...unlimited,
    LOG_LEVEL: 'error',
  }
}

/** Starts the program with one merchant. */
export async function openKilledServer(): Promise<KilledServer> {
  const simulators = await openSimulators()
  const { sandbox } = simulators
  const database = await openTestDatabase()
  const db = openDatabase(database.url, { connections: 4, name: 'test' })
  const masterKey = randomBytes(32)
  const port = String(await freePort())
  const environment = {
    ...settingsFor(simulators),
    PORT: port,
    DATABASE_URL: database.url,
    MASTER_KEY: masterKey.toString('base64'),
  }
  const needs = { db, secrets: openSecrets(masterKey), clock: systemClock, merchantPrefix: 'LKT' }
  const merchant = await registerMerchant(needs, {
    name: 'Crash',
    email: 'crash@example.com',
    environment: 'sandbox',
    password: 'x'.repeat(12),
  })
  const start = async () => {
    const run = runLikuta(['start'], environment)
    await readyUrl(run)
    return run
  }
  let starting = start()
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const { child, exited } = await starting
    child.kill(signal)
    await exited
  }
  await starting
  return {
    url: `http://localhost:${port}`,
    merchant,
    sandboxUrl: sandbox.url,
    async control(path, message) {
      await fetch(`${sandbox.url}/sandbox/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
      })
    },
    books: async () => (await fetch(`${sandbox.url}/sandbox/books`)).json(),
    rows: (text) => db.rows({ name: '', text }),
    async replace() {
      starting = end('SIGKILL').then(start)
      await starting
    },
    persist: (call) => persisting(call, () => starting),
    async close() {
      await end('SIGTERM')
      await sandbox.close()
      await db.close()
      await database.drop()
    },
  }
}

/** @param ready resolves when the process that runs or starts is ready. */
async function persisting(
  call: () => Promise<ApiResponse>,
  ready: () => Promise<unknown>,
): Promise<ApiResponse> {
  for (let tries = 0; tries < 4_000; tries++) {
    const response = await call().catch(() => undefined)
    if (response && response.status < 500) return response
    await new Promise((resolve) => setTimeout(resolve, 50))
    await ready()
  }
  throw new Error('no process responded')
}
