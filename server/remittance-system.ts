// Builds the remittance service from the settings, by hand, beside system.ts: its operators, rates and screening, its
// routes, its workers.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openOperator } from './adapters/mobile-money/open.ts'
import { openRateProvider } from './adapters/rates/open.ts'
import { registerComplianceAdminRoutes } from './compliance/admin-routes.ts'
import { recordClearance } from './compliance/clearance.ts'
import { openListScreeners } from './compliance/list-screener.ts'
import { rescreen } from './compliance/rescreen.ts'
import { defaultThreshold, type ScreeningNeeds, screenParties } from './compliance/screening.ts'
import { screeningsOf } from './compliance/screening-record.ts'
import type { BasicAuthentication } from './merchants/basic.ts'
import type { Environment } from './merchants/merchant.ts'

import type { Clock } from './platform/clock.ts'
import type { Database, Sql } from './platform/database.ts'
import type { Idempotency } from './platform/idempotency.ts'
import type { Log } from './platform/log.ts'
import { type Loop, startLoop } from './platform/loop.ts'
import type { Secrets } from './platform/secrets.ts'
import type { Simulators } from './platform/simulators.ts'
import { registerRemittanceAdminRoutes } from './remittance/admin-routes.ts'
import { callbackUrl } from './remittance/callback-address.ts'
import { applyCallbacks, registerOperatorCallbacks } from './remittance/callbacks.ts'
import { type OperatorFor, startPayouts } from './remittance/dispatch.ts'
import { registerRemittanceHealth } from './remittance/health-routes.ts'
import type { HoldNeeds } from './remittance/hold.ts'
import type { HoldQueue } from './remittance/hold-queue.ts'
import { type Inbound, type InboundNeeds, openInbound } from './remittance/inbound.ts'
import { type Operator, operatorCodes } from './remittance/operator.ts'
import { refreshRates } from './remittance/rate-refresh.ts'
import { registerRateAdminRoutes, registerRateRoutes } from './remittance/rate-routes.ts'
import { openCardCache } from './remittance/rates.ts'
import { registerRemittanceRoutes } from './remittance/routes.ts'
import { registerSandboxTopUp } from './remittance/sandbox-routes.ts'
import { openSettling } from './remittance/settle.ts'
import { closeSettlements } from './remittance/settlement.ts'
import { transferSubject } from './remittance/timeline.ts'
import type { CompleteSettings } from './system.ts'

export type RemittanceNeeds = {
  settings: CompleteSettings
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
  inbound: Inbound
  /** What a sandbox has ready when it starts: a rate card. */
  prepare(): Promise<void>
  close(): Promise<void>
}

export function openRemittance(needs: RemittanceNeeds): RemittanceSystem {
  const { settings, db, clock, log, secrets, wake } = needs
  const operators = openOperators(settings, needs)
  const rateProvider = settings.rates && openRateProvider(settings.rates, { timeoutMs: rateTimeoutMs })
  const card = openCardCache(db)
  const { screenerFor } = openListScreeners({ db, log })
  const screening = { db, secrets, log, screenerFor, threshold: defaultThreshold }
  const reviews: HoldNeeds & HoldQueue = {
    db,
    clock,
    secrets,
    currentCard: card,
    wake,
    recordClearance: async (sql, transfer, { admin, reason, now }) => {
      await recordClearance(sql, { subject: transferSubject(transfer), clearedBy: admin, reason, now })
    },
    screeningsOf: (transfers) => findings(db, transfers),
  }
  const inbound = openInbound({
    ...needs,
    operatorFor: operators.find,
    currentCard: card,
    screen: screen(screening, clock),
  })
  return {
    operatorFor: operators.find,
    inbound,
    register(app, guard) {
      const { basic, idempotency } = needs
      registerRemittanceHealth(app, { db, clock })
      registerRemittanceRoutes(app, { db, clock, basic, idempotency, inbound, operatorFor: operators.find })
      if (!settings.production) registerSandboxTopUp(app, { db, clock, basic, idempotency })
      registerRateRoutes(app, { clock, log, provider: rateProvider, card, authenticate: basic.authenticate })
      registerOperatorCallbacks(app, { db, clock, log, secrets, operatorFor: operators.find, wake })
      registerRemittanceAdminRoutes(app, reviews, guard)
      registerRateAdminRoutes(app, { db, clock, secrets, log }, guard)
      registerComplianceAdminRoutes(app, { db, secrets, clock, environments: needs.environments }, guard)
    },
    async prepare() {
      if (!rateProvider || settings.production) return
      const refreshed = refreshRates({ db, clock, log, provider: rateProvider })
      await refreshed.catch((error) => log.error('no exchange rates at the start', { error }))
    },
    startWorkers: () => startWorkers(needs, { operatorFor: operators.find, rateProvider, screening }),
    async close() {
      await rateProvider?.close()
      await operators.close()
    },
  }
}

export const rateTimeoutMs = 10_000

/** Opens every connection of the settings; nothing is asked of them before the first call. */
export function openOperators(
  { operators, OPERATOR_TIMEOUT_SECONDS }: CompleteSettings,
  { wallClock: clock, log }: Pick<RemittanceNeeds, 'wallClock' | 'log'>,
): { find: OperatorFor; close(): Promise<void> } {
  const opened = new Map<string, Operator>()
  for (const environment of ['sandbox', 'production'] as const) {
    for (const [code, connection] of Object.entries(operators[environment] ?? {})) {
      const timeoutMs = OPERATOR_TIMEOUT_SECONDS * 1_000
      opened.set(`${environment} ${code}`, openOperator(connection, { clock, log, timeoutMs }))
    }
  }
  return {
    find: (environment, code) => opened.get(`${environment} ${code}`),
    close: async () => {
      await Promise.all([...opened.values()].map((operator) => operator.close()))
    },
  }
}

function screen(needs: ScreeningNeeds, clock: Clock): InboundNeeds['screen'] {
  return async (environment, parties) => {
    const screening = await screenParties(needs, environment, parties)
    return {
      hold: screening.decision === 'hold',
      detail: screening.detail,
      record: (transfer) => ({
        environment,
        subject: transferSubject(transfer),
        screening,
        now: clock.now(),
      }),
    }
  }
}

async function findings(sql: Sql, transfers: readonly bigint[]): Promise<ReadonlyMap<bigint, object>> {
  const records = await screeningsOf(sql, transfers.map(transferSubject))
  return new Map(
    transfers.map((transfer) => [
      transfer,
      records
        .filter(({ subject }) => subject === transferSubject(transfer))
        .map(({ role, name, decision, reason, list_version, matches }) => ({
          role,
          name,
          decision,
          reason,
          list_version,
          matches,
        })),
    ]),
  )
}

/** First question, and horizon. The sandbox's operators answer at once, so there it need not take a quarter of an hour. */
function inquirySeconds(settings: CompleteSettings): { after: number; horizon: number } {
  return {
    after: settings.OPERATOR_INQUIRY_AFTER_SECONDS ?? (settings.production ? 60 : 10),
    horizon: settings.OPERATOR_INQUIRY_HORIZON_SECONDS ?? (settings.production ? 900 : 60),
  }
}

type WorkerNeeds = {
  operatorFor: OperatorFor
  rateProvider: ReturnType<typeof openRateProvider> | undefined
  screening: ScreeningNeeds
}

function startWorkers(needs: RemittanceNeeds, { operatorFor, rateProvider, screening }: WorkerNeeds): Loop[] {
  const { settings, workDb: db, clock, log, secrets, simulators, wake } = needs
  const settle = openSettling({ db, clock, log })
  const { after, horizon } = inquirySeconds(settings)
  const payouts = {
    db, clock, log, secrets, operatorFor, settle, wake,
    baseUrl: settings.BASE_URL,
    operatorTimeoutSeconds: settings.OPERATOR_TIMEOUT_SECONDS,
    inquiryAfterSeconds: after,
    inquiryHorizonSeconds: horizon,
  } // biome-ignore format: names first
  return [
    ...operatorCodes.map((operator) => startPayouts(payouts, operator)),
    startLoop(log, { name: 'callbacks of operators', idleMs: 1_000 }, () =>
      applyCallbacks({ db, clock, log, settle, operatorFor, wake }),
    ),
    startLoop(log, { name: 'screening again', idleMs: 5_000 }, () =>
      rescreen({ ...screening, db, clock, environments: needs.environments }),
    ),
    startLoop(log, { name: 'closing of settlements', idleMs: 30_000 }, () => closeSettlements({ db, clock })),
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
