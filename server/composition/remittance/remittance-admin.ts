// What people of the service see and do of remittance, built from what its rooms and the outbox give.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminCount } from '../../admin/access.ts'
import { registerRemittanceAdminRoutes } from '../../remittance/admin/routes.ts'
import type { HoldNeeds } from '../../remittance/holds/hold.ts'
import type { HoldQueue } from '../../remittance/holds/queue.ts'
import { registerOperatorAdminRoutes } from '../../remittance/operators/admin-routes.ts'
import { openSettling } from '../../remittance/payouts/apply-outcome.ts'
import { registerTransferAdminRoutes } from '../../remittance/transfers/admin-routes.ts'
import { registerWalletAdminRoutes } from '../../remittance/wallets/admin-routes.ts'
import { deliveriesAbout } from '../../webhooks/delivery/deliveries.ts'
import type { Operators } from './operators.ts'
import type { RemittanceNeeds } from './remittance-needs.ts'

type Guard = (request: FastifyRequest) => Promise<void>

export function registerRemittanceAdmin(
  app: FastifyInstance,
  needs: RemittanceNeeds & { operators: Operators; reviews: HoldNeeds & HoldQueue },
  guard: Guard,
): void {
  const { db, clock, log, settings, operators, reviews } = needs
  const { screeningsOf } = reviews
  const settle = openSettling({ db, clock, log })
  registerRemittanceAdminRoutes(app, reviews, guard)
  registerTransferAdminRoutes(
    app,
    { ...needs, operatorFor: operators.find, settle, screeningsOf, deliveriesAbout },
    guard,
  )
  registerWalletAdminRoutes(app, { ...needs, adminCount: adminCount(settings.ADMIN_TOKENS) }, guard)
  registerOperatorAdminRoutes(app, needs, guard)
}
