// Registers the remittance part of the admin API.
import type { Serve } from '../../platform/http/endpoint.ts'
import { caseRoutes } from '../../remittance/cases/api.ts'
import { declarationRoutes } from '../../remittance/cases/declaration/api.ts'
import { paperRequestRoutes } from '../../remittance/cases/papers/admin-api.ts'
import { rateAdminRoutes } from '../../remittance/exchange-rates/api.ts'
import { holdRoutes } from '../../remittance/holds/api.ts'
import type { HoldNeeds } from '../../remittance/holds/hold.ts'
import type { HoldQueue } from '../../remittance/holds/queue.ts'
import { operatorRoutes } from '../../remittance/operators/api.ts'
import { openOutcomeApplier } from '../../remittance/payouts/apply-outcome.ts'
import { exceptionRoutes } from '../../remittance/payouts/exceptions.ts'
import { regulatoryRoutes } from '../../remittance/regulatory/api.ts'
import { travelRuleRoutes } from '../../remittance/regulatory/travel-rule-api.ts'
import { settlementAdminRoutes } from '../../remittance/settlements/api.ts'
import { transferAdminRoutes } from '../../remittance/transfer-views/admin-api.ts'
import { walletAdminRoutes } from '../../remittance/wallets/admin-api.ts'
import { deliveriesAbout } from '../../webhooks/delivery/deliveries.ts'
import { secondAdminOf } from '../roles/admin-access.ts'
import type { Operators } from './operators.ts'
import type { RemittanceNeeds } from './remittance-needs.ts'

export function serveRemittanceAdmin(
  serve: Serve,
  needs: RemittanceNeeds & { operators: Operators; reviews: HoldNeeds & HoldQueue },
): void {
  const { db, clock, log, settings, operators, reviews } = needs
  const routeNeeds = {
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
  serve(routeNeeds, [
    ...holdRoutes,
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
    ...rateAdminRoutes,
  ])
}
