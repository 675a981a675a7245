// Who may use the admin API: the tokens of the settings with their roles, and admin users.
import { findStepUp } from '../accounts/step-ups.ts'
import { type AdminAccess, openSecondAdmin, type SecondAdmin } from '../admin/access.ts'
import { openConfirmedActs } from '../admin/decisions/confirmed-acts.ts'
import { openConflictOfInterest } from '../admin/decisions/conflict-of-interest.ts'
import { activeStaff } from '../admin/users/queries.ts'
import { openSessionLookup } from '../admin/users/sessions.ts'
import type { CompleteSettings } from '../config/settings.ts'
import type { Sql } from '../platform/database/database.ts'
import type { Log } from '../platform/process/log.ts'
import type { Clock } from '../platform/time/clock.ts'

/** The tokens of the settings, with the roles of those that have some. */
const tokensOf = ({ ADMIN_TOKENS, ADMIN_TOKEN_ROLES = {} }: CompleteSettings) =>
  ADMIN_TOKENS.map((token) => ({ ...token, roles: ADMIN_TOKEN_ROLES[token.name] }))

/** Who could be the second person of an act: the owners of tokens, and admin users. */
export const secondAdminOf = (settings: CompleteSettings): SecondAdmin =>
  openSecondAdmin({ tokens: tokensOf(settings) }, activeStaff)

export function adminAccessOf(
  settings: CompleteSettings,
  { log, ...needs }: { db: Sql; clock: Clock; log: Log },
): AdminAccess {
  const { ADMIN_ALLOWED_NETWORKS: networks } = settings
  return {
    ...{ tokens: tokensOf(settings), networks, log },
    findSession: openSessionLookup(needs),
    conflictOf: openConflictOfInterest(needs.db),
    findStepUp: (session, token) => findStepUp(needs.db, 'admin', session, { token, now: needs.clock.now() }),
    actOf: openConfirmedActs(needs.db),
  }
}
