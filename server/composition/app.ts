// Registers every route of the service.

import type { FastifyInstance } from 'fastify'
import {
  type AdminAccess,
  adminGuard,
  networkGuard,
  refuseOwnFavours,
  requireAdminGuards,
} from '../admin/access.ts'
import { approvalRoutes } from '../admin/approvals/admin-api.ts'
import type { DecisionNeeds as ApprovalNeeds } from '../admin/approvals/decide-approval.ts'
import type { Approvals } from '../admin/approvals/request-approval.ts'
import { auditRoutes, openVerification } from '../admin/audit-api.ts'
import { clockRoutes, sendClockOffset } from '../admin/clock-api.ts'
import { cellsRoute } from '../admin/monitoring/cells-api.ts'
import { databaseChecks, type Health, healthRoutes } from '../admin/monitoring/health.ts'
import type { Metrics } from '../admin/monitoring/metrics.ts'
import { metricsRoutes } from '../admin/monitoring/metrics-api.ts'
import { type OverviewNeeds, overviewRoutes } from '../admin/monitoring/overview-api.ts'
import { stuckMoneyRoute } from '../admin/monitoring/stuck-money-api.ts'
import { retentionRoutes } from '../admin/retention/admin-api.ts'
import { staffRoutes } from '../admin/users/api.ts'
import type { StaffNeeds } from '../admin/users/change-user.ts'
import type { SignInNeeds } from '../admin/users/sign-in.ts'
import { staffSignInRoutes } from '../admin/users/sign-in-api.ts'
import { adjustmentRoute } from '../balances/adjustments.ts'
import { balanceRoutes } from '../balances/api.ts'
import { adminInvoiceRoutes, invoiceRoutes } from '../balances/invoices/api.ts'
import { adminStatementRoutes, statementRoute } from '../balances/statements/api.ts'
import { bankRoutes } from '../bank/admin-api.ts'
import type { AssignNeeds } from '../bank/reconciliation/decide-line.ts'
import { checkoutPages, checkoutRoute } from '../cards/checkout/api.ts'
import { registerCheckoutAssets } from '../cards/checkout/assets.ts'
import { collectionRoutes } from '../cards/collections/api.ts'
import { adminCollectionRoutes } from '../cards/collections/oversight/admin-api.ts'
import { otherNumberRoute } from '../cards/collections/returns/admin-api.ts'
import { microformRoutes } from '../cards/custom-checkout/api.ts'
import { adminDisputeRoutes } from '../cards/disputes/admin-api.ts'
import { disputeRoutes } from '../cards/disputes/api.ts'
import { orderRoutes } from '../cards/orders/api.ts'
import { helpPages, helpRoute } from '../cards/payer-help/api.ts'
import { linkRoutes } from '../cards/payment-links/api.ts'
import { groupRoutes } from '../cards/payment-links/groups/api.ts'
import { linkPreviews } from '../cards/payment-links/picture/link-preview.ts'
import { linkPages, openLinkRoute } from '../cards/payment-links/visit.ts'
import { adminPaymentRoutes } from '../cards/payments/api.ts'
import { duplicateSubjects } from '../cards/payments/duplicates.ts'
import { reportRoute } from '../cards/payments/reconciliation-api.ts'
import { emailChoicePages } from '../cards/receipts/email-choice.ts'
import { paymentReceiptRoute } from '../cards/receipts/payment-receipt.ts'
import { adminRefundBatchRoutes } from '../cards/refund-batches/admin-api.ts'
import { portalRefundBatchRoutes, refundBatchRoutes } from '../cards/refund-batches/api.ts'
import { adminRefundRequestRoutes } from '../cards/refund-requests/admin-api.ts'
import { refundRequestRoute } from '../cards/refund-requests/api.ts'
import { refundHistoryRoute, refundRoute } from '../cards/refunds/api.ts'
import { voidHistoryRoute, voidRoute } from '../cards/voids/api.ts'
import type { CompleteSettings } from '../config/settings.ts'
import { Problem } from '../kernel/problem.ts'
import { payoutBatchRoutes } from '../merchant-payouts/batches/admin-api.ts'
import type { BatchNeeds } from '../merchant-payouts/batches/queries.ts'
import { payoutFollowUpRoutes } from '../merchant-payouts/dispatch/admin-api.ts'
import type { InquiryNeeds } from '../merchant-payouts/dispatch/inquire-payout.ts'
import { adminPayoutRoutes } from '../merchant-payouts/payouts/admin-api.ts'
import { payoutRoutes } from '../merchant-payouts/payouts/api.ts'
import type { PayoutNeeds } from '../merchant-payouts/payouts/create-payout.ts'
import type { DecisionNeeds } from '../merchant-payouts/payouts/decide-payout.ts'
import { logoRoute } from '../merchants/brand/brand.ts'
import { type BusinessReviewNeeds, businessReviewRoutes } from '../merchants/business/admin-api.ts'
import { type MerchantAdminRoutes, merchantAdminRoutes } from '../merchants/directory/admin-api.ts'
import { eventRoute } from '../merchants/events.ts'
import { type RequestLog, recordRequests } from '../merchants/request-log.ts'
import { type SelfServiceNeeds, selfServiceRoutes } from '../merchants/self-service.ts'
import { bearerGuard, requireBearerGuards } from '../merchants/sign-in/bearer.ts'
import { ownPagesGuard, portalSessionRoutes } from '../merchants/sign-in/portal-session.ts'
import type { Cells } from '../platform/database/cells.ts'
import type { Database } from '../platform/database/database.ts'
import { merchantSecret, sendsSecret } from '../platform/http/access.ts'
import { gatherEndpoints } from '../platform/http/api.ts'
import { openDownloads } from '../platform/http/downloads.ts'
import { type Guards, type Serve, serving } from '../platform/http/endpoint.ts'
import { codeShape, detailShape, openHttp } from '../platform/http/http.ts'
import type { Load } from '../platform/http/load-shedding.ts'
import { openPlaces, type Places } from '../platform/http/place.ts'
import { requestProblems } from '../platform/http/problems.ts'
import { limitByAddress, openRateLimit } from '../platform/http/rate-limit.ts'
import type { Log } from '../platform/process/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { SandboxClock } from '../platform/time/sandbox-clock.ts'
import { type PortalRoutes, servePortal } from '../portal/api.ts'
import { merchantFiguresRoute } from '../portal/overview/periods.ts'
import { figuresRoute } from '../portal/overview/service-figures.ts'
import { type ReceiptNeeds, receiptRoutes, sandboxKeysPage } from '../receipts/api.ts'
import { limitUploadLinks, uploadPath } from '../remittance/cases/papers/api.ts'
import { nameFilesOfProfile, type SampleNeeds, sampleRoutes } from '../sample/api.ts'
import { adminDeliveryRoutes } from '../webhooks/delivery/admin-api.ts'
import { deliveriesAbout } from '../webhooks/delivery/deliveries.ts'
import { testCallbackRoutes } from '../webhooks/test-receiver/api.ts'
import type { CardSystem } from './card-system.ts'
import { documentRoutes, openApiDocument } from './openapi/routes.ts'
import { type RemittanceSystem, serveRemittance } from './remittance-system.ts'
import { retainedKinds } from './retention.ts'
import { type DemoCheckout, demoCheckoutPages } from './site/demo-checkout.ts'
import { errorPages, registerHome } from './site/home.ts'
import { registerInformation } from './site/information.ts'
import { readOwnTexts } from './site/own-texts.ts'
import { registerGuides, registerReference } from './site/reference.ts'
import { registerPapersPage, registerVerifyPage } from './site/verify-page.ts'
import { registerWebAssets } from './site/web-pages.ts'

/** What the handlers of routes need, of one place: control or a cell. */
export type PlaceServices = {
  samples: SampleNeeds & Pick<PortalRoutes, 'idempotency'>
  settings: CompleteSettings
  db: Database
  cells: Cells
  clock: Clock
  wallClock: Clock
  log: Log
  secrets: Secrets
  adminAccess: AdminAccess
  cards: CardSystem
  remittance: RemittanceSystem
  selfService: SelfServiceNeeds
  portal: PortalRoutes
  payouts: PayoutNeeds & DecisionNeeds & InquiryNeeds & BatchNeeds & { cells: Cells }
  bank: AssignNeeds & { cells: Cells }
  approvals: Approvals
  acts: ApprovalNeeds['acts']
  demoCheckout: DemoCheckout
  merchantAdmin: MerchantAdminRoutes & BusinessReviewNeeds
  staff: StaffNeeds & SignInNeeds
  receipts: ReceiptNeeds
  wake: () => void
}

/** The dependencies of all routes. */
export type AppNeeds = Health & {
  settings: CompleteSettings
  log: Log
  places: Places<PlaceServices>
  requestLog: RequestLog
  /** Real time, which merchants' clocks follow; `clock` is business time, which a sandbox may move ahead. */
  wallClock: Clock
  /** Absent if the clock cannot be moved. */
  sandboxClock: SandboxClock | undefined
  overview: OverviewNeeds
  metrics: Metrics
  load: Load
}

export function openApp(system: AppNeeds): FastifyInstance {
  const { settings, log, places } = system
  const shapes = [
    ['/api/v1/remittance', codeShape],
    ['/api/v1/merchant', codeShape],
    [uploadPath, codeShape],
    // The card specification fixes the error format of these.
    ['/api/v1/admin/payment/', detailShape],
    ['/api/v1/admin/sandbox/', detailShape],
    ['/api/v1/admin/', codeShape],
  ] as const
  const app = openHttp({
    log,
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    shapes,
    stopping: system.stopping,
    shedding: { load: system.load },
    page: errorPages(),
  })
  if (system.sandboxClock) sendClockOffset(app, system.sandboxClock)
  gatherEndpoints(app)
  requireAdminGuards(app)
  requireBearerGuards(app)
  refuseOwnFavours(app, log)
  recordRequests(app, system)
  limitAnonymous(app, settings)
  limitUploadLinks(app)
  const serve = serving(app, guardsOf(places), places)
  serve(() => system, [...healthRoutes, ...metricsRoutes])
  serveCards(serve)
  registerSite(app, system)
  if (!settings.production) serve(({ demoCheckout }: PlaceServices) => demoCheckout, demoCheckoutPages)
  serveCardOperations(serve)
  serve(({ receipts }: PlaceServices) => receipts, [...receiptRoutes, sandboxKeysPage])
  serveCardMoney(serve)
  serveRemittance(app, serve, system)
  serveEvents(serve)
  serveSignIns(serve)
  if (!settings.production) serveSamples(app, serve)
  servePortal(app, serve, settings)
  serveOperations(serve, system)
  const documents = openApiDocument(app, shapes)
  serve(() => documents, documentRoutes)
  app.refuseOtherMethods()
  return app
}

/** The checks of callers before a body is read. Merchants' users and admins are in control. */
function guardsOf(places: AppNeeds['places']): Guards {
  const [{ adminAccess, selfService, settings, cards }] = places.at
  const within = openPlaces(places)
  return {
    admin: adminGuard(adminAccess, (request, route) =>
      within(request, route, async (place) => place.adminAccess),
    ),
    admin_networks: networkGuard(adminAccess),
    large_basic: async (request) => {
      const route = { access: merchantSecret, path: request.routeOptions.url ?? '' }
      await within(request, route, ({ remittance }) => remittance.routes.basic.authenticate(request))
    },
    own_pages: ownPagesGuard(settings.BASE_URL),
    bearer: bearerGuard(selfService),
    signature: async (request) => {
      const { api } = request.routeOptions.config
      if (typeof api === 'object' && sendsSecret(api.access, request)) return
      cards.signedRequests.checkHeaders(request)
    },
  }
}

type ServePlaces = Serve<PlaceServices>

function serveSamples(app: FastifyInstance, serve: ServePlaces): void {
  nameFilesOfProfile(app)
  serve(({ samples }: PlaceServices) => samples, sampleRoutes)
}

/** Orders and how they are paid. */
function serveCards(serve: ServePlaces): void {
  serve(
    ({ cards }: PlaceServices) => cards,
    [
      ...[
        ...orderRoutes,
        ...collectionRoutes,
        helpRoute,
        checkoutRoute,
        ...microformRoutes,
        ...linkRoutes,
        ...groupRoutes,
        openLinkRoute,
      ],
      ...[...checkoutPages, ...linkPages, ...linkPreviews(), ...emailChoicePages, ...helpPages, reportRoute],
    ],
  )
}

/** What people open in a browser, with what it loads. */
function registerSite(app: FastifyInstance, system: AppNeeds): void {
  const { settings, places } = system
  registerCheckoutAssets(app)
  registerWebAssets(app, { adminAccess: places.at[0].adminAccess, support: settings.LIKUTA_SUPPORT })
  registerGuides(app)
  registerReference(app, { adminAccess: places.at[0].adminAccess, canTry: !settings.production })
  const { BASE_URL: baseUrl, SIGN_UP } = settings
  const texts = readOwnTexts(settings.SITE_TEXTS)
  const signUpOpen = SIGN_UP === 'on'
  registerHome(app, { baseUrl, hasDemo: !settings.production, signUpOpen, hasPrices: texts.has('prices') })
  registerInformation(app, {
    baseUrl,
    contacts: settings.LIKUTA_SUPPORT ?? [],
    texts,
    hasOperators: hasOperators(settings),
    readState: () => stateOfService(system),
  })
  registerVerifyPage(app)
  registerPapersPage(app)
}

const hasOperators = ({ operators, production }: CompleteSettings) =>
  Object.keys(operators[production ? 'production' : 'sandbox'] ?? {}).length > 0

async function stateOfService(system: AppNeeds) {
  const isHealthy = (await databaseChecks(system)).database === 'ok'
  const { remittance, clock } = system.places.at[0]
  const operators = isHealthy ? await remittance.overview.standings() : []
  return { readAt: clock.now(), isHealthy, operators }
}

/** What merchants are owed for card payments: balances, payouts, statements, fee invoices. */
function serveCardMoney(serve: ServePlaces): void {
  serve(({ cards }: PlaceServices) => cards, [...balanceRoutes, merchantFiguresRoute])
  serve(({ bank }: PlaceServices) => bank, [adjustmentRoute])
  serve(
    ({ cards, payouts }: PlaceServices) => ({ ...cards, ...payouts }),
    [...payoutRoutes, ...adminPayoutRoutes],
  )
  serve(
    ({ payouts, approvals }: PlaceServices) => ({ ...payouts, approvals }),
    [...payoutFollowUpRoutes, ...payoutBatchRoutes],
  )
  serve(({ bank }: PlaceServices) => bank, bankRoutes)
  // Each group counts the downloads of a merchant by itself.
  const downloads = ({ cards }: PlaceServices) => ({ ...cards, send: openDownloads() })
  serve(downloads, [statementRoute])
  serve(downloads, adminStatementRoutes)
  serve(downloads, invoiceRoutes)
  serve(downloads, adminInvoiceRoutes)
}

/** What is done about payments that were made: reading, refunding, voiding and disputing them. */
function serveCardOperations(serve: ServePlaces): void {
  serve(({ cards }: PlaceServices) => ({ ...cards, deliveriesAbout }), adminPaymentRoutes)
  serve(({ cards }: PlaceServices) => cards, adminCollectionRoutes)
  serve(
    ({ cards }: PlaceServices) => cards,
    [
      refundRoute,
      otherNumberRoute,
      ...adminRefundRequestRoutes,
      ...adminRefundBatchRoutes,
      refundRequestRoute,
      ...refundBatchRoutes,
      ...portalRefundBatchRoutes,
      voidRoute,
      refundHistoryRoute,
      voidHistoryRoute,
      ...disputeRoutes,
      ...adminDisputeRoutes,
      paymentReceiptRoute,
    ],
  )
}

/** Who signs in: merchants' users and admins. */
function serveSignIns(serve: ServePlaces): void {
  serve(
    ({ selfService }: PlaceServices) => selfService,
    [...selfServiceRoutes, logoRoute, ...portalSessionRoutes],
  )
  serve(({ merchantAdmin }: PlaceServices) => merchantAdmin, merchantAdminRoutes)
  serve(({ merchantAdmin }: PlaceServices) => merchantAdmin, businessReviewRoutes)
  serve(({ staff }: PlaceServices) => staff, [...staffRoutes, ...staffSignInRoutes])
}

/** The feed of events takes both credentials of merchants' servers. */
function serveEvents(serve: ServePlaces): void {
  serve(
    ({ db, clock, cards: { signedRequests }, remittance }: PlaceServices) => ({
      ...{ db, clock, signedRequests, duplicatesAmong: duplicateSubjects },
      basic: remittance.routes.basic,
    }),
    [eventRoute],
  )
}

/** What admins see and decide about the service. */
function serveOperations(serve: ServePlaces, system: AppNeeds): void {
  const { overview, settings, sandboxClock } = system
  serve((place: PlaceServices) => place, adminDeliveryRoutes)
  serve(() => overview, [...overviewRoutes(overview.shown), cellsRoute, stuckMoneyRoute, figuresRoute])
  serve((place: PlaceServices) => ({ ...place, verifyOnce: openVerification(place) }), auditRoutes)
  serve((place: PlaceServices) => place, approvalRoutes(system.places.at[0].acts))
  serve((place: PlaceServices) => ({ ...place, kinds: retainedKinds(settings) }), retentionRoutes)
  if (sandboxClock) serve((place: PlaceServices) => ({ ...place, sandboxClock }), clockRoutes)
  if (!settings.production) serve((place: PlaceServices) => place, testCallbackRoutes)
}

/** Health and metrics on METRICS_PORT, for monitoring only. */
export function openMonitoring(
  system: Health & Pick<AppNeeds, 'log' | 'metrics' | 'places'>,
): FastifyInstance {
  const app = openHttp({ log: system.log, trustedProxies: [] })
  // No route here takes credentials: one that did would be closed to everybody.
  const closed = async () => {
    throw new Problem(requestProblems.not_found)
  }
  const guards = {
    admin_networks: networkGuard(system.places.at[0].adminAccess),
    ...{ admin: closed, bearer: closed, signature: closed, own_pages: closed },
  }
  const serve = serving(app, guards, { ...system.places, at: [system.places.at[0]] })
  serve(() => system, [...healthRoutes, ...metricsRoutes])
  app.refuseOtherMethods()
  return app
}

/** Limits the rate of unauthenticated requests by address. */
function limitAnonymous(app: FastifyInstance, settings: CompleteSettings): void {
  const limitOf = (perSecond: number) => openRateLimit({ perSecond, burst: perSecond })
  const signUps = settings.RATE_LIMIT_SIGN_UPS_PER_HOUR
  limitByAddress(app, {
    page: limitOf(settings.RATE_LIMIT_PAGES_PER_SECOND),
    receipt: limitOf(settings.RATE_LIMIT_RECEIPTS_PER_SECOND),
    test_callback: limitOf(settings.RATE_LIMIT_TEST_CALLBACKS_PER_SECOND),
    sign_in: limitOf(settings.RATE_LIMIT_LOGINS_PER_SECOND),
    sign_up: openRateLimit({ perSecond: signUps / 3600, burst: signUps }),
  })
}
