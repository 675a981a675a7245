// Builds the remittance service from the settings, by hand, beside system.ts: its operators, rates and screening, its
// routes, its workers.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openYente } from '../adapters/screening/yente/adapter.ts'
import { registerComplianceAdminRoutes } from '../compliance/admin-routes.ts'
import { openBirthDateSealing } from '../compliance/screening/birth-date.ts'
import { recordClearance } from '../compliance/screening/clearance.ts'
import { openListScreeners } from '../compliance/screening/list-screener.ts'
import { rescreen } from '../compliance/screening/rescreen.ts'
import { type ScreeningNeeds, screenParties } from '../compliance/screening/screening.ts'
import { sealScreening } from '../compliance/screening/screening-record.ts'
import type { CompleteSettings } from '../config/settings.ts'
import type { BasicAuthentication } from '../merchants/identity/basic-auth.ts'
import type { Environment } from '../merchants/identity/merchant.ts'
import type { Database } from '../platform/database/database.ts'
import type { Idempotency } from '../platform/http/idempotency.ts'
import type { Simulators } from '../platform/network/simulators.ts'
import type { Log } from '../platform/observability/log.ts'
import { type Loop, startLoop } from '../platform/process/worker-loop.ts'
import type { Secrets } from '../platform/security/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { type Inbound, type InboundNeeds, openInbound } from '../remittance/acceptance/inbound.ts'
import { registerRemittanceRoutes } from '../remittance/acceptance/routes.ts'
import { ratesState, remittanceQueues } from '../remittance/exceptions/queue-counts.ts'
import type { RateProvider } from '../remittance/exchange-rates/provider.ts'
import { openCardCache } from '../remittance/exchange-rates/rate-table.ts'
import { refreshRates } from '../remittance/exchange-rates/refresh.ts'
import { registerRateAdminRoutes, registerRateRoutes } from '../remittance/exchange-rates/routes.ts'
import type { HoldNeeds } from '../remittance/holds/hold.ts'
import type { HoldQueue } from '../remittance/holds/queue.ts'
import { screeningFindings } from '../remittance/holds/screening-findings.ts'
import { operatorsView } from '../remittance/operators/admin-reads.ts'
import { openOperatorHealth, startProbes } from '../remittance/operators/health.ts'
import { operatorCodes } from '../remittance/operators/operator.ts'
import { openIsPaused } from '../remittance/operators/pause.ts'
import { applyCallbacks } from '../remittance/payouts/apply-callbacks.ts'
import { openSettling } from '../remittance/payouts/apply-outcome.ts'
import { callbackUrl } from '../remittance/payouts/callback-address.ts'
import { startCallbackInquiries } from '../remittance/payouts/callback-inquiry.ts'
import { registerOperatorCallbacks } from '../remittance/payouts/callbacks.ts'
import { type OperatorFor, startLane } from '../remittance/payouts/dispatch.ts'
import { registerRemittanceHealth } from '../remittance/service/health-routes.ts'
import { closeSettlements } from '../remittance/settlements/settlement.ts'
import { transferSubject } from '../remittance/transfer/timeline.ts'
import { checkWallets } from '../remittance/wallets/check.ts'
import { registerSandboxTopUp } from '../remittance/wallets/sandbox-routes.ts'
import { type Operators, openOperators } from './operators.ts'
import { registerRemittanceAdmin } from './remittance-admin.ts'
import type { Outside } from './upstreams.ts'

export type RemittanceNeeds = {
  settings: CompleteSettings
  outside: Outside
  db: Database
  workDb: Database
  clock: Clock
  /** For what operators compare with their own time, which no sandbox moves. */
  wallClock: Clock
  log: Log
  secrets: Secrets
  basic: BasicAuthentication
  idempotency: Idempotency
  simulators: Simulators | undefined
  acceptsUrl: InboundNeeds['acceptsUrl']
  /** Those this deployment serves. */
  environments: readonly Environment[]
  wake: () => void
}

export type RemittanceSystem = {
  register(app: FastifyInstance, guard: (request: FastifyRequest) => Promise<void>): void
  startWorkers(): Loop[]
  operatorFor: OperatorFor
  /** What waits for people, and how operators and rates do. */
  overview: RemittanceOverview
  inbound: Inbound
  /** The imported lists this process screens by, by environment; reads those that were imported since. */
  screeningListVersions(): Promise<Record<string, string | undefined>>
  /** What a sandbox has ready when it starts: a rate card. */
  prepare(): Promise<void>
  close(): Promise<void>
}

export type RemittanceOverview = {
  queues(): ReturnType<typeof remittanceQueues>
  operators(): ReturnType<typeof operatorsView>
  rates(): ReturnType<typeof ratesState>
}

export function openRemittance(needs: RemittanceNeeds): RemittanceSystem {
  const { settings, db, clock, log, secrets, wake } = needs
  const health = openOperatorHealth({ db, clock, log })
  const operators = openOperators(settings, { ...needs, health })
  const rateProvider =
    settings.rates && needs.outside.openRateProvider(settings.rates, { timeoutMs: rateTimeoutMs })
  const card = openCardCache(db)
  const screeners = openScreeners(settings, { db: needs.workDb, log })
  const screening = { db, secrets, log, screenerFor: screeners.find }
  const reviews: HoldNeeds & HoldQueue = {
    db,
    clock,
    secrets,
    currentCard: card,
    wake,
    recordClearance: async (sql, transfer, { admin, reason, now }) => {
      await recordClearance(sql, { subject: transferSubject(transfer), clearedBy: admin, reason, now })
    },
    screeningsOf: (transfers) => screeningFindings(db, transfers),
  }
  const inbound = openInbound({
    ...needs,
    operatorFor: operators.find,
    isPaused: openIsPaused(db),
    currentCard: card,
    screen: screen(screening, clock),
  })
  return {
    operatorFor: operators.find,
    overview: {
      queues: () => remittanceQueues(db),
      operators: () => operatorsView(db, operators),
      rates: () => ratesState(db, clock),
    },
    inbound,
    screeningListVersions: screeners.listVersions,
    register(app, guard) {
      const { basic, idempotency } = needs
      registerRemittanceHealth(app, { db, clock })
      registerRemittanceRoutes(app, { db, clock, basic, idempotency, inbound, operatorFor: operators.find })
      if (!settings.production) registerSandboxTopUp(app, { db, clock, basic, idempotency })
      registerRateRoutes(app, { clock, log, provider: rateProvider, card, authenticate: basic.authenticate })
      registerOperatorCallbacks(app, { db, clock, log, secrets, operatorFor: operators.find, wake })
      registerRemittanceAdmin(app, { ...needs, operators, reviews }, guard)
      registerRateAdminRoutes(app, { db, clock, secrets, log }, guard)
      registerComplianceAdminRoutes(app, { db, secrets, clock, environments: needs.environments }, guard)
    },
    async prepare() {
      if (!rateProvider || settings.production) return
      const refreshed = refreshRates({ db, clock, log, provider: rateProvider })
      await refreshed.catch((error) => log.error('no exchange rates at the start', { error }))
    },
    startWorkers: () => startWorkers(needs, { operators, rateProvider, screening }),
    async close() {
      await health.stop()
      await rateProvider?.close()
      await screeners.close()
      await operators.close()
    },
  }
}

export const rateTimeoutMs = 10_000

/** The watchlist of the sandbox is ours; real names are asked of the server that is set, or of the lists imported. */
function openScreeners(settings: CompleteSettings, needs: { db: Database; log: Log }) {
  const lists = openListScreeners(needs)
  const { SCREENING_URL: baseUrl, SCREENING_DATASET: dataset, SCREENING_KEY: apiKey } = settings
  const server =
    baseUrl === undefined ? undefined : openYente({ baseUrl, dataset, ...(apiKey && { apiKey }) }, needs)
  return {
    find: (environment: Environment) =>
      (environment === 'production' ? server : undefined) ?? lists.screenerFor(environment),
    listVersions: async () => ({
      sandbox: await lists.screenerFor('sandbox').listVersion(),
      production: await lists.screenerFor('production').listVersion(),
    }),
    close: async () => server?.close(),
  }
}

function screen(needs: ScreeningNeeds, clock: Clock): InboundNeeds['screen'] {
  return async (environment, parties) => {
    const screening = await screenParties(needs, environment, parties)
    return {
      hold: screening.decision === 'hold',
      detail: screening.detail,
      record: sealScreening(needs.secrets, { environment, screening, now: clock.now() }),
    }
  }
}

/** First question, and horizon. The sandbox's operators answer at once, so there it need not take a quarter of an hour. */
function inquirySeconds(settings: CompleteSettings): { after: number; horizon: number } {
  return {
    after: settings.OPERATOR_INQUIRY_AFTER_SECONDS ?? (settings.production ? 60 : 10),
    horizon: settings.OPERATOR_INQUIRY_HORIZON_SECONDS ?? (settings.production ? 900 : 60),
  }
}

type WorkerNeeds = {
  operators: Operators
  rateProvider: RateProvider | undefined
  screening: ScreeningNeeds
}

function startWorkers(needs: RemittanceNeeds, { operators, rateProvider, screening }: WorkerNeeds): Loop[] {
  const { settings, workDb: db, clock, log, secrets, simulators, wake } = needs
  const settle = openSettling({ db, clock, log })
  const { find: operatorFor } = operators
  const { after, horizon } = inquirySeconds(settings)
  const payouts = {
    db, clock, log, secrets, operatorFor, settle, wake,
    baseUrl: settings.BASE_URL,
    operatorTimeoutSeconds: settings.OPERATOR_TIMEOUT_SECONDS,
    inquiryAfterSeconds: after,
    inquiryHorizonSeconds: horizon,
  } // biome-ignore format: names first
  return [
    ...operators.places.map(({ environment, operator }) => startLane(payouts, environment, operator)),
    startLoop(log, { name: 'callbacks of operators', idleMs: 1_000 }, () =>
      applyCallbacks({ db, clock, log, settle, operatorFor, wake }),
    ),
    ...operators.places.map(({ environment, operator }) =>
      startCallbackInquiries(payouts, environment, operator),
    ),
    startProbes({ db, clock, log }, operators),
    startLoop(log, { name: 'comparison of wallets with the ledger', idleMs: 5_000 }, () =>
      checkWallets({ db, clock, log }),
    ),
    startLoop(log, { name: 'sealing of birth dates', idleMs: 60_000 }, openBirthDateSealing({ db, secrets })),
    startLoop(log, { name: 'screening again', idleMs: 5_000 }, () =>
      rescreen({ ...screening, db, clock, environments: needs.environments }),
    ),
    startLoop(log, { name: 'closing of settlements', idleMs: 30_000 }, () =>
      closeSettlements({ db, clock, log }),
    ),
    ...(rateProvider
      ? [
          startLoop(log, { name: 'refresh of exchange rates', idleMs: 5_000 }, () =>
            refreshRates({ db, clock, log, provider: rateProvider }),
          ),
        ]
      : []),
    ...(simulators ? [keepPortal(needs, simulators, operatorFor)] : []),
  ]
}

/** Simulators are told where to report, as a person would set it in an operator's portal; they may have been restarted. */
function keepPortal(
  { settings, secrets, log }: RemittanceNeeds,
  simulators: Simulators,
  operatorFor: OperatorFor,
): Loop {
  const urls: Record<string, string> = {}
  for (const code of operatorCodes) {
    const protocol = operatorFor('sandbox', code)?.protocol
    if (protocol && protocol !== 'gsma')
      urls[protocol] ??= callbackUrl({ secrets, baseUrl: settings.BASE_URL }, 'sandbox', code)
  }
  return startLoop(log, { name: 'portal of the simulated operators', idleMs: 5_000 }, async () => {
    if (Object.keys(urls).length > 0) await simulators.setPortal(urls)
    return false
  })
}
