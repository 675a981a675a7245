// What admins do about compliance: the blacklist of numbers, the lists in use, and the alerts of screening again.
import type { FastifyInstance } from 'fastify'
import type { ComplianceAdminNeeds, Guard } from './admin-requests.ts'
import { registerAlertAdminRoutes } from './alerts/admin-api.ts'
import { registerBlacklistAdminRoutes } from './blacklist/admin-api.ts'
import { registerListAdminRoutes } from './lists/admin-api.ts'

/** @param guard lets only admins pass. */
export function registerComplianceAdminRoutes(
  app: FastifyInstance,
  needs: ComplianceAdminNeeds,
  guard: Guard,
): void {
  registerBlacklistAdminRoutes(app, needs, guard)
  registerListAdminRoutes(app, needs, guard)
  registerAlertAdminRoutes(app, needs, guard)
}
