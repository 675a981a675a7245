// The admin routes for compliance: the number blacklist, the sanctions lists in use, and re-screening alerts.
import { alertRoutes } from './alerts/admin-api.ts'
import { blacklistRoutes } from './blacklist/admin-api.ts'
import { listRoutes } from './lists/admin-api.ts'
import { listChangeRoutes } from './lists/changes/admin-api.ts'
import { runRoutes } from './ongoing/admin-api.ts'

export const complianceRoutes = [
  ...blacklistRoutes,
  ...listRoutes,
  ...listChangeRoutes,
  ...alertRoutes,
  ...runRoutes,
]
