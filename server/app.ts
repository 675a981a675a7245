// All routes, in plain sight.
import type { FastifyInstance } from 'fastify'
import { adminGuard } from './admin/access.ts'
import { registerHealthRoutes } from './admin/health.ts'
import { registerCardAdminRoutes } from './cards/admin-routes.ts'
import { registerCheckoutAssets } from './cards/checkout-assets.ts'
import { showErrorPage } from './cards/checkout-ends.ts'
import { registerCheckoutRoutes } from './cards/checkout-routes.ts'
import { registerCardRoutes } from './cards/routes.ts'
import { openHttp } from './platform/http.ts'
import type { System } from './system.ts'
import { registerTestCallbackRoutes } from './webhooks/test-callback-routes.ts'

export function openApp(system: System): FastifyInstance {
  const app = openHttp({
    log: system.log,
    trustedProxies: system.settings.TRUSTED_PROXIES ?? [],
    page: showErrorPage,
  })
  registerHealthRoutes(app, system)
  registerCardRoutes(app, system.cardRoutes)
  registerCheckoutRoutes(app, system.checkout)
  registerCheckoutAssets(app)
  registerCardAdminRoutes(app, system.checkout, adminGuard(system.adminAccess))
  if (!system.settings.production) registerTestCallbackRoutes(app, system)
  app.refuseOtherMethods()
  return app
}
