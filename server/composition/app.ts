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
import { auditRoutes, openVerification } from '../admin/audit-api.ts'
import { clockRoutes, sendClockOffset } from '../admin/clock-api.ts'
import { databaseChecks, type Health, healthRoutes } from '../admin/monitoring/health.ts'
import type { Metrics } from '../admin/monitoring/metrics.ts'
import { metricsRoutes } from '../admin/monitoring/metrics-api.ts'
import { type OverviewNeeds, overviewRoutes } from '../admin/monitoring/overview-api.ts'
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
import { checkoutRoute, registerCheckoutPages } from '../cards/checkout/api.ts'
import { registerCheckoutAssets } from '../cards/checkout/assets.ts'
import { microformRoutes } from '../cards/custom-checkout/api.ts'
import { adminDisputeRoutes } from '../cards/disputes/admin-api.ts'
import { disputeRoutes } from '../cards/disputes/api.ts'
import { orderRoutes } from '../cards/orders/api.ts'
import { linkRoutes } from '../cards/payment-links/api.ts'
import { openLinkRoute, registerLinkVisits } from '../cards/payment-links/visit.ts'
import { adminPaymentRoutes } from '../cards/payments/api.ts'
import { reportRoute } from '../cards/payments/reconciliation-api.ts'
import { registerEmailChoice } from '../cards/receipts/email-choice.ts'
import { paymentReceiptRoute } from '../cards/receipts/payment-receipt.ts'
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
import { registerLogoRoute } from '../merchants/brand/brand.ts'
import { type MerchantAdminRoutes, merchantAdminRoutes } from '../merchants/directory/admin-api.ts'
import { type RequestLog, recordRequests } from '../merchants/request-log.ts'
import { type SelfServiceNeeds, selfServiceRoutes } from '../merchants/self-service.ts'
import { bearerGuard, requireBearerGuards } from '../merchants/sign-in/bearer.ts'
import { ownPagesGuard, portalSessionRoutes } from '../merchants/sign-in/portal-session.ts'
import type { Cells } from '../platform/database/cells.ts'
import { gatherEndpoints } from '../platform/http/api.ts'
import { codeShape } from '../platform/http/coded-errors.ts'
import { openDownloads } from '../platform/http/downloads.ts'
import { type Guards, type Serve, serving } from '../platform/http/endpoint.ts'
import { detailShape, openHttp } from '../platform/http/http.ts'
import type { Load } from '../platform/http/load-shedding.ts'
import { requestProblems } from '../platform/http/problems.ts'
import { limitByAddress, openRateLimit } from '../platform/http/rate-limit.ts'
import type { Log } from '../platform/process/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { SandboxClock } from '../platform/time/sandbox-clock.ts'
import { type PortalRoutes, registerPortalRoutes } from '../portal/api.ts'
import { figuresRoute } from '../portal/overview/service-figures.ts'
import { type ReceiptNeeds, receiptRoutes, registerSandboxKeys } from '../receipts/api.ts'
import { uploadPath } from '../remittance/cases/papers/api.ts'
import { adminDeliveryRoutes } from '../webhooks/delivery/admin-api.ts'
import type { ResendNeeds } from '../webhooks/delivery/admin-search.ts'
import { deliveriesAbout } from '../webhooks/delivery/deliveries.ts'
import { testCallbackRoutes } from '../webhooks/test-receiver/api.ts'
import type { CardSystem } from './card-system.ts'
import { documentRoutes, openApiDocument } from './openapi/routes.ts'
import type { RemittanceSystem } from './remittance-system.ts'
import { retainedKinds } from './retention.ts'
import { type DemoCheckout, registerDemoCheckout } from './site/demo-checkout.ts'
import { errorPages, registerHome } from './site/home.ts'
import { registerInformation } from './site/information.ts'
import { registerGuides, registerReference } from './site/reference.ts'
import { registerPapersPage, registerVerifyPage } from './site/verify-page.ts'
import { registerWebAssets } from './site/web-pages.ts'

/** The dependencies of all routes. */
export type AppNeeds = Health & {
  settings: CompleteSettings
  log: Log
  secrets: Secrets
  adminAccess: AdminAccess
  cards: CardSystem
  selfService: SelfServiceNeeds
  portal: PortalRoutes
  payouts: PayoutNeeds & DecisionNeeds & InquiryNeeds & BatchNeeds & { cells: Cells }
  bank: AssignNeeds & { cells: Cells }
  approvals: ApprovalNeeds & { cells: Cells }
  /** Absent in production. */
  demoCheckout: DemoCheckout | undefined
  merchantAdmin: MerchantAdminRoutes
  staff: StaffNeeds & SignInNeeds
  requestLog: RequestLog
  /** Real time, which merchants' clocks follow; `clock` is business time, which a sandbox may move ahead. */
  wallClock: Clock
  /** Absent if the clock cannot be moved. */
  sandboxClock: SandboxClock | undefined
  receipts: ReceiptNeeds
  remittance: Pick<RemittanceSystem, 'register'>
  overview: OverviewNeeds
  metrics: Metrics
  load: Load
  deliveryAdmin: ResendNeeds & { cells: Cells }
}

export function openApp(system: AppNeeds): FastifyInstance {
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
    log: system.log,
    trustedProxies: system.settings.TRUSTED_PROXIES ?? [],
    shapes,
    stopping: system.stopping,
    shedding: { load: system.load },
    page: errorPages(),
  })
  if (system.sandboxClock) sendClockOffset(app, system.sandboxClock)
  gatherEndpoints(app)
  requireAdminGuards(app)
  requireBearerGuards(app)
  refuseOwnFavours(app, system.log)
  recordRequests(app, system)
  limitAnonymous(app, system.settings)
  const guard = adminGuard(system.adminAccess)
  const serve = serving(app, guardsOf(system, guard))
  serve(system, [...healthRoutes, ...metricsRoutes])
  serve(system.cards, [...orderRoutes, checkoutRoute, ...microformRoutes, ...linkRoutes, openLinkRoute])
  registerCheckoutPages(app, system.cards)
  registerLinkVisits(app, system.cards)
  registerSite(app, system)
  serveCardOperations(serve, system)
  registerEmailChoice(app, system.cards)
  serve(system.receipts, receiptRoutes)
  registerSandboxKeys(app, system.receipts)
  serve(system.cards, [reportRoute])
  serveCardMoney(serve, system)
  system.remittance.register(app, serve)
  serve(system.selfService, selfServiceRoutes)
  registerLogoRoute(app, system.selfService)
  serve(system.selfService, portalSessionRoutes)
  registerPortalRoutes(app, system.portal, serve)
  serve(system.merchantAdmin, merchantAdminRoutes)
  serve(system.staff, [...staffRoutes, ...staffSignInRoutes])
  serve(system.deliveryAdmin, adminDeliveryRoutes)
  serve(system.overview, overviewRoutes(system.overview.shown))
  serve(system.overview, [figuresRoute])
  serve({ ...system, verifyOnce: openVerification(system) }, auditRoutes)
  serve(system.approvals, approvalRoutes(system.approvals.acts))
  serve({ ...system, kinds: retainedKinds(system.settings) }, retentionRoutes)
  const { sandboxClock } = system
  if (sandboxClock) serve({ ...system, sandboxClock }, clockRoutes)
  if (!system.settings.production) serve(system, testCallbackRoutes)
  serve(openApiDocument(app, shapes), documentRoutes)
  app.refuseOtherMethods()
  return app
}

/** The checks of callers before a body is read. */
function guardsOf(system: AppNeeds, admin: ReturnType<typeof adminGuard>): Guards {
  return {
    admin,
    admin_networks: networkGuard(system.adminAccess),
    own_pages: ownPagesGuard(system.settings.BASE_URL),
    bearer: bearerGuard(system.selfService),
    signature: async (request) => system.cards.signedRequests.checkHeaders(request),
  }
}

/** What people open in a browser, with what it loads. */
function registerSite(app: FastifyInstance, system: AppNeeds): void {
  registerCheckoutAssets(app)
  registerWebAssets(app, { ...system, support: system.settings.LIKUTA_SUPPORT })
  registerGuides(app)
  registerReference(app, { ...system, canTry: !system.settings.production })
  const { BASE_URL: baseUrl, SIGN_UP } = system.settings
  registerHome(app, { baseUrl, hasDemo: system.demoCheckout !== undefined, signUpOpen: SIGN_UP === 'on' })
  registerInformation(app, {
    baseUrl,
    contacts: system.settings.LIKUTA_SUPPORT ?? [],
    isHealthy: async () => (await databaseChecks(system)).database === 'ok',
  })
  if (system.demoCheckout) registerDemoCheckout(app, system.demoCheckout)
  registerVerifyPage(app)
  registerPapersPage(app)
}

/** What merchants are owed for card payments: balances, payouts, statements, fee invoices. */
function serveCardMoney(serve: Serve, { cards, payouts, bank }: AppNeeds): void {
  serve(cards, balanceRoutes)
  serve(bank, [adjustmentRoute])
  serve({ ...cards, ...payouts }, [...payoutRoutes, ...adminPayoutRoutes])
  serve({ ...payouts, approvals: bank.approvals }, [...payoutFollowUpRoutes, ...payoutBatchRoutes])
  serve(bank, bankRoutes)
  // Each group counts the downloads of a merchant by itself.
  serve({ ...cards, send: openDownloads() }, [statementRoute])
  serve({ ...cards, send: openDownloads() }, adminStatementRoutes)
  serve({ ...cards, send: openDownloads() }, invoiceRoutes)
  serve({ ...cards, send: openDownloads() }, adminInvoiceRoutes)
}

/** What is done about payments that were made: reading, refunding, voiding and disputing them. */
function serveCardOperations(serve: Serve, { cards }: AppNeeds): void {
  serve({ ...cards, deliveriesAbout }, adminPaymentRoutes)
  serve(cards, [
    refundRoute,
    ...adminRefundRequestRoutes,
    refundRequestRoute,
    voidRoute,
    refundHistoryRoute,
    voidHistoryRoute,
    ...disputeRoutes,
    ...adminDisputeRoutes,
    paymentReceiptRoute,
  ])
}

/** Health and metrics on METRICS_PORT, for monitoring only. */
export function openMonitoring(
  system: Health & Pick<AppNeeds, 'log' | 'metrics' | 'adminAccess'>,
): FastifyInstance {
  const app = openHttp({ log: system.log, trustedProxies: [] })
  // No route here takes credentials: one that did would be closed to everybody.
  const closed = async () => {
    throw new Problem(requestProblems.not_found)
  }
  const guards = {
    admin_networks: networkGuard(system.adminAccess),
    ...{ admin: closed, bearer: closed, signature: closed, own_pages: closed },
  }
  serving(app, guards)(system, [...healthRoutes, ...metricsRoutes])
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
