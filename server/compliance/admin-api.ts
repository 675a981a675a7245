// The admin routes for compliance: the number blacklist, the sanctions lists in use, and re-screening alerts.
import type { FastifyInstance } from 'fastify'
import type { ComplianceAdminNeeds, Guard } from './admin-requests.ts'
import { registerAlertAdminRoutes } from './alerts/admin-api.ts'
import { registerBlacklistAdminRoutes } from './blacklist/admin-api.ts'
import { registerListAdminRoutes } from './lists/admin-api.ts'
import { registerChangeAdminRoutes } from './lists/changes/admin-api.ts'
import { registerRunAdminRoutes } from './ongoing/admin-api.ts'

/** @param guard rejects requests that do not come from an admin. */
export function registerComplianceAdminRoutes(
  app: FastifyInstance,
  needs: ComplianceAdminNeeds,
  guard: Guard,
): void {
  registerBlacklistAdminRoutes(app, needs, guard)
  registerListAdminRoutes(app, needs, guard)
  registerChangeAdminRoutes(app, needs, guard)
  registerAlertAdminRoutes(app, needs, guard)
  registerRunAdminRoutes(app, needs, guard)
}
