// The admin routes for compliance: the number blacklist, the sanctions lists in use, and re-screening alerts.
import { alertRoutes } from './alerts.ts'
import { blacklistRoutes } from './blacklist.ts'
import { listRoutes } from './lists/admin-api.ts'
import { listChangeRoutes } from './lists/changes-api.ts'
import { runRoutes } from './ongoing/runs.ts'

export const complianceRoutes = [
  ...blacklistRoutes,
  ...listRoutes,
  ...listChangeRoutes,
  ...alertRoutes,
  ...runRoutes,
]
