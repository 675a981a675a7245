// Builds the remittance service from the settings: operators, rates and screening, its routes and its workers.
import type { FastifyInstance } from 'fastify'
import { rateTimeoutMs } from '../adapters/rate-settings.ts'
import { openYente } from '../adapters/yente.ts'
import type { Acts } from '../admin/approvals/decide-approval.ts'
import { openCollectionReports } from '../cards/collections/report-callback.ts'
import { complianceRoutes } from '../compliance/admin-api.ts'
import { recordClearance, withdrawClearance } from '../compliance/screening/clearance.ts'
import { openListScreeners } from '../compliance/screening/list-screener.ts'
import { type ScreeningNeeds, screenParties } from '../compliance/screening/screening.ts'
import { sealScreening } from '../compliance/screening/screening-record.ts'
import type { CompleteSettings } from '../config/settings.ts'
import type { Environment } from '../kernel/environment.ts'
import type { OperatorFor } from '../operator-calls/operator.ts'
import type { Cells } from '../platform/database/cells.ts'
import type { Database } from '../platform/database/database.ts'
import type { NeedsOf, Serve } from '../platform/http/endpoint.ts'
import type { Places } from '../platform/http/place.ts'
import type { Log } from '../platform/process/log.ts'
import type { Loop } from '../platform/process/worker-loop.ts'
import type { Clock } from '../platform/time/clock.ts'
import { openSigningKeys } from '../receipts/keys.ts'
import { acceptanceRoutes } from '../remittance/acceptance/api.ts'
import { type Inbound, type InboundNeeds, openInbound } from '../remittance/acceptance/inbound.ts'
import { batchRoutes, portalBatchRoutes } from '../remittance/batches/api.ts'
import { profileRoutes } from '../remittance/batches/profiles/api.ts'
import { caseRoutes } from '../remittance/cases/api.ts'
import { declarationRoutes } from '../remittance/cases/declaration/api.ts'
import { paperRequestRoutes } from '../remittance/cases/papers/admin-api.ts'
import { uploadRoutes } from '../remittance/cases/papers/api.ts'
import { cashOutRoutes } from '../remittance/cash-out/api.ts'
import { openCashOutTables } from '../remittance/cash-out/table.ts'
import { rateAdminRoutes, rateRoutes } from '../remittance/exchange-rates/api.ts'
import { openRatesAct } from '../remittance/exchange-rates/approval.ts'
import type { RateProvider } from '../remittance/exchange-rates/provider.ts'
import { openRateCache, ratesState } from '../remittance/exchange-rates/rate-table.ts'
import { refreshRates } from '../remittance/exchange-rates/refresh.ts'
import { holdRoutes, openReleaseAct } from '../remittance/holds/api.ts'
import type { HoldNeeds } from '../remittance/holds/hold.ts'
import type { HoldQueue } from '../remittance/holds/queue.ts'
import { screeningFindings } from '../remittance/holds/screening.ts'
import { remittanceHealthRoutes } from '../remittance/http/health.ts'
import { limitAdminRoutes } from '../remittance/limits/admin-api.ts'
import { limitRoutes } from '../remittance/limits/api.ts'
import { openLimitRulesAct } from '../remittance/limits/change-rules.ts'
import { openAppliedRules } from '../remittance/limits/judge-batch.ts'
import { operatorRoutes, renderOperators } from '../remittance/operators/api.ts'
import { openOperatorHealth } from '../remittance/operators/health.ts'
import { openIsPaused } from '../remittance/operators/pause.ts'
import { operatorStandings, type Standing } from '../remittance/operators/standing.ts'
import { openOutcomeApplier } from '../remittance/payouts/apply-outcome.ts'
import { exceptionRoutes } from '../remittance/payouts/exceptions.ts'
import { type CallbackNeeds, registerOperatorCallbacks } from '../remittance/payouts/inbox.ts'
import { quoteAdminRoutes } from '../remittance/quotes/admin-api.ts'
import { quoteRoutes } from '../remittance/quotes/api.ts'
import { openQuotes } from '../remittance/quotes/make-quote.ts'
import { regulatoryRoutes } from '../remittance/regulatory/api.ts'
import { travelRuleRoutes } from '../remittance/regulatory/travel-rule-api.ts'
import { transferSubject } from '../remittance/transfer/timeline.ts'
import { transferAdminRoutes } from '../remittance/transfer-views/admin-api.ts'
import { transferRoutes } from '../remittance/transfer-views/api.ts'
import { walletAdminRoutes } from '../remittance/wallets/admin-api.ts'
import { sandboxRoutes, walletRoutes } from '../remittance/wallets/api.ts'
import { settlementAdminRoutes, settlementRoutes } from '../remittance/wallets/settlement-api.ts'
import { deliveriesAbout } from '../webhooks/delivery/deliveries.ts'
import { secondAdminOf } from './admin-access.ts'
import { type Operators, openOperators } from './operators.ts'
import { type RemittanceNeeds, startRemittanceWorkers, type Work } from './remittance-workers.ts'
import type { Outside } from './upstreams.ts'

export type RemittanceSystem = {
  /** What handlers need: of partners' routes, of admins' routes, and of callbacks. */
  routes: PartnerNeeds
  adminRoutes: AdminNeeds
  callbacks: CallbackNeeds
  /** @param work whether this place is a cell, control, or both. */
  startWorkers(work: Work): Loop[]
  operatorFor: OperatorFor
  /** The state of operators and rates. */
  overview: RemittanceOverview
  inbound: Inbound
  /** How approved acts are executed. */
  acts: Pick<Acts, 'hold_release' | 'limit_rules' | 'rates'>
}

export type RemittanceOverview = {
  operators(cells: Cells): ReturnType<typeof renderOperators>
  rates(): ReturnType<typeof ratesState>
  /** How the connected operators of this deployment stand. */
  standings(): Promise<Standing[]>
}

/** What all places of a process share: connections to operators and to a source of rates, and the screening lists in memory. */
export type RemittanceCommon = {
  operators: Operators
  rateProvider: RateProvider | undefined
  screenerFor: ScreeningNeeds['screenerFor']
  /** The versions of the imported screening lists, by environment; loads lists imported since. */
  screeningListVersions(): Promise<Record<string, string | undefined>>
  /** Loads exchange rates when a sandbox starts. */
  prepare(): Promise<void>
  close(): Promise<void>
}

export function openRemittanceCommon(
  needs: Pick<RemittanceNeeds, 'settings' | 'db' | 'workDb' | 'clock' | 'wallClock' | 'log'> & {
    outside: Outside
  },
): RemittanceCommon {
  const { settings, db, clock, log, outside } = needs
  const health = openOperatorHealth({ db, clock, log })
  const operators = openOperators(settings, { ...needs, health })
  const rateProvider =
    settings.rates && outside.openRateProvider(settings.rates, { timeoutMs: rateTimeoutMs })
  const screeners = openScreeners(settings, { db: needs.workDb, log })
  return {
    operators,
    rateProvider,
    screenerFor: screeners.find,
    screeningListVersions: screeners.listVersions,
    prepare: () => loadRates(needs, rateProvider),
    async close() {
      await health.stop()
      await rateProvider?.close()
      await screeners.close()
      await operators.close()
    },
  }
}

export function openRemittance(needs: RemittanceNeeds, common: RemittanceCommon): RemittanceSystem {
  const { settings, db, clock, log, secrets, wake } = needs
  const { operators, rateProvider, screenerFor } = common
  const rateTable = openRateCache(db)
  const screening = { db, secrets, log, screenerFor }
  const reviews = reviewsOf(needs, rateTable)
  const limitsApply = limitsIn(settings)
  const quotes = openQuotes({
    ...{ db, clock, currentRates: rateTable, signingKey: openSigningKeys({ db, secrets, clock }) },
    cashOutTable: openCashOutTables(db, () => clock.now()),
    maxExposure: (BigInt(settings.QUOTE_EXPOSURE_LIMIT_USD) * 100n) / BigInt(settings.CELLS),
  })
  const inbound = openInbound({
    ...needs,
    quotes,
    limitsApply,
    appliedRules: openAppliedRules(limitsApply),
    operatorFor: operators.find,
    isPaused: openIsPaused(db),
    currentRates: rateTable,
    screen: screenTransfer(screening, clock),
  })
  return {
    operatorFor: operators.find,
    overview: {
      operators: (cells) => renderOperators({ db, cells }, operators),
      rates: () => ratesState(db, clock),
      standings: () => operatorStandings(db, operators, settings.production ? 'production' : 'sandbox'),
    },
    inbound,
    acts: actsOf(needs, reviews),
    routes: {
      ...{ ...needs, inbound, quotes, operatorFor: operators.find, limitsApply, rateProvider, rateTable },
      institution: settings.INVOICE_ISSUER?.name ?? 'Likuta',
    },
    adminRoutes: adminNeedsOf({ ...needs, operators, reviews }),
    callbacks: {
      ...{ db, clock, log, secrets, operatorFor: operators.find, wake },
      reportCollection: openCollectionReports({ db, clock }),
    },
    startWorkers: (work) =>
      startRemittanceWorkers(needs, { operators, rateProvider, screening, inbound, work }),
  }
}

/** The acts that can wait for a second admin. */
const actsOf = (needs: RemittanceNeeds, reviews: HoldNeeds & HoldQueue): RemittanceSystem['acts'] => ({
  hold_release: openReleaseAct(reviews),
  limit_rules: openLimitRulesAct(needs),
  rates: openRatesAct(needs),
})

async function loadRates(
  { settings, db, clock, log }: Pick<RemittanceNeeds, 'settings' | 'db' | 'clock' | 'log'>,
  provider: RateProvider | undefined,
): Promise<void> {
  if (!provider || settings.production) return
  const refreshed = refreshRates({ db, clock, log, provider })
  await refreshed.catch((error) => log.error('exchange rates could not be fetched at startup', { error }))
}

/** Dependencies of reviewing held transfers: the queue, and how a clearance is recorded. */
function reviewsOf(
  { db, cells, clock, secrets, approvals, wake }: RemittanceNeeds,
  currentCard: HoldNeeds['currentRates'],
): HoldNeeds & HoldQueue {
  return {
    db,
    cells,
    clock,
    secrets,
    approvals,
    currentRates: currentCard,
    wake,
    recordClearance: async (sql, transfer, { admin, reason, now }) => {
      await recordClearance(sql, { subject: transferSubject(transfer), clearedBy: admin, reason, now })
    },
    withdrawClearance: (sql, transfer) => withdrawClearance(sql, transferSubject(transfer)),
    screeningsOf: (transfers) => screeningFindings(db, transfers),
  }
}

/** Limits always apply to production merchants, whatever LIKUTA_ENV is; to those of the sandbox if the setting says so. */
function limitsIn({ SANDBOX_LIMITS }: CompleteSettings) {
  // guard: production-limits
  return (environment: Environment) => environment === 'production' || SANDBOX_LIMITS === 'on'
}

/** What the handlers of admin routes need. */
function adminNeedsOf(needs: RemittanceNeeds & { operators: Operators; reviews: HoldNeeds & HoldQueue }) {
  const { db, clock, log, settings, operators, reviews } = needs
  return {
    ...needs,
    ...reviews,
    operatorFor: operators.find,
    applyOutcome: openOutcomeApplier({ db, clock, log }),
    deliveriesAbout,
    secondAdmin: secondAdminOf(settings),
    threshold: settings.REGISTER_THRESHOLD_USD,
    deadlineDays: settings.CASE_DEADLINE_DAYS,
    institution: settings.INVOICE_ISSUER,
    baseUrl: settings.BASE_URL,
  }
}
type AdminNeeds = ReturnType<typeof adminNeedsOf>
type PartnerNeeds = RemittanceNeeds & { institution: string } & NeedsOf<
    [
      (typeof acceptanceRoutes)[number],
      (typeof quoteRoutes)[number],
      (typeof rateRoutes)[number],
      (typeof limitRoutes)[number],
      (typeof transferRoutes)[number],
    ]
  >

type Served = { remittance: RemittanceSystem }

/** Registers the routes of partners, of admins, of upload links and of operators. */
export function serveRemittance(
  app: FastifyInstance,
  serve: Serve<Served>,
  { settings, places }: { settings: CompleteSettings; places: Places<Served> },
): void {
  const partners = ({ remittance }: Served) => remittance.routes
  serve(partners, [
    ...remittanceHealthRoutes,
    ...acceptanceRoutes,
    ...quoteRoutes,
    ...batchRoutes,
    ...portalBatchRoutes,
    ...profileRoutes,
    ...walletRoutes,
    ...settlementRoutes,
    ...limitRoutes,
    ...transferRoutes,
    ...(settings.production ? [] : sandboxRoutes),
    ...rateRoutes,
  ])
  registerOperatorCallbacks(app, places, ({ remittance }) => remittance.callbacks)
  serve(
    ({ remittance }: Served) => remittance.adminRoutes,
    [
      ...holdRoutes,
      ...quoteAdminRoutes,
      ...exceptionRoutes,
      ...transferAdminRoutes,
      ...settlementAdminRoutes,
      ...walletAdminRoutes,
      ...regulatoryRoutes,
      ...travelRuleRoutes,
      ...caseRoutes,
      ...paperRequestRoutes,
      ...declarationRoutes,
      ...operatorRoutes,
      ...cashOutRoutes,
      ...rateAdminRoutes,
    ],
  )
  serve(partners, [...complianceRoutes, ...limitAdminRoutes])
  serve(partners, uploadRoutes)
}

// Screening of transfers: chooses the screener of an environment, and records the screening with the transfer and its hold.

/** A sandbox uses our own watchlist. Production uses the configured screening server, or else the imported lists. */
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

/** Screens the parties of a transfer before it is accepted. */
function screenTransfer(needs: ScreeningNeeds, clock: Clock): InboundNeeds['screen'] {
  return async (environment, parties) => {
    const screening = await screenParties(needs, environment, parties)
    return {
      hold: screening.decision === 'hold',
      detail: screening.detail,
      sealed: sealScreening(needs.secrets, { environment, screening, now: clock.now() }),
    }
  }
}
