// A whole system for a test: its own database, its own simulators, a real HTTP server, real workers.
import { randomBytes, randomUUID } from 'node:crypto'
import { openSandbox, type SandboxOptions } from '../../../sandbox/server.ts'
import { hashPassword, openPasswords, type Passwords } from '../../../server/accounts/password.ts'
import { openSystem, type System } from '../../../server/composition/system.ts'
import { network, type Outside } from '../../../server/composition/upstreams.ts'
import type { Role } from '../../../server/config/settings.ts'
import {
  type Credentials,
  type NewMerchant,
  registerMerchant,
} from '../../../server/merchants/identity/register.ts'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'
import { type Log, openLog, silentLog } from '../../../server/platform/process/log.ts'
import { freePort } from '../../../server/platform/process/ports.ts'
import { type Clock, systemClock } from '../../../server/platform/time/clock.ts'
import { cellOfTests } from '../database/database.setup.ts'
import { recordRequestStatements } from '../http/request-statements.ts'
import { type Calls, openCalls } from './calls.ts'
import { openTestDatabase } from './database.ts'
import { openPayments, type Payments } from './payments.ts'
import { type OperatorRoutes, worldSettings } from './settings.ts'
import { openSimulators, type Simulators } from './simulators.ts'

export type World = Calls &
  Payments &
  Simulators & {
    url: string
    sandboxUrl: string
    system: System
    db: Database
    clock: Clock
    merchant: Credentials
    register(wanted?: Partial<NewMerchant>): Promise<Credentials>
    /** The names of the statements that requests have sent to the database, with `begin` for each transaction. */
    readonly requestStatements: readonly string[]
    close(): Promise<void>
  }

type Options = {
  /** A migrated database; by default a new one in the PostgreSQL that all tests share. */
  database?: Awaited<ReturnType<typeof openTestDatabase>>
  settings?: Record<string, string>
  clock?: Clock
  /** Whether the simulated gateway also stands in for the production one. */
  productionGateway?: boolean
  /** The protocol that each operator speaks. */
  routes?: OperatorRoutes
  sandbox?: Partial<SandboxOptions>
  log?: Log
  /** 'api' runs no workers. */
  role?: Role
  outside?: Outside
  /** Without them, passwords are hashed as cheaply as possible: hundreds of tests sign in. */
  passwords?: Passwords
}

const cheap = { memory: 8, passes: 1, parallelism: 1 }

/** A busy machine may need seconds for a connection. */
const connectMs = 30_000
/**
 * All workers begin at once, so they open as many connections as they may, and each makes all plans anew: with six, that
 * takes longer than everything else that opens a world does in the database.
 */
const workerConnections = 3

export async function openWorld(options: Options = {}): Promise<World> {
  const { clock = systemClock, outside = network, database = await openTestDatabase() } = options
  const gateway = {
    merchantId: 'test_merchant',
    keyId: randomUUID(),
    sharedSecret: randomBytes(32).toString('base64'),
  }
  const operatorSecret = options.sandbox?.operatorSecret ?? randomBytes(16).toString('hex')
  const cardGatewayMerchants = [gateway]
  const sandbox = await openSandbox({ port: 0, cardGatewayMerchants, operatorSecret, ...options.sandbox })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = worldSettings(
    {
      port,
      databaseUrl: database.url,
      sandbox,
      gateway,
      operatorSecret,
      productionGateway: options.productionGateway ?? false,
      routes: options.routes,
    },
    options.settings,
  )
  // A busy machine may need seconds for a reply, too: only worlds with connections of their own watch which cells are absent.
  const statements = recordRequestStatements((url, wanted) => {
    const connections = wanted.name === 'likuta-worker' ? workerConnections : wanted.connections
    const database = outside.openDatabase(url, { ...wanted, connections, connectMs })
    const isPresent = wanted.name === 'likuta-watch' && outside === network
    return isPresent ? { ...database, rows: async () => [] } : database
  })
  const opened = openSystem(settings as System['settings'], {
    clock,
    log: options.log ?? (process.env.TEST_LOG ? openLog('debug') : silentLog),
    ...(options.role && { role: options.role }),
    outside: { ...outside, openDatabase: statements.open },
    passwords: options.passwords ?? openPasswords(cheap),
  })
  const system = inCellOfTests(opened)
  statements.watch(system.app.server)
  await system.app.listen({ host: '127.0.0.1', port })
  const db = openDatabase(database.url, { connections: 2, name: 'test', cell: cellOfTests, connectMs })
  const register = registrar(system, { db, clock }, options.passwords)
  const merchant = await register()
  const calls = openCalls({ url, clock, merchant })
  return {
    ...{ url, sandboxUrl: sandbox.url, system, db, clock, merchant, register },
    requestStatements: statements.names,
    ...calls,
    ...openPayments({ ...calls, url, sandboxUrl: sandbox.url, merchant }),
    ...openSimulators(sandbox.url),
    async close() {
      await system.close()
      await db.close()
      await sandbox.close()
      await database.drop()
    },
  }
}

/** The system with the services of the cell where the merchants of tests are. */
function inCellOfTests(system: System): System {
  const { at } = system.places
  return { ...system, ...at[Math.min(cellOfTests, at.length - 1)], workers: system.workers } as System
}

function registrar(
  { secrets }: System,
  needs: Pick<World, 'db' | 'clock'>,
  passwords?: Passwords,
): World['register'] {
  const hash = (password: string) => passwords?.hash(password, 'staff') ?? hashPassword(password, cheap)
  return (wanted = {}) =>
    registerMerchant(
      { ...needs, hash, secrets, merchantPrefix: 'LKT' },
      {
        name: 'Boutique Test',
        email: `${randomBytes(6).toString('hex')}@example.com`,
        environment: 'sandbox',
        password: 'correct horse battery',
        ...wanted,
      },
    )
}
