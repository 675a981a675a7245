// Builds the whole server from its settings, by hand, and passes each part what it needs.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AdminAccess } from '../admin/access.ts'
import type { Health } from '../admin/health.ts'
import type { Metrics } from '../admin/metrics.ts'
import { openSystemMetrics } from '../admin/metrics-routes.ts'
import type { OverviewNeeds } from '../admin/overview-routes.ts'
import { startBeat } from '../admin/process-heartbeat.ts'
import { expireLinks, expireTransactions } from '../cards/charges/expiry.ts'
import type { CheckoutRoutes } from '../cards/checkout/show-pages.ts'
import type { MicroformRoutes } from '../cards/custom-checkout/api.ts'
import type { GatewayFor } from '../cards/gateway/gateway.ts'
import { settleDue } from '../cards/inquiries/resolve-unknown.ts'
import type { CardRoutes } from '../cards/orders/api.ts'
import { type OrderRules, openOrders } from '../cards/orders/create-order.ts'
import { openStatuses } from '../cards/orders/read-status.ts'
import type { LinkRoutes } from '../cards/payment-links/api.ts'
import type { LinkVisits } from '../cards/payment-links/visit.ts'
import type { ReportRoutes } from '../cards/reconciliation/api.ts'
import { outboundOptions } from '../config/outbound-rules.ts'
import type { CompleteSettings, Role, Settings } from '../config/settings.ts'
import type { MerchantAdminRoutes } from '../merchants/identity/admin-routes.ts'
import { openBasicAuthentication } from '../merchants/identity/basic-auth.ts'
import { callbackSecretContext } from '../merchants/identity/credentials.ts'
import type { Environment } from '../merchants/identity/merchant.ts'
import { openSignedRequests } from '../merchants/identity/signed-request.ts'
import type { SelfServiceRoutes } from '../merchants/profile/routes.ts'
import {
  forgetMerchantRequests,
  openRequestLog,
  type RequestLog,
} from '../merchants/request-log/request-log.ts'
import { forgetSignIns } from '../merchants/sign-in/login.ts'
import type { Database } from '../platform/database/database.ts'
import { addUpCounts } from '../platform/database/day-count.ts'
import { forgetIdempotentRequests, type Idempotency } from '../platform/http/idempotency.ts'
import { type Load, openLoad } from '../platform/http/load-shedding.ts'
import { openRateLimit } from '../platform/http/rate-limit.ts'
import {
  isMetadataUrl,
  isPublicHost,
  isPublicPageUrl,
  isPublicUrl,
} from '../platform/network/public-address.ts'
import { openSimulators } from '../platform/network/simulators.ts'
import { type Log, openLog } from '../platform/observability/log.ts'
import { version } from '../platform/process/version.ts'
import { type Loop, startLoop } from '../platform/process/worker-loop.ts'
import { openMasterSecrets } from '../platform/security/retained-keys.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import { type Clock, systemClock } from '../platform/time/clock.ts'
import { openSandboxClock, type SandboxClock } from '../platform/time/sandbox-clock.ts'
import type { PortalRoutes } from '../portal/routes.ts'
import { startDeliveries } from '../webhooks/delivery/deliver.ts'
import type { ResendNeeds } from '../webhooks/delivery/resend-many.ts'
import { forgetTestCallbacks } from '../webhooks/test-receiver/test-callback.ts'
import { openApp } from './app.ts'
import { gatewayOrigins, isCybersource } from './card-gateways.ts'
import { overviewOf } from './overview.ts'
import { openRemittance, type RemittanceSystem } from './remittance.ts'
import { openSelfService } from './self-service.ts'
import { network, type Outside } from './upstreams.ts'

export type System = Health & {
  settings: CompleteSettings
  log: Log
  secrets: Secrets
  adminAccess: AdminAccess
  cardRoutes: CardRoutes
  checkout: CheckoutRoutes
  idempotency: Idempotency
  microform: MicroformRoutes
  links: LinkRoutes & LinkVisits
  selfService: SelfServiceRoutes
  portal: PortalRoutes
  merchantAdmin: MerchantAdminRoutes
  requestLog: RequestLog
  /** Real time, which merchants share; `clock` is the time of business, ahead of it where a sandbox was moved. */
  wallClock: Clock
  /** Absent where time cannot be moved. */
  sandboxClock: SandboxClock | undefined
  reports: ReportRoutes
  remittance: RemittanceSystem
  overview: OverviewNeeds
  metrics: Metrics
  load: Load
  deliveryAdmin: ResendNeeds
  app: FastifyInstance
  /** Says so at /readyz for DRAIN_SECONDS, then stops taking requests, finishes what is in flight, stops the workers, closes the database. */
  close(): Promise<void>
}

/**
 * @param options.secrets those of openKeptSecrets; without, what the database keeps is not known.
 * @param options.outside whom it talks to, where that is not the network.
 */
export function openSystem(
  settings: CompleteSettings,
  {
    role = 'all',
    clock: wallClock = systemClock,
    log = openLog(settings.LOG_LEVEL),
    secrets = openMasterSecrets(settings),
    outside = network,
  }: { role?: Role; clock?: Clock; log?: Log; secrets?: Secrets; outside?: Outside } = {},
): System {
  const db = outside.openDatabase(settings.DATABASE_URL, { connections: 8, name: 'mosolo-api' })
  const workDb =
    role === 'api'
      ? db
      : outside.openDatabase(settings.DATABASE_URL, { connections: 6, name: 'mosolo-worker' })
  const simulatorsUrl = simulatorsOf(settings)
  const simulators = simulatorsUrl === undefined ? undefined : openSimulators(simulatorsUrl)
  const sandboxClock =
    simulators && openSandboxClock({ db: workDb, wallClock, log, follow: simulators.setClock })
  const clock: Clock = sandboxClock ?? wallClock
  const gatewayFor = outside.openGateways(settings, { clock, log })
  let workers: Workers | undefined
  const base = {
    db,
    secrets,
    clock,
    log,
    gatewayFor,
    baseUrl: settings.BASE_URL,
    wake: () => workers?.wake(),
  }
  const environments = Object.keys(settings.gateways) as Environment[]
  const limit = openRateLimit({ perSecond: settings.RATE_LIMIT_PER_SECOND, burst: settings.RATE_LIMIT_BURST })
  const signedRequests = openSignedRequests({ ...base, wallClock, environments, limit })
  const sales = {
    ...base,
    transactionPrefix: settings.TRANSACTION_PREFIX,
    checkoutTtlSeconds: settings.CHECKOUT_TTL_SECONDS,
    rules: orderRules(settings),
  }
  const orders = openOrders(sales)
  const idempotency = { db, clock, secrets }
  const remittance = openRemittance({
    ...base,
    settings,
    outside,
    workDb,
    wallClock,
    idempotency,
    simulators,
    environments,
    basic: openBasicAuthentication({ db, secrets, environments, limit }),
    acceptsUrl: (url, environment) => sales.rules.acceptsUrl(url, environment, 'callback'),
  })
  if (role !== 'api') {
    const needs = { settings, outside, db: workDb, clock, wallClock, log, secrets, gatewayFor }
    workers = startWorkers(needs, remittance.startWorkers())
  }
  const waits = {
    gatewayTimeoutSeconds: settings.CARD_GATEWAY_TIMEOUT_SECONDS,
    inquiryAfterSeconds: inquirySeconds(settings).after,
  }
  const requestLog = openRequestLog({ db: workDb, log })
  const selfService = openSelfService(
    { ...base, outside, wallClock, idempotency },
    settings,
    (url, environment) => sales.rules.acceptsUrl(url, environment, 'callback'),
  )
  const portal = { ...base, ...selfService.routes, wallClock, environments, rules: sales.rules }
  const { inbound, operatorFor } = remittance
  let stopping = false
  const health: Health = {
    db,
    clock,
    workers: () => workers?.loops,
    stopping: () => stopping,
  }
  const beat = startBeat(
    { db: workDb, clock: wallClock, log },
    {
      role,
      version,
      workers: () => workers?.loops ?? [],
      listVersions: remittance.screeningListVersions,
    },
  )
  const load = openLoad(settings.MAX_REQUESTS_IN_FLIGHT)
  const overview = overviewOf({ settings, remittance, wallClock, health })
  const metrics = openSystemMetrics({
    databases: workDb === db ? { api: db } : { api: db, worker: workDb },
    loops: () => workers?.loops ?? [],
    load,
    overview,
  })
  const system: Omit<System, 'app'> = {
    ...health,
    settings,
    log,
    secrets,
    adminAccess: { tokens: settings.ADMIN_TOKENS, networks: settings.ADMIN_ALLOWED_NETWORKS, log },
    idempotency,
    cardRoutes: { signedRequests, idempotency, orders, statuses: openStatuses({ db }) },
    links: { ...base, environments, signedRequests, idempotency, orders, rules: sales.rules },
    checkout: {
      ...base,
      ...waits,
      environments,
      gatewayOrigins: (environment) => gatewayOrigins(settings.gateways[environment]),
    },
    microform: { ...sales, ...waits, signedRequests, idempotency },
    requestLog,
    selfService: selfService.routes,
    portal: {
      ...portal,
      sandbox: settings.production ? undefined : { ...portal, orders, inbound, operatorFor },
    },
    merchantAdmin: { ...selfService.routes, baseUrl: settings.BASE_URL },
    wallClock,
    sandboxClock,
    reports: { db, log, gatewayFor, environments },
    remittance,
    deliveryAdmin: base,
    overview,
    metrics,
    load,
    async close() {
      stopping = true
      if (role !== 'worker' && settings.DRAIN_SECONDS > 0) await pause(settings.DRAIN_SECONDS * 1_000)
      metrics.close()
      await selfService.close(app.close())
      await requestLog.stop()
      await workers?.stop()
      await beat.stop()
      await remittance.close()
      await sandboxClock?.stop()
      await simulators?.close()
      await Promise.all(workDb === db ? [db.close()] : [db.close(), workDb.close()])
    },
  }
  const app = openApp(system as System)
  app.addHook('onReady', async () => {
    await sandboxClock?.read()
    await remittance.prepare()
  })
  return Object.assign(system, { app })
}

/** First question, and horizon. The sandbox's gateway searches at once, so there it need not take a quarter of an hour. */
function inquirySeconds(settings: Settings): { after: number; horizon: number } {
  return {
    after: settings.INQUIRY_AFTER_SECONDS ?? (settings.production ? 60 : 5),
    horizon: settings.INQUIRY_HORIZON_SECONDS ?? (settings.production ? 900 : 60),
  }
}

/** For trying, a merchant's server may be a laptop, but never a neighbour of ours. Real money needs addresses that are public and encrypted. */
export function orderRules(settings: Settings): OrderRules {
  const { reach, ownOrigin } = outboundOptions(settings)
  const mayBeCalled = (url: URL) =>
    !isMetadataUrl(url) && (reach === 'private' || url.origin === ownOrigin || isPublicHost(url.hostname))
  return {
    acceptsUrl(url, environment, use) {
      if (!settings.production && environment === 'sandbox') return use === 'page' || mayBeCalled(url)
      return use === 'callback' ? isPublicUrl(url) : isPublicPageUrl(url)
    },
  }
}

/** Undefined where nothing is simulated: a gateway of the real world keeps its own time, whatever we would like to try. */
export function simulatorsOf({ production, gateways }: Settings): string | undefined {
  const url = gateways.sandbox && new URL(gateways.sandbox.url)
  return production || !url || isCybersource(url.hostname) ? undefined : url.origin
}

type WorkerNeeds = {
  settings: CompleteSettings
  outside: Outside
  db: Database
  clock: Clock
  wallClock: Clock
  log: Log
  secrets: Secrets
  gatewayFor: GatewayFor
}

type Workers = {
  readonly loops: readonly Loop[]
  wake(): void
  stop(): Promise<void>
}

/** @param loops those that run already, to be woken and stopped with the others. */
function startWorkers(
  { settings, outside, db, clock, wallClock, log, secrets, gatewayFor }: WorkerNeeds,
  loops: Loop[],
): Workers {
  const { after, horizon } = inquirySeconds(settings)
  const wake = () => {
    for (const loop of loops) loop.wake()
  }
  const outbound = outside.openOutbound(outboundOptions(settings))
  const deliveries = {
    db,
    clock,
    wallClock,
    log,
    secrets,
    outbound,
    secretContext: callbackSecretContext,
    speed: settings.WEBHOOK_SPEED,
  }
  const settleNeeds = {
    db,
    clock,
    log,
    gatewayFor,
    wake,
    gatewayTimeoutSeconds: settings.CARD_GATEWAY_TIMEOUT_SECONDS,
    inquiryAfterSeconds: after,
    inquiryHorizonSeconds: horizon,
  }
  loops.push(
    startDeliveries(deliveries),
    startLoop(log, { name: 'settling of operations', idleMs: 1_000 }, () => settleDue(settleNeeds)),
    startLoop(log, { name: 'expiry of transactions', idleMs: 2_000 }, () =>
      expireTransactions({ db, clock }),
    ),
    startLoop(log, { name: 'expiry of payment links', idleMs: 2_000 }, () => expireLinks({ db, clock })),
    startLoop(log, { name: 'adding up of counts', idleMs: 1_000 }, () => addUpCounts(db)),
    startLoop(log, { name: 'forgetting of idempotency keys', idleMs: 45_000 }, () =>
      forgetIdempotentRequests({ db, clock }),
    ),
    startLoop(log, { name: 'forgetting of test callbacks', idleMs: 45_000 }, () =>
      forgetTestCallbacks({ db, clock }),
    ),
    startLoop(log, { name: 'forgetting of sign-ins', idleMs: 45_000 }, () => forgetSignIns({ db, clock })),
    startLoop(log, { name: 'forgetting of merchant requests', idleMs: 45_000 }, () =>
      forgetMerchantRequests({ db, wallClock }),
    ),
  )
  return {
    loops,
    wake,
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      await outbound.close()
    },
  }
}
