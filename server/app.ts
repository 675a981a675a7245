// All routes, in plain sight.
import type { FastifyInstance } from 'fastify'
import { adminGuard } from './admin/access.ts'
import { registerHealthRoutes } from './admin/health.ts'
import { registerCardAdminRoutes } from './cards/admin-routes.ts'
import { registerCheckoutAssets } from './cards/checkout-assets.ts'
import { registerCheckoutRoutes } from './cards/checkout-routes.ts'
import { registerLinkRoutes } from './cards/link-routes.ts'
import { registerLinkVisits } from './cards/link-visit.ts'
import { registerMicroformRoutes } from './cards/microform-routes.ts'
import { registerCardRoutes } from './cards/routes.ts'
import { openHttp } from './platform/http.ts'
import type { System } from './system.ts'
import { registerTestCallbackRoutes } from './webhooks/test-callback-routes.ts'

export function openApp(system: System): FastifyInstance {
  const app = openHttp({ log: system.log, trustedProxies: system.settings.TRUSTED_PROXIES ?? [] })
  registerHealthRoutes(app, system)
  registerCardRoutes(app, system.cardRoutes)
  registerCheckoutRoutes(app, system.checkout)
  registerMicroformRoutes(app, system.microform)
  registerLinkRoutes(app, system.links)
  registerLinkVisits(app, system.links)
  registerCheckoutAssets(app)
  registerCardAdminRoutes(app, system.checkout, adminGuard(system.adminAccess))
  if (!system.settings.production) registerTestCallbackRoutes(app, system)
  app.refuseOtherMethods()
  return app
}
