// Roles of admins. What each may do is one table: server/composition/roles/admin-roles.ts.

/** From the one with most rights. */
export const adminRoles = ['owner', 'finance', 'compliance', 'operator', 'support'] as const
export type AdminRole = (typeof adminRoles)[number]

/** Groups of admin routes. A role has whole groups, and the console shows what belongs to those of its admin. */
export const adminRights = [
  'account',
  'read',
  'request_refunds',
  'refunds',
  'disputes',
  'decide',
  'money',
  'move_money',
  'pricing',
  'merchants',
  'passwords',
  'factors',
  'compliance',
  'operations',
  'webhooks',
  'clock',
  'audit',
  'staff',
] as const
export type AdminRight = (typeof adminRights)[number]

/** The table of roles, as the guard uses it. */
export type AdminRoles = {
  /** The right that the route needs. @throws Error if the table has no such route. */
  rightFor(method: string, url: string): AdminRight
  /** Whether an admin user must have confirmed their identity lately to call the route. */
  needsStepUp(method: string, url: string): boolean
  rightsOf(roles: readonly AdminRole[]): ReadonlySet<AdminRight>
}
