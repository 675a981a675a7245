// Registers the remittance part of the admin API.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Serve } from '../../platform/http/endpoint.ts'
import { registerCaseRoutes } from '../../remittance/cases/api.ts'
import { registerExceptionRoutes } from '../../remittance/exceptions/api.ts'
import { rateAdminRoutes } from '../../remittance/exchange-rates/admin-api.ts'
import { registerHoldRoutes } from '../../remittance/holds/api.ts'
import type { HoldNeeds } from '../../remittance/holds/hold.ts'
import type { HoldQueue } from '../../remittance/holds/queue.ts'
import { registerOperatorRoutes } from '../../remittance/operators/api.ts'
import { openOutcomeApplier } from '../../remittance/payouts/apply-outcome.ts'
import { registerRegulatoryRoutes } from '../../remittance/regulatory/api.ts'
import { registerSettlementAdminRoutes } from '../../remittance/settlements/admin-api.ts'
import { registerTransferAdminRoutes } from '../../remittance/transfers/admin-api.ts'
import { registerTravelRuleRoutes } from '../../remittance/travel-rule/api.ts'
import { registerWalletAdminRoutes } from '../../remittance/wallets/admin-api.ts'
import { deliveriesAbout } from '../../webhooks/delivery/deliveries.ts'
import { secondAdminOf } from '../roles/admin-access.ts'
import type { Operators } from './operators.ts'
import type { RemittanceNeeds } from './remittance-needs.ts'

type Guard = (request: FastifyRequest) => Promise<void>

export function registerRemittanceAdmin(
  app: FastifyInstance,
  needs: RemittanceNeeds & { operators: Operators; reviews: HoldNeeds & HoldQueue },
  guard: Guard,
  serve: Serve,
): void {
  const { db, clock, log, settings, operators, reviews } = needs
  const { screeningsOf } = reviews
  const applyOutcome = openOutcomeApplier({ db, clock, log })
  registerHoldRoutes(app, reviews, guard)
  registerExceptionRoutes(app, reviews, guard)
  registerTransferAdminRoutes(
    app,
    { ...needs, operatorFor: operators.find, applyOutcome, screeningsOf, deliveriesAbout },
    guard,
  )
  registerSettlementAdminRoutes(app, needs, guard)
  const secondAdmin = secondAdminOf(settings)
  registerWalletAdminRoutes(app, { ...needs, secondAdmin }, guard)
  const deadlineDays = settings.CASE_DEADLINE_DAYS
  const institution = settings.INVOICE_ISSUER
  registerRegulatoryRoutes(app, { ...needs, threshold: settings.REGISTER_THRESHOLD_USD }, guard)
  registerTravelRuleRoutes(app, needs, guard)
  const baseUrl = settings.BASE_URL
  registerCaseRoutes(app, { ...needs, secondAdmin, deadlineDays, screeningsOf, institution, baseUrl }, guard)
  registerOperatorRoutes(app, needs, guard)
  serve(needs, rateAdminRoutes)
}
