// Builds the whole server from its settings, without a framework: each part is passed what it needs.

import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { openPasswords, type Passwords } from '../accounts/password.ts'
import { logAuditHeads } from '../admin/audit.ts'
import { ownMerchantsAmong } from '../admin/decisions/conflict-of-interest.ts'
import type { Health } from '../admin/monitoring/health.ts'
import { openSystemMetrics } from '../admin/monitoring/metrics-api.ts'
import { startBeat } from '../admin/monitoring/process-heartbeat.ts'
import type { GatewayFor } from '../cards/gateway/gateway.ts'
import { readPaymentFacts } from '../cards/receipts/payment-receipt.ts'
import type { CompleteSettings, Role } from '../config/settings.ts'
import type { Environment } from '../kernel/environment.ts'
import { openBasicAuthentication } from '../merchants/identity/basic-auth.ts'
import { openRequestLog } from '../merchants/request-log.ts'
import { type Cells, cellOf, openCells } from '../platform/database/cells.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { openLoad } from '../platform/http/load-shedding.ts'
import { openRateLimit } from '../platform/http/rate-limit.ts'
import { openSimulators, type Simulators } from '../platform/network/upstream.ts'
import { type Log, openLog } from '../platform/process/log.ts'
import { version } from '../platform/process/version.ts'
import { openMasterSecrets } from '../platform/retained-keys.ts'
import type { Secrets } from '../platform/secrets.ts'
import { type Clock, systemClock } from '../platform/time/clock.ts'
import { openSandboxClock, type SandboxClock } from '../platform/time/sandbox-clock.ts'
import { openRefusalExplanation } from '../portal/requests/explain-refusal.ts'
import { openReceipts } from '../receipts/issue-receipt.ts'
import { readTransferFacts } from '../remittance/transfer-views/transfer-receipt.ts'
import { adminAccessOf } from './admin-access.ts'
import { type AppNeeds, openApp } from './app.ts'
import { simulatorsOf } from './card-gateways.ts'
import { openCards } from './card-system.ts'
import { overviewOf } from './overview.ts'
import { openRemittance, type RemittanceSystem } from './remittance-system.ts'
import { approvalActs, approvalsOf, bankRules, linkDeliveryOf, payoutRules } from './rules.ts'
import { openSelfService } from './self-service.ts'
import { network, type Outside } from './upstreams.ts'
import { startWorkers, type Workers } from './workers.ts'

export type System = AppNeeds & {
  remittance: RemittanceSystem
  app: FastifyInstance
  /** Reports not ready for DRAIN_SECONDS, then stops accepting requests, finishes those in flight, stops workers and closes the database. */
  close(): Promise<void>
}

export type SystemOptions = {
  role?: Role
  clock?: Clock
  log?: Log
  /** Secrets from openRetainedSecrets; without them, rows written with retired keys cannot be verified. */
  secrets?: Secrets
  /** Replacements for the network connections, as the simulation passes. */
  outside?: Outside
  passwords?: Passwords
}

export function openSystem(settings: CompleteSettings, options: SystemOptions = {}): System {
  const { role = 'all', clock: wallClock = systemClock, outside = network } = options
  const { log = openLog(settings.LOG_LEVEL), secrets = openMasterSecrets(settings) } = options
  const { passwords = openPasswords() } = options
  const stopAuditLog = logAuditHeads(log)
  const foundation = openFoundation(settings, { role, wallClock, log, outside })
  const needs: Needs = { settings, role, wallClock, outside, log, secrets, passwords, foundation }
  const services = openServices(needs)
  foundation.sandboxClock?.whenMoved(() => services.workers?.wakeAll())
  let stopping = false
  const watch = openWatch(needs, services, () => stopping)
  const { selfService, requestLog, remittance } = services
  const system: Omit<System, 'app'> = {
    ...watch.health,
    settings,
    log,
    secrets,
    adminAccess: services.adminAccess,
    ...services.routes,
    requestLog,
    wallClock,
    sandboxClock: foundation.sandboxClock,
    remittance,
    overview: watch.overview,
    metrics: watch.metrics,
    load: watch.load,
    async close() {
      stopping = true
      if (role !== 'worker' && settings.DRAIN_SECONDS > 0) await pause(settings.DRAIN_SECONDS * 1_000)
      watch.metrics.close()
      await selfService.close(app.close())
      await requestLog.stop()
      await services.workers?.stop()
      await watch.beat.stop()
      await remittance.close()
      await foundation.close()
      stopAuditLog()
    },
  }
  const app = openApp(system as System)
  app.addHook('onReady', async () => {
    await foundation.sandboxClock?.begin()
    await remittance.prepare()
  })
  return Object.assign(system, { app })
}

type Needs = {
  settings: CompleteSettings
  role: Role
  /** Real time, even if business time was moved. */
  wallClock: Clock
  outside: Outside
  log: Log
  secrets: Secrets
  passwords: Passwords
  foundation: Foundation
}

/** Builds cards, remittance, self-service and their workers. */
function openServices({ settings, role, wallClock, outside, log, secrets, passwords, foundation }: Needs) {
  const { db, workDb, cells, clock, gatewayFor, simulators } = foundation
  let workers: Workers | undefined
  const wake = () => workers?.wake()
  const linkDelivery = linkDeliveryOf(settings)
  const own = { approvals: approvalsOf(settings, secrets), baseUrl: settings.BASE_URL, linkDelivery }
  const base = { ...own, db, cells, secrets, clock, wallClock, log, gatewayFor, wake }
  const environments = Object.keys(settings.gateways) as Environment[]
  const limit = openRateLimit({ perSecond: settings.RATE_LIMIT_PER_SECOND, burst: settings.RATE_LIMIT_BURST })
  const idempotency = { db, clock, secrets }
  const issueReceipt = openReceipts(base)
  const cards = openCards(settings, { ...base, environments, limit, idempotency, issueReceipt })
  const { rules } = cards
  const acceptsUrl = (url: URL, environment: Environment) => rules.acceptsUrl(url, environment, 'callback')
  const basic = openBasicAuthentication({ db, secrets, environments, limit })
  const remittance = openRemittance({
    ...base,
    settings,
    outside,
    workDb,
    idempotency,
    issueReceipt,
    simulators,
    environments,
    basic,
    acceptsUrl,
  })
  if (role !== 'api')
    workers = startWorkers({ ...base, settings, outside, db: workDb }, remittance.startWorkers())
  const selfService = openSelfService({ ...base, outside, passwords, idempotency }, settings, acceptsUrl)
  const { inbound, operatorFor } = remittance
  const payouts = { ...base, rules: payoutRules(settings), operatorFor, ownMerchantsAmong }
  const bank = { ...base, rules: bankRules(settings) }
  const portal = { ...base, ...selfService.routes, environments, rules, issueReceipt, payouts }
  const sandbox = { ...portal, orders: cards.orders, inbound, operatorFor }
  const adminAccess = adminAccessOf(settings, base)
  const production = settings.production || environments.includes('production')
  return {
    adminAccess,
    remittance,
    workers,
    requestLog: openRequestLog({ db: workDb, log, explain: openRefusalExplanation({ ...base, db: workDb }) }),
    selfService,
    routes: {
      cards,
      selfService: selfService.routes,
      payouts,
      approvals: { ...base, acts: approvalActs(cards, remittance, bank) },
      bank,
      portal: { ...portal, refunds: cards, sandbox: settings.production ? undefined : sandbox },
      demoCheckout: settings.production
        ? undefined
        : { ...sandbox, dataDirectory: resolve(settings.LIKUTA_DATA_DIR) },
      merchantAdmin: { ...selfService.routes, ...own },
      staff: { ...base, access: adminAccess, passwords: selfService.routes.passwords },
      deliveryAdmin: base,
      receipts: { ...base, ...receiptReaders(db), production },
    },
  }
}

const receiptReaders = (db: Sql) => ({
  readPayment: (id: bigint) => readPaymentFacts(db, id),
  readTransfer: (id: bigint) => readTransferFacts(db, id),
})

type Services = ReturnType<typeof openServices>

/** Builds what reports on the process and the system: health, metrics, overview and heartbeat. */
function openWatch(
  { settings, role, wallClock, log, foundation }: Needs,
  { remittance, workers }: Services,
  stopping: () => boolean,
) {
  const { db, workDb, cells, clock, databases } = foundation
  const health: Health = { db, cells, clock, workers: () => workers?.loops, stopping }
  const loops = () => workers?.loops ?? []
  const beat = startBeat(
    { db: workDb, clock: wallClock, log },
    { role, version, workers: loops, listVersions: remittance.screeningListVersions },
  )
  const load = openLoad(settings.MAX_REQUESTS_IN_FLIGHT)
  const overview = overviewOf({ settings, remittance, wallClock, health })
  return { health, beat, load, overview, metrics: openSystemMetrics({ databases, loops, load, overview }) }
}

/** Of a process that serves several cells: each has few connections, because the sum counts. */
const connectionsOfCell = 3

type Foundation = {
  /** The databases for requests of all cells. */
  cells: Cells
  /** The pool for requests. */
  db: Database
  /** The pool for workers, whose long statements would delay requests; the same pool in a process without workers. */
  workDb: Database
  /** The pools by their names in metrics. */
  databases: Readonly<Record<string, Database>>
  /** Absent if nothing is simulated. */
  simulators: Simulators | undefined
  /** Absent if the clock cannot be moved. */
  sandboxClock: SandboxClock | undefined
  /** Business time. */
  clock: Clock
  gatewayFor: GatewayFor
  close(): Promise<void>
}

function openFoundation(
  settings: CompleteSettings,
  { role, wallClock, log, outside }: { role: Role; wallClock: Clock; log: Log; outside: Outside },
): Foundation {
  const opened = (connections: number, name: string) =>
    openCells(settings.CELLS, (cell) =>
      outside.openDatabase(settings.DATABASE_URL, {
        connections: settings.CELLS === 1 ? connections : connectionsOfCell,
        ...{ name, cell },
      }),
    )
  const cells = opened(8, 'likuta-api')
  const workCells = role === 'api' ? cells : opened(6, 'likuta-worker')
  const [db, workDb] = [cellOf(cells, 1), cellOf(workCells, 1)]
  const simulatorsUrl = simulatorsOf(settings)
  const simulators = simulatorsUrl === undefined ? undefined : openSimulators(simulatorsUrl)
  const sandboxClock =
    simulators && openSandboxClock({ db: workDb, wallClock, log, follow: simulators.setClock })
  const clock: Clock = sandboxClock ?? wallClock
  return {
    db,
    workDb,
    cells,
    databases: workDb === db ? { api: db } : { api: db, worker: workDb },
    simulators,
    sandboxClock,
    clock,
    gatewayFor: outside.openGateways(settings, { clock, log }),
    async close() {
      await sandboxClock?.stop()
      await simulators?.close()
      await Promise.all([...new Set([cells, workCells])].map((each) => each.close()))
    },
  }
}
