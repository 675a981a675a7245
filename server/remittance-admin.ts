// What people of the service see and do of remittance, built from what its rooms and the outbox give.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminCount } from './admin/access.ts'
import { registerRemittanceAdminRoutes } from './remittance/admin-routes.ts'
import type { HoldNeeds } from './remittance/hold.ts'
import type { HoldQueue } from './remittance/hold-queue.ts'
import { registerOperatorAdminRoutes } from './remittance/operator-admin-routes.ts'
import { openSettling } from './remittance/settle.ts'
import { registerTransferAdminRoutes } from './remittance/transfer-admin-routes.ts'
import { registerWalletAdminRoutes } from './remittance/wallet-admin-routes.ts'
import type { Operators } from './remittance-operators.ts'
import type { RemittanceNeeds } from './remittance-system.ts'
import { deliveriesAbout } from './webhooks/deliveries.ts'

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
