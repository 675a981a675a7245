// The whole product as it is wired for a deployment, on stand-ins for everybody it talks to, with clients who reach it
// over a network that loses things. It may die and start again; the store and the others outlive it.
import { Readable } from 'node:stream'
import { openSystem, type System } from '../../../server/composition/system.ts'
import { type CompleteSettings, readSettings } from '../../../server/config/settings.ts'
import { type Credentials, registerMerchant } from '../../../server/merchants/identity/register.ts'
import { databaseOver } from '../../../server/platform/database/database.ts'
import { silentLog } from '../../../server/platform/observability/log.ts'
import { openMasterSecrets } from '../../../server/platform/security/retained-keys.ts'
import type { Clock } from '../../../server/platform/time/clock.ts'
import { operatorCodes } from '../../../server/remittance/operators/operator.ts'
import { type CardBooks, openCardBooks, openSimulatedGateway } from '../actors/card-gateway.ts'
import { openMerchantServers, type Received } from '../actors/merchant-servers.ts'
import { type OperatorBooks, openOperatorBooks, openSimulatedOperator } from '../actors/operator.ts'
import { openSimulatedRates } from '../actors/rates.ts'
import type { Plant } from '../controls.ts'
import type { Faults } from '../faults.ts'
import { type Boundary, type Death, openBoundary } from './boundary.ts'
import { type Chance, openChance } from './chance.ts'
import { enter } from './stand-ins.ts'
import { openSimulatedPool, type SimulatedPool, type Store, type StoreFault } from './store.ts'
import { openTime, type VirtualTime } from './time.ts'
import { openTrace, type Trace } from './trace.ts'
import type { Wire } from './upstream.ts'

const baseUrl = 'http://pay.test'
export const admins = ['amina', 'benoit', 'amina-phone'] as const
export type AdminName = (typeof admins)[number]
/** The setting that lets them in; one of them has two tokens. */
export const adminTokens = (tokenOf: (admin: AdminName) => string) =>
  admins.map((admin) => `${admin}@${admin.split('-')[0]}:${tokenOf(admin)}`).join(',')
const tokenOf = (admin: AdminName) => admin.padEnd(43, '0')

export type Request = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
}
export type Answer = { status: number; body: any; headers: Record<string, unknown> }

export type World = {
  time: VirtualTime
  chance: Chance
  faults: Faults
  boundary: Boundary
  trace: Trace
  store: Store
  cards: CardBooks
  operators: OperatorBooks
  inbox: Received[]
  merchants: Credentials[]
  /** How often the process died. */
  readonly deaths: readonly { death: Death; name: string }[]
  now(): Temporal.Instant
  sleep(ms: number): Promise<void>
  /** What the client gets; undefined where no answer came in time. */
  request(request: Request): Promise<Answer | undefined>
  adminHeaders(admin: AdminName): Record<string, string>
  /** Runs work to its end, for as long as that may take in virtual time. */
  finish<Result>(work: Promise<Result>, withinMs?: number): Promise<Result>
  readonly system: System
  /** Lets go of what a process has of the machine. */
  close(): void
}

const settings = readSettings({
  PORT: '8080',
  DATABASE_URL: 'postgres://simulated/store',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  BASE_URL: baseUrl,
  // Any address that is not our simulator's: nobody calls it.
  CARD_GATEWAY_SANDBOX_URL: 'https://apitest.cybersource.com',
  CARD_GATEWAY_SANDBOX_MERCHANT_ID: 'simulated',
  CARD_GATEWAY_SANDBOX_KEY_ID: 'simulated',
  CARD_GATEWAY_SANDBOX_SHARED_SECRET: 'c2ltdWxhdGVk',
  ADMIN_TOKENS: adminTokens(tokenOf),
  RATE_PROVIDER: 'open-exchange-rates',
  RATE_PROVIDER_KEY: 'simulated',
  OPERATORS_SANDBOX: JSON.stringify({
    vodacom: operatorConnection('vodacom'),
    orange: operatorConnection('orange'),
  }),
  CARD_GATEWAY_TIMEOUT_SECONDS: '12',
  OPERATOR_TIMEOUT_SECONDS: '20',
  // As with real money, not as hurried as a sandbox.
  INQUIRY_AFTER_SECONDS: '60',
  INQUIRY_HORIZON_SECONDS: '900',
  OPERATOR_INQUIRY_AFTER_SECONDS: '60',
  OPERATOR_INQUIRY_HORIZON_SECONDS: '900',
  RATE_LIMIT_PER_SECOND: '99999',
  RATE_LIMIT_BURST: '99999',
  RATE_LIMIT_PAGES_PER_SECOND: '99999',
}) as CompleteSettings

function operatorConnection(operator: string) {
  return {
    protocol: 'gsma',
    url: `https://${operator}.test/v1.2/mm`,
    authentication: { scheme: 'basic', username: 'mosolo', password: 'simulated' },
    debitParty: { key: 'walletid', value: 'FLOAT-USD' },
  }
}

/** How long a client waits for an answer. */
const patienceMs = 30_000
const startMs = Date.parse('2026-11-21T06:00:00Z')

/** @param store as it was after the migrations, and nobody else's. */
export async function openWorld(
  store: Store,
  {
    seed,
    faults: draw,
    plant,
  }: { seed: number; faults: (chance: Chance) => Faults; plant?: Plant | undefined },
): Promise<World> {
  const chance = openChance(seed)
  const faults = draw(chance)
  const time = openTime(startMs)
  const trace = openTrace()
  const deaths: { death: Death; name: string }[] = []
  const boundary = openBoundary({ time, trace, chance }, (how) => {
    deaths.push(how)
    time.after(chance.spread(500, 20_000), start)
  }, () => (faults.happens('process dies') ? chance.pick(['before', 'on_the_way', 'after']) : undefined)) // biome-ignore format: one effect
  enter({ time, chance, living: boundary.living })
  const wire: Wire = { boundary, time, chance, faults }
  const clock: Clock = {
    now: () => Temporal.Instant.fromEpochNanoseconds(BigInt(Math.floor(time.now() * 1_000)) * 1_000n),
  }
  const [cards, operators, inbox] = [openCardBooks(), openOperatorBooks(), [] as Received[]]
  let pool: SimulatedPool | undefined
  let system: System | undefined
  let isUp = false

  async function start(): Promise<void> {
    isUp = false
    await pool?.rollbackDead()
    system?.metrics.close()
    const opened = openSimulatedPool(store, boundary, {
      chooseFault,
      waitMs: () => chance.spread(0.1, 4),
      chance,
      plant,
    })
    pool = opened
    const database = databaseOver(opened)
    const mine = boundary.living()
    system = openSystem(settings, {
      clock,
      log: {
        ...silentLog,
        error: (message, fields) => process.env.SIMULATION_LOG && console.log(message, fields),
      },
      outside: {
        openDatabase: () => database,
        openGateways: (_, needs) => {
          void needs
          const gateway = openSimulatedGateway(wire, cards, settings.CARD_GATEWAY_TIMEOUT_SECONDS * 1_000)
          return () => gateway
        },
        openOperator: (connection, { timeoutMs }) => {
          const code = operatorCodes.find((known) => connection.url.includes(known))!
          return openSimulatedOperator(wire, operators, {
            code,
            protocol: connection.protocol,
            timeoutMs,
            report,
          })
        },
        openRateProvider: () => openSimulatedRates(wire),
        openOutbound: () => openMerchantServers(wire, inbox),
      },
    })
    void system.app.ready().then(() => {
      isUp = mine === boundary.living()
    })
  }

  function chooseFault(): StoreFault {
    if (faults.happens('statement refused')) return 'refused'
    if (faults.happens('statement reply lost')) return 'lost_reply'
    return faults.happens('serialization failure') ? 'serialization' : 'none'
  }

  function report(url: string, body: string): void {
    const request = {
      method: 'POST',
      path: new URL(url).pathname,
      body,
      headers: { 'content-type': 'application/json' },
    } as const
    // An operator that gets no answer tries once more, a while later.
    void ask(request).then((answer) => {
      if (!answer || answer.status >= 500) time.after(60_000, () => void ask(request))
    })
  }

  async function ask({ method, path, headers = {}, body }: Request): Promise<Answer | undefined> {
    const mine = boundary.living()
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
    const giveUp = time.after(patienceMs, () => resolve(undefined))
    const arrive = async () => {
      if (!system || !isUp || mine !== boundary.living() || faults.happens('request lost')) return
      const lost = faults.happens('answer lost')
      const response = await system.app.inject({
        Request: ArrivedRequest,
        method,
        url: path,
        headers,
        ...(body !== undefined && { payload: body }),
      })
      trace.note(
        time.now(),
        `client ${method} ${path} ${response.statusCode}${response.statusCode >= 400 ? ` ${response.body.slice(0, 200)}` : ''}`,
      )
      if (lost || mine !== boundary.living()) return
      time.after(chance.spread(2, 80), () => {
        giveUp.cancel()
        resolve({ status: response.statusCode, body: parsed(response.body), headers: response.headers })
      })
    }
    // Not waited for: it takes the program time to answer.
    time.after(chance.spread(2, 80), () => void arrive())
    return promise
  }

  const world: World = {
    time, chance, faults, boundary, trace, store, cards, operators, inbox, deaths,
    merchants: [],
    now: clock.now,
    sleep: (ms) => new Promise((done) => void time.after(ms, done)),
    request: ask,
    adminHeaders: (admin) => ({ 'x-admin-token': tokenOf(admin) }),
    async finish(work, withinMs = 3_600_000) {
      let outcome: { value: unknown } | { error: unknown } | undefined
      work.then(
        (value) => (outcome = { value }),
        (error) => (outcome = { error }),
      )
      const end = time.now() + withinMs
      // In short steps at first, in longer ones when it turns out to take its time.
      for (let step = 250; !outcome && time.now() < end; step = Math.min(step * 1.5, 120_000))
        await time.runUntil(time.now() + step, step)
      if (!outcome) throw new Error('work of the simulation did not end')
      if ('error' in outcome) throw outcome.error
      return outcome.value as never
    },
    get system() {
      return system!
    },
    close: () => system?.metrics.close(),
  } // biome-ignore format: its parts in a row
  // Before anybody else has the one session: else it would be rolled back with the transaction of a worker that fails.
  await populate(world)
  await start()
  while (!isUp) await time.runUntil(time.now() + 100, 100)
  return world
}

/** A request as the server of Node hands it on: each header with all its values. */
class ArrivedRequest extends Readable {
  declare headers: Record<string, string>
  get headersDistinct(): Record<string, string[]> {
    return Object.fromEntries(Object.entries(this.headers).map(([name, value]) => [name, [value]]))
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Two merchants who take cards and send money, before anything goes wrong. */
async function populate(world: World): Promise<void> {
  const { store, finish } = world
  const quiet = {
    rows: async (statement: { text: string }, values: readonly unknown[] = []) =>
      store.rows(statement.text, values.map(plain)),
  }
  const db = { ...quiet, transaction: (work: (sql: unknown) => unknown) => work(quiet) }
  for (const name of ['Boutique Virunga', 'Kivu Transferts']) {
    const merchant = await finish(
      registerMerchant(
        {
          db: db as never,
          secrets: openMasterSecrets(settings),
          clock: { now: world.now },
          merchantPrefix: 'MSL',
          hash: async () => '$argon2id$none',
        },
        {
          name,
          email: `${name.replace(' ', '.')}@example.com`,
          environment: 'sandbox',
          microformOrigins: ['https://shop.test'],
          password: 'correct horse battery',
        },
      ),
    )
    world.merchants.push(merchant)
  }
  await store.rows('update merchant set remittance_fee_bp = 150, remittance_fee_fixed_minor = 25')
}

const plain = (value: unknown) => (value instanceof Temporal.Instant ? value.toString() : value)
