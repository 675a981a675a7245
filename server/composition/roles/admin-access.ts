// Who may use the admin API: the tokens of the settings with their roles, and admin users.
import type { AdminAccess } from '../../admin/access.ts'
import type { CompleteSettings } from '../../config/settings.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { openSessionLookup } from '../../staff/sessions.ts'
import { adminRoleTable } from './admin-roles.ts'

export function adminAccessOf(
  { ADMIN_TOKENS, ADMIN_TOKEN_ROLES = {}, ADMIN_ALLOWED_NETWORKS: networks }: CompleteSettings,
  { log, ...needs }: { db: Sql; clock: Clock; log: Log },
): AdminAccess {
  const tokens = ADMIN_TOKENS.map((token) => ({ ...token, roles: ADMIN_TOKEN_ROLES[token.name] }))
  return { tokens, networks, log, roles: adminRoleTable, findSession: openSessionLookup(needs) }
}
