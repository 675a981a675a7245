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
import { readLinkFacts } from '../cards/payment-links/receipt/link-facts.ts'
import { readPaymentFacts } from '../cards/receipts/payment-receipt.ts'
import type { CompleteSettings, Role } from '../config/settings.ts'
import type { Environment } from '../kernel/environment.ts'
import { openBasicAuthentication } from '../merchants/identity/basic-auth.ts'
import { openDirectory } from '../merchants/identity/cell.ts'
import { openRequestLog } from '../merchants/request-log.ts'
import { type Cells, openCells } from '../platform/database/cells.ts'
import { openNodes } from '../platform/database/citus/nodes.ts'
import type { Database, Sql } from '../platform/database/database.ts'
import { openPresence, type Presence } from '../platform/database/presence.ts'
import { openLoad } from '../platform/http/load-shedding.ts'
import { openRateLimit } from '../platform/http/rate-limit.ts'
import { openSimulators, type Simulators } from '../platform/network/upstream.ts'
import { type Log, openLog } from '../platform/process/log.ts'
import { version } from '../platform/process/version.ts'
import type { Loop } from '../platform/process/worker-loop.ts'
import { openMasterSecrets } from '../platform/retained-keys.ts'
import type { Secrets } from '../platform/secrets.ts'
import { type Clock, systemClock } from '../platform/time/clock.ts'
import { openSandboxClock, type SandboxClock } from '../platform/time/sandbox-clock.ts'
import { openRefusalExplanation } from '../portal/requests/explain-refusal.ts'
import { openReceipts } from '../receipts/issue-receipt.ts'
import { openIsPaused } from '../remittance/operators/pause.ts'
import { callbackUrl } from '../remittance/payouts/payout.ts'
import { readTransferFacts } from '../remittance/transfer-views/transfer-receipt.ts'
import { adminAccessOf } from './admin-access.ts'
import { type AppNeeds, openApp } from './app.ts'
import { simulatorsOf } from './card-gateways.ts'
import { openCards, sampleNeedsOf, startRefundBatches } from './card-system.ts'
import { overviewOf } from './overview.ts'
import { openRemittance, openRemittanceCommon } from './remittance-system.ts'
import type { Work } from './remittance-workers.ts'
import { approvalActs, approvalsOf, bankRules, linkDeliveryOf, payoutRules } from './rules.ts'
import { openSelfService } from './self-service.ts'
import { network, type Outside } from './upstreams.ts'
import { startWorkers, type Workers } from './workers.ts'

/** The services at its top are those of the first cell. */
export type System = Omit<Services, 'workers'> &
  AppNeeds & {
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
  const common = openCommon(needs)
  const [first, ...others] = foundation.places.map((place) => openServices(needs, common, place))
  if (!first) throw new Error('a system has at least one place')
  const places = [first, ...others] as const
  const loops = loopsOf(places)
  foundation.sandboxClock?.whenMoved(() => {
    for (const { workers } of places) workers?.wakeAll()
  })
  let stopping = false
  const watch = openWatch(needs, { common, first, loops }, () => stopping)
  const system: Omit<System, 'app'> = {
    ...(places[1] ?? first),
    ...watch.health,
    wallClock,
    places: { at: places, directory: openDirectory(foundation.cells), presence: foundation.presence },
    requestLog: common.requestLog,
    sandboxClock: foundation.sandboxClock,
    overview: watch.overview,
    metrics: watch.metrics,
    load: watch.load,
    async close() {
      stopping = true
      if (role !== 'worker' && settings.DRAIN_SECONDS > 0) await pause(settings.DRAIN_SECONDS * 1_000)
      watch.metrics.close()
      const served = app.close()
      await Promise.all(places.map(({ endTestEvents }) => endTestEvents(served)))
      await common.requestLog.stop()
      await Promise.all(places.map(({ workers }) => workers?.stop()))
      await watch.beat.stop()
      await common.remittance.close()
      await foundation.close()
      stopAuditLog()
    },
  }
  const app = openApp(system as System)
  app.addHook('onReady', async () => {
    await foundation.sandboxClock?.begin()
    await common.remittance.prepare()
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

/** What all places share: connections to the outside, what is kept in memory, and limits that count the whole process. */
function openCommon({ settings, wallClock, outside, log, secrets, foundation }: Needs) {
  const { workCells, clock } = foundation
  const [{ db, workDb }] = foundation.places
  return {
    limit: openRateLimit({ perSecond: settings.RATE_LIMIT_PER_SECOND, burst: settings.RATE_LIMIT_BURST }),
    requestLog: openRequestLog({
      cells: workCells.all,
      log,
      explain: openRefusalExplanation({ db: workDb, secrets, wallClock, baseUrl: settings.BASE_URL }),
    }),
    remittance: openRemittanceCommon({ settings, outside, db, workDb, clock, wallClock, log }),
  }
}

type Common = ReturnType<typeof openCommon>

/** Builds cards, remittance, self-service and their workers for one place. */
function openServices(needs: Needs, common: Common, { db, workDb, work }: PlaceOfServices) {
  const { settings, role, wallClock, outside, log, secrets, passwords, foundation } = needs
  const { cells, workCells, clock, gatewayFor, simulators } = foundation
  let workers: Workers | undefined
  const wake = () => workers?.wake()
  const linkDelivery = linkDeliveryOf(settings)
  const own = { approvals: approvalsOf(settings, secrets), baseUrl: settings.BASE_URL, linkDelivery }
  const base = { ...own, db, cells, secrets, clock, wallClock, log, gatewayFor, wake }
  const environments = Object.keys(settings.gateways) as Environment[]
  const { limit } = common
  const idempotency = { db, clock, secrets }
  const issueReceipt = openReceipts(base)
  const cards = openCards(settings, {
    ...{ ...base, environments, limit, idempotency, issueReceipt },
    operatorFor: common.remittance.operators.find,
    isPaused: openIsPaused(db),
    callbackUrlOf: (environment, operator) => callbackUrl(base, environment, operator),
  })
  const { rules } = cards
  const acceptsUrl = (url: URL, environment: Environment) => rules.acceptsUrl(url, environment, 'callback')
  const basic = openBasicAuthentication({ db, secrets, environments, limit })
  const ofPlace = { ...base, settings, workDb, idempotency, issueReceipt, simulators, environments, basic }
  const remittance = openRemittance({ ...ofPlace, acceptsUrl }, common.remittance)
  if (role !== 'api') {
    const working = { ...base, settings, outside, db: workDb, cells: workCells, work }
    const batches = work.cell ? startRefundBatches(settings, working, cards) : []
    workers = startWorkers(working, [...remittance.startWorkers(work), ...batches])
  }
  const { inbound, operatorFor } = remittance
  const { screenerFor } = common.remittance
  const ofMerchants = { ...base, outside, passwords, idempotency, operatorFor, screenerFor, environments }
  const selfService = openSelfService(ofMerchants, settings, acceptsUrl)
  const payouts = { ...base, rules: payoutRules(settings), operatorFor, ownMerchantsAmong }
  const bank = { ...base, rules: bankRules(settings) }
  const portal = { ...base, ...selfService.routes, environments, rules, issueReceipt, payouts }
  const sandbox = { ...portal, orders: cards.orders, inbound, operatorFor }
  const adminAccess = adminAccessOf(settings, base)
  const production = settings.production || environments.includes('production')
  return {
    ...base,
    settings,
    adminAccess,
    remittance,
    workers,
    selfService: selfService.routes,
    endTestEvents: selfService.close,
    cards,
    payouts,
    bank,
    acts: approvalActs(cards, remittance, bank),
    portal: { ...portal, refunds: cards, sandbox },
    samples: { ...sampleNeedsOf(settings, { ...base, environments, limit }), idempotency },
    demoCheckout: { ...sandbox, dataDirectory: resolve(settings.LIKUTA_DATA_DIR) },
    merchantAdmin: { ...selfService.routes, ...own },
    staff: { ...base, access: adminAccess, passwords: selfService.routes.passwords },
    receipts: { ...base, ...receiptReaders(base), production },
  }
}

const receiptReaders = ({ db, clock }: { db: Sql; clock: Clock }) => ({
  readPayment: (id: bigint) => readPaymentFacts(db, id),
  readTransfer: (id: bigint) => readTransferFacts(db, id),
  readLink: (id: bigint) => readLinkFacts({ db, clock }, id),
})

/** What the handlers of routes need, of one place. */
export type Services = ReturnType<typeof openServices>

/** The workers of all places; of several, each is named after its cell. */
function loopsOf(places: readonly Services[]): () => readonly Loop[] {
  if (places.length === 1) return () => places[0]?.workers?.loops ?? []
  const loops = places.flatMap(({ workers, db }) =>
    (workers?.loops ?? []).map((loop) =>
      db.cell === 0 ? loop : Object.create(loop, { name: { value: `${loop.name} (cell ${db.cell})` } }),
    ),
  )
  return () => loops
}

/** Builds what reports on the process and the system: health, metrics, overview and heartbeat. */
function openWatch(
  { settings, role, wallClock, log, foundation }: Needs,
  { common, first, loops }: { common: Common; first: Services; loops: () => readonly Loop[] },
  stopping: () => boolean,
) {
  const { cells, clock, databases } = foundation
  const [{ db, workDb }] = foundation.places
  const health: Health = { db, cells, clock, workers: () => (first.workers ? loops() : undefined), stopping }
  const beat = startBeat(
    { db: workDb, clock: wallClock, log },
    { role, version, workers: loops, listVersions: common.remittance.screeningListVersions },
  )
  const load = openLoad(settings.MAX_REQUESTS_IN_FLIGHT)
  const overview = overviewOf({ settings, remittance: first.remittance, wallClock, health })
  return { health, beat, load, overview, metrics: openSystemMetrics({ databases, loops, load, overview }) }
}

/** A place: the pool for its requests, and the one for its workers, whose long statements would delay requests. */
type PlaceOfServices = { db: Database; workDb: Database; work: Work }

type Foundation = {
  /** The databases for requests. */
  cells: Cells
  /** The databases for workers; the same in a process without workers. */
  workCells: Cells
  places: readonly [PlaceOfServices, ...PlaceOfServices[]]
  /** The pools by their names in metrics. */
  databases: Readonly<Record<string, Database>>
  /** Absent with one cell. */
  presence: Presence | undefined
  /** Absent if nothing is simulated. */
  simulators: Simulators | undefined
  /** Absent if the clock cannot be moved. */
  sandboxClock: SandboxClock | undefined
  /** Business time. */
  clock: Clock
  gatewayFor: GatewayFor
  close(): Promise<void>
}

/** Of a process that serves several cells: each has few connections, because the sum counts. */
const connectionsOfCell = 3

function openFoundation(
  settings: CompleteSettings,
  { role, wallClock, log, outside }: { role: Role; wallClock: Clock; log: Log; outside: Outside },
): Foundation {
  const { CELLS, DATABASE_URL } = settings
  const at = openNodes(DATABASE_URL, CELLS)
  const opened = (most: number, name: string) =>
    openCells(CELLS, (cell) => {
      const connections = CELLS === 1 ? most : connectionsOfCell
      return outside.openDatabase(DATABASE_URL, { connections, name, cell, ...at(cell) })
    })
  const cells = opened(8, 'likuta-api')
  const workCells = role === 'api' ? cells : opened(6, 'likuta-worker')
  const places = cells.places.map((db, place) => {
    const work =
      CELLS === 1 ? ({ cell: true, control: true } as const) : { cell: place > 0, control: place === 0 }
    return { db, workDb: workCells.places[place] ?? db, work }
  }) as unknown as Foundation['places']
  const watching =
    CELLS === 1 || role === 'worker'
      ? undefined
      : openCells(CELLS, (cell) =>
          outside.openDatabase(DATABASE_URL, {
            connections: 1,
            name: 'likuta-watch',
            cell,
            connectMs: 1_000,
            ...at(cell),
          }),
        )
  const presence = watching && openPresence(watching.places, log)
  const simulatorsUrl = simulatorsOf(settings)
  const simulators = simulatorsUrl === undefined ? undefined : openSimulators(simulatorsUrl)
  const [{ workDb }] = places
  const sandboxClock =
    simulators && openSandboxClock({ db: workDb, wallClock, log, follow: simulators.setClock })
  const clock: Clock = sandboxClock ?? wallClock
  return {
    ...{ cells, workCells, places, presence, simulators, sandboxClock, clock },
    databases: Object.fromEntries(
      [['api', cells] as const, ...(workCells === cells ? [] : [['worker', workCells] as const])].flatMap(
        ([name, { places }]) =>
          places.map((db) => [
            CELLS === 1 ? name : `${name}_${db.cell === 0 ? 'control' : `cell_${db.cell}`}`,
            db,
          ]),
      ),
    ),
    gatewayFor: outside.openGateways(settings, { clock, log }),
    async close() {
      await presence?.stop()
      await watching?.close()
      await sandboxClock?.stop()
      await simulators?.close()
      await Promise.all([...new Set([cells, workCells])].map((each) => each.close()))
    },
  }
}
